//! What the fuzz targets share.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use tok_ku_rou_core::ParseError;

/// Reads any text.
///
/// # Panics
/// If what can be read does not survive being written and read again, or an error names a byte at which the text
/// cannot be cut, so that no program can point at it.
pub fn read<T>(text: &str)
where
    T: FromStr<Err = ParseError> + Display + PartialEq + Debug,
{
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse(), Ok(value)),
        Err(error) => assert!(text.is_char_boundary(error.at), "{error}"),
    }
}
