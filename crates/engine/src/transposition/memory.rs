//! A large array that begins as zeros, from the system's large pages where it has them.
//!
//! The system gives memory when it is first touched, and a search should not wait for that while its clock runs. So large
//! arrays are touched when they are made, by several threads, and emptied in place.

/// What consists of integers only, so that zeros are a value of it.
///
/// # Safety
/// All bits zero must be a valid value, and forgetting a value without dropping it must lose nothing.
#[cfg(not(loom))]
pub unsafe trait Zeros: Send + Sync {}

/// As much memory as one thread writes in the time that it takes to begin another.
#[cfg(not(loom))]
const SHARE: usize = 32 << 20;

/// Makes all of it zeros, on as many processors as there are if it is much.
#[cfg(not(loom))]
fn fill_with_zeros<T: Zeros>(values: &mut [T]) {
    let bytes = size_of_val(values);
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = (bytes / SHARE).clamp(1, processors);
    let share = values.len().div_ceil(threads).max(1);
    let fill = |part: &mut [T]| {
        // SAFETY: the slice is borrowed for this alone, and zeros are values of `T`.
        unsafe { part.as_mut_ptr().write_bytes(0, part.len()) };
    };
    if threads == 1 {
        return fill(values);
    }
    std::thread::scope(|scope| {
        for part in values.chunks_mut(share) {
            scope.spawn(move || fill(part));
        }
    });
}

#[cfg(loom)]
pub use model::Memory;
#[cfg(all(target_os = "linux", not(loom)))]
pub use pages::Memory;
#[cfg(not(any(target_os = "linux", loom)))]
pub use plain::Memory;

/// Asks the processor to bring a value closer.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program can see, and the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Straight from the system: pages of zeros that take no time until they are touched, in 2 MB pieces where possible.
#[cfg(all(target_os = "linux", not(loom)))]
mod pages {
    use std::ffi::c_void;
    use std::ptr::{self, NonNull};

    use super::{SHARE, Zeros, fill_with_zeros};

    use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

    const LARGE_PAGE: usize = 2 << 20;

    /// `len` values of `T`, all bits zero.
    pub struct Memory<T> {
        mapping: NonNull<c_void>,
        mapped: usize,
        values: NonNull<T>,
        len: usize,
    }

    // SAFETY: the memory belongs to this value alone, as that of a `Box<[T]>` does.
    unsafe impl<T: Send> Send for Memory<T> {}
    // SAFETY: shared, it gives out `&[T]` only.
    unsafe impl<T: Sync> Sync for Memory<T> {}

    impl<T: Zeros> Memory<T> {
        /// So many zeros. A large one is touched from end to end.
        ///
        /// # Panics
        /// If the system has no such memory.
        pub fn zeroed(len: usize) -> Self {
            let mut memory = Self::try_zeroed(len)
                .unwrap_or_else(|| panic!("the system has no {len} x {} bytes", size_of::<T>()));
            if len.saturating_mul(size_of::<T>()) > SHARE {
                memory.clear();
            }
            memory
        }

        fn try_zeroed(len: usize) -> Option<Self> {
            const { assert!(align_of::<T>() <= LARGE_PAGE && size_of::<T>() > 0) };
            let bytes = len.checked_mul(size_of::<T>())?;
            // One large page more, so that the values can begin at the start of one.
            let mapped = bytes.checked_add(LARGE_PAGE)?;
            // SAFETY: a new mapping at a place of the system's choice touches nothing that exists.
            let mapping = unsafe {
                mmap_anonymous(
                    ptr::null_mut(),
                    mapped,
                    ProtFlags::READ | ProtFlags::WRITE,
                    MapFlags::PRIVATE | MapFlags::NORESERVE,
                )
            }
            .ok()?;
            let start = mapping.map_addr(|address| address.next_multiple_of(LARGE_PAGE));
            // Only a wish: without large pages it works as well, more slowly.
            // SAFETY: the range lies in the mapping, and the advice changes no contents.
            let _ = unsafe { madvise(start, bytes, Advice::LinuxHugepage) };
            Some(Self {
                mapping: NonNull::new(mapping)?,
                mapped,
                values: NonNull::new(start.cast())?,
                len,
            })
        }

        /// The values.
        #[inline(always)]
        pub fn as_slice(&self) -> &[T] {
            // SAFETY: `zeroed` mapped `len` values from here, aligned to a page, and zeros are valid values.
            unsafe { std::slice::from_raw_parts(self.values.as_ptr(), self.len) }
        }

        /// Zeros again.
        pub fn clear(&mut self) {
            // SAFETY: as in `as_slice`, and it is borrowed for this alone.
            let values = unsafe { std::slice::from_raw_parts_mut(self.values.as_ptr(), self.len) };
            fill_with_zeros(values);
        }
    }

    impl<T> Drop for Memory<T> {
        fn drop(&mut self) {
            // SAFETY: the mapping was made with this size, and nothing borrows it any more.
            let _ = unsafe { munmap(self.mapping.as_ptr(), self.mapped) };
        }
    }
}

/// From the usual allocator.
#[cfg(not(any(target_os = "linux", loom)))]
mod plain {
    use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
    use std::ptr::NonNull;

    use super::{Zeros, fill_with_zeros};

    /// `len` values of `T`, all bits zero.
    pub struct Memory<T> {
        values: NonNull<T>,
        len: usize,
    }

    // SAFETY: the memory belongs to this value alone, as that of a `Box<[T]>` does.
    unsafe impl<T: Send> Send for Memory<T> {}
    // SAFETY: shared, it gives out `&[T]` only.
    unsafe impl<T: Sync> Sync for Memory<T> {}

    fn layout<T>(len: usize) -> Layout {
        Layout::array::<T>(len).expect("a table that fits in the address space")
    }

    impl<T: Zeros> Memory<T> {
        /// So many zeros, at least one.
        pub fn zeroed(len: usize) -> Self {
            let layout = layout::<T>(len);
            // SAFETY: the layout is not empty: `T` has a size and the caller asks for at least one.
            let values = unsafe { alloc_zeroed(layout) };
            let values = NonNull::new(values.cast()).unwrap_or_else(|| handle_alloc_error(layout));
            Self { values, len }
        }

        /// The values.
        #[inline(always)]
        pub fn as_slice(&self) -> &[T] {
            // SAFETY: `zeroed` made `len` values here, and zeros are valid values.
            unsafe { std::slice::from_raw_parts(self.values.as_ptr(), self.len) }
        }

        /// Zeros again.
        pub fn clear(&mut self) {
            // SAFETY: as in `as_slice`, and it is borrowed for this alone.
            let values = unsafe { std::slice::from_raw_parts_mut(self.values.as_ptr(), self.len) };
            fill_with_zeros(values);
        }
    }

    impl<T> Drop for Memory<T> {
        fn drop(&mut self) {
            // SAFETY: allocated with this layout, and nothing borrows it any more.
            unsafe { dealloc(self.values.as_ptr().cast(), layout::<T>(self.len)) };
        }
    }
}

/// For models: zeros of atomics that are more than their bits.
#[cfg(loom)]
mod model {
    /// `len` values of `T`, each as it is by default.
    pub struct Memory<T>(Box<[T]>);

    impl<T: Default> Memory<T> {
        /// So many of them.
        pub fn zeroed(len: usize) -> Self {
            Self((0..len).map(|_| T::default()).collect())
        }

        /// The values.
        pub fn as_slice(&self) -> &[T] {
            &self.0
        }

        /// As they were at the start.
        pub fn clear(&mut self) {
            *self = Self::zeroed(self.0.len());
        }
    }
}
