use super::{
    credentials::credentials, find_invisible, find_invisible_in_line, first_char, has_address,
    has_link, is_blank, is_letter, is_link_target,
};

fn find_credential(text: &str) -> Option<String> {
    credentials(text).next()
}

#[test]
fn credentials_are_found_in_every_spelling() {
    for name in [
        "password",
        "Password",
        "db_password",
        "userPassword",
        "user-passphrase",
        "Your pass code",
        "passwords",
        "password2",
        "api_key",
        "apiKey",
        "APIKey",
        "API_KEY",
        "api-key",
        "API key",
        "apikey",
        "ApiKeys",
        "accessToken",
        "auth token",
        "refresh-token",
        "clientSecret",
        "secrets",
        "ssh_private_key",
        "awsCredentials",
        "pin",
        "PIN",
        "cardPIN",
        "pin_code",
        "cvv2",
        "CVC",
        "creditCardNumber",
        "card number",
        "cardnumber",
        "SSN",
        "social_security_number",
        "nationalId",
        "National ID",
        "national_insurance_number",
        "national_identity",
        "Personal identification number",
        "pass_word",
        "Pass-word",
        "passKey",
        "userpassword",
        "dbpasswords",
        "mypassphrase",
        "secretkey",
        "awssecretkey",
        "p_i_n",
        "P.I.N.",
        "P.I.N.s",
        "Your S.S.N.",
        "A.P.I. key",
        "PINs",
        "PINcode",
        "pin's",
        "pin\u{2019}s",
        "4-digit PIN",
        "PIN:",
        "Password (again)",
        "CVC/CVV",
        "APIkey",
        "apiKEY",
        "api.key",
        "Access\ntoken",
        "refresh\u{A0}token",
        "P\u{200B}assword",
        "API\u{2010}key",
        "API\u{2011}key",
        "Card no. / card number",
        "National ID number",
        "nationalidentitynumber",
        "ssn_last4",
        "db_pass",
        "DB_PASS",
        "github_token",
        "gitlabToken",
        "Slack token",
        "bearer_token",
        "session_token",
        "oauth_token",
        "ssh_key",
        "signing_key",
        "encryptionKey",
        "otp",
        "OTP",
        "totp",
        "one_time_code",
        "One-time code",
        "onetime_code",
        "one_time_passcode",
        "credit_card",
        "Credit card",
        "card_number",
        "seed_phrase",
        "recoveryPhrase",
    ] {
        assert!(find_credential(name).is_some(), "{name}");
    }
}

#[test]
fn codes_that_stand_for_a_password_are_found() {
    for name in [
        "mfa_code",
        "MFA code",
        "two_factor_code",
        "Two-factor code",
        "twoFactorAuthenticationCode",
        "2FA code",
        "2fa_code",
        "recovery_code",
        "Recovery codes",
        "backup_code",
        "backupCodes",
        "smtp_pass",
        "SMTP_PASS",
    ] {
        assert!(find_credential(name).is_some(), "{name}");
    }
}

#[test]
fn german_credentials_are_found() {
    for name in [
        "passwort",
        "Passw\u{F6}rter und Passwort",
        "WLANPasswort",
        "datenbankpasswort",
    ] {
        assert_eq!(find_credential(name).as_deref(), Some("passwort"), "{name}");
    }
}

#[test]
fn words_beside_a_credential_do_not_hide_it() {
    for name in [
        "secret_id",
        "card_type_and_card_number",
        "Password and user name",
        "Password / name",
        "PIN/ID",
        "SSN. Name",
        "national_id",
        "name_of_ssh_key",
        "by_password",
        "Payment by credit card",
    ] {
        assert!(find_credential(name).is_some(), "{name}");
    }
}

