//! Forms as people write them are not mistakes: `elicit_tests::domains` compiles
//! without a warning, here where nothing is imported by itself, and in the edition
//! before as its doc tests.

#![deny(warnings)]
#![forbid(unsafe_code)]

use std::collections::BTreeSet;

use elicit_core::{Elicit, form::Property};
use elicit_tests::domains;

/// The same forms in a module without a prelude.
#[no_implicit_prelude]
#[allow(dead_code, unreachable_pub, reason = "they have only to compile")]
mod bare {
    macro_rules! domains {
        ($($name:ident)*) => {$(
            mod $name {
                #[allow(unused_imports, reason = "not every form needs each")]
                use ::{
                    core::{fmt::Debug, prelude::v1::derive},
                    elicit_core, serde, std,
                    std::{
                        concat, include,
                        option::Option,
                        result::{Result, Result::Err, Result::Ok},
                        string::String,
                        stringify,
                        vec::Vec,
                    },
                };

                include!(concat!("../src/domains/", stringify!($name), ".rs"));
            }
        )*};
    }

    domains! {
        billing deployment electronics enrolment household kitchen publishing repository
        scheduling support survey travel
    }
}

#[test]
fn a_hundred_ordinary_fields_compile_without_warnings() {
    fn properties<T: Elicit>() -> &'static [Property] {
        T::FORM.properties()
    }
    let forms = [
        properties::<domains::billing::BillingContact>(),
        properties::<domains::deployment::Deployment>(),
        properties::<domains::electronics::Sensor>(),
        properties::<domains::enrolment::Enrolment>(),
        properties::<domains::household::Chore>(),
        properties::<domains::kitchen::Order>(),
        properties::<domains::publishing::Article>(),
        properties::<domains::repository::Release>(),
        properties::<domains::scheduling::Meeting>(),
        properties::<domains::support::Ticket>(),
        properties::<domains::survey::Survey>(),
        properties::<domains::travel::Journey>(),
    ];
    assert!(forms.concat().len() >= 100);
    for properties in forms {
        let names: BTreeSet<_> = properties.iter().map(Property::name).collect();
        assert_eq!(names.len(), properties.len());
    }
}
