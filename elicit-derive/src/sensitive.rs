//! Names that ask for a credential, which a form must not: what is typed into it
//! passes through the client, and often through a model.

/// The words for credentials. Each matches as whole words, however they are
/// joined (`api_key`, `apiKey`, `API key`, `apikey`), and in the plural.
const CREDENTIALS: [&str; 39] = [
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "passcode",
    "passkey",
    "secret",
    "credential",
    "creds",
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
    "private key",
    // Payment
    "pin",
    "pin code",
    "cvv",
    "cvc",
    "card number",
    "credit card number",
    "debit card number",
    "card security code",
    "card verification code",
    "card verification value",
    // Identity
    "ssn",
    "social security number",
    "national id",
    "national identifier",
    "national identification number",
    "national identity number",
    "national insurance number",
];

/// No credential has more letters, not even many of one.
const LONGEST: usize = "national identification numbers".len();

/// The credential that a name or a title asks for, if it does.
pub(crate) fn credential(name: &str) -> Option<&'static str> {
    let words = words(name);
    for start in 0..words.len() {
        let mut joined = String::new();
        for word in &words[start..] {
            joined.push_str(word);
            if joined.len() > LONGEST {
                break;
            }
            let mut credentials = CREDENTIALS.into_iter();
            let found = credentials.find(|credential| is_called(credential, &joined));
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Whether this is the credential without its spaces, or the plural of that.
fn is_called(credential: &str, joined: &str) -> bool {
    let mut letters = joined.bytes();
    let mut wanted = credential.bytes().filter(|&byte| byte != b' ');
    wanted.all(|wanted| letters.next() == Some(wanted))
        && matches!(letters.next(), None | Some(b's'))
        && letters.next().is_none()
}

/// The words of a name in lower case: apart at whatever is no letter, and where a
/// capital begins a word (`userPIN`, `APIKey`).
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (i, &letter) in letters.iter().enumerate() {
        if !letter.is_alphabetic() {
            words.push(String::new());
            continue;
        }
        let before = i.checked_sub(1).map(|i| letters[i]);
        let after = letters.get(i + 1);
        let begins = letter.is_uppercase()
            && (before.is_some_and(char::is_lowercase)
                || (before.is_some_and(char::is_uppercase)
                    && after.is_some_and(|after| after.is_lowercase())));
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
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
        ] {
            assert_eq!(credential(name), None, "{name}");
        }
    }
}