#[test]
fn credentials_are_not_found_inside_other_words() {
    for name in [
        "token_count",
        "max_tokens",
        "pinned",
        "shipping",
        "secretary",
        "compass",
        "keyboard",
        "passenger",
        "pass",
        "passport_country",
        "opinion",
        "spinner",
        "api_version",
        "key",
        "primary_key",
        "public_key",
        "access_level",
        "author",
        "bearer_of_the_ring",
        "card_holder",
        "order_number",
        "nationality",
        "international_identifier",
        "insurance_number",
        "session",
        "forbearers",
        "Passw\u{F6}rd",
        "Re\u{301}pin",
        "page_token",
        "sort_key",
        "foreign_key",
        "bus_pass",
        "boarding_pass",
        "github_user",
        "slack_channel",
        "ssh_host",
        "ssh_public_key",
        "encryption",
        "laptop",
        "stop_time",
        "one_time_payment",
        "time_code",
        "country_code",
        "credit_limit",
        "card_type",
        "seed",
        "search_phrase",
        "recovery_plan",
    ] {
        assert_eq!(find_credential(name), None, "{name}");
    }
}

#[test]
fn names_about_credentials_are_not_credentials() {
    for name in [
        "credit_card_type",
        "otp_method",
        "otp_enabled",
        "OTPMethod",
        "ssh_key_name",
        "sshKeyName",
        "SSH key names",
        "ssh_key_fingerprint",
        "signing_key_id",
        "encryption_key_id",
        "EncryptionKeyID",
        "github_token_name",
        "secret_name",
        "password_enabled",
    ] {
        assert_eq!(find_credential(name), None, "{name}");
    }
}

#[test]
fn pieces_of_words_do_not_make_a_credential() {
    for name in [
        "p_in",
        "pIn",
        "pi_n",
        "piN",
        "P in kPa",
        "P-in",
        "cv_v2",
        "cvV2",
        "cv2v",
        "CV, v. 2",
        "Your CV (v2)",
        "ss_n",
        "pass_w_ord",
        "Bypass keys",
        "Bypass word",
        "TSpin",
        "PINg",
        "spin",
        "crop_in",
        "userpasswordless",
        "asecret",
    ] {
        assert_eq!(find_credential(name), None, "{name}");
    }
}

#[test]
fn a_credential_is_not_found_across_punctuation() {
    for name in [
        "Access, tokens",
        "Card, number of copies",
        "Private, key accounts",
        "National: Id",
        "Refresh (token)",
        "Session; token",
        "API & key",
        "pass + word",
    ] {
        assert_eq!(find_credential(name), None, "{name}");
    }
}

#[test]
fn a_credential_is_reported_by_its_usual_spelling() {
    for (name, called) in [
        ("pass_word", "password"),
        ("userpassword", "password"),
        ("pass-code", "passcode"),
        ("awssecretkey", "secret key"),
        ("APIKey", "api key"),
        ("P.I.N.", "pin"),
        ("mein_passwort", "passwort"),
        ("GitHub token", "github token"),
        ("GITLAB_TOKEN", "gitlab token"),
        ("OAuth token", "oauth token"),
    ] {
        assert_eq!(find_credential(name).as_deref(), Some(called), "{name}");
    }
}

#[test]
fn links_are_found() {
    for text in [
        "https://example.org",
        "See <HTTP://EXAMPLE.ORG/a>.",
        "ftp://example.org",
        "Read www.example.org first",
        "(WWW.example.org)",
        "write to mailto:help@example.org",
        "javascript:alert(1)",
        "the [terms](terms.html)",
        "the [terms](/terms)",
        "the [terms](<../terms>)",
        "the [terms](#terms \"Our terms\")",
        "call [us](tel:+1234), or array[0](x)",
    ] {
        assert!(has_link(text), "{text}");
    }
}

#[test]
fn ordinary_texts_are_not_links() {
    for text in [
        "name@example.org",
        "a file such as index.html",
        "10:30 // or later",
        "one of [a, b] (the first)",
        "array[0](x)",
        "handlers[i](request, 0.) and [](",
        "wwwhat? www. what",
        "Languages: Rust, JavaScript: ES2022",
        "with `https://` or http:// in front",
        "one of [0..9](default: 5), [h:mm](e.g. 1:30)",
        "key: value",
    ] {
        assert!(!has_link(text), "{text}");
    }
}

#[test]
fn has_address_finds_addresses_and_not_markdown_links() {
    for text in [
        "at <https://example.org>",
        "at `https://example.org`",
        "(mailto:a@b.c)",
    ] {
        assert!(has_address(text), "{text}");
    }
    for text in ["the [terms](terms.html)", "the [terms](/terms)"] {
        assert!(!has_address(text), "{text}");
    }
}

