//! This crate accepts what the oracle accepts, and says the same of the rest.

use std::{cell::Cell, collections::BTreeSet};

use elicit_core::{InvalidContent, Revision, form::FormSchema};
use proptest::prelude::*;

use crate::{
    Asked,
    oracle::{Oracle, failures, validator},
    run,
};

pub(crate) fn agrees<T: Asked>() {
    let [accepted, refused] = compare::<T>();
    // Otherwise the documents are all alike and agreement says little.
    let total = accepted + refused;
    assert!(accepted * 4 > total, "{accepted} of {total} accepted");
    assert!(refused * 4 > total, "{refused} of {total} refused");
}

/// The number of documents that both accept, and that both refuse.
pub(crate) fn compare<T: Asked>() -> [u32; 2] {
    let mut schemas: Vec<_> = Revision::all().map(T::schema).collect();
    schemas.dedup();
    let oracles: Vec<Oracle> = schemas
        .iter()
        .map(|schema| Oracle::new(T::FORM, T::RUST_TYPES, validator, schema))
        .collect();
    let (accepted, refused) = (Cell::new(0_u32), Cell::new(0_u32));
    run::<T>(8, |document| {
        let value = document.value();
        let ours = T::read(document);
        for oracle in &oracles {
            let expected = oracle.failures(&value);
            prop_assert_eq!(failures(&ours), expected, "{:?}", &ours);
        }
        let count = if ours.is_ok() { &accepted } else { &refused };
        count.set(count.get() + 1);
        if let Err(invalid) = &ours {
            is_in_declaration_order(T::FORM, invalid)?;
        }
        Ok(())
    });
    [accepted.get(), refused.get()]
}

/// One after the other as declared, none said twice.
fn is_in_declaration_order(
    form: &FormSchema,
    invalid: &InvalidContent,
) -> Result<(), TestCaseError> {
    let violations = invalid.violations();
    let places: Vec<Option<usize>> = violations
        .iter()
        .map(|violation| {
            let mut properties = form.properties().iter();
            properties.position(|property| Some(property.name()) == violation.property())
        })
        .collect();
    prop_assert!(places.is_sorted(), "{:?}", invalid);
    let distinct: BTreeSet<_> = violations
        .iter()
        .map(|violation| (violation.property(), violation.keyword()))
        .collect();
    prop_assert_eq!(distinct.len(), violations.len(), "{:?}", invalid);
    Ok(())
}
