//! Fields whose attribute says what the type means: `multi_select` and `choices`.

use std::{
    collections::{BTreeSet, HashSet},
    hash::{BuildHasher, Hash},
};

use serde_json::Value;

use super::{FieldType, Variants};
use crate::{
    Choices,
    content::Answer,
    form::{Kind, Options},
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

const fn multi_select(options: Options, unique: bool) -> Kind {
    Kind::MultiSelect {
        options,
        min_items: None,
        max_items: None,
        unique,
    }
}

/// A collection for what was chosen.
trait Chosen<T> {
    fn with_room(room: usize) -> Self;

    /// Whether it went in.
    fn add(&mut self, item: T) -> bool;
}

impl<T> Chosen<T> for Vec<T> {
    fn with_room(room: usize) -> Self {
        Self::with_capacity(room)
    }

    fn add(&mut self, item: T) -> bool {
        self.push(item);
        true
    }
}

impl<T: Ord> Chosen<T> for BTreeSet<T> {
    fn with_room(_: usize) -> Self {
        Self::new()
    }

    fn add(&mut self, item: T) -> bool {
        self.insert(item)
    }
}

impl<T: Eq + Hash, S: BuildHasher + Default> Chosen<T> for HashSet<T, S> {
    fn with_room(room: usize) -> Self {
        Self::with_capacity_and_hasher(room, S::default())
    }

    fn add(&mut self, item: T) -> bool {
        self.insert(item)
    }
}

fn chosen<T, C: Chosen<T>>(
    answer: &mut Answer<'_, '_>,
    option: impl Fn(usize) -> Option<T>,
) -> Option<C> {
    let mut chosen = None;
    answer.pick(&mut |room, place| {
        let chosen = chosen.get_or_insert_with(|| C::with_room(room));
        // What is not there cannot go in.
        option(place).is_some_and(|option| chosen.add(option))
    })?;
    Some(chosen.unwrap_or_else(|| C::with_room(0)))
}

fn texts<C: Chosen<String>>(answer: &mut Answer<'_, '_>) -> Option<C> {
    let options = answer.choices().map(Choices::options).unwrap_or_default();
    chosen(answer, |place| Some(options.get(place)?.value().to_owned()))
}

fn names<'a, T: Variants>(items: impl Iterator<Item = &'a T>) -> Value {
    items
        .filter_map(|item| T::VARIANTS.get(item.place()))
        .map(|variant| Value::from(variant.value()))
        .collect()
}

macro_rules! collections {
    ($([$($hasher:ident)?] $collection:ty, $of_text:ty, unique: $unique:literal, $($bound:path),*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Variants $(+ $bound)* $(, $hasher: BuildHasher + Default + 'static)?> MultiSelect
            for $collection
        {
            const FIELD: FieldType<Self> = FieldType::new(
                multi_select(Options::Declared(T::VARIANTS), $unique),
                |answer| chosen(answer, T::at),
                |items| Some(names(items.iter())),
            );
        }

        #[diagnostic::do_not_recommend]
        impl $(<$hasher: BuildHasher + Default + 'static>)? RunTimeMultiSelect for $of_text {
            const FIELD: FieldType<Self> = FieldType::new(
                multi_select(Options::Supplied, $unique),
                texts,
                |items| Some(items.iter().map(|item| Value::from(item.as_str())).collect()),
            );
        }
    )*};
}

collections! {
    [] Vec<T>, Vec<String>, unique: false, ;
    [] BTreeSet<T>, BTreeSet<String>, unique: true, Ord;
    [S] HashSet<T, S>, HashSet<String, S>, unique: true, Eq, Hash;
}

#[diagnostic::do_not_recommend]
impl RunTimeChoice for String {
    const FIELD: FieldType<Self> = FieldType::new(
        Kind::Choice(Options::Supplied),
        |answer| answer.option().map(str::to_owned),
        |text| Some(Value::from(text.as_str())),
    );
}
