//! Size classes: Go's classes, since programs see them through `cap` after `append`; and one for each size below 8,
//! where Go combines objects of different sizes into blocks (the crate's header explains why minigo does not).

/// The size of a page in bytes.
pub const PAGE: usize = 8192;

/// The size of an arena in bytes, and its alignment. (Miri keeps a description of each byte, so arenas are smaller
/// there.)
pub(crate) const ARENA: usize = if cfg!(miri) { 4 << 20 } else { 64 << 20 };

/// The largest object size that has a class.
pub const MAX_SMALL: usize = 32768;

/// How many classes there are; class 0 is for large objects.
pub(crate) const CLASSES: usize = 75;

/// The smallest class that Go has too: 8 bytes. Objects of smaller classes are never scanned.
pub(crate) const WORD_CLASS: usize = 8;

/// The object size of each class.
pub(crate) const CLASS_SIZES: [u16; CLASSES] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224,
    240, 256, 288, 320, 352, 384, 416, 448, 480, 512, 576, 640, 704, 768, 896, 1024, 1152, 1280,
    1408, 1536, 1792, 2048, 2304, 2688, 3072, 3200, 3456, 4096, 4864, 5376, 6144, 6528, 6784, 6912,
    8192, 9472, 9728, 10240, 10880, 12288, 13568, 14336, 16384, 18432, 19072, 20480, 21760, 24576,
    27264, 28672, 32768,
];

/// The pages of a span of each class: chosen so that little is unused at its end, or that there are some thousand
/// objects.
pub(crate) const SPAN_PAGES: [u8; CLASSES] = [
    0, 1, 1, 2, 2, 3, 3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 1, 3, 2, 3, 1, 3, 2, 3, 4, 5, 6, 1, 7, 6, 5, 4, 3,
    5, 7, 2, 9, 7, 5, 8, 3, 10, 7, 4,
];

/// The class of each size up to 1,024 bytes.
const CLASS_BY_SMALL_SIZE: [u8; 1025] = class_table::<1025>(1);
/// The class of each size, by the size in units of 128 bytes, rounded up.
const CLASS_BY_128_BYTES: [u8; 257] = class_table::<257>(128);

const fn class_table<const N: usize>(step: usize) -> [u8; N] {
    let mut table = [0; N];
    let mut class = 1;
    let mut at = 0;
    while at < N {
        while class < CLASSES - 1 && (CLASS_SIZES[class] as usize) < at * step {
            class += 1;
        }
        table[at] = class as u8;
        at += 1;
    }
    table
}

/// The class of objects of `size` bytes, which is at most [`MAX_SMALL`]. An object of size 0 takes a byte.
#[inline(always)]
pub(crate) fn class_of(size: usize) -> usize {
    if size <= 1024 {
        CLASS_BY_SMALL_SIZE[size] as usize
    } else {
        CLASS_BY_128_BYTES[size.div_ceil(128)] as usize
    }
}

/// The size above which an object with pointers uses 8 bytes of its class for a header in Go.
const MAX_SIZE_WITHOUT_HEADER: usize = 512;
const HEADER_BYTES: usize = 8;

/// The size that Go would use for an object of `size` bytes: `append` uses the whole size, so that slices have the same
/// capacities as under Go.
#[must_use]
pub fn round_up(size: usize, pointers: bool) -> usize {
    let header = if pointers && size > MAX_SIZE_WITHOUT_HEADER { HEADER_BYTES } else { 0 };
    if size <= MAX_SMALL - HEADER_BYTES {
        CLASS_SIZES[class_of(size + header).max(WORD_CLASS)] as usize - header
    } else {
        size.checked_next_multiple_of(PAGE).unwrap_or(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_size_fits_its_class_and_no_smaller_one() {
        for size in 1..=MAX_SMALL {
            let class = class_of(size);
            assert!(CLASS_SIZES[class] as usize >= size, "{size}");
            assert!((CLASS_SIZES[class - 1] as usize) < size, "{size}");
        }
    }

    #[test]
    fn rounding_is_gos() {
        assert_eq!(round_up(3, false), 8);
        assert_eq!(round_up(5 * 8, false), 48);
        assert_eq!(round_up(848, false), 896);
        assert_eq!(round_up(848, true), 888);
        assert_eq!(round_up(40_000, false), 40_960);
    }
}
