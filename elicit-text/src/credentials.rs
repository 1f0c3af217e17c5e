//! Requests for credentials. A form must not make them, because what is typed into it passes
//! through the client, and often through a model.

#[cfg(test)]
mod tests;

use std::{cell::OnceCell, iter};

/// The credentials that a name, a title or a message asks for, as they are mostly written.
///
/// A credential counts if its words are there in order and whole, however they are joined
/// (`api_key`, `apiKey`, `API key`, `apikey`), and in the plural. It does not count if the next word
/// says that the text is about the credential: `ssh_key_name`.
pub(crate) fn credentials(text: &str) -> impl Iterator<Item = String> {
    let phrases = text.split(ends_phrase);
    phrases.flat_map(readings).flat_map(|words| {
        let count = words.len();
        in_phrase(words, count)
    })
}

/// The credential that a description asks for: what its first words name, as in “Your API key for
/// GitHub”. “The owner of the API key” names somebody else.
pub(crate) fn described_credential(text: &str) -> Option<String> {
    let phrase = text.trim_start().split(ends_phrase).next()?;
    readings(phrase).find_map(|words| {
        let sentence = words.iter().skip(1).position(|word| word.is_after_stop);
        let words = &words[..sentence.map_or(words.len(), |after_first| after_first + 1)];
        let begins_elsewhere = words.first().is_some_and(|word| word.is_one_of(&ASIDES));
        if begins_elsewhere {
            return None;
        }
        // An article may begin the sentence: `Der`, `La`.
        let named = words.iter().skip(1).position(Word::turns);
        let named = named.map_or(words.len(), |after_first| after_first + 1);
        in_phrase(words, named).next()
    })
}

/// The words of a phrase. The last of several capitals begins a word, as in `OTPMethod`, or ends one:
/// `PINs`.
fn readings(phrase: &str) -> impl Iterator<Item = Vec<Word>> {
    let has_capitals = phrase.contains(char::is_uppercase);
    let both = iter::once(false).chain(has_capitals.then_some(true));
    both.map(|splits_capitals| words(phrase, splits_capitals))
}

/// The credentials of each language, by their first letters. A word may begin at a `|`, too. If a text
/// begins with several, the first one counts.
const CREDENTIALS: [&[&str]; 4] = [
    &[
        "2 fa code",
        "access code",
        "access key",
        "access token",
        "account key",
        "admin pass",
        "api key",
        "api token",
        "app key",
        "application key",
        "auth code",
        "auth token",
        "authentication code",
        "authentication token",
        "authenticator code",
        "authorisation token",
        "authorization token",
        "backup code",
        "bearer token",
        "card number",
        "card security code",
        "card verification code",
        "card verification value",
        "credential",
        "credit card number",
        "credit card",
        "creds",
        "cvc",
        "cvv",
        "database pass",
        "db pass",
        "debit card number",
        "email pass",
        "encryption key",
        "ftp pass",
        "git|hub token",
        "git|lab token",
        "imap pass",
        "ldap pass",
        "login code",
        "mail pass",
        "mfa code",
        "mfa token",
        "mnemonic phrase",
        "multi factor authentication code",
        "multi factor code",
        "national identification number",
        "national identifier",
        "national identity number",
        "national identity",
        "national id",
        "national insurance number",
        "oauth token",
        "one time code",
        "otp",
        "passwd",
        "pass|code",
        "pass|key",
        "pass|phrase",
        "pass|word",
        "pass|wort",
        "personal access token",
        "personal identification number",
        "pin code",
        "pin",
        "private key",
        "pwd",
        "recovery code",
        "recovery key",
        "recovery phrase",
        "refresh token",
        "root pass",
        "second factor code",
        "secret id",
        "secret key",
        "secret",
        "security code",
        "seed phrase",
        "session cookie",
        "session token",
        "sftp pass",
        "signing key",
        "slack token",
        "sms code",
        "smtp pass",
        "social security number",
        "ssh key",
        "ssh pass",
        "ssn",
        "sudo pass",
        "totp",
        "two factor authentication code",
        "two factor code",
        "two factor token",
        "two step code",
        "two step verification code",
        "user pass",
        "verification code",
    ],
    &[
        // German, with `ae` for `ä`.
        "anmeldedaten",
        "api schluessel",
        "ausweisnummer",
        "bestaetigungscode",
        "einmalcode",
        "geheimer schluessel",
        "geheimnis",
        "kartennummer",
        "kartenpruefnummer",
        "kenn|wort",
        "kreditkartennummer",
        "kreditkarte",
        "personalausweisnummer",
        "privater schluessel",
        "sicherheitscode",
        "sozialversicherungsnummer",
        "wiederherstellungscode",
        "wiederherstellungsschluessel",
        "zugangscode",
        "zugangsdaten",
        "zugangsschluessel",
        "zugangstoken",
        "zugriffsschluessel",
        "zugriffstoken",
    ],
    &[
        // French, without accents.
        "carte bancaire",
        "carte de credit",
        "cle api",
        "cle d acces",
        "cle d api",
        "cle de l api",
        "cle de recuperation",
        "cle privee",
        "cle secrete",
        "code a usage unique",
        "code de recuperation",
        "code de securite",
        "code de verification",
        "cryptogramme",
        "identifiants de connexion",
        "jeton d acces",
        "mdp",
        "mot de passe",
        "mots de passe",
        "numero de carte",
        "numero de securite sociale",
        "phrase de passe",
        "phrase de recuperation",
        "phrase secrete",
    ],
    &[
        // Spanish.
        "clave api",
        "clave de acceso",
        "clave de api",
        "clave de la api",
        "clave privada",
        "clave secreta",
        "codigo de recuperacion",
        "codigo de seguridad",
        "codigo de un solo uso",
        "codigo de verificacion",
        "contrasena",
        "credenciales",
        "frase de recuperacion",
        "frase semilla",
        "numero de la seguridad social",
        "numero de seguridad social",
        "numero de tarjeta",
        "secreto",
        "tarjeta de credito",
        "tarjeta de debito",
        "token de acceso",
    ],
];

