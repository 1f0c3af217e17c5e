//! Which texts ask for a credential: what is found and what is not, in four languages, and where that
//! is known to be wrong.

use std::cell::Cell;

use proptest::{prelude::*, sample::select};

use super::{
    LAST, Word, begun, credentials, described_credential, ended, ends_phrase, is_about, readings,
};

thread_local! {
    /// How often a word was looked up in a list.
    static LOOK_UPS: Cell<usize> = const { Cell::new(0) };
}

pub(super) fn note_look_up() {
    LOOK_UPS.set(LOOK_UPS.get() + 1);
}

fn find_credential(text: &str) -> Option<String> {
    credentials(text).next()
}

/// Names that ask for a credential.
const CREDENTIALS: &[&str] = &[
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
    "security_code",
    "verification code",
    "personal_access_token",
    "storageAccountKey",
    "app key",
];

#[test]
fn credentials_are_found_in_every_spelling() {
    for name in CREDENTIALS {
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
fn a_token_is_found_where_nothing_says_another_thing() {
    for name in [
        "token",
        "Token",
        "bot_token",
        "npmToken",
        "Telegram bot token",
        "token_for_github",
        "Token of the bot",
        "Token, as in the settings",
        "pat",
        "PAT",
        "gitlab_pat",
        "GitHub PAT",
        "bearer",
        "Authorization: Bearer",
        "jwt",
    ] {
        assert!(find_credential(name).is_some(), "{name}");
    }
    for name in [
        "token_count",
        "max_tokens",
        "token_address",
        "token_symbol",
        "tokenizer",
        "next_page_token",
        "continuationToken",
        "sync token",
        "bearer_of_the_ring",
        "pattern",
        "path",
        "pat_id",
    ] {
        assert_eq!(find_credential(name), None, "{name}");
    }
}

#[test]
fn german_credentials_are_found() {
    for (name, called) in [
        ("passwort", "passwort"),
        ("Passw\u{F6}rter und Passwort", "passwort"),
        ("WLANPasswort", "passwort"),
        ("datenbankpasswort", "passwort"),
        ("Kennwort", "kennwort"),
        ("benutzerkennwort", "kennwort"),
        ("API-Schl\u{FC}ssel", "api schluessel"),
        ("api_schluessel", "api schluessel"),
        ("privaterSchluessel", "privater schluessel"),
        ("Zugangsdaten", "zugangsdaten"),
        ("Zugriffstoken", "zugriffstoken"),
        ("Kreditkartennummer", "kreditkartennummer"),
        ("kartenpr\u{FC}fnummer", "kartenpruefnummer"),
        ("Best\u{E4}tigungscode", "bestaetigungscode"),
        ("Client-Geheimnis", "geheimnis"),
        ("Deine PIN", "pin"),
        ("GitHub-Token", "github token"),
    ] {
        assert_eq!(find_credential(name).as_deref(), Some(called), "{name}");
    }
    for name in [
        "Schl\u{FC}ssel",
        "primaerschluessel",
        "passwort_laenge",
        "Passwort-Richtlinie",
        "Kartenhalter",
        "Postleitzahl",
        "Kennzeichen",
        "Aktenzeichen",
        "Hauptwort",
        "Kontonummer",
    ] {
        assert_eq!(find_credential(name), None, "{name}");
    }
}

#[test]
fn french_credentials_are_found() {
    for (name, called) in [
        ("Mot de passe", "mot de passe"),
        ("mot_de_passe", "mot de passe"),
        ("Vos mots de passe", "mots de passe"),
        ("mdp", "mdp"),
        ("Cl\u{E9} API", "cle api"),
        ("Cle\u{301} d\u{2019}API", "cle d api"),
        ("cle_api", "cle api"),
        ("Votre cl\u{E9} priv\u{E9}e", "cle privee"),
        ("Jeton d'acc\u{E8}s", "jeton d acces"),
        ("Jeton", "jeton"),
        ("Le code PIN", "pin"),
        ("Num\u{E9}ro de carte", "numero de carte"),
        ("Code de s\u{E9}curit\u{E9}", "code de securite"),
        (
            "Num\u{E9}ro de s\u{E9}curit\u{E9} sociale",
            "numero de securite sociale",
        ),
    ] {
        assert_eq!(find_credential(name).as_deref(), Some(called), "{name}");
    }
    for name in [
        "Cl\u{E9} primaire",
        "Identifiant",
        "Mot",
        "Passe",
        "Passeport",
        "Carte",
        "Code postal",
        "Num\u{E9}ro de commande",
        "secr\u{E9}taire",
    ] {
        assert_eq!(find_credential(name), None, "{name}");
    }
}

#[test]
fn spanish_credentials_are_found() {
    for (name, called) in [
        ("Contrase\u{F1}a", "contrasena"),
        ("contrasena", "contrasena"),
        ("tus contrasen\u{303}as", "contrasena"),
        ("Clave", "clave"),
        ("Clave de API", "clave de api"),
        ("clave_privada", "clave privada"),
        ("Clave de acceso", "clave de acceso"),
        ("Token de acceso", "token de acceso"),
        ("Credenciales", "credenciales"),
        ("C\u{F3}digo de verificaci\u{F3}n", "codigo de verificacion"),
        ("N\u{FA}mero de tarjeta", "numero de tarjeta"),
        ("Tarjeta de cr\u{E9}dito", "tarjeta de credito"),
        ("El secreto del cliente", "secreto"),
    ] {
        assert_eq!(find_credential(name).as_deref(), Some(called), "{name}");
    }
    for name in [
        "Palabra clave",
        "Clave primaria",
        "Ficha",
        "Secretaria",
        "Tarjeta de embarque",
        "C\u{F3}digo postal",
        "N\u{FA}mero de pedido",
    ] {
        assert_eq!(find_credential(name), None, "{name}");
    }
}

#[test]
fn a_description_asks_for_what_its_first_words_name() {
    for (text, called) in [
        ("Your API key", "api key"),
        ("Your GitHub API key, from the settings", "api key"),
        ("The password of the database user", "password"),
        ("Please enter your password.", "password"),
        (
            "A personal access token with the scope `repo`",
            "personal access token",
        ),
        ("Token for GitHub", "token"),
        ("API key", "api key"),
        ("PIN\nFour digits", "pin"),
        ("Dein API-Schl\u{FC}ssel", "api schluessel"),
        ("Der private Token des Kontos", "token"),
        ("Votre mot de passe", "mot de passe"),
        ("La cl\u{E9} API du service", "cle api"),
        ("La contrase\u{F1}a de la base de datos", "contrasena"),
        ("Tu clave de API", "clave de api"),
    ] {
        assert_eq!(
            described_credential(text).as_deref(),
            Some(called),
            "{text}"
        );
    }
    for text in [
        "The owner of the API key",
        "The workspace. Your API key is never sent",
        "The user whose password is reset",
        "Lower-case letters, without secrets",
        "How the password is stored",
        "Where to find the access token",
        "In the settings, beside the API key",
        "Not the password",
        "The name of the secret",
        "The password policy of the team",
        "The path to the private key",
        "The token of the next page",
        "Der Besitzer des Passworts",
        "Wo das Passwort liegt",
        "Le nom du secret",
        "Longueur du mot de passe",
        "El usuario de la contrase\u{F1}a",
        "",
    ] {
        assert_eq!(described_credential(text), None, "{text}");
    }
}

/// Each of them needs a `sensitive_name_ok`.
#[test]
fn known_false_hits() {
    for name in [
        "name_of_ssh_key",
        "secret_santa",
        "Name of the secret",
        "input_token",
        "cancellation_token",
        "pin_on_the_map",
        "pin_per_card",
        "Pat",
        "Le nom du mot de passe",
        "Seguro del token",
    ] {
        assert!(find_credential(name).is_some(), "{name}");
    }
    for text in ["The secret ingredient", "Rotate the API key", "A token"] {
        assert!(described_credential(text).is_some(), "{text}");
    }
}

/// Words with too many other meanings, and what no list has.
#[test]
fn known_misses() {
    for name in [
        "pass",
        "pw",
        "key",
        "code",
        "token_value",
        "tokens",
        "TAN",
        "Schl\u{FC}ssel",
        "cl\u{E9}",
        "identifiant et code",
        "connection_string",
        "parola",
        "\u{5BC6}\u{7801}",
    ] {
        assert_eq!(find_credential(name), None, "{name}");
    }
    for text in [
        "From the settings: your API key",
        "Required. Your API key.",
        "What you log in with",
    ] {
        assert_eq!(described_credential(text), None, "{text}");
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
        "card_holder",
        "order_number",
        "nationality",
        "international_identifier",
        "insurance_number",
        "session",
        "forbearers",
        "Passw\u{F6}rd",
        "Re\u{301}pin",
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
        "password_expires_in_days",
        "password_policy",
        "passwordResetEmail",
        "secret_arn",
        "api_key_env",
        "private_key_path",
        "credential_store_url",
        "oauth_token_endpoint",
        "PIN length (digits)",
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
        "Refresh (tokens)",
        "Session; tokens",
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

/// How often a word is looked up in a list while all credentials of a text are found.
fn look_ups(text: &str) -> usize {
    let before = LOOK_UPS.get();
    let _ = credentials(text).count();
    LOOK_UPS.get() - before
}

#[test]
fn a_text_of_twice_the_length_takes_no_more_than_twice_the_time() {
    for words in ["token of ", "Token Of ", "bearer in ", "token. "] {
        for role in ["", "page "] {
            let text = |times| format!("{}{role}", words.repeat(times));
            let (one, two) = (look_ups(&text(500)), look_ups(&text(1000)));
            assert!(
                two <= 2 * one + 20,
                "{words:?}, {role:?}: {one}, then {two}"
            );
        }
    }
}

#[test]
fn no_more_is_read_than_the_first_credential_needs() {
    let text = format!("password. {}", "token of ".repeat(1000));
    let before = LOOK_UPS.get();
    assert_eq!(credentials(&text).next().as_deref(), Some("password"));
    assert!(LOOK_UPS.get() - before < 10);
}

/// The credentials of a text, with the whole phrase searched for each word.
fn credentials_one_by_one(text: &str) -> Vec<String> {
    let is_last = |words: &[Word], at: usize| {
        let next = words.get(at + 1);
        let is_last = next.is_none_or(|next| next.is_after_stop || next.turns());
        let (word, others) = *LAST.iter().find(|(word, _)| *word == words[at].letters)?;
        let is_other = words.iter().any(|word| others.contains(&word.as_str()));
        (is_last && !is_other).then_some(word)
    };
    let mut found = Vec::new();
    for words in text.split(ends_phrase).flat_map(readings) {
        for at in 0..words.len() {
            let is_about = is_about(&words[at + 1..]);
            let credential = begun(&words[at..])
                .or_else(|| ended(&words[at].letters).filter(|_| !is_about))
                .or_else(|| is_last(&words, at));
            found.extend(credential.map(|credential| credential.replace('|', "")));
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn a_phrase_that_is_searched_once_has_the_same_credentials(
        pieces in prop::collection::vec(
            select(vec![
                "token", "Token", "bearer", "clave", "palabra", "jwt", "pat", "of", "for", "flag",
                "standard", "page", "cursor", "sort", "password", "secret", "key", "name", "api",
                ". ", ", ", "; ", "_", " ", "\u{200b}",
            ]),
            0..30,
        ),
    ) {
        for joined in [pieces.join(" "), pieces.concat()] {
            let found: Vec<_> = credentials(&joined).collect();
            prop_assert_eq!(found, credentials_one_by_one(&joined), "{}", joined);
        }
    }
}
