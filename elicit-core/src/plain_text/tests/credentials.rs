//! Which texts ask for a credential.

use crate::plain_text::credentials::credentials;

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
