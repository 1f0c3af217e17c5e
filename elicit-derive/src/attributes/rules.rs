//! The attributes that add a rule of JSON Schema: how each is read, and how it writes itself.

use darling::FromMeta;
use elicit_text::{
    CountRange, Format,
    compiler::{CompiledPattern, Table},
};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Meta;

use super::{
    Attribute,
    AttributePosition::{Field, Inner},
    Attributes, attribute,
};
use crate::{
    tokens::TokenRange,
    values::{self, Number},
};

/// A rule that an attribute adds to those of the type, as the core's `Rule` has it.
pub(crate) enum Rule {
    Minimum(Number),
    Maximum(Number),
    Format(Format),
    Pattern(CompiledPattern),
    MinLength(u64),
    MaxLength(u64),
    MinItems(u64),
    MaxItems(u64),
}

pub(super) const RULES: [Attribute; 8] = [
    attribute("minimum", &[Field, Inner], |to, name, item| {
        add(to, name, item, FromMeta::from_meta(item).map(Rule::Minimum))
    }),
    attribute("maximum", &[Field, Inner], |to, name, item| {
        add(to, name, item, FromMeta::from_meta(item).map(Rule::Maximum))
    }),
    attribute("format", &[Field, Inner], |to, name, item| {
        add(to, name, item, values::format(item).map(Rule::Format))
    }),
    attribute("pattern", &[Field, Inner], |to, name, item| {
        add(to, name, item, values::pattern(item).map(Rule::Pattern))
    }),
    attribute("min_length", &[Field, Inner], |to, name, item| {
        add(to, name, item, values::count(item).map(Rule::MinLength))
    }),
    attribute("max_length", &[Field, Inner], |to, name, item| {
        add(to, name, item, values::count(item).map(Rule::MaxLength))
    }),
    attribute("min_items", &[Field], |to, name, item| {
        add(to, name, item, values::count(item).map(Rule::MinItems))
    }),
    attribute("max_items", &[Field], |to, name, item| {
        add(to, name, item, values::count(item).map(Rule::MaxItems))
    }),
];

fn add(
    to: &mut Attributes,
    name: &'static str,
    item: &Meta,
    rule: darling::Result<Rule>,
) -> darling::Result<()> {
    to.rules.push(RuleAttribute {
        name,
        rule: rule?,
        at: values::range(item),
        is_contradicted: false,
    });
    // A length is judged by the format and the pattern, and a pattern by the format.
    to.rules.sort_by_key(|added| match added.rule {
        Rule::Format(_) => 0,
        Rule::Pattern(_) => 1,
        _ => 2,
    });
    Ok(())
}

/// A rule and its place.
pub(crate) struct RuleAttribute {
    /// The name of the attribute.
    pub(crate) name: &'static str,
    pub(crate) rule: Rule,
    pub(crate) at: TokenRange,
    /// Whether another rule contradicts it. It is still checked against the type, and by itself.
    pub(crate) is_contradicted: bool,
}

impl Rule {
    /// Whether it is a minimum above that maximum.
    pub(crate) fn is_above(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Minimum(least), Self::Maximum(most)) => least.is_above(most),
            (Self::MinLength(least), Self::MaxLength(most))
            | (Self::MinItems(least), Self::MaxItems(most)) => least > most,
            _ => false,
        }
    }

    pub(crate) fn counts_items(&self) -> bool {
        matches!(self, Self::MinItems(_) | Self::MaxItems(_))
    }

    /// The core's `Rule`.
    pub(crate) fn expression(&self, private: &Ident) -> TokenStream {
        let (variant, value) = match self {
            Self::Minimum(bound) => ("Minimum", bound.literal(private)),
            Self::Maximum(bound) => ("Maximum", bound.literal(private)),
            Self::Format(format) => {
                // It is printed as the name of its variant.
                let format = format_ident!("{format:?}");
                ("Format", quote!(#private::Format::#format))
            }
            Self::Pattern(pattern) => {
                let pattern = constant(pattern, private);
                ("Pattern", quote!(&#pattern))
            }
            Self::MinLength(length) => ("MinLength", length.to_token_stream()),
            Self::MaxLength(length) => ("MaxLength", length.to_token_stream()),
            Self::MinItems(count) => ("MinItems", count.to_token_stream()),
            Self::MaxItems(count) => ("MaxItems", count.to_token_stream()),
        };
        let variant = Ident::new(variant, Span::call_site());
        quote!(#private::Rule::#variant(#value))
    }
}

/// The constant of a pattern. Its table is a text of bytes, which is one token, whatever its length.
fn constant(pattern: &CompiledPattern, private: &Ident) -> TokenStream {
    let Table {
        ascii,
        ranges,
        end,
        entries,
    } = pattern.table();
    let CountRange { least, most } = pattern.lengths().unwrap_or_default();
    let most = most.map_or_else(
        || quote!(#private::Option::None),
        |most| quote!(#private::Option::Some(#most)),
    );
    let source = pattern.as_str();
    let [ascii, ranges, entries] = [&ascii[..], ranges, entries].map(Literal::byte_string);
    quote! {
        #private::Pattern::new(
            #source,
            #private::CountRange { least: #least, most: #most },
            #ascii,
            #ranges,
            #end,
            #entries,
        )
    }
}
