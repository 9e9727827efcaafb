//! The tests of `datagen`, in one program.

mod datagen;
