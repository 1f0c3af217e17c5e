//! `\p{…}`: the names are ECMA-262's, the characters are `regex-syntax`'s.
//!
//! The names have to be listed, because `regex-syntax` takes any spelling (`\p{greek}`), and a
//! `RegExp` in a client only the exact one.

use regex_syntax::hir::{Class, HirKind};

use super::set::Set;

/// Properties that a character has or has not.
pub(in crate::pattern) const BINARY: &str = "\
    AHex ASCII ASCII_Hex_Digit Alpha Alphabetic Any Assigned Bidi_C Bidi_Control Bidi_M \
    Bidi_Mirrored CI CWCF CWCM CWKCF CWL CWT CWU Case_Ignorable Cased Changes_When_Casefolded \
    Changes_When_Casemapped Changes_When_Lowercased Changes_When_NFKC_Casefolded \
    Changes_When_Titlecased Changes_When_Uppercased DI Dash Default_Ignorable_Code_Point Dep \
    Deprecated Dia Diacritic EBase EComp EMod EPres Emoji Emoji_Component Emoji_Modifier \
    Emoji_Modifier_Base Emoji_Presentation Ext ExtPict Extended_Pictographic Extender Gr_Base \
    Gr_Ext Grapheme_Base Grapheme_Extend Hex Hex_Digit IDC IDS IDSB IDST IDS_Binary_Operator \
    IDS_Trinary_Operator ID_Continue ID_Start Ideo Ideographic Join_C Join_Control LOE \
    Logical_Order_Exception Lower Lowercase Math NChar Noncharacter_Code_Point Pat_Syn Pat_WS \
    Pattern_Syntax Pattern_White_Space QMark Quotation_Mark RI Radical Regional_Indicator SD \
    STerm Sentence_Terminal Soft_Dotted Term Terminal_Punctuation UIdeo Unified_Ideograph Upper \
    Uppercase VS Variation_Selector White_Space XIDC XIDS XID_Continue XID_Start space";

/// Values of `General_Category`.
pub(in crate::pattern) const CATEGORIES: &str = "\
    C Cased_Letter Cc Cf Close_Punctuation Cn Co Combining_Mark Connector_Punctuation Control Cs \
    Currency_Symbol Dash_Punctuation Decimal_Number Enclosing_Mark Final_Punctuation Format \
    Initial_Punctuation L LC Letter Letter_Number Line_Separator Ll Lm Lo Lowercase_Letter Lt Lu \
    M Mark Math_Symbol Mc Me Mn Modifier_Letter Modifier_Symbol N Nd Nl No Nonspacing_Mark \
    Number Open_Punctuation Other Other_Letter Other_Number Other_Punctuation Other_Symbol P \
    Paragraph_Separator Pc Pd Pe Pf Pi Po Private_Use Ps Punctuation S Sc Separator Sk Sm So \
    Space_Separator Spacing_Mark Surrogate Symbol Titlecase_Letter Unassigned Uppercase_Letter Z \
    Zl Zp Zs cntrl digit punct";

