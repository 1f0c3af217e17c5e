//! What a `str` cannot do in a constant.

/// `==` of a `str` cannot be called in a constant.
pub(crate) const fn is_same(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    while let ([first, rest @ ..], [second, other_rest @ ..]) = (one, other) {
        if *first != *second {
            return false;
        }
        (one, other) = (rest, other_rest);
    }
    true
}
