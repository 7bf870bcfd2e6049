//! Natives of crypto/ed25519: arithmetic of the group, by the crate `curve25519-dalek`.

use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::{EdwardsPoint, Scalar};
use minigo_vm::convert::GoSlice;
use minigo_vm::native::Native;

type Bytes = GoSlice<u8>;

fn to_scalar(bytes: &[u8]) -> Scalar {
    Scalar::from_bytes_mod_order(bytes.try_into().unwrap_or_default())
}

fn to_point(bytes: &[u8]) -> Option<EdwardsPoint> {
    CompressedEdwardsY::from_slice(bytes).ok()?.decompress()
}

fn reduce_scalar(out: Bytes, wide: Bytes) {
    if let Some(wide) = wide.first_chunk::<64>() {
        out.set(Scalar::from_bytes_mod_order_wide(wide).as_bytes());
    }
}

fn multiply_base(out: Bytes, by: Bytes) {
    out.set(EdwardsPoint::mul_base(&to_scalar(&by)).compress().as_bytes());
}

fn multiply_add(out: Bytes, a: Bytes, b: Bytes, c: Bytes) {
    out.set((to_scalar(&a) * to_scalar(&b) + to_scalar(&c)).as_bytes());
}

fn recompute_signature_r(out: Bytes, k: Bytes, public: Bytes, s: Bytes) -> bool {
    let canonical =
        s.first_chunk::<32>().and_then(|s| Scalar::from_canonical_bytes(*s).into_option());
    let (Some(s), Some(public)) = (canonical, to_point(&public)) else { return false };
    let r = EdwardsPoint::vartime_double_scalar_mul_basepoint(&to_scalar(&k), &-public, &s);
    out.set(r.compress().as_bytes());
    true
}

/// Returns the natives of package crypto/ed25519, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time("reduce", reduce_scalar),
        Native::constant_time("multiplyBase", multiply_base),
        Native::constant_time("multiplyAdd", multiply_add),
        Native::constant_time("recoverPoint", recompute_signature_r),
        Native::constant_time("isPoint", |bytes: Bytes| to_point(&bytes).is_some()),
    ]
}
