//! Signed notes (golang.org/x/mod/sumdb/note): a text followed by lines with signatures.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{ED25519, UnparsedPublicKey};
use sha2::{Digest as _, Sha256};

/// The public key of a signer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verifier {
    /// The signer's name in the signature line.
    pub name: String,
    hash: u32,
    key: Vec<u8>,
}

/// The number of the only kind of key.
const ED25519_KEY: u8 = 1;

impl Verifier {
    /// Reads a key in the form `name+hash+key`.
    ///
    /// # Errors
    /// Fails if the text is no such key.
    pub fn parse(text: &str) -> Result<Self, String> {
        let malformed = || "malformed verifier id".to_owned();
        let (name, rest) = text.split_once('+').ok_or_else(malformed)?;
        let (hash_text, key_text) = rest.split_once('+').ok_or_else(malformed)?;
        let hash = u32::from_str_radix(hash_text, 16).map_err(|_| malformed())?;
        let key = STANDARD.decode(key_text).map_err(|_| malformed())?;
        let valid_name = !name.is_empty() && !name.contains(char::is_whitespace);
        if hash_text.len() != 8 || key.is_empty() || !valid_name {
            return Err(malformed());
        }
        let mut hasher = Sha256::new();
        hasher.update(name.as_bytes());
        hasher.update(b"\n");
        hasher.update(&key);
        let found = hasher.finalize();
        if u32::from_be_bytes([found[0], found[1], found[2], found[3]]) != hash {
            return Err("invalid verifier hash".to_owned());
        }
        if key[0] != ED25519_KEY {
            return Err("unknown verifier algorithm".to_owned());
        }
        if key.len() != 33 {
            return Err(malformed());
        }
        Ok(Self { name: name.to_owned(), hash, key: key[1..].to_vec() })
    }

    /// The text of a note, if this key has signed it.
    ///
    /// # Errors
    /// Fails if the note is malformed, has no signature of this key, or the signature is wrong.
    pub fn open<'n>(&self, note: &'n str) -> Result<&'n str, String> {
        let malformed = || "malformed note".to_owned();
        if note.chars().any(|c| c != '\n' && c.is_control()) {
            return Err(malformed());
        }
        let at = note.rfind("\n\n").ok_or_else(malformed)?;
        let (text, signatures) = (&note[..=at], &note[at + 2..]);
        if !signatures.ends_with('\n') {
            return Err(malformed());
        }
        let mut verified = false;
        for line in signatures.lines() {
            let line = line.strip_prefix("\u{2014} ").ok_or_else(malformed)?;
            let (name, encoded) = line.split_once(' ').ok_or_else(malformed)?;
            let bytes = STANDARD.decode(encoded).map_err(|_| malformed())?;
            if name.is_empty() || bytes.len() < 5 {
                return Err(malformed());
            }
            let hash = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            if name != self.name || hash != self.hash {
                continue;
            }
            let key = UnparsedPublicKey::new(&ED25519, &self.key);
            if key.verify(text.as_bytes(), &bytes[4..]).is_err() {
                return Err(format!("invalid signature for key {name}+{hash:08x}"));
            }
            verified = true;
        }
        if verified { Ok(text) } else { Err("note has no verifiable signatures".to_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_and_checked() {
        let good = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8";
        assert_eq!(Verifier::parse(good).unwrap().name, "sum.golang.org");
        let bad = good.replace("033de0ae", "033de0af");
        assert_eq!(Verifier::parse(&bad).unwrap_err(), "invalid verifier hash");
        for bad in ["", "x", "x+y", "x+00000000+AQ", "x+zz+AQID"] {
            assert!(Verifier::parse(bad).is_err());
        }
    }

    // The note and the key are from the documentation of golang.org/x/mod/sumdb/note.
    #[test]
    fn a_signature_holds_for_its_text_only() {
        let key = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
        let note = "If you think cryptography is the answer to your problem,\n\
            then you don't know what your problem is.\n\n\
            \u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
        let verifier = Verifier::parse(key).unwrap();
        assert!(verifier.open(note).unwrap().ends_with("problem is.\n"));
        assert!(verifier.open(&note.replace("your", "my")).is_err());
        assert!(verifier.open("x\n\n").is_err());
    }
}
