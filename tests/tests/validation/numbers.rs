//! Integers and floating-point numbers, in every spelling and at every edge.

use std::{
    fmt::Debug,
    num::{NonZeroI8, NonZeroI64, NonZeroU8, NonZeroUsize},
};

use elicit_core::{Elicit, Field, InvalidContent, NoRunTimeChoices, from_str};
use serde::de::value::{self, MapDeserializer};

use crate::accepted;

macro_rules! forms {
    ($($name:ident: $type:ty,)*) => {$(
        #[derive(Debug, PartialEq, Elicit)]
        struct $name {
            x: $type,
        }

        impl One for $name {
            type Type = $type;

            fn x(self) -> $type {
                self.x
            }
        }
    )*};
}

/// A form of one field.
trait One: NoRunTimeChoices + Debug {
    type Type: Field;

    fn x(self) -> Self::Type;
}

forms! {
    I8: i8,
    I32: i32,
    I64: i64,
    Isize: isize,
    U8: u8,
    U32: u32,
    U64: u64,
    Usize: usize,
    F32: f32,
    F64: f64,
    SignedNonZero: NonZeroI8,
    WideNonZero: NonZeroI64,
    UnsignedNonZero: NonZeroU8,
    SizeNonZero: NonZeroUsize,
}

#[track_caller]
fn read<F: One>(numeral: &str) -> F::Type {
    accepted::<F>(&format!(r#"{{"x":{numeral}}}"#)).x()
}

/// The one keyword that a numeral fails.
#[track_caller]
fn keyword<F: One>(numeral: &str) -> &'static str {
    let invalid = from_str::<F>(&format!(r#"{{"x":{numeral}}}"#)).expect_err(numeral);
    let [violation] = invalid.violations() else {
        panic!("{numeral}: {invalid}");
    };
    violation.keyword()
}

#[test]
fn integers_are_read_in_every_spelling() {
    for numeral in ["3", "3.0", "3.000", "3e0", "0.3e1", "30E-1", "300e-2"] {
        assert_eq!(read::<U8>(numeral), 3, "{numeral}");
        assert_eq!(read::<I64>(numeral), 3, "{numeral}");
    }
    assert_eq!(read::<U8>("1e2"), 100);
    assert_eq!(read::<I8>("-1.28E2"), -128);
    for zero in ["0", "-0", "0.0", "-0.0", "0e9", "-0e-9"] {
        assert_eq!(read::<U8>(zero), 0, "{zero}");
        assert_eq!(read::<I64>(zero), 0, "{zero}");
    }
    // The nearest number that there is, is whole.
    assert_eq!(read::<U8>("2.0000000000000001"), 2);
    assert_eq!(read::<U8>("1e-400"), 0);
}

#[test]
fn a_value_that_is_not_an_integer_has_the_wrong_type() {
    for other in [
        "3.5",
        "-0.1",
        "1e-1",
        "2.000000000000001",
        r#""3""#,
        "true",
        "[3]",
        "{}",
        r#""""#,
    ] {
        assert_eq!(keyword::<U8>(other), "type", "{other}");
        assert_eq!(keyword::<I64>(other), "type", "{other}");
    }
}

#[test]
fn an_integer_beyond_its_type_is_out_of_bounds_and_does_not_wrap() {
    assert_eq!((read::<U8>("255"), keyword::<U8>("256")), (255, "maximum"));
    assert_eq!((read::<U8>("0"), keyword::<U8>("-1")), (0, "minimum"));
    assert_eq!(
        (read::<I8>("-128"), keyword::<I8>("-129")),
        (-128, "minimum")
    );
    assert_eq!((read::<I8>("127"), keyword::<I8>("128")), (127, "maximum"));
    assert_eq!(
        (read::<U32>("4294967295"), keyword::<U32>("4294967296")),
        (u32::MAX, "maximum")
    );
    assert_eq!(
        (read::<I32>("-2147483648"), keyword::<I32>("-2147483649")),
        (i32::MIN, "minimum")
    );
    for large in ["9223372036854775807", "18446744073709551615", "1e300", BIG] {
        assert_eq!(keyword::<U8>(large), "maximum", "{large}");
        assert_eq!(keyword::<I32>(large), "maximum", "{large}");
        let negative = format!("-{large}");
        assert_eq!(keyword::<U8>(&negative), "minimum", "{negative}");
        assert_eq!(keyword::<I32>(&negative), "minimum", "{negative}");
    }
}

/// Beyond even 128 bits.
const BIG: &str = "1234567890123456789012345678901234567890123456789";

#[test]
fn wide_integers_are_limited_to_those_of_javascript() {
    assert_eq!(read::<I64>("9007199254740991"), 9_007_199_254_740_991);
    assert_eq!(read::<I64>("-9007199254740991"), -9_007_199_254_740_991);
    assert_eq!(read::<Isize>("-9007199254740991.0"), -9_007_199_254_740_991);
    assert_eq!(read::<U64>("9007199254740991"), 9_007_199_254_740_991);
    assert_eq!(read::<Usize>("9.007199254740991e15"), 9_007_199_254_740_991);
    for beyond in [
        "9007199254740992",
        "9007199254740993",
        "9007199254740992.0",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        BIG,
    ] {
        assert_eq!(keyword::<I64>(beyond), "maximum", "{beyond}");
        assert_eq!(keyword::<U64>(beyond), "maximum", "{beyond}");
        assert_eq!(
            keyword::<Isize>(&format!("-{beyond}")),
            "minimum",
            "-{beyond}"
        );
        assert_eq!(
            keyword::<Usize>(&format!("-{beyond}")),
            "minimum",
            "-{beyond}"
        );
    }
}

#[test]
fn a_non_zero_integer_refuses_zero() {
    for zero in ["0", "-0", "0.0"] {
        // Below the minimum of an unsigned one; no bound says it of a signed one.
        assert_eq!(keyword::<UnsignedNonZero>(zero), "minimum");
        assert_eq!(keyword::<SizeNonZero>(zero), "minimum");
        assert_eq!(keyword::<SignedNonZero>(zero), "not");
        assert_eq!(keyword::<WideNonZero>(zero), "not");
    }
    assert_eq!(read::<UnsignedNonZero>("1").get(), 1);
    assert_eq!(read::<SignedNonZero>("-1.0").get(), -1);
    assert_eq!(keyword::<SignedNonZero>("-129"), "minimum");
    assert_eq!(keyword::<WideNonZero>("9007199254740992"), "maximum");
}

#[test]
#[expect(clippy::float_cmp, reason = "nothing may be lost")]
fn numbers_are_read_as_the_nearest_f64() {
    for (numeral, number) in [
        ("0", 0.0),
        ("-2.5", -2.5),
        ("1e2", 100.0),
        ("0.1", 0.1),
        ("18446744073709551615", 18_446_744_073_709_551_615.0),
        ("9007199254740993", 9_007_199_254_740_992.0),
        ("1.7976931348623157e308", f64::MAX),
        ("-1.7976931348623157e308", f64::MIN),
        ("5e-324", 5e-324),
        ("1e-400", 0.0),
        (
            BIG,
            1_234_567_890_123_456_789_012_345_678_901_234_567_890_123_456_789.0,
        ),
    ] {
        assert_eq!(read::<F64>(numeral), number, "{numeral}");
    }
    assert!(read::<F64>("-0").is_sign_negative());
    assert!(read::<F64>("-0.0").is_sign_negative());
    for other in [r#""3""#, r#""NaN""#, "true", "[]", "{}"] {
        assert_eq!(keyword::<F64>(other), "type", "{other}");
        assert_eq!(keyword::<F32>(other), "type", "{other}");
    }
}

#[test]
#[expect(clippy::float_cmp, reason = "the value must be exactly this one")]
fn an_f32_rounds_and_does_not_overflow() {
    assert_eq!(read::<F32>("0.1"), 0.1);
    assert_eq!(read::<F32>("16777217"), 16_777_216.0);
    assert_eq!(read::<F32>("3.4028234663852886e38"), f32::MAX);
    // Above the largest one, and still nearest to it.
    assert_eq!(read::<F32>("3.4028235e38"), f32::MAX);
    // The nearest `f64` lies between two of them, the integer is nearer to the upper one.
    assert_eq!(
        read::<F32>("1152921573326323713"),
        1_152_921_642_045_800_448.0
    );
    assert_eq!(read::<F32>("1e-60"), 0.0);
    assert_eq!(keyword::<F32>("3.4028236e38"), "maximum");
    assert_eq!(keyword::<F32>("-3.5e38"), "minimum");
    assert_eq!(keyword::<F32>("1e300"), "maximum");
    assert_eq!(keyword::<F32>(BIG), "maximum");
}

/// Deserializers of other formats may have such integers.
#[test]
#[expect(clippy::float_cmp, reason = "the value must be exactly this one")]
fn a_128_bit_integer_is_read_like_other_numbers() {
    fn wide<F: One>(integer: u128) -> Result<F::Type, InvalidContent> {
        let document = [("x", integer)].into_iter();
        let document = MapDeserializer::<_, value::Error>::new(document);
        F::from_content(document).map(One::x)
    }
    let two_to_the_126th = 85_070_591_730_234_615_865_843_651_857_942_052_864.0;
    assert_eq!(wide::<F64>(u128::MAX).unwrap(), 4.0 * two_to_the_126th);
    assert_eq!(wide::<F64>(3 << 126).unwrap(), 3.0 * two_to_the_126th);
    for integer in [u128::MAX, 3 << 126, 1 << 100] {
        let invalid = wide::<U64>(integer).unwrap_err();
        assert_eq!(invalid.violations()[0].keyword(), "maximum");
    }
    assert_eq!(
        wide::<U64>(1 << 53).unwrap_err().violations()[0].keyword(),
        "maximum"
    );
    assert_eq!(wide::<U64>(7).unwrap(), 7);
    assert_eq!(
        wide::<F32>(u128::MAX).unwrap_err().violations()[0].keyword(),
        "maximum"
    );
}

/// Spellings of numbers that no `f64` holds.
fn beyond() -> Vec<String> {
    let digits = "7".repeat(400);
    [
        "1e400",
        "1E+400",
        "1e99999",
        "1.7976931348623159e308",
        "2e308",
        &digits,
        &format!("{digits}.5e-9"),
        &format!("0.{}1e{}", "0".repeat(400), 400 + 400),
    ]
    .map(str::to_owned)
    .to_vec()
}

/// The parser stops at such a number, unless it keeps the digits of every number.
#[test]
fn a_number_beyond_f64_is_refused() {
    let (above, below) = if cfg!(feature = "arbitrary-precision") {
        ("maximum", "minimum")
    } else {
        ("syntax", "syntax")
    };
    for numeral in beyond() {
        assert_eq!(keyword::<U8>(&numeral), above, "{numeral}");
        assert_eq!(keyword::<U64>(&numeral), above, "{numeral}");
        assert_eq!(keyword::<F64>(&numeral), above, "{numeral}");
        assert_eq!(keyword::<F32>(&numeral), above, "{numeral}");
        let negative = format!("-{numeral}");
        assert_eq!(keyword::<U8>(&negative), below, "{negative}");
        assert_eq!(keyword::<I64>(&negative), below, "{negative}");
        assert_eq!(keyword::<F64>(&negative), below, "{negative}");
        assert_eq!(keyword::<F32>(&negative), below, "{negative}");
    }
    for zero in ["0e99999", "0.0E+99999", "0e400"] {
        assert_eq!(read::<U8>(zero), 0, "{zero}");
        assert_eq!(read::<F64>(zero).to_bits(), 0, "{zero}");
        assert_eq!(
            read::<F64>(&format!("-{zero}")).to_bits(),
            (-0.0_f64).to_bits()
        );
    }
    assert_eq!(
        read::<F64>(&format!("1.7976931348623157{}e308", "0".repeat(400))).to_bits(),
        f64::MAX.to_bits()
    );
    assert_eq!(
        read::<F64>(&format!("0.{}1e401", "0".repeat(400))).to_bits(),
        1.0_f64.to_bits()
    );
}

#[cfg(feature = "arbitrary-precision")]
#[test]
fn with_arbitrary_precision_a_huge_number_is_out_of_bounds() {
    let message = |numeral| {
        let document = format!(r#"{{"x":{numeral}}}"#);
        from_str::<U8>(&document).unwrap_err().to_string()
    };
    assert_eq!(message("1e400"), "x: must be at most 255");
    assert_eq!(message("-1e400"), "x: must be at least 0");
}

#[derive(Debug, Elicit)]
struct Mixed {
    text: String,
    number: f64,
    flag: bool,
    choice: Letter,
    #[elicit(multi_select)]
    list: Vec<Letter>,
    optional: Option<u8>,
}

#[derive(Debug, Clone, Copy, Elicit)]
enum Letter {
    A,
    B,
}

#[test]
fn a_huge_number_is_a_syntax_error_or_one_more_violation() {
    for numeral in beyond() {
        let read = |document: &str| crate::refused::<Mixed>(&document.replace("BIG", &numeral));
        // Given for a property, it is where the parser ends, unless that keeps all digits.
        let is = |document: &str, faults: &[&str]| {
            let faults = if cfg!(feature = "arbitrary-precision") {
                faults
            } else {
                &["* syntax"]
            };
            assert_eq!(read(document), faults, "{document}");
        };
        is(
            r#"{"text":BIG,"number":BIG,"flag":BIG,"choice":BIG,"list":BIG,"optional":BIG}"#,
            &[
                "text type",
                "number maximum",
                "flag type",
                "choice type",
                "list type",
                "optional maximum",
            ],
        );
        is(
            r#"{"optional" : -BIG , "list": ["A", BIG,"C" ,-BIG], "text":"a\"BIG", "flag":1}"#,
            &[
                "number required",
                "flag type",
                "choice required",
                "list type",
                "list enum",
                "optional minimum",
            ],
        );
        // What is wrong before the first of them is reported once, too.
        is(
            r#"{"flag":1,"list":["?",2],"text":"","text":"","number":1,"optional":BIG,"choice":"?"}"#,
            &[
                "text duplicate",
                "flag type",
                "choice enum",
                "list type",
                "list enum",
                "optional maximum",
            ],
        );
        // Inside of something else, it is not what is wrong.
        is(
            r#"{"text":[BIG],"number":{"BIG":BIG},"flag":[[BIG]],"choice":"A","list":[[BIG]]}"#,
            &["text type", "number type", "flag type", "list type"],
        );
        is(
            r#"{"text":"","number":BIG,"number":1,"flag":BIG,"flag":BIG,"choice":"A","list":[]}"#,
            &["number duplicate", "flag duplicate"],
        );
        // A text that looks like what stands for the number.
        is(
            r#"{"text":"-BIG","number":BIG,"flag":true,"choice":"e40","list":["e40","BIG"]}"#,
            &["number maximum", "choice enum", "list enum"],
        );
        for document in ["BIG", "-BIG", " BIG "] {
            is(document, &["* type"]);
        }
        for document in ["[BIG]", r#""BIG""#] {
            assert_eq!(read(document), ["* type"], "{document}");
        }
    }
}

#[test]
fn a_huge_number_in_an_unknown_property_is_ignored() {
    for numeral in beyond() {
        let document = r#"{"BIG":BIG,"text":"BIG, \"BIG","number":1,"flag":true,"u":[BIG,{"v":-BIG}],
            "choice":"A","list":["A","B"],"-BIG":{"BIG":[-BIG]}}"#;
        let mixed: Mixed = accepted(&document.replace("BIG", &numeral));
        assert_eq!(mixed.text, format!("{numeral}, \"{numeral}"));
        assert_eq!(mixed.number.to_bits(), 1.0_f64.to_bits());
        assert_eq!(mixed.list.len(), 2);
        assert!(mixed.flag && mixed.optional.is_none());
        assert!(matches!(mixed.choice, Letter::A));
        assert!(matches!(mixed.list[1], Letter::B));
    }
}

/// Without `arbitrary-precision`, the parser stops at the first such number.
#[cfg(not(feature = "arbitrary-precision"))]
#[test]
fn a_huge_number_is_the_only_reported_fault() {
    for document in [
        "{\"number\":1e400,\n \"text\":'}",
        r#"{"number":1e400,1e400:1}"#,
        r#"{"number":1e400,"u":{1e400 :1}}"#,
        r#"{"number":1e400} x"#,
        r#"{"number":1e400"#,
        r#"{"number":1e400,"text":"\ud800"}"#,
        r#"{"number":1e400:1}"#,
        r#"{"number":1e400,"flag":1e400.5}"#,
    ] {
        let message = from_str::<Mixed>(document).unwrap_err().to_string();
        assert_eq!(message, "must be JSON (line 1, column 15)", "{document}");
    }
    for (document, fault) in [
        (r#"{"list":["A",1e400]}"#, "line 1, column 18"),
        (
            "{\"text\":\"é\",\n \"number\":\n -1e400}",
            "line 3, column 7",
        ),
    ] {
        let message = from_str::<Mixed>(document).unwrap_err().to_string();
        assert_eq!(message, format!("must be JSON ({fault})"), "{document}");
    }
}

#[test]
fn a_huge_number_as_the_whole_document_is_refused() {
    for numeral in beyond() {
        for document in [numeral.clone(), format!(" -{numeral}\n")] {
            let message = from_str::<Mixed>(&document).unwrap_err().to_string();
            if cfg!(feature = "arbitrary-precision") {
                assert_eq!(message, "must be an object", "{document}");
            } else {
                assert!(message.starts_with("must be JSON"), "{document}: {message}");
            }
        }
    }
}

#[derive(Debug, Elicit)]
struct Bounded {
    #[elicit(minimum = -0.5, maximum = 2.5)]
    fractional: Option<f64>,
    #[elicit(minimum = -3, maximum = 3)]
    whole: Option<f64>,
    #[elicit(maximum = 9_007_199_254_740_993)]
    exact: Option<f64>,
    #[elicit(minimum = 0.1)]
    single: Option<f32>,
    #[elicit(minimum = -3.4028235e38, maximum = 3.4028235e38)]
    unbound: Option<f32>,
    #[elicit(minimum = 2.0, maximum = 4.0)]
    integer: Option<u8>,
}

#[test]
fn bounds_are_inclusive() {
    let bounded: Bounded = accepted(
        r#"{"fractional":-0.5,"whole":3.0,"exact":9007199254740993,"single":0.1,"unbound":3.4028235e38,"integer":4}"#,
    );
    assert_eq!(bounded.fractional, Some(-0.5));
    assert_eq!(bounded.whole, Some(3.0));
    assert_eq!(bounded.single, Some(0.1));
    assert_eq!(bounded.unbound, Some(f32::MAX));
    assert_eq!(bounded.integer, Some(4));
    assert!(bounded.exact.is_some());
    assert_eq!(
        crate::refused::<Bounded>(
            r#"{"fractional":2.5000001,"whole":-3.0000001,"exact":9007199254740994,"single":0.0999999999,"unbound":-3.4028236e38,"integer":1}"#
        ),
        [
            "fractional maximum",
            "whole minimum",
            "exact maximum",
            "single minimum",
            "unbound minimum",
            "integer minimum",
        ]
    );
}