/// The words that are a credential if they are the last of a phrase, or of its first part: `token`,
/// `github_token`, `Token for GitHub`. With these words in the phrase they are something else.
const LAST: [(&str, &[&str]); 6] = [
    ("bearer", &["flag", "of", "standard"]),
    ("clave", &["palabra"]),
    ("jeton", &[]),
    ("jwt", &[]),
    ("pat", &[]),
    (
        "token",
        &[
            "continuation",
            "cursor",
            "design",
            "next",
            "page",
            "pagination",
            "previous",
            "resume",
            "sort",
            "sync",
        ],
    ),
];

/// Those that count also at the end of a longer word, `userpassword`, and their letters. Other words
/// end like the rest: `opinion`.
const IN_LONGER_WORDS: [(&str, &str); 5] = [
    ("password", "password"),
    ("passwort", "passwort"),
    ("passphrase", "passphrase"),
    ("kennwort", "kennwort"),
    ("secretkey", "secret key"),
];

/// The words after a credential with which a text is about it.
const ABOUT: [&str; 48] = [
    "ablauf",
    "age",
    "algorithm",
    "arn",
    "count",
    "datei",
    "description",
    "enabled",
    "endpoint",
    "env",
    "expiration",
    "expires",
    "expiry",
    "file",
    "fingerprint",
    "format",
    "hint",
    "holder",
    "id",
    "issuer",
    "label",
    "laenge",
    "length",
    "limit",
    "location",
    "manager",
    "method",
    "name",
    "owner",
    "path",
    "policy",
    "provider",
    "ref",
    "reference",
    "required",
    "reset",
    "richtlinie",
    "rotation",
    "scope",
    "status",
    "store",
    "strength",
    "ttl",
    "type",
    "uri",
    "url",
    "variable",
    "version",
];

