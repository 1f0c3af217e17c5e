//! Booleans as types, for what a bound of a trait has to say.

/// Whether something holds, as a type.
pub struct ConstBool<const HOLDS: bool>;

/// What does not hold.
pub(crate) trait Not {}

#[diagnostic::do_not_recommend]
impl Not for ConstBool<false> {}
