//! What nobody can guess: the name of a room, and what proves that a browser holds a seat in it.

use serde::Deserialize;

/// A secret of 128 bits, as 32 hexadecimal digits. The browser makes it and keeps it before it asks for a room or a seat:
/// what was given just as the line broke or the server ended can be asked for again.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Secret(String);

impl Secret {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Secret {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            Ok(Self(text))
        } else {
            Err("expected 32 digits 0-9 and a-f")
        }
    }
}
