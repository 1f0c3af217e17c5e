//! Secrets, whatever features the core has.

use super::expansion;

#[test]
fn a_secret_under_parse_is_refused_without_the_feature_of_its_crate() {
    let refuses = |attributes: &str, ty: &str| {
        let item = format!(
            "struct Account {{ #[elicit({attributes}, description = \"As given\")] key: {ty} }}"
        );
        expansion(&item).contains("is a secret, and with `parse`")
    };
    for ty in [
        "SecretString",
        "secrecy::SecretString",
        "Option<SecretBox<str>>",
        "Secret<String>",
    ] {
        assert!(refuses("parse", ty), "{ty}");
        assert!(
            !refuses("parse, sensitive_name_ok = \"a ballot\"", ty),
            "{ty}"
        );
        assert!(!refuses("title = \"Key\"", ty), "{ty}");
    }
    assert!(!refuses("parse", "SecretSanta"));
}
