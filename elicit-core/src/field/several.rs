//! Fields whose attribute says what the type means: `multi_select` and `choices`.

use std::{
    collections::{BTreeSet, HashSet},
    hash::{BuildHasher, Hash},
};

use serde_json::Value;

use super::{AskableValue, FieldType};
use crate::{
    form::{Kind, OptionSource, choice_enum::ChoiceEnum, choices::Choices},
    reading::Answer,
    violation::Problem,
};

/// A type that can hold several variants of an enum.
pub trait MultiSelect: Sized + 'static {
    /// What the type means in a form.
    const FIELD: FieldType<Self>;
}

/// A type that can hold an option that is known only at run time.
pub trait RunTimeChoice: Sized + 'static {
    /// What the type means in a form.
    const FIELD: FieldType<Self>;
}

/// A type that can hold several options that are known only at run time.
pub trait RunTimeMultiSelect: Sized + 'static {
    /// What the type means in a form.
    const FIELD: FieldType<Self>;
}

pub(crate) const fn multi_select(options: OptionSource, unique: bool) -> Kind {
    Kind::MultiSelect {
        options,
        min_items: None,
        max_items: None,
        unique,
    }
}

/// The options that were chosen, in a collection. A set rejects an option that it holds already.
fn chosen<T, C: Extend<T>>(
    answer: &mut Answer<'_>,
    option: impl Fn(usize) -> Option<T>,
    with_capacity: fn(usize) -> C,
    length: fn(&C) -> usize,
) -> Option<C> {
    let mut chosen = with_capacity(answer.item_count());
    let count = answer.options(&mut |index| chosen.extend(option(index)))?;
    if length(&chosen) < count {
        return answer.reject(Problem::new("uniqueItems", "must not repeat an option"));
    }
    Some(chosen)
}

/// The value of the option at this index.
fn text(choices: Option<&Choices>, index: usize) -> Option<String> {
    let option = choices?.options().get(index)?;
    Some(option.value().to_owned())
}

macro_rules! collections {
    ($(
        [$($hasher:ident)?] $collection:ty, $of_text:ty,
        unique: $unique:literal, with_capacity: $with_capacity:expr, $($bound:path),*;
    )*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: ChoiceEnum $(+ $bound)* $(, $hasher: BuildHasher + Default + 'static)?> MultiSelect
            for $collection
        {
            const FIELD: FieldType<Self> = FieldType::new(
                multi_select(OptionSource::Declared(T::VARIANTS), $unique),
                |answer| chosen(answer, T::__at, $with_capacity, Self::len),
                |items| Some(items.iter().map(T::wire_name).map(Value::from).collect()),
            );
        }

        #[diagnostic::do_not_recommend]
        impl<T: ChoiceEnum $(+ $bound)* $(, $hasher: BuildHasher + Default + 'static)?> AskableValue
            for $collection
        {
            const FIELD: FieldType<Self> = <Self as MultiSelect>::FIELD;
        }

        #[diagnostic::do_not_recommend]
        impl $(<$hasher: BuildHasher + Default + 'static>)? RunTimeMultiSelect for $of_text {
            const FIELD: FieldType<Self> = FieldType::new(
                multi_select(OptionSource::Supplied, $unique),
                |answer| {
                    let choices = answer.choices;
                    chosen(answer, |index| text(choices, index), $with_capacity, Self::len)
                },
                |items| Some(items.iter().map(|item| Value::from(item.as_str())).collect()),
            );
        }
    )*};
}

collections! {
    [] Vec<T>, Vec<String>,
    unique: false, with_capacity: Self::with_capacity, ;
    [] BTreeSet<T>, BTreeSet<String>,
    unique: true, with_capacity: |_| Self::new(), Ord;
    [S] HashSet<T, S>, HashSet<String, S>,
    unique: true, with_capacity: |count| Self::with_capacity_and_hasher(count, S::default()), Eq, Hash;
}

#[diagnostic::do_not_recommend]
impl RunTimeChoice for String {
    const FIELD: FieldType<Self> = FieldType::new(
        Kind::Choice(OptionSource::Supplied),
        |answer| {
            let index = answer.option()?;
            text(answer.choices, index)
        },
        |text| Some(Value::from(text.as_str())),
    );
}
