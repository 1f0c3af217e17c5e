//! The struct that the derive writes beside a form.

use super::expansion;

#[test]
fn the_struct_beside_a_hidden_form_is_hidden() {
    let choices = |attribute: &str| {
        let item = format!("{attribute} struct Rollback {{ #[elicit(choices)] release: String }}");
        let expansion = expansion(&item);
        let (choices, _) = expansion.split_once("struct RollbackChoices").unwrap();
        choices.contains("#[doc(hidden)]")
    };
    assert!(choices("#[doc(hidden)]"));
    assert!(choices("#[doc(hidden, alias = \"undo\")]"));
    assert!(!choices("/// hidden\n"));
}