/// Values of `Script` and `Script_Extensions`.
pub(in crate::pattern) const SCRIPTS: &str = "\
    Adlam Adlm Aghb Ahom Anatolian_Hieroglyphs Arab Arabic Armenian Armi Armn Avestan Avst Bali \
    Balinese Bamu Bamum Bass Bassa_Vah Batak Batk Beng Bengali Berf Beria_Erfe Bhaiksuki Bhks \
    Bopo Bopomofo Brah Brahmi Brai Braille Bugi Buginese Buhd Buhid Cakm Canadian_Aboriginal \
    Cans Cari Carian Caucasian_Albanian Chakma Cham Cher Cherokee Chorasmian Chrs Common Copt \
    Coptic Cpmn Cprt Cuneiform Cypriot Cypro_Minoan Cyrillic Cyrl Deseret Deva Devanagari Diak \
    Dives_Akuru Dogr Dogra Dsrt Dupl Duployan Egyp Egyptian_Hieroglyphs Elba Elbasan Elym \
    Elymaic Ethi Ethiopic Gara Garay Geor Georgian Glag Glagolitic Gong Gonm Goth Gothic Gran \
    Grantha Greek Grek Gujarati Gujr Gukh Gunjala_Gondi Gurmukhi Guru Gurung_Khema Han Hang \
    Hangul Hani Hanifi_Rohingya Hano Hanunoo Hatr Hatran Hebr Hebrew Hira Hiragana Hluw Hmng \
    Hmnp Hung Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian Ital Java \
    Javanese Kaithi Kali Kana Kannada Katakana Kawi Kayah_Li Khar Kharoshthi Khitan_Small_Script \
    Khmer Khmr Khoj Khojki Khudawadi Kirat_Rai Kits Knda Krai Kthi Lana Lao Laoo Latin Latn Lepc \
    Lepcha Limb Limbu Lina Linb Linear_A Linear_B Lisu Lyci Lycian Lydi Lydian Mahajani Mahj \
    Maka Makasar Malayalam Mand Mandaic Mani Manichaean Marc Marchen Masaram_Gondi Medefaidrin \
    Medf Meetei_Mayek Mend Mende_Kikakui Merc Mero Meroitic_Cursive Meroitic_Hieroglyphs Miao \
    Mlym Modi Mong Mongolian Mro Mroo Mtei Mult Multani Myanmar Mymr Nabataean Nag_Mundari Nagm \
    Nand Nandinagari Narb Nbat New_Tai_Lue Newa Nko Nkoo Nshu Nushu Nyiakeng_Puachue_Hmong Ogam \
    Ogham Ol_Chiki Ol_Onal Olck Old_Hungarian Old_Italic Old_North_Arabian Old_Permic \
    Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Onao Oriya Orkh Orya Osage \
    Osge Osma Osmanya Ougr Pahawh_Hmong Palm Palmyrene Pau_Cin_Hau Pauc Perm Phag Phags_Pa Phli \
    Phlp Phnx Phoenician Plrd Prti Psalter_Pahlavi Qaac Qaai Rejang Rjng Rohg Runic Runr \
    Samaritan Samr Sarb Saur Saurashtra Sgnw Sharada Shavian Shaw Shrd Sidd Siddham Sidetic Sidt \
    SignWriting Sind Sinh Sinhala Sogd Sogdian Sogo Sora Sora_Sompeng Soyo Soyombo Sund \
    Sundanese Sunu Sunuwar Sylo Syloti_Nagri Syrc Syriac Tagalog Tagb Tagbanwa Tai_Le Tai_Tham \
    Tai_Viet Tai_Yo Takr Takri Tale Talu Tamil Taml Tang Tangsa Tangut Tavt Tayo Telu Telugu \
    Tfng Tglg Thaa Thaana Thai Tibetan Tibt Tifinagh Tirh Tirhuta Tnsa Todhri Todr Tolong_Siki \
    Tols Toto Tulu_Tigalari Tutg Ugar Ugaritic Unknown Vai Vaii Vith Vithkuqi Wancho Wara \
    Warang_Citi Wcho Xpeo Xsux Yezi Yezidi Yi Yiii Zanabazar_Square Zanb Zinh Zyyy Zzzz";

/// The characters that the text in the braces stands for.
pub(super) fn find(text: &str) -> Result<Set, String> {
    let (names, query) = match text.split_once('=') {
        None if among(BINARY, text) => (BINARY, text.to_owned()),
        None => (CATEGORIES, format!("gc={text}")),
        Some(("General_Category" | "gc", value)) => (CATEGORIES, format!("gc={value}")),
        Some(("Script" | "sc", value)) => (SCRIPTS, format!("sc={value}")),
        Some(("Script_Extensions" | "scx", value)) => (SCRIPTS, format!("scx={value}")),
        Some((name, _)) => {
            return Err(format!(
                "`{name}` is not a property with values; these are `General_Category` (`gc`), \
                 `Script` (`sc`) and `Script_Extensions` (`scx`)"
            ));
        }
    };
    let value = text.split_once('=').map_or(text, |(_, value)| value);
    if !among(names, value) {
        return Err(unknown(text, value, names));
    }
    look_up(&query).ok_or_else(|| {
        format!("`\\p{{{text}}}` is newer than Unicode 16, and its characters are not known here")
    })
}

/// A property that is known to be known.
pub(super) fn binary(name: &str) -> Set {
    look_up(name).unwrap_or(Set::new([]))
}

fn among(names: &str, name: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

fn unknown(text: &str, value: &str, names: &'static str) -> String {
    let loose = |name: &str| name.replace(['_', '-', ' '], "").to_ascii_lowercase();
    let like = |names: &'static str| names.split(' ').find(|name| loose(name) == loose(value));
    let meant = match text.strip_suffix(value) {
        Some("") | None => match like(BINARY).or_else(|| like(CATEGORIES)) {
            Some(name) => Some(name.to_owned()),
            None => like(SCRIPTS).map(|script| format!("Script={script}")),
        },
        Some(property) => like(names).map(|name| format!("{property}{name}")),
    };
    match meant {
        Some(meant) => format!("`\\p{{{text}}}` is spelt `\\p{{{meant}}}` in ECMA-262"),
        None => format!("`\\p{{{text}}}` is not a Unicode property of ECMA-262"),
    }
}

fn look_up(query: &str) -> Option<Set> {
    // `regex-syntax` is about texts, and these are in none.
    if matches!(query, "gc=Surrogate" | "gc=Cs") {
        return Some(Set::new([]));
    }
    let class = regex_syntax::parse(&format!("\\p{{{query}}}")).ok()?;
    match class.kind() {
        HirKind::Class(Class::Unicode(class)) => Some(Set(class.clone())),
        // A class of one character comes as this.
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            Some(Set::new(text.chars().map(|one| (one.into(), one.into()))))
        }
        // And one of none as an empty class of bytes.
        _ => Some(Set::new([])),
    }
}
