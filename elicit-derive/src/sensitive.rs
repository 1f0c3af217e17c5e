//! Names that ask for a credential, which a form must not: what is typed into it
//! passes through the client, and often through a model.

use std::fmt;

/// The words for credentials that are found at the end of longer words, too:
/// `userpassword`. A name asks for a credential if it has its words, whole, one after the
/// other, however they are joined (`api_key`, `apiKey`, `API key`, `apikey`), and in the
/// plural. A `|` is in what is one word and also written as two.
const IN_LONGER_WORDS: [&str; 3] = ["pass|word", "pass|phrase", "secret key"];

/// Those that are found as words of their own only: `opinion` ends like one of them. The core's
/// `runtime/guard.rs` knows the likeliest of them in the texts of run time.
const WORDS: [&str; 53] = [
    "passwd",
    "pwd",
    "pass|code",
    "pass|key",
    "secret",
    "secret id",
    "credential",
    "creds",
    "db pass",
    // Keys and tokens
    "api key",
    "api token",
    "access key",
    "access token",
    "auth token",
    "authentication token",
    "authorization token",
    "authorisation token",
    "bearer token",
    "oauth token",
    "refresh token",
    "session token",
    "github token",
    "gitlab token",
    "slack token",
    "private key",
    "ssh key",
    "signing key",
    "encryption key",
    "seed phrase",
    "recovery phrase",
    // Good for once
    "otp",
    "totp",
    "one time code",
    // Payment
    "pin",
    "pin code",
    "personal identification number",
    "cvv",
    "cvc",
    "card number",
    "credit card number",
    "credit card",
    "debit card number",
    "card security code",
    "card verification code",
    "card verification value",
    // Identity
    "ssn",
    "social security number",
    "national id",
    "national identity",
    "national identifier",
    "national identification number",
    "national identity number",
    "national insurance number",
];

/// The words that end the name of something about a credential, which is none itself:
/// `ssh_key_name`.
const ABOUT: [&str; 6] = ["id", "name", "type", "method", "fingerprint", "enabled"];

/// A credential, which is shown as it is mostly written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Credential(&'static str);

impl fmt::Display for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.split('|').try_for_each(|part| f.write_str(part))
    }
}

/// The credential that a name or a title asks for, if it does.
pub(crate) fn credential(name: &str) -> Option<Credential> {
    name.split(ends_phrase).find_map(in_phrase)
}

fn in_phrase(phrase: &str) -> Option<Credential> {
    let letters = letters(phrase);
    // `PIN / ID` asks for either.
    let is_one_name = !phrase.contains(['/', '.']);
    for (start, first) in letters.iter().enumerate() {
        let words = if first.begins_word() { &WORDS[..] } else { &[] };
        let (before, letters) = letters.split_at(start);
        for credential in IN_LONGER_WORDS.iter().chain(words) {
            // Most are out by their first letter.
            if credential.as_bytes()[0] == first.lower
                && let Some(rest) = behind(credential, letters)
                && !(is_one_name && is_about(rest))
                && !is_way_to_pay(credential, before)
            {
                return Some(Credential(credential));
            }
        }
    }
    None
}

/// Whether the letters behind a credential make it the name of something about it.
fn is_about(rest: &[Letter]) -> bool {
    let is_all = |word: &&str| behind(word, rest).is_some_and(<[Letter]>::is_empty);
    ABOUT.iter().any(is_all)
}

/// Whether a credential is only how somebody pays: `pay_by_credit_card`.
fn is_way_to_pay(credential: &str, before: &[Letter]) -> bool {
    credential == "credit card"
        && matches!(before, [.., b, y] if b.begins_word() && [b.lower, y.lower] == *b"by")
}

/// What stands behind the words of a credential, if these letters begin with them.
fn behind<'a>(credential: &str, letters: &'a [Letter]) -> Option<&'a [Letter]> {
    let mut rest = letters;
    for word in credential.split([' ', '|']) {
        let (letters, behind) = rest.split_at_checked(word.len())?;
        let is_same = letters.iter().map(|letter| letter.lower).eq(word.bytes());
        if !is_same || !is_one_word(letters) {
            return None;
        }
        rest = behind;
    }
    let length = letters.len() - rest.len();
    // What ends a longer word is one with it.
    let is_whole = letters[0].begins_word() || !letters[1..length].iter().any(Letter::begins_word);
    let ends = |rest: &[Letter]| rest.first().is_none_or(Letter::begins_word);
    match rest {
        _ if !is_whole => None,
        rest if ends(rest) => Some(rest),
        [plural, rest @ ..] if plural.lower == b's' && ends(rest) => Some(rest),
        _ => None,
    }
}

