//! Large zeroed arrays, on large pages if the system has them.
//!
//! The system provides memory when it is first written, and a search should not wait for that on its clock. So large arrays
//! are written when they are created, by several threads, and cleared in place.

/// Types of which all bits zero is a value.
///
/// # Safety
/// All bits zero must be a valid value, and values must not need to be dropped.
#[cfg(not(loom))]
pub unsafe trait Zeros: Send + Sync {}

/// The minimum memory for each thread, because starting a thread takes time, too.
#[cfg(not(loom))]
const CHUNK: usize = 32 << 20;

/// Zeroes the values, with several threads if they are large.
#[cfg(not(loom))]
fn fill_with_zeros<T: Zeros>(values: &mut [T]) {
    let bytes = size_of_val(values);
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = (bytes / CHUNK).clamp(1, processors);
    let share = values.len().div_ceil(threads).max(1);
    let fill = |part: &mut [T]| {
        // SAFETY: the slice is borrowed mutably, and zeros are valid values of `T`.
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

/// Prefetches a value into the cache.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no visible effect, and the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Memory mapped from the system, on large pages of 2 MB where possible.
#[cfg(all(target_os = "linux", not(loom)))]
mod pages {
    use std::ffi::c_void;
    use std::ptr::{self, NonNull};

    use super::{CHUNK, Zeros, fill_with_zeros};

    use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

    const LARGE_PAGE: usize = 2 << 20;

    /// An array of `len` values, initially zero.
    pub struct Memory<T> {
        mapping: NonNull<c_void>,
        mapped: usize,
        values: NonNull<T>,
        len: usize,
    }

    // SAFETY: this value owns the memory, as a `Box<[T]>` does.
    unsafe impl<T: Send> Send for Memory<T> {}
    // SAFETY: a shared reference gives access to `&[T]` only.
    unsafe impl<T: Sync> Sync for Memory<T> {}

    impl<T: Zeros> Memory<T> {
        /// Writes a large array from end to end.
        pub fn write_if_large(&mut self) {
            if self.len.saturating_mul(size_of::<T>()) > CHUNK {
                self.clear();
            }
        }

        /// Allocates `len` zeros, or returns `None` if the system has no addresses for them. The caller checks that the memory
        /// is free.
        pub fn zeroed(len: usize) -> Option<Self> {
            const { assert!(align_of::<T>() <= LARGE_PAGE && size_of::<T>() > 0) };
            let bytes = len.checked_mul(size_of::<T>())?;
            // One more large page, for alignment.
            let mapped = bytes.checked_add(LARGE_PAGE)?;
            // SAFETY: a new mapping at an address that the system chooses does not overlap others.
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
            // Large pages are optional: without them the table is only slower.
            // SAFETY: the range is inside the mapping, and the advice does not change its contents.
            let _ = unsafe { madvise(start, bytes, Advice::LinuxHugepage) };
            Some(Self {
                mapping: NonNull::new(mapping)?,
                mapped,
                values: NonNull::new(start.cast())?,
                len,
            })
        }

        /// Returns the values.
        #[inline(always)]
        pub fn as_slice(&self) -> &[T] {
            // SAFETY: `zeroed` mapped `len` values at this address, aligned to a page, and zeros are valid values.
            unsafe { std::slice::from_raw_parts(self.values.as_ptr(), self.len) }
        }

        /// Sets all values to zero.
        pub fn clear(&mut self) {
            // SAFETY: as in `as_slice`, and the borrow is mutable.
            let values = unsafe { std::slice::from_raw_parts_mut(self.values.as_ptr(), self.len) };
            fill_with_zeros(values);
        }
    }

    impl<T> Drop for Memory<T> {
        fn drop(&mut self) {
            // SAFETY: the mapping was created with this size, and there are no borrows left.
            let _ = unsafe { munmap(self.mapping.as_ptr(), self.mapped) };
        }
    }
}

/// Memory from the global allocator.
#[cfg(not(any(target_os = "linux", loom)))]
mod plain {
    use std::alloc::{Layout, alloc_zeroed};
    use std::ptr;

    use super::{Zeros, fill_with_zeros};

    /// An array of values, initially zero.
    pub struct Memory<T>(Box<[T]>);

    impl<T: Zeros> Memory<T> {
        /// Allocates `len` zeros, or returns `None` if there is no memory for them.
        pub fn zeroed(len: usize) -> Option<Self> {
            const { assert!(size_of::<T>() > 0) };
            let layout = Layout::array::<T>(len)
                .ok()
                .filter(|layout| layout.size() > 0)?;
            // SAFETY: the layout has a size.
            let start = unsafe { alloc_zeroed(layout) }.cast::<T>();
            if start.is_null() {
                return None;
            }
            // SAFETY: the global allocator returned memory with the layout of this slice, and zeros are valid values of `T`.
            Some(Self(unsafe {
                Box::from_raw(ptr::slice_from_raw_parts_mut(start, len))
            }))
        }

        /// Does nothing: only Linux overcommits memory.
        pub fn write_if_large(&mut self) {}

        /// Returns the values.
        #[inline(always)]
        pub fn as_slice(&self) -> &[T] {
            &self.0
        }

        /// Sets all values to zero.
        pub fn clear(&mut self) {
            fill_with_zeros(&mut self.0);
        }
    }
}

/// Memory for models of loom. Its atomics are larger than their bits.
#[cfg(loom)]
mod model {
    /// An array of `len` default values.
    pub struct Memory<T>(Box<[T]>);

    impl<T: Default> Memory<T> {
        /// Creates `len` default values.
        pub fn zeroed(len: usize) -> Option<Self> {
            Some(Self((0..len).map(|_| T::default()).collect()))
        }

        /// Does nothing.
        pub fn write_if_large(&mut self) {}

        /// Returns the values.
        pub fn as_slice(&self) -> &[T] {
            &self.0
        }

        /// Resets all values.
        pub fn clear(&mut self) {
            self.0.fill_with(T::default);
        }
    }
}
