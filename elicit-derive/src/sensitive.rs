//! Names that ask for a credential, which a form must not: what is typed into it
//! passes through the client, and often through a model.

mod letters;

use std::fmt;

use letters::{Letter, ends_phrase, is_one_word, letters};

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
        for credential in IN_LONGER_WORDS.iter().chain(words) {
            // Most are out by their first letter.
            if credential.as_bytes()[0] == first.lower
                && let Some(rest) = behind(credential, &letters[start..])
                && !(is_one_name && is_about(rest))
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
            "Payment by credit card",
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
