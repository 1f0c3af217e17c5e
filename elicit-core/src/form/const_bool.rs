//! Booleans as types, so that a trait bound can ask for one.

/// Whether something holds, as a type.
pub struct ConstBool<const HOLDS: bool>;

/// A [`ConstBool`] that is false.
pub(crate) trait Not {}

#[diagnostic::do_not_recommend]
impl Not for ConstBool<false> {}
