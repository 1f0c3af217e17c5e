//! Types whose values are not for a log.

/// Implements `Debug`, which shows the name of the type and nothing else.
macro_rules! opaque_debug {
    ($type:ident) => {
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($type)).finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use opaque_debug;
