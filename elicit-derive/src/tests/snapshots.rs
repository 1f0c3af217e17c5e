//! One expansion of each kind. `UPDATE_EXPECT=1 cargo test -p elicit-derive` writes
//! them anew.

use expect_test::expect;

use super::expansion;

#[test]
fn a_form_expands_as_recorded() {
    expect![[r#"
        const _: () = {
            use ::elicit_core::__private as __elicit;
            const __JUDGED_0: __elicit::Judged<u8, 1usize> = <u8 as __elicit::Renderable>::FIELD
                .named_in_words("replicas", "Replicas")
                .with_description("How many?")
                .with_default(__elicit::Literal::Integer(2i128))
                .with_rules([__elicit::Rule::Minimum(__elicit::Literal::Integer(1i128))]);
            const __FIELD_0: __elicit::FieldType<u8> = __JUDGED_0.field;
            const _: () = __elicit::assert::renderable(__FIELD_0, "u8");
            const _: () = __elicit::assert::rule(__FIELD_0, __JUDGED_0, 0usize);
            const _: () = __elicit::assert::default(__FIELD_0);
            const __FIELD_1: __elicit::FieldType<Option<String>> = <Option<
                String,
            > as __elicit::Renderable>::FIELD
                .named_in_words("notify", "Notify");
            const _: () = __elicit::assert::renderable(__FIELD_1, "String");
            static __PROPERTIES: [__elicit::Property; 2usize] = [
                __FIELD_0.property(),
                __FIELD_1.property(),
            ];
            const _: () = __elicit::assert::distinct_titles_of_types(&__PROPERTIES);
            type __Item = Scale;
            const __CHECK: fn(&__Item) -> __elicit::Result<(), __elicit::Violations> = fits;
            #[automatically_derived]
            impl __elicit::DerivedForm for Scale {
                type RunTimeChoices = ();
                type HasSecret = __elicit::ConstBool<{ Self::FORM_SCHEMA.has_secret() }>;
                const FORM_SCHEMA: &'static __elicit::FormSchema = &__elicit::form_schema(
                    &__PROPERTIES,
                );
                const CHECK: __elicit::Option<__elicit::FormCheck<Self>> = __elicit::Option::Some(
                    __CHECK,
                );
                fn texts() -> __elicit::SchemaText {
                    __elicit::SchemaText::from_form::<Scale>()
                }
                #[inline]
                fn build(
                    __answers: &mut __elicit::Answers<'_>,
                ) -> __elicit::Result<Self, __elicit::InvalidContent> {
                    match (__FIELD_0.next(__answers), __FIELD_1.next(__answers)) {
                        (
                            __elicit::Option::Some(__value_0),
                            __elicit::Option::Some(__value_1),
                        ) if __answers.is_valid() => {
                            __answers
                                .checked(
                                    Self {
                                        replicas: __value_0,
                                        notify: __value_1,
                                    },
                                    __CHECK,
                                )
                        }
                        _ => __elicit::Result::Err(__answers.invalid()),
                    }
                }
                fn content(&self) -> __elicit::Content {
                    let mut __content = __elicit::Content::new();
                    __FIELD_0.give_into(&mut __content, &self.replicas);
                    __FIELD_1.give_into(&mut __content, &self.notify);
                    __content
                }
            }
            #[doc(hidden)]
            #[automatically_derived]
            impl __elicit::Field for Scale {
                type IsSecret = __elicit::NoField;
                const FIELD: __elicit::FieldType<Self> = __elicit::FieldType::form();
            }
        };
    "#]]
    .assert_eq(&expansion(
        r#"
        #[elicit(check = fits)]
        pub struct Scale {
            /// How many?
            #[elicit(minimum = 1, default = 2)]
            replicas: u8,
            notify: Option<String>,
        }
        "#,
    ));
}

#[test]
fn a_choice_expands_as_recorded() {
    expect![[r#"
        const _: () = {
            use ::elicit_core::__private as __elicit;
            #[automatically_derived]
            impl __elicit::ChoiceEnum for Region {
                const VARIANTS: &'static [__elicit::Variant] = &[
                    __elicit::variant("europe", __elicit::Option::Some("Europe (Ireland)")),
                    __elicit::variant("america", __elicit::Option::Some("america")),
                ];
                fn __at(__index: __elicit::usize) -> __elicit::Option<Self> {
                    match __index {
                        0usize => __elicit::Option::Some(Self::Europe),
                        1usize => __elicit::Option::Some(Self::America),
                        _ => __elicit::Option::None,
                    }
                }
                fn __index(&self) -> __elicit::usize {
                    match self {
                        Self::Europe => 0usize,
                        Self::America => 1usize,
                    }
                }
            }
            #[automatically_derived]
            impl __elicit::Field for Region {
                type IsSecret = __elicit::ConstBool<false>;
                const FIELD: __elicit::FieldType<Self> = __elicit::FieldType::choice();
            }
        };
    "#]]
    .assert_eq(&expansion(
        r#"
        #[elicit(rename_all = "lowercase")]
        enum Region {
            #[elicit(title = "Europe (Ireland)")]
            Europe,
            America,
        }
        "#,
    ));
}

#[test]
fn a_newtype_expands_as_recorded() {
    expect![[r#"
        const _: () = {
            use our::questions::__private as __elicit;
            const __JUDGED_0: __elicit::Judged<u16, 1usize> = <u16 as __elicit::Renderable>::FIELD
                .named("Port")
                .with_rules([__elicit::Rule::Minimum(__elicit::Literal::Integer(1024i128))]);
            const __FIELD_0: __elicit::FieldType<u16> = __JUDGED_0.field;
            const _: () = __elicit::assert::renderable(__FIELD_0, "u16");
            const _: () = __elicit::assert::rule(__FIELD_0, __JUDGED_0, 0usize);
            #[automatically_derived]
            impl __elicit::Field for Port {
                type IsSecret = __elicit::ConstBool<{ __FIELD_0.is_secret() }>;
                const FIELD: __elicit::FieldType<Self> = __elicit::FieldType::newtype(
                    __FIELD_0,
                    |__answer| __elicit::Option::Some(Self {
                        0: __FIELD_0.read(__answer)?,
                    }),
                    |__value| __FIELD_0.give(&__value.0),
                );
            }
            #[automatically_derived]
            impl<'de> __elicit::serde::Deserialize<'de> for Port {
                fn deserialize<D: __elicit::serde::Deserializer<'de>>(
                    __deserializer: D,
                ) -> __elicit::Result<Self, D::Error> {
                    __elicit::deserialize_field(__deserializer)
                        .map_err(__elicit::serde::de::Error::custom)
                }
            }
        };
    "#]]
    .assert_eq(&expansion(
        r#"
        #[elicit(crate = our::questions, deserialize)]
        struct Port(#[elicit(minimum = 1024)] u16);
        "#,
    ));
}

#[test]
fn a_form_with_run_time_options_expands_as_recorded() {
    expect![[r#"
        ///The options of the run-time choices of [`Target`].
        #[derive(
            ::core::clone::Clone,
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
        )]
        #[non_exhaustive]
        pub struct TargetChoices {
            ///The options of `cluster`.
            pub cluster: ::elicit_core::Choices,
        }
        const _: () = {
            use ::elicit_core::__private as __elicit;
            const __ROLES_0: __elicit::Roles<String> = __elicit::Roles {
                role: __elicit::Role::Choice,
                plain: __elicit::RoleProbe::<String>::__PLAIN,
                multi_select: __elicit::RoleProbe::<String>::__MULTI_SELECT,
                choice: __elicit::RoleProbe::<String>::__CHOICE,
                multi_choice: __elicit::RoleProbe::<String>::__MULTI_CHOICE,
            };
            const __FIELD_0: __elicit::FieldType<String> = __ROLES_0
                .field()
                .named_in_words("cluster", "Cluster");
            const _: () = __elicit::assert::role(__FIELD_0, &__ROLES_0, "String");
            use __elicit::NoRole as _;
            static __PROPERTIES: [__elicit::Property; 1usize] = [__FIELD_0.property()];
            #[automatically_derived]
            impl __elicit::DerivedForm for Target {
                type RunTimeChoices = TargetChoices;
                type HasSecret = __elicit::ConstBool<{ Self::FORM_SCHEMA.has_secret() }>;
                const FORM_SCHEMA: &'static __elicit::FormSchema = &__elicit::form_schema(
                    &__PROPERTIES,
                );
                fn texts() -> __elicit::SchemaText {
                    __elicit::SchemaText::from_form::<Target>()
                }
                #[inline]
                fn build(
                    __answers: &mut __elicit::Answers<'_>,
                ) -> __elicit::Result<Self, __elicit::InvalidContent> {
                    match (__FIELD_0.next(__answers),) {
                        (__elicit::Option::Some(__value_0),) if __answers.is_valid() => {
                            __elicit::Result::Ok(Self { cluster: __value_0 })
                        }
                        _ => __elicit::Result::Err(__answers.invalid()),
                    }
                }
                fn content(&self) -> __elicit::Content {
                    let mut __content = __elicit::Content::new();
                    __FIELD_0.give_into(&mut __content, &self.cluster);
                    __content
                }
            }
            #[automatically_derived]
            impl __elicit::RunTimeOptions for TargetChoices {
                type Needed = __elicit::ConstBool<{ __ROLES_0.need_options() }>;
                fn choices(
                    &self,
                    __index: __elicit::usize,
                ) -> __elicit::Option<&__elicit::Choices> {
                    match __index {
                        0usize => __elicit::Option::Some(&self.cluster),
                        _ => __elicit::Option::None,
                    }
                }
            }
            #[doc(hidden)]
            #[automatically_derived]
            impl __elicit::Field for Target {
                type IsSecret = __elicit::NoField;
                const FIELD: __elicit::FieldType<Self> = __elicit::FieldType::form();
            }
        };
    "#]]
    .assert_eq(&expansion(
        r#"
        #[non_exhaustive]
        pub struct Target {
            #[elicit(choices)]
            pub cluster: String,
        }
        "#,
    ));
}

#[test]
fn a_parsed_field_expands_as_recorded() {
    expect![[r#"
        const _: () = {
            use ::elicit_core::__private as __elicit;
            const __FROM_TEXT_0: __elicit::FromText<IpAddr> = __elicit::FromText {
                plain: __elicit::RoleProbe::<IpAddr>::__PLAIN,
                read: __elicit::FromTextProbe::<IpAddr>::__READ,
                read_option: __elicit::FromTextProbe::<IpAddr>::__READ_OPTION,
                give: __elicit::FromTextProbe::<IpAddr>::__GIVE,
                give_option: __elicit::FromTextProbe::<IpAddr>::__GIVE_OPTION,
            };
            const __JUDGED_0: __elicit::Judged<IpAddr, 1usize> = __FROM_TEXT_0
                .field()
                .named("Host")
                .with_description("An IP address")
                .with_parse()
                .with_rules([__elicit::Rule::MaxLength(45u64)]);
            const __FIELD_0: __elicit::FieldType<IpAddr> = __JUDGED_0.field;
            const _: () = __elicit::assert::parse(__FIELD_0, &__FROM_TEXT_0, "IpAddr");
            const _: () = __elicit::assert::rule(__FIELD_0, __JUDGED_0, 0usize);
            use __elicit::NoRole as _;
            use __elicit::NotFromText as _;
            #[automatically_derived]
            impl __elicit::Field for Host {
                type IsSecret = __elicit::ConstBool<{ __FIELD_0.is_secret() }>;
                const FIELD: __elicit::FieldType<Self> = __elicit::FieldType::newtype(
                    __FIELD_0,
                    |__answer| __elicit::Option::Some(Self {
                        0: __FIELD_0.read(__answer)?,
                    }),
                    |__value| __FIELD_0.give(&__value.0),
                );
            }
        };
    "#]]
    .assert_eq(&expansion(
        r#"
        /// An IP address
        struct Host(#[elicit(parse, max_length = 45)] IpAddr);
        "#,
    ));
}

#[test]
fn a_fallback_expands_as_recorded() {
    expect![[r#"
        ::std::compile_error! {
            "`replicas`: `&'static u8` borrows its value, and an answer owns its values\nhelp: write `u8`"
        }
        const _: () = {
            use ::elicit_core::__private as __elicit;
            const __JUDGED_1: __elicit::Judged<u8, 1usize> = <u8 as __elicit::Renderable>::FIELD
                .named_in_words("zones", "Zones")
                .with_rules([__elicit::Rule::Minimum(__elicit::Literal::Integer(1i128))]);
            const __FIELD_1: __elicit::FieldType<u8> = __JUDGED_1.field;
            const _: () = __elicit::assert::renderable(__FIELD_1, "u8");
            const _: () = __elicit::assert::rule(__FIELD_1, __JUDGED_1, 0usize);
            impl __elicit::DerivedForm for Scale
            where
                for<'__elicit> Self: __elicit::Sized,
            {
                type RunTimeChoices = ();
                type HasSecret = __elicit::ConstBool<false>;
                const FORM_SCHEMA: &'static __elicit::FormSchema = &__elicit::form_schema(&[]);
                fn texts() -> __elicit::SchemaText {
                    __elicit::SchemaText::none()
                }
                fn build(
                    __answers: &mut __elicit::Answers<'_>,
                ) -> __elicit::Result<Self, __elicit::InvalidContent> {
                    __elicit::Result::Err(__answers.invalid())
                }
                fn content(&self) -> __elicit::Content {
                    __elicit::Content::new()
                }
            }
            impl __elicit::Field for Scale
            where
                for<'__elicit> Self: __elicit::Sized,
            {
                type IsSecret = __elicit::ConstBool<false>;
                const FIELD: __elicit::FieldType<Self> = __elicit::FieldType::faulty();
            }
            impl __elicit::ChoiceEnum for Scale
            where
                for<'__elicit> Self: __elicit::Sized,
            {
                const VARIANTS: &'static [__elicit::Variant] = &[];
                fn __at(_: __elicit::usize) -> __elicit::Option<Self> {
                    __elicit::Option::None
                }
                fn __index(&self) -> __elicit::usize {
                    0
                }
            }
        };
    "#]].assert_eq(&expansion(
        r#"
        struct Scale {
            replicas: &'static u8,
            #[elicit(minimum = 1)]
            zones: u8,
        }
        "#,
    ));
}

#[test]
fn a_form_with_a_foreign_type_expands_as_recorded() {
    expect![[r#"
        const _: () = {
            use ::elicit_core::__private as __elicit;
            const __FIELD_0: __elicit::FieldType<time::Date> = <time::Date as __elicit::Renderable>::FIELD
                .named_in_words("at", "At");
            const _: () = __elicit::assert::renderable(__FIELD_0, "time::Date");
            static __PROPERTIES: [__elicit::Property; 1usize] = [__FIELD_0.property()];
            #[automatically_derived]
            impl __elicit::DerivedForm for Meeting {
                type RunTimeChoices = ();
                type HasSecret = __elicit::ConstBool<{ Self::FORM_SCHEMA.has_secret() }>;
                const FORM_SCHEMA: &'static __elicit::FormSchema = &__elicit::form_schema(
                    &__PROPERTIES,
                );
                fn texts() -> __elicit::SchemaText {
                    __elicit::SchemaText::from_form::<Meeting>()
                }
                #[inline]
                fn build(
                    __answers: &mut __elicit::Answers<'_>,
                ) -> __elicit::Result<Self, __elicit::InvalidContent> {
                    match (__FIELD_0.next(__answers),) {
                        (__elicit::Option::Some(__value_0),) if __answers.is_valid() => {
                            __elicit::Result::Ok(Self { at: __value_0 })
                        }
                        _ => __elicit::Result::Err(__answers.invalid()),
                    }
                }
                fn content(&self) -> __elicit::Content {
                    let mut __content = __elicit::Content::new();
                    __FIELD_0.give_into(&mut __content, &self.at);
                    __content
                }
            }
            #[doc(hidden)]
            #[automatically_derived]
            impl __elicit::Field for Meeting {
                type IsSecret = __elicit::NoField;
                const FIELD: __elicit::FieldType<Self> = __elicit::FieldType::form();
            }
        };
    "#]].assert_eq(&expansion(
        r"
        pub struct Meeting {
            pub at: time::Date,
        }
        ",
    ));
}

#[test]
fn a_form_with_hints_expands_as_recorded() {
    expect![[r#"
        const _: () = {
            use ::elicit_core::__private as __elicit;
            const __JUDGED_0: __elicit::Judged<u8, 1usize> = <u8 as __elicit::Renderable>::FIELD
                .named_in_words("replicas", "Replicas")
                .with_description("How many?")
                .with_rules([__elicit::Rule::Maximum(__elicit::Literal::Integer(20i128))]);
            const __FIELD_0: __elicit::FieldType<u8> = __JUDGED_0.field;
            const _: () = __elicit::assert::renderable(__FIELD_0, "u8");
            const _: () = __elicit::assert::rule(__FIELD_0, __JUDGED_0, 0usize);
            const __HINTS_0: [__elicit::u8; __FIELD_0.hints_length()] = __FIELD_0.hints();
            static __PROPERTIES: [__elicit::Property; 1usize] = [
                __FIELD_0.with_hints(&__HINTS_0).property(),
            ];
            #[automatically_derived]
            impl __elicit::DerivedForm for Scale {
                type RunTimeChoices = ();
                type HasSecret = __elicit::ConstBool<{ Self::FORM_SCHEMA.has_secret() }>;
                const FORM_SCHEMA: &'static __elicit::FormSchema = &__elicit::form_schema(
                    &__PROPERTIES,
                );
                fn texts() -> __elicit::SchemaText {
                    __elicit::SchemaText::from_form::<Scale>()
                }
                #[inline]
                fn build(
                    __answers: &mut __elicit::Answers<'_>,
                ) -> __elicit::Result<Self, __elicit::InvalidContent> {
                    match (__FIELD_0.next(__answers),) {
                        (__elicit::Option::Some(__value_0),) if __answers.is_valid() => {
                            __elicit::Result::Ok(Self { replicas: __value_0 })
                        }
                        _ => __elicit::Result::Err(__answers.invalid()),
                    }
                }
                fn content(&self) -> __elicit::Content {
                    let mut __content = __elicit::Content::new();
                    __FIELD_0.give_into(&mut __content, &self.replicas);
                    __content
                }
            }
            #[doc(hidden)]
            #[automatically_derived]
            impl __elicit::Field for Scale {
                type IsSecret = __elicit::NoField;
                const FIELD: __elicit::FieldType<Self> = __elicit::FieldType::form();
            }
        };
    "#]]
    .assert_eq(&expansion(
        r#"
        #[elicit(hints)]
        struct Scale {
            /// How many?
            #[elicit(maximum = 20)]
            replicas: u8,
        }
        "#,
    ));
}

#[test]
fn a_form_with_a_json_schema_expands_as_recorded() {
    expect![[r#"
        const _: () = {
            use ::elicit_core::__private as __elicit;
            const __FIELD_0: __elicit::FieldType<u8> = <u8 as __elicit::Renderable>::FIELD
                .named_in_words("count", "Count");
            const _: () = __elicit::assert::renderable(__FIELD_0, "u8");
            static __PROPERTIES: [__elicit::Property; 1usize] = [__FIELD_0.property()];
            #[automatically_derived]
            impl __elicit::DerivedForm for Scale {
                type RunTimeChoices = ();
                type HasSecret = __elicit::ConstBool<{ Self::FORM_SCHEMA.has_secret() }>;
                const FORM_SCHEMA: &'static __elicit::FormSchema = &__elicit::form_schema(
                    &__PROPERTIES,
                );
                fn texts() -> __elicit::SchemaText {
                    __elicit::SchemaText::from_form::<Scale>()
                }
                #[inline]
                fn build(
                    __answers: &mut __elicit::Answers<'_>,
                ) -> __elicit::Result<Self, __elicit::InvalidContent> {
                    match (__FIELD_0.next(__answers),) {
                        (__elicit::Option::Some(__value_0),) if __answers.is_valid() => {
                            __elicit::Result::Ok(Self { count: __value_0 })
                        }
                        _ => __elicit::Result::Err(__answers.invalid()),
                    }
                }
                fn content(&self) -> __elicit::Content {
                    let mut __content = __elicit::Content::new();
                    __FIELD_0.give_into(&mut __content, &self.count);
                    __content
                }
            }
            #[doc(hidden)]
            #[automatically_derived]
            impl __elicit::Field for Scale {
                type IsSecret = __elicit::NoField;
                const FIELD: __elicit::FieldType<Self> = __elicit::FieldType::form();
            }
            const _: () = __elicit::assert::no_secret(<Scale as __elicit::Elicit>::FORM);
            #[automatically_derived]
            impl __elicit::schemars1::JsonSchema for Scale {
                fn schema_name() -> __elicit::Cow<'static, __elicit::str> {
                    __elicit::Cow::Borrowed("Scale")
                }
                fn schema_id() -> __elicit::Cow<'static, __elicit::str> {
                    __elicit::Cow::Borrowed(
                        __elicit::concat!(__elicit::module_path!(), "::", "Scale"),
                    )
                }
                fn json_schema(
                    _: &mut __elicit::schemars1::SchemaGenerator,
                ) -> __elicit::schemars1::Schema {
                    __elicit::json_schema::<Self>()
                }
            }
        };
    "#]]
    .assert_eq(&expansion(
        "#[elicit(json_schema)] struct Scale { count: u8 }",
    ));
}
