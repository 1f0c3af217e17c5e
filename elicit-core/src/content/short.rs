//! Names and options are short: to call what compares any text takes longer than to
//! compare them.

/// Whether two texts are the same.
#[inline]
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    one.len() == other.len()
        && match one.len() {
            4..8 => ends::<4>(one) == ends::<4>(other),
            8..=16 => ends::<8>(one) == ends::<8>(other),
            _ => one == other,
        }
}

/// The first and the last bytes. Of a text of up to twice as many they are all.
fn ends<const N: usize>(text: &[u8]) -> Option<(&[u8; N], &[u8; N])> {
    Some((text.first_chunk()?, text.last_chunk()?))
}