/// Whether the letters of a word are together, or each of them by itself, as in `P.I.N.`.
fn is_one_word(letters: &[Letter]) -> bool {
    let behind_first = &letters[1..];
    let Some((last, others)) = behind_first.split_last() else {
        return true;
    };
    let begins = |letter: &Letter| letter.begins == Begins::Word;
    behind_first.iter().all(begins)
        || !others.iter().any(Letter::begins_word) && last.begins != Begins::Word
}

/// A letter of a phrase.
struct Letter {
    /// In lower case; one that no credential has is a `?`.
    lower: u8,
    begins: Begins,
}

/// Whether a letter begins a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Nothing,
    Word,
    /// The last of several capitals begins one, as in `APIKey`, or ends one, as in
    /// `APIkey` and `PINs`.
    Perhaps,
}

impl Letter {
    fn begins_word(&self) -> bool {
        self.begins != Begins::Nothing
    }
}

/// The letters of a phrase. Words are apart at whatever is no letter, and where a capital
/// begins one (`userPIN`, `APIKey`).
fn letters(phrase: &str) -> Vec<Letter> {
    let mut letters = Vec::with_capacity(phrase.len());
    let mut before: Option<char> = None;
    let mut characters = phrase.chars().filter(|&c| !is_invisible(c)).peekable();
    while let Some(letter) = characters.next() {
        if letter.is_alphabetic() {
            letters.push(Letter {
                lower: if letter.is_ascii() {
                    letter.to_ascii_lowercase() as u8
                } else {
                    b'?'
                },
                begins: begins(before, letter, characters.peek().copied()),
            });
        }
        before = Some(letter);
    }
    letters
}

fn begins(before: Option<char>, letter: char, after: Option<char>) -> Begins {
    match before {
        Some(before) if before.is_alphabetic() => {
            if !letter.is_uppercase() {
                Begins::Nothing
            } else if before.is_lowercase() {
                Begins::Word
            } else if before.is_uppercase() && after.is_some_and(char::is_lowercase) {
                Begins::Perhaps
            } else {
                Begins::Nothing
            }
        }
        _ => Begins::Word,
    }
}

/// What words of one phrase do not have between them: `Access, tokens` are two.
fn ends_phrase(c: char) -> bool {
    let joins = c.is_alphanumeric()
        || c.is_whitespace()
        || matches!(
            c,
            // The hyphen of a typesetter, and the one that breaks no line
            '_' | '-' | '\u{2010}' | '\u{2011}' | '.' | '/' | '\'' | '\u{2019}'
        )
        || is_invisible(c);
    !joins
}

/// A space without a width, and the like; and an accent, which stands on the letter before.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}'
    )
}

#[cfg(test)]
mod tests {
    use super::credential;

    #[test]
    fn every_spelling_is_heard() {
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
            assert!(credential(name).is_some(), "{name}");
        }
    }

    #[test]
    fn words_beside_a_credential_hide_none() {
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
            "Corby credit card",
        ] {
            assert!(credential(name).is_some(), "{name}");
        }
    }

    #[test]
    fn words_are_not_found_inside_words() {
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
            assert_eq!(credential(name), None, "{name}");
        }
    }

    #[test]
    fn what_is_about_a_credential_is_none() {
        for name in [
            "credit_card_type",
            "pay_by_credit_card",
            "Payment by credit card",
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
            assert_eq!(credential(name), None, "{name}");
        }
    }

    #[test]
    fn pieces_of_words_make_none() {
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
            assert_eq!(credential(name), None, "{name}");
        }
    }

    #[test]
    fn punctuation_ends_a_phrase() {
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
            assert_eq!(credential(name), None, "{name}");
        }
    }

    #[test]
    fn a_credential_has_a_name() {
        for (name, called) in [
            ("pass_word", "password"),
            ("userpassword", "password"),
            ("pass-code", "passcode"),
            ("awssecretkey", "secret key"),
            ("APIKey", "api key"),
            ("P.I.N.", "pin"),
        ] {
            let found = credential(name).map(|credential| credential.to_string());
            assert_eq!(found.as_deref(), Some(called), "{name}");
        }
    }
}
