//! Natives of crypto/hpke: ChaCha20-Poly1305 by the crate `chacha20poly1305`.

use chacha20poly1305::aead::AeadInOut;
use chacha20poly1305::{ChaCha20Poly1305, KeyInit, Nonce, Tag};
use minigo_vm::convert::GoSlice;
use minigo_vm::native::{Native, NativeCx, Outcome};

type Bytes = GoSlice<u8>;

/// The length of a tag in bytes.
const TAG_LEN: usize = 16;

/// Returns the cipher and the nonce. Go's side passes a key of 32 bytes and a nonce of 12.
fn cipher_and_nonce(key: &[u8], nonce: &[u8]) -> Option<(ChaCha20Poly1305, Nonce)> {
    Some((ChaCha20Poly1305::new_from_slice(key).ok()?, Nonce::try_from(nonce).ok()?))
}

fn seal_message(
    cx: &mut NativeCx,
    key: Bytes,
    nonce: Bytes,
    plaintext: Bytes,
    additional: Bytes,
) -> Outcome<Bytes> {
    let cost = plaintext.len() + additional.len();
    // The message and the additional data are copied for the cipher, and so is its result.
    cx.require_memory(2 * cost);
    let with = cipher_and_nonce(&key, &nonce);
    let (mut text, additional) = (plaintext.to_vec(), additional.to_vec());
    let work = move || {
        let (cipher, nonce) = with?;
        let tag = cipher.encrypt_inout_detached(&nonce, &additional, (&mut *text).into()).ok()?;
        text.extend(tag);
        Some(text)
    };
    cx.compute_without_p_if_long(cost, [], work, |cx, sealed| {
        Outcome::Return(sealed.map_or_else(GoSlice::nil, |sealed| cx.bytes(&sealed)))
    })
}

fn open_message(
    cx: &mut NativeCx,
    key: Bytes,
    nonce: Bytes,
    sealed: Bytes,
    additional: Bytes,
) -> Outcome<(Bytes, bool)> {
    let cost = sealed.len() + additional.len();
    cx.require_memory(2 * cost);
    let with = cipher_and_nonce(&key, &nonce);
    let (mut text, additional) = (sealed.to_vec(), additional.to_vec());
    let work = move || {
        let tag =
            Tag::try_from(text.split_off(text.len().checked_sub(TAG_LEN)?).as_slice()).ok()?;
        let (cipher, nonce) = with?;
        let buffer = (&mut *text).into();
        cipher.decrypt_inout_detached(&nonce, &additional, buffer, &tag).ok()?;
        Some(text)
    };
    cx.compute_without_p_if_long(cost, [], work, |cx, opened| {
        Outcome::Return(match opened {
            Some(text) => (cx.bytes(&text), true),
            None => (GoSlice::nil(), false),
        })
    })
}

/// Returns the natives of package crypto/hpke, by the names of their Go funcs.
pub(crate) fn natives() -> Vec<Native> {
    vec![Native::blocking("chaChaSeal", seal_message), Native::blocking("chaChaOpen", open_message)]
}
