use syn::parse_quote;

use super::allowed;

#[test]
fn each_is_allowed_once() {
    let lints = allowed(&parse_quote! {
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
    let lints: Vec<String> = lints.iter().map(ToString::to_string).collect();
    assert_eq!(lints, ["deprecated", "unused , deprecated"]);
}
