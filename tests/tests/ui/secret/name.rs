//! A field whose name asks for a credential

use elicit_core::{Elicit, Revision};
#[derive(Elicit)]
struct Login {
    password: String,
    db_passphrase: String,
    passcode: String,
    client_secret: Option<String>,
    api_key: String,
    apikey: String,
    access_token: String,
    auth_token: String,
    bearer_token: String,
    refresh_token: String,
    private_key: String,
    aws_credentials: String,
    pin: String,
    card_pin_code: String,
    cvv: String,
    cvc2: String,
    card_number: String,
    ssn: String,
    national_id: String,
    userPassword: String,
    r#secret: String,
    userpassword: String,
    p_i_n: String,
    national_identity: String,
    github_token: String,
    db_pass: String,
    ssh_key: String,
    otp: String,
    one_time_code: String,
    credit_card: String,
    recovery_phrase: String,
    passwort: String,
    mfa_code: String,
    two_factor_code: String,
    recovery_code: String,
    backup_code: Option<String>,
    smtp_pass: String,
    token: String,
    bot_token: String,
    pat: String,
    bearer: Option<String>,
    api_schluessel: String,
    mot_de_passe: String,
    contrasena: String,
}

#[allow(non_camel_case_types)]
#[derive(Elicit)]
struct passcode {
    passcode: String,
}

fn main() {
    let _ = Login::requested_schema(Revision::LATEST);
    let _ = elicit_core::from_str::<Login>("{}");
}