/// The words before which a phrase has said what it names: “the token *of* the bot”.
const TURNS: [&str; 88] = [
    "about", "after", "as", "at", "auf", "aus", "avec", "because", "before", "bei", "bis", "by",
    "comment", "como", "con", "cuando", "cuya", "cuyo", "d", "dans", "de", "del", "dem", "den",
    "der", "deren", "des", "dessen", "donde", "dont", "du", "en", "for", "from", "fuer", "hasta",
    "how", "if", "im", "in", "is", "kein", "keine", "mit", "nach", "needs", "never", "no", "not",
    "ob", "of", "ohne", "on", "ou", "para", "por", "pour", "que", "qui", "sans", "si", "sin",
    "since", "than", "that", "through", "till", "to", "under", "until", "used", "via", "von",
    "vor", "welche", "welcher", "when", "where", "whether", "which", "who", "whose", "wie", "with",
    "without", "wo", "zum", "zur",
];

/// The words that begin a sentence which does not begin with what it names.
const ASIDES: [&str; 41] = [
    "after", "as", "avec", "before", "bis", "by", "comment", "como", "con", "donde", "for", "from",
    "how", "if", "in", "kein", "keine", "mit", "never", "no", "not", "ob", "ohne", "sans", "si",
    "sin", "to", "under", "until", "wer", "what", "when", "where", "whether", "which", "who",
    "why", "wie", "with", "without", "wo",
];

#[derive(Default)]
struct Word {
    /// In lower case.
    letters: String,
    /// Whether its letters are apart: `P.I.N.`
    is_spelt: bool,
    /// Whether a full stop is before it: `SSN. Name` asks for two things.
    is_after_stop: bool,
}

impl Word {
    fn as_str(&self) -> &str {
        &self.letters
    }

    fn turns(&self) -> bool {
        self.is_one_of(&TURNS)
    }

    fn is_one_of(&self, listed: &[&str]) -> bool {
        #[cfg(test)]
        tests::note_look_up();
        listed.contains(&self.as_str())
    }
}

/// The credentials in the words of a phrase that begin with one of the first words.
fn in_phrase(words: impl AsRef<[Word]>, first: usize) -> impl Iterator<Item = String> {
    let others = OtherWords::default();
    (0..first).filter_map(move |start| {
        let words = words.as_ref();
        let (first, rest) = words[start..].split_first()?;
        let found = begun(&words[start..])
            .or_else(|| ended(&first.letters).filter(|_| !is_about(rest)))
            .or_else(|| last(words, start, &others));
        found.map(|credential| credential.replace('|', ""))
    })
}

/// Whether a phrase has one of the other words, for each of [`LAST`]. The phrase is searched once.
#[derive(Default)]
struct OtherWords([OnceCell<bool>; LAST.len()]);

/// The credential that the words begin with. Nearly all are ruled out by the first letter: the derive
/// looks at every name while a program is compiled.
fn begun(words: &[Word]) -> Option<&'static str> {
    let first_letter = *words.first()?.letters.as_bytes().first()?;
    let begins = |credential: &&&str| after(credential, words).is_some_and(|rest| !is_about(rest));
    CREDENTIALS.iter().find_map(|credentials| {
        let letter = |credential: &&str| credential.as_bytes()[0];
        let start = credentials.partition_point(|credential| letter(credential) < first_letter);
        let mut begun = credentials[start..].iter();
        let mut begun = begun
            .by_ref()
            .take_while(|next| letter(next) == first_letter);
        begun.find(begins).copied()
    })
}

/// The credential that a longer word ends with.
fn ended(word: &str) -> Option<&'static str> {
    let singular = word.strip_suffix('s').unwrap_or(word);
    let is_longer = |letters: &str| singular.len() > letters.len() && singular.ends_with(letters);
    let found = IN_LONGER_WORDS
        .iter()
        .find(|(letters, _)| is_longer(letters));
    found.map(|(_, credential)| *credential)
}

/// The word at this index, if it is one of [`LAST`].
fn last(words: &[Word], index: usize, other_words: &OtherWords) -> Option<&'static str> {
    let next = words.get(index + 1);
    let is_last = next.is_none_or(|next| next.is_after_stop || next.turns());
    let mut all = LAST.iter().zip(&other_words.0);
    let ((word, others), has_other) = all.find(|((word, _), _)| *word == words[index].letters)?;
    let has_other = || *has_other.get_or_init(|| words.iter().any(|word| word.is_one_of(others)));
    (is_last && !has_other()).then_some(*word)
}

