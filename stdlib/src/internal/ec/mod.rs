//! Natives of internal/ec: arithmetic and signatures on NIST's curves, by the crates `p224`, `p256`, `p384` and `p521`,
//! and X25519 by `curve25519-dalek`.
//!
//! Points are in the encodings of SEC 1; scalars are big-endian and as long as the curve's order. A function returns
//! nil for an invalid point or scalar.

use curve25519_dalek::MontgomeryPoint;
use ecdsa::{EcdsaCurve, Signature, hazmat};
use elliptic_curve::group::Curve as _;
use elliptic_curve::sec1::{FromSec1Point, ModulusSize, ToSec1Point};
use elliptic_curve::{
    AffinePoint, CurveArithmetic, FieldBytesSize, NonZeroScalar, ProjectivePoint, PublicKey,
};
use minigo_vm::convert::GoSlice;
use minigo_vm::native::{Native, NativeCx};
use sha2::{Sha224, Sha256, Sha384, Sha512};
use std::ops::Add;

type Bytes = GoSlice<u8>;

/// Calls `$function` for the curve with `$bits` bits, a number that Go's side has checked.
macro_rules! on_curve {
    ($bits:expr, $function:ident($($arg:expr),*)) => {
        match $bits {
            224 => $function::<p224::NistP224>($($arg),*),
            256 => $function::<p256::NistP256>($($arg),*),
            384 => $function::<p384::NistP384>($($arg),*),
            _ => $function::<p521::NistP521>($($arg),*),
        }
    };
}

fn to_scalar<C: CurveArithmetic>(bytes: &[u8]) -> Option<NonZeroScalar<C>> {
    NonZeroScalar::<C>::try_from(bytes).ok()
}

fn encode<C>(point: &ProjectivePoint<C>) -> Option<Vec<u8>>
where
    C: CurveArithmetic,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
{
    let point = point.to_affine();
    PublicKey::<C>::from_affine(point).ok()?;
    Some(point.to_sec1_point(false).as_bytes().to_vec())
}

fn decode<C>(bytes: &[u8]) -> Option<ProjectivePoint<C>>
where
    C: CurveArithmetic,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
{
    PublicKey::<C>::from_sec1_bytes(bytes).ok().map(|key| key.to_projective())
}

/// Returns `by` times `point`, or `by` times the base point if `point` is empty.
fn multiply_point<C>(point: &[u8], by: &[u8]) -> Option<Vec<u8>>
where
    C: CurveArithmetic,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
{
    let by = to_scalar::<C>(by)?;
    let product = if point.is_empty() {
        <ProjectivePoint<C> as elliptic_curve::group::Group>::mul_by_generator(&by)
    } else {
        decode::<C>(point)? * *by
    };
    encode::<C>(&product)
}

fn add_points<C>(x: &[u8], y: &[u8]) -> Option<Vec<u8>>
where
    C: CurveArithmetic,
    ProjectivePoint<C>: Add<Output = ProjectivePoint<C>>,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
{
    encode::<C>(&(decode::<C>(x)? + decode::<C>(y)?))
}

fn uncompress_point<C>(point: &[u8]) -> Option<Vec<u8>>
where
    C: CurveArithmetic,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
{
    encode::<C>(&decode::<C>(point)?)
}

/// Signs `hash`. The nonce is RFC 6979's with `extra` as additional data; `size` is the hash function's size in bytes.
fn sign_hash<C>(key: &[u8], hash: &[u8], extra: &[u8], size: i64) -> Option<Vec<u8>>
where
    C: EcdsaCurve + CurveArithmetic,
{
    let key = to_scalar::<C>(key)?;
    let (signature, _) = match size {
        28 => hazmat::sign_prehashed_rfc6979::<C, Sha224>(&key, hash, extra),
        48 => hazmat::sign_prehashed_rfc6979::<C, Sha384>(&key, hash, extra),
        64 => hazmat::sign_prehashed_rfc6979::<C, Sha512>(&key, hash, extra),
        _ => hazmat::sign_prehashed_rfc6979::<C, Sha256>(&key, hash, extra),
    };
    Some(signature.to_bytes().to_vec())
}

fn verify_hash<C>(point: &[u8], hash: &[u8], signature: &[u8]) -> bool
where
    C: EcdsaCurve + CurveArithmetic,
    AffinePoint<C>: FromSec1Point<C> + ToSec1Point<C>,
    FieldBytesSize<C>: ModulusSize,
{
    let Some(point) = decode::<C>(point) else { return false };
    let Ok(signature) = Signature::<C>::from_slice(signature) else { return false };
    hazmat::verify_prehashed::<C>(&point, hash, &signature).is_ok()
}

fn bytes_or_nil(cx: &mut NativeCx, bytes: Option<Vec<u8>>) -> Bytes {
    bytes.map_or_else(GoSlice::nil, |bytes| cx.bytes(&bytes))
}

fn x25519(cx: &mut NativeCx, scalar: Bytes, point: Bytes) -> Bytes {
    let Ok(scalar) = <[u8; 32]>::try_from(&*scalar) else { return GoSlice::nil() };
    let product = match <[u8; 32]>::try_from(&*point) {
        Ok(point) => MontgomeryPoint(point).mul_clamped(scalar),
        Err(_) => MontgomeryPoint::mul_base_clamped(scalar),
    };
    cx.bytes(product.as_bytes())
}

/// Returns the natives of package internal/ec, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![
        Native::constant_time(
            "Multiply",
            |cx: &mut NativeCx, bits: i64, point: Bytes, by: Bytes| {
                bytes_or_nil(cx, on_curve!(bits, multiply_point(&point, &by)))
            },
        ),
        Native::constant_time("Add", |cx: &mut NativeCx, bits: i64, x: Bytes, y: Bytes| {
            bytes_or_nil(cx, on_curve!(bits, add_points(&x, &y)))
        }),
        Native::constant_time("Uncompressed", |cx: &mut NativeCx, bits: i64, point: Bytes| {
            bytes_or_nil(cx, on_curve!(bits, uncompress_point(&point)))
        }),
        Native::constant_time(
            "Sign",
            |cx: &mut NativeCx, bits: i64, key: Bytes, hash: Bytes, extra: Bytes, size: i64| {
                bytes_or_nil(cx, on_curve!(bits, sign_hash(&key, &hash, &extra, size)))
            },
        ),
        Native::constant_time(
            "Verify",
            |bits: i64, point: Bytes, hash: Bytes, signature: Bytes| {
                on_curve!(bits, verify_hash(&point, &hash, &signature))
            },
        ),
        Native::constant_time("X25519", x25519),
    ]
}
