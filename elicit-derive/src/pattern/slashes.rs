//! A pattern as it is written in JavaScript: between slashes, with flags after it.

/// The pattern between the slashes, if they are meant as such. It is a pattern with them as well,
/// of a text that has slashes. Where no character in it means another, it may be meant so.
pub(crate) fn between(pattern: &str) -> Option<&str> {
    let inside = pattern.strip_prefix('/')?;
    let (inside, flags) = inside.split_at(end(inside)?);
    let are_flags = flags[1..].chars().all(|flag| "dgimsuvy".contains(flag));
    let is_text = !inside.contains(|c| r"^$\.*+?()[]{}|".contains(c));
    (are_flags && !is_text).then_some(inside)
}

/// Where a slash ends the pattern: one that is not escaped, and not in a class.
fn end(pattern: &str) -> Option<usize> {
    let (mut is_escaped, mut in_class) = (false, false);
    for (at, c) in pattern.char_indices() {
        if is_escaped {
            is_escaped = false;
            continue;
        }
        match c {
            '\\' => is_escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
