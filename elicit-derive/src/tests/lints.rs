//! The lints that the derived code allows.

use syn::parse_quote;

use crate::parse;

#[test]
fn each_lint_is_allowed_once() {
    let (item, _) = parse::item(&parse_quote! {
        #[allow(deprecated)]
        struct Deploy {
            #[allow(unused, deprecated)]
            branch: String,
            #[expect(unused, deprecated)]
            tag: String,
            #[allow(deprecated)]
            port: u16,
        }
    });
    let lints: Vec<String> = item.lints.iter().map(ToString::to_string).collect();
    assert_eq!(lints, ["deprecated", "unused , deprecated"]);
}
