//! Fields whose attribute says what the type means: `multi_select` and `choices`.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashSet},
    hash::{BuildHasher, Hash},
};

use serde_json::Value;

use super::{FieldType, Variants};
use crate::{
    Choices,
    content::Answers,
    form::{Kind, Options},
};

/// A type that can hold several variants of an enum.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the answer to a multi-select",
    label = "cannot be filled with variants",
    note = "`multi_select` goes on a `Vec`, `BTreeSet` or `HashSet` of an enum that derives \
            `Elicit`; for a `BTreeSet` it derives `Ord` too, for a `HashSet` `Eq` and `Hash`",
    note = "for options that are known only at run time, write \
            `#[elicit(multi_select, choices)]` on one of `String`"
)]
pub trait MultiSelect: Sized + 'static {
    /// What the type means in a form.
    const FIELD: FieldType<Self>;
}

/// A type that can hold an option that is known only at run time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold an option that is known only at run time",
    label = "not a `String`",
    note = "`choices` goes on a `String`, an `Option<String>`, or with `multi_select` on a `Vec`, \
            `BTreeSet` or `HashSet` of `String`"
)]
pub trait RunTimeChoice: Sized + 'static {
    /// What the type means in a form.
    const FIELD: FieldType<Self>;
}

/// A type that can hold several options that are known only at run time.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold several options that are known only at run time",
    label = "not a list of `String`",
    note = "`choices` with `multi_select` goes on a `Vec`, `BTreeSet` or `HashSet` of `String`"
)]
pub trait RunTimeMultiSelect: Sized + 'static {
    /// What the type means in a form.
    const FIELD: FieldType<Self>;
}

const fn multi_select(options: Options, unique: bool) -> Kind {
    Kind::MultiSelect {
        options,
        min_items: None,
        max_items: None,
        unique,
    }
}

fn variants<T: Variants, C: Extend<T>>(
    answers: &mut Answers<'_>,
    with_room: fn(usize) -> C,
) -> Option<C> {
    let mut items = with_room(answers.items());
    answers.pick(&mut |place| {
        items.extend([T::at(place)?]);
        Some(())
    })?;
    Some(items)
}

fn names<'a, T: Variants>(items: impl Iterator<Item = &'a T>) -> Value {
    items
        .filter_map(|item| T::VARIANTS.get(item.place()))
        .map(|variant| Value::from(variant.value()))
        .collect()
}

fn texts<C: Extend<String>>(answers: &mut Answers<'_>, with_room: fn(usize) -> C) -> Option<C> {
    let options = answers.choices().map(Choices::options).unwrap_or_default();
    let mut items = with_room(answers.items());
    answers.pick(&mut |place| {
        items.extend([options.get(place)?.value().to_owned()]);
        Some(())
    })?;
    Some(items)
}

macro_rules! collections {
    ($([$($hasher:ident)?] $collection:ty, $of_text:ty, unique: $unique:literal, $with_room:expr, $($bound:path),*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Variants $(+ $bound)* $(, $hasher: BuildHasher + Default + 'static)?> MultiSelect
            for $collection
        {
            const FIELD: FieldType<Self> = FieldType::new(
                multi_select(Options::Declared(T::VARIANTS), $unique),
                |answers| variants(answers, $with_room),
                |items| Some(names(items.iter())),
            );
        }

        #[diagnostic::do_not_recommend]
        impl $(<$hasher: BuildHasher + Default + 'static>)? RunTimeMultiSelect for $of_text {
            const FIELD: FieldType<Self> = FieldType::new(
                multi_select(Options::Supplied, $unique),
                |answers| texts(answers, $with_room),
                |items| Some(items.iter().map(|item| Value::from(item.as_str())).collect()),
            );
        }
    )*};
}

collections! {
    [] Vec<T>, Vec<String>, unique: false, Self::with_capacity, ;
    [] BTreeSet<T>, BTreeSet<String>, unique: true, |_| Self::new(), Ord;
    [S] HashSet<T, S>, HashSet<String, S>, unique: true,
        |room| Self::with_capacity_and_hasher(room, S::default()), Eq, Hash;
}

#[diagnostic::do_not_recommend]
impl RunTimeChoice for String {
    const FIELD: FieldType<Self> = FieldType::new(
        Kind::Choice(Options::Supplied),
        |answers| {
            answers.option()?;
            answers.take_text().map(Cow::into_owned)
        },
        |text| Some(Value::from(text.as_str())),
    );
}
