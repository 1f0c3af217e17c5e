//! Forms as people write them, which have to compile without a warning.

#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

/// The forms, a module for each domain, and each once more in the edition before.
macro_rules! domains {
    ($($name:ident: $summary:literal;)*) => {$(
        #[doc = $summary]
        ///
        /// ```edition2021
        #[doc = include_str!(concat!("domains/", stringify!($name), ".rs"))]
        /// ```
        pub mod $name;
    )*};
}

domains! {
    billing: "Whom to send the invoice.";
    deployment: "What goes where.";
    electronics: "How a sensor is connected.";
    enrolment: "A place in a course.";
    household: "Who does what at home.";
    kitchen: "What somebody would like to eat.";
    publishing: "An article before it is printed.";
    repository: "A release of some software.";
    scheduling: "A meeting to be found a place in the calendar.";
    support: "Something does not work.";
    survey: "How somebody liked it.";
    travel: "A journey to book.";
}