#[test]
fn targets_of_links_are_recognised() {
    for text in [
        "terms.html) and more",
        " /terms)",
        "#terms \"Our terms\")",
        "tel:+1234)",
    ] {
        assert!(is_link_target(text), "{text}");
    }
    for text in [
        "x)",
        "default: 5)",
        "at least 0.5)",
        "terms.html",
        "",
        "a [b](c.d)",
    ] {
        assert!(!is_link_target(text), "{text}");
    }
}

#[test]
fn exactly_the_listed_characters_are_invisible() {
    let mut ranges: Vec<[u32; 2]> = Vec::new();
    for character in '\0'..=char::MAX {
        let text = format!("Sure{character}?");
        if let Some(found) = find_invisible(&text) {
            assert_eq!(found, character);
            assert_eq!(find_invisible_in_line(&text), Some(character));
            let code = u32::from(character);
            match ranges.last_mut() {
                Some([_, last]) if *last + 1 == code => *last = code,
                _ => ranges.push([code, code]),
            }
        }
    }
    let expected = [
        [0x0, 0x8],
        [0xB, 0x1F],
        [0x7F, 0x9F],
        [0xAD, 0xAD],
        [0x34F, 0x34F],
        [0x115F, 0x1160],
        [0x17B4, 0x17B5],
        [0x180E, 0x180E],
        [0x200B, 0x200B],
        [0x202A, 0x202E],
        [0x2060, 0x206F],
        [0x3164, 0x3164],
        [0xFEFF, 0xFEFF],
        [0xFFA0, 0xFFA0],
        [0xFFF0, 0xFFFB],
        [0x1_BCA0, 0x1_BCA3],
        [0x1_D173, 0x1_D17A],
        [0xE_0000, 0xE_00FF],
        [0xE_01F0, 0xE_0FFF],
    ];
    assert_eq!(ranges, expected);
}

#[test]
fn line_breaks_and_tabs_are_invisible_in_a_line() {
    for character in ['\n', '\t', '\u{2028}', '\u{2029}'] {
        let text = format!("One{character}two");
        assert_eq!(find_invisible(&text), None);
        assert_eq!(find_invisible_in_line(&text), Some(character));
    }
    for text in [
        "äöü 日本語 🙂",
        "👨\u{200d}👩\u{200d}👧",
        "می\u{200c}خواهید",
        "C\u{200e}?",
    ] {
        assert_eq!(find_invisible_in_line(text), None, "{text}");
    }
}

#[test]
fn control_characters_are_invisible_except_line_breaks_and_tabs() {
    for character in ('\0'..=char::MAX).filter(|character| character.is_control()) {
        let is_allowed = matches!(character, '\n' | '\t');
        assert_eq!(find_invisible(&character.to_string()).is_none(), is_allowed);
    }
}

#[test]
fn texts_that_show_nothing_are_blank() {
    for text in [
        "",
        " \n\t",
        "\u{3000}\u{200d}",
        "\u{61c}",
        "\u{2800}",
        "\u{fe00}",
        "\u{2003}",
    ] {
        assert!(is_blank(text), "{text:?}");
    }
    for text in ["a", " - ", "\u{2801}", "\u{fe10}", "👨\u{200d}👩"] {
        assert!(!is_blank(text), "{text:?}");
    }
}

#[test]
fn characters_are_decoded_as_the_standard_library_does() {
    for character in '\0'..=char::MAX {
        let text = format!("{character}b");
        assert_eq!(first_char(text.as_bytes()), Some((character, &b"b"[..])));
    }
    assert_eq!(first_char(b""), None);
}

#[test]
fn letters_are_alphabetic() {
    let ascii = |character: char| character.is_ascii_alphabetic() == is_letter(character);
    assert!(('\0'..='\u{7F}').all(ascii));
    for character in "äÅßñżЖ日本語かنपऔ".chars() {
        assert!(is_letter(character), "{character}");
    }
    for character in "«»¿€—…“”→✓、。「」！（🙂🔑\u{a0}\u{3000}".chars() {
        assert!(!is_letter(character), "{character}");
    }
}
