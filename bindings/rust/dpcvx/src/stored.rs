//! Serde: what the library saves as bytes is bytes to any format.
//!
//! A [`Budget`](crate::Budget) is none of these. Each copy of one allows what is left once more, and forgets the charges
//! of the others: keep it in a file, or by [`save`](crate::Budget::save), where the copy is seen.

use crate::{Accountant, Covariance, Estimate, Fit, LedgerMark, LocalAggregator, LocalProtocol, PartialSum, Result};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Reads bytes, of formats that have none as numbers.
struct Bytes;

impl<'de> Visitor<'de> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes that the library saved")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> std::result::Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> std::result::Result<Vec<u8>, E> {
        Ok(bytes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut given: A) -> std::result::Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = given.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }
}

macro_rules! stored {
    ($($kind:ident),* $(,)?) => {
        $(
            /// As the bytes of `save`.
            impl Serialize for $kind {
                fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                    let bytes: Result<Vec<u8>> = self.save();
                    serializer.serialize_bytes(&bytes.map_err(S::Error::custom)?)
                }
            }

            /// From the bytes of `save`. What is no whole one is refused.
            impl<'de> Deserialize<'de> for $kind {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
                    $kind::load(&deserializer.deserialize_byte_buf(Bytes)?).map_err(D::Error::custom)
                }
            }
        )*
    };
}

stored!(Accountant, Covariance, Estimate, Fit, LocalProtocol, PartialSum);

/// As the bytes of `save`. [`LocalAggregator::load`] reads them, since it takes the protocol that they are of.
impl Serialize for LocalAggregator {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.save().map_err(S::Error::custom)?)
    }
}

/// As the pair of `frames` and `head`.
impl Serialize for LedgerMark {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        (self.frames, self.head).serialize(serializer)
    }
}

/// From the pair of `frames` and `head`.
impl<'de> Deserialize<'de> for LedgerMark {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let (frames, head) = Deserialize::deserialize(deserializer)?;
        Ok(LedgerMark { frames, head })
    }
}