/// The words after a credential, if they begin with it. Each of them begins where a word of the
/// credential may begin.
fn after<'w>(credential: &str, words: &'w [Word]) -> Option<&'w [Word]> {
    let mut rest = credential;
    for (index, word) in words.iter().enumerate() {
        let plural = || word.letters.strip_suffix('s');
        let taken = without(rest, &word.letters)
            .or_else(|| without(rest, plural()?).filter(|rest| rest.is_empty()))?;
        if taken.is_empty() {
            return Some(&words[index + 1..]);
        }
        rest = taken.strip_prefix([' ', '|'])?;
    }
    None
}

/// What follows the letters in a credential.
fn without<'c>(credential: &'c str, letters: &str) -> Option<&'c str> {
    let mut rest = credential;
    for letter in letters.chars() {
        let next = rest.strip_prefix([' ', '|']).unwrap_or(rest);
        rest = next.strip_prefix(letter)?;
    }
    Some(rest)
}

fn is_about(rest: &[Word]) -> bool {
    let Some(next) = rest.first() else {
        return false;
    };
    let is_listed = |name| ABOUT.contains(&name);
    let name = next.as_str();
    !next.is_after_stop && (is_listed(name) || name.strip_suffix('s').is_some_and(is_listed))
}

/// The words of a phrase, in each of which the letters are together, or each by itself.
fn words(phrase: &str, splits_capitals: bool) -> Vec<Word> {
    let characters: Vec<char> = phrase.chars().filter(|&c| !is_invisible(c)).collect();
    let mut words: Vec<Word> = Vec::new();
    let mut is_after_stop = false;
    let mut begun = Word::default();
    for (index, &character) in characters.iter().enumerate() {
        if !character.is_alphanumeric() {
            is_after_stop |= character == '.';
            continue;
        }
        let before = index.checked_sub(1).map_or(' ', |index| characters[index]);
        let is_before_lower = || characters.get(index + 1).is_some_and(|c| c.is_lowercase());
        let begins = !before.is_alphanumeric()
            || before.is_numeric() != character.is_numeric()
            || character.is_uppercase()
                && (before.is_lowercase()
                    || splits_capitals && before.is_uppercase() && is_before_lower());
        if begins {
            push(&mut words, std::mem::take(&mut begun));
            begun.is_after_stop = std::mem::take(&mut is_after_stop);
        }
        for letter in character.to_lowercase() {
            push_plain(&mut begun.letters, letter);
        }
    }
    push(&mut words, begun);
    words
}

/// Adds a letter as it is written where there are no umlauts and no accents.
fn push_plain(letters: &mut String, letter: char) {
    let plain = match letter {
        'ä' => "ae",
        'ö' => "oe",
        'ü' => "ue",
        'ß' => "ss",
        'à' | 'á' | 'â' => "a",
        'ç' => "c",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'í' | 'î' | 'ï' => "i",
        'ñ' => "n",
        'ó' | 'ô' => "o",
        'ú' | 'ù' | 'û' => "u",
        _ => return letters.push(letter),
    };
    letters.push_str(plain);
}

/// Adds a word, or a letter to a word whose letters are apart.
fn push(words: &mut Vec<Word>, mut word: Word) {
    word.is_spelt = word.letters.len() == 1 && word.letters.as_bytes()[0].is_ascii_lowercase();
    match words.last_mut() {
        _ if word.letters.is_empty() => {}
        Some(last) if last.is_spelt && word.is_spelt => last.letters.push_str(&word.letters),
        _ => words.push(word),
    }
}

/// Whether a phrase ends here: `Access, tokens` has two.
fn ends_phrase(character: char) -> bool {
    !(character.is_alphanumeric()
        || character.is_whitespace()
        || is_invisible(character)
        || matches!(
            character,
            // Among them the hyphens of typesetters.
            '_' | '-' | '.' | '\'' | '\u{2010}' | '\u{2011}' | '\u{2019}'
        ))
}

/// A space without a width, or an accent on the letter before.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}'
    )
}
