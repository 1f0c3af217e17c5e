//! The sentences of run time, in another language.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashSet},
    future::ready,
    io,
    num::NonZeroI8,
    sync::Arc,
    time::Duration,
};

use elicit_core::{
    Ask, AskError, CallError, CheckError, ChoiceOption, Choices, Elicit, Elicitation, English,
    Format, Limit, Mode, Revision, Violation, Violations, Words,
    adapter::{Asker, Backchannel, RpcError, RunEnd, Session, WireError},
    form::{Kind, OptionSource, Variant},
    from_str, quoted,
    runtime::NeededArgument,
    testing::{End, User},
};
use elicit_tests::{drive::Drive as _, for_a_model::assert_for_a_model};
use serde_json::{Value, json};

use crate::adapter::{Silent, call};

const FASTEST: Duration = Duration::from_millis(200);

struct French;

impl Words for French {
    fn please_correct(&self) -> Cow<'_, str> {
        "Veuillez corriger votre réponse.".into()
    }

    fn correction<'a>(&'a self, label: Option<&'a str>, violation: &'a Violation) -> Cow<'a, str> {
        let text = self.violation(violation);
        match label {
            Some(label) => format!("« {label} » {text}.").into(),
            None if violation.author_text().is_some() => format!("{text}.").into(),
            None => format!("La réponse {text}.").into(),
        }
    }

    fn violation<'a>(&'a self, violation: &'a Violation) -> Cow<'a, str> {
        if let Some(text) = violation.author_text() {
            return text.into();
        }
        match (violation.keyword(), violation.limit()) {
            ("required", _) => "est obligatoire".into(),
            ("type", Some(Limit::Type(kind))) => match kind {
                "object" => "doit être un objet".into(),
                "array" => "doit être une liste".into(),
                "boolean" => "doit être vrai ou faux".into(),
                "integer" => "doit être un entier".into(),
                "number" => "doit être un nombre".into(),
                _ => "doit être un texte".into(),
            },
            ("minimum", Some(Limit::Number(least))) => {
                format!("doit valoir {least:?} ou plus").into()
            }
            ("maximum", Some(Limit::Number(most))) => {
                format!("doit valoir {most:?} ou moins").into()
            }
            ("minLength", Some(Limit::Length(least))) => {
                format!("doit avoir {least} caractères ou plus").into()
            }
            ("maxLength", Some(Limit::Length(most))) => {
                format!("doit avoir {most} caractères ou moins").into()
            }
            ("minItems", Some(Limit::Items(least))) => {
                format!("doit avoir {least} choix ou plus").into()
            }
            ("maxItems", Some(Limit::Items(most))) => {
                format!("doit avoir {most} choix ou moins").into()
            }
            ("size", Some(Limit::Bytes(most))) => {
                format!("doit avoir {most} octets ou moins").into()
            }
            ("pattern", Some(Limit::Pattern(pattern))) => {
                format!("doit respecter {pattern}").into()
            }
            ("format", Some(Limit::Format(format))) => match format {
                Format::Email => "doit être une adresse électronique".into(),
                Format::Uri => "doit être une adresse complète".into(),
                Format::Date => "doit être une date".into(),
                Format::DateTime => "doit être une date et une heure".into(),
                _ => "n'a pas le bon format".into(),
            },
            ("enum", Some(Limit::Variants(variants))) => {
                let labels: Vec<_> = variants.iter().map(Variant::label).collect();
                format!("doit être parmi {}", labels.join(", ")).into()
            }
            ("enum", Some(Limit::Options(options))) => {
                let labels: Vec<_> = options.iter().map(ChoiceOption::label).collect();
                format!("doit être parmi {}", labels.join(", ")).into()
            }
            ("uniqueItems", _) => "ne doit rien répéter".into(),
            ("not", _) => "ne doit pas valoir 0".into(),
            ("duplicate", _) => "ne doit figurer qu'une fois".into(),
            ("syntax", _) => "doit être du JSON".into(),
            ("check", _) => "n'a pas été acceptée".into(),
            _ => unreachable!("{violation:?}"),
        }
    }

    fn withdrawn(&self) -> Cow<'_, str> {
        "La réponse n'est plus attendue.".into()
    }

    fn more_characters(&self, number: usize) -> Cow<'_, str> {
        format!("encore {number} caractères").into()
    }

    fn waiting(&self) -> Cow<'_, str> {
        "En attente de la réponse.".into()
    }

    fn agree(&self) -> Cow<'_, str> {
        "D'accord".into()
    }

    fn no(&self) -> Cow<'_, str> {
        "non".into()
    }

    fn yes(&self) -> Cow<'_, str> {
        "oui".into()
    }

    fn meaning_of_yes(&self) -> Cow<'_, str> {
        "Choisissez « oui » pour accepter.".into()
    }

    fn not_agreed(&self) -> Cow<'_, str> {
        "L'utilisateur n'a pas accepté.".into()
    }

    fn declined(&self) -> Cow<'_, str> {
        "L'utilisateur a refusé.".into()
    }

    fn cancelled(&self) -> Cow<'_, str> {
        "L'utilisateur a fermé la question.".into()
    }

    fn failed(&self, error: &AskError) -> Cow<'_, str> {
        self.ask_error(error)
    }

    fn arguments_needed<'a>(&'a self, needed: &'a [NeededArgument]) -> Cow<'a, str> {
        let mut text = "Demandez à l'utilisateur, puis indiquez :".to_owned();
        let arguments = needed.iter().flat_map(NeededArgument::arguments);
        for (name, property, choices) in arguments {
            let what = match property.kind() {
                Kind::Boolean => "vrai ou faux".to_owned(),
                Kind::Integer(_) => "un entier".to_owned(),
                Kind::Number(_) => "un nombre".to_owned(),
                Kind::Text(_) => "un texte".to_owned(),
                Kind::Choice(OptionSource::Supplied) => {
                    let options = choices.map(Choices::options).unwrap_or_default();
                    let labels: Vec<_> = options.iter().map(ChoiceOption::label).collect();
                    format!("une valeur parmi {}", labels.join(", "))
                }
                Kind::Choice(_) => "une valeur de la liste".to_owned(),
                Kind::MultiSelect { min_items, .. } => {
                    format!("{} valeurs ou plus", min_items.unwrap_or_default())
                }
                _ => unreachable!("{property:?}"),
            };
            text = format!("{text} {name} ({what})");
        }
        for violation in needed.iter().flat_map(NeededArgument::violations) {
            text = format!("{text} ; {}", self.violation(violation));
        }
        text.into()
    }

    fn ask_error(&self, error: &AskError) -> Cow<'_, str> {
        match error {
            AskError::Unsupported(Mode::Url) => "Ce client n'ouvre pas de page.".into(),
            AskError::Unsupported(_) => "Ce client ne montre pas de formulaire.".into(),
            AskError::TimedOut => "Personne n'a répondu à temps.".into(),
            AskError::TooFast => "Le client a répondu sans attendre personne.".into(),
            AskError::Gone => "Le client est parti.".into(),
            AskError::Invalid(invalid) => {
                let violations = invalid.violations().iter();
                let violations =
                    violations.map(|violation| self.correction(violation.property(), violation));
                let violations: Vec<_> = violations.collect();
                format!("La réponse n'est pas valable. {}", violations.join(" ")).into()
            }
            AskError::Empty(_) => "Le formulaire est resté vide.".into(),
            AskError::Unfinished => "La page n'est pas terminée.".into(),
            AskError::RateLimited { .. } => "Trop de questions.".into(),
            AskError::TooManyAnswers { .. } => "Trop de réponses.".into(),
            AskError::SchemaRefused { .. } => "Le client a refusé le formulaire.".into(),
            AskError::BadQuestion { .. } => "La question est mal posée.".into(),
            AskError::Refused { .. } => "Le client a répondu par une erreur.".into(),
            AskError::Unreadable => "La réponse est illisible.".into(),
            AskError::Suspended => "Personne ne peut plus répondre.".into(),
            _ => unreachable!("{error:?}"),
        }
    }

    fn call_error(&self, error: &CallError) -> Cow<'_, str> {
        match error {
            CallError::PageRequired => "Il faut d'abord visiter une page.".into(),
            CallError::TooManyRounds { rounds, .. } => {
                format!("Plus de {rounds} questions.").into()
            }
            CallError::StateTooLarge => "Les réponses sont trop longues.".into(),
            CallError::NoRandomness => "Le hasard manque.".into(),
            CallError::ForeignState => "requestState inconnu.".into(),
            CallError::StateExpired => "requestState est périmé.".into(),
            CallError::TooManyRestarts { restarts, .. } => {
                format!("Périmé {restarts} fois.").into()
            }
            CallError::AlreadyDone => "C'est déjà fait.".into(),
            CallError::OutcomeUnknown => "Qui sait si c'est fait ?".into(),
            CallError::UnknownRecord => "Une autre version l'a fait.".into(),
            CallError::StoreFull => "Il n'y a plus de place.".into(),
            CallError::StoreUnavailable => "La mémoire du serveur ne répond pas.".into(),
            CallError::StoreNotShared => "La mémoire du serveur n'est pas partagée.".into(),
            CallError::AskTaken => "Ask est déjà pris.".into(),
            CallError::UntypedSchema => "Le formulaire n'a pas de type.".into(),
            CallError::Panicked => "Le serveur a échoué.".into(),
            _ => unreachable!("{error:?}"),
        }
    }
}

/// Words of the English sentences that French does not have.
const ENGLISH: &str = "the this that please correct your answer answers user yes no not must be is \
    was were has have had of to in at by with and or least most more than one only first again \
    character characters choice choices byte bytes shorter whole number true false text list \
    address such full scheme its repeat given once rule pattern match keep required could \
    read accepted valid somebody answered came time disconnected before too many asked \
    short later try seconds refused schema error task outlived handler elicitation among \
    capabilities cannot visited rounds see large carried remember less limit texts system \
    randomness seal state invalid taken twice take it pass panicked declined dismissed ticked \
    user finished";

#[track_caller]
fn assert_french(text: &str) {
    let english: BTreeSet<&str> = ENGLISH.split_whitespace().collect();
    let words = text.split(|character: char| !character.is_alphanumeric());
    let found: Vec<&str> = words
        .filter(|word| english.contains(&*word.to_lowercase()))
        .collect();
    assert!(found.is_empty(), "{found:?} in {text}");
    assert!(!text.is_empty());
}

#[derive(Debug, Elicit)]
enum Taille {
    Petite,
    Grande,
}

#[derive(Debug, Elicit)]
struct Slug(
    /// Des minuscules
    #[elicit(pattern = "^[a-z]+$")]
    String,
);

#[derive(Debug, Elicit)]
struct Tout {
    oubli: u8,
    drapeau: bool,
    entier: u8,
    nombre: f64,
    texte: String,
    liste: Option<String>,
    #[elicit(multi_select)]
    choix: Option<Vec<Taille>>,
    #[elicit(minimum = 3)]
    peu: u8,
    #[elicit(maximum = 20)]
    beaucoup: i32,
    #[elicit(min_length = 2)]
    court: String,
    #[elicit(max_length = 2)]
    long: String,
    #[elicit(format = "email")]
    adresse: String,
    #[elicit(format = "uri")]
    page: String,
    #[elicit(format = "date")]
    jour: String,
    #[elicit(format = "date-time")]
    moment: String,
    slug: Slug,
    taille: Taille,
    #[elicit(choices)]
    zone: String,
    #[elicit(multi_select, min_items = 1)]
    quelques: Vec<Taille>,
    #[elicit(multi_select, max_items = 1)]
    une: Vec<Taille>,
    #[elicit(multi_select)]
    ensemble: HashSet<Autre>,
    zero: NonZeroI8,
}

#[derive(Debug, PartialEq, Eq, Hash, Elicit)]
enum Autre {
    Seule,
    Double,
}

/// Breaks each rule.
fn faux() -> Value {
    json!({
        "drapeau": 1, "entier": 1.5, "nombre": "x", "texte": 5, "liste": 5, "choix": 5, "peu": 1,
        "beaucoup": 21, "court": "a", "long": "abc", "adresse": "x", "page": "x", "jour": "x",
        "moment": "x", "slug": "X", "taille": "x", "zone": "x", "quelques": [],
        "une": ["Petite", "Grande"], "ensemble": ["Seule", "Seule"], "zero": 0,
    })
}

fn french() -> Elicitation {
    // As configuration chooses it. Each method has to go through the pointers.
    let chosen: Box<dyn Words> = Box::new(Arc::new(French));
    Elicitation::default().words(chosen)
}

async fn tout(ask: Ask) -> Result<(), AskError> {
    let zone = vec![("eu", "Europe"), ("us", "Amérique")].into();
    let form = ask.form_with::<Tout>("tout", "Que faire ?", ToutChoices { zone });
    form.attempts(2).await.map(drop)
}

#[tokio::test]
async fn missing_arguments_are_named_in_the_language_of_the_server() {
    for revision in Revision::all() {
        let user = User::cannot_be_asked();
        let end = user
            .run_with(&french(), revision, async |ask| {
                let zone = vec![("eu", "Europe")].into();
                let form = ask.form_with::<Tout>("tout", "Que faire ?", ToutChoices { zone });
                form.or_flattened_json_argument(faux()).await.map(drop)
            })
            .await;
        let End::Ended(ended) = end else {
            panic!("{revision}: {end:?}");
        };
        assert!(ended.text().starts_with("Demandez à l'utilisateur"));
        assert_french(ended.text());
    }
}

/// The server makes the error with the conversions of this crate.
#[tokio::test]
async fn an_error_made_in_on_end_is_in_the_language_of_the_server() {
    for revision in Revision::all() {
        let own = french().on_end(|_, ended| {
            let rpc_error = RpcError::from(ended.error.clone()?);
            let cut = quoted("ab").at_most(1);
            Some(RpcError::new(
                -31_000,
                format!("{} {cut}", rpc_error.message),
            ))
        });
        let end = User::cannot_be_asked()
            .run_with(&own, revision, async |ask| {
                ask.confirm("sure", "Vraiment ?").or_end().await
            })
            .await;
        let End::Error(rpc_error) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_french(&rpc_error.message);
    }
}

#[tokio::test]
async fn corrections_are_in_the_language_of_the_server() {
    for revision in Revision::all() {
        let user = User::new().accepts("tout", faux()).accepts("tout", faux());
        let end = user.run_with(&french(), revision, tout).await;
        let End::Returned(Err(AskError::Invalid(invalid))) = end else {
            panic!("{revision}: {end:?}");
        };
        let asked = user.asked();
        let message = asked[1]["message"].as_str().unwrap();
        assert_french(message);
        let start = "Veuillez corriger votre réponse. « Oubli » est obligatoire. « Drapeau »";
        assert!(message.starts_with(start), "{message}");
        assert!(
            message.ends_with("« Zero » ne doit pas valoir 0. \n\nQue faire ?"),
            "{message}"
        );
        assert!(
            message.contains("« Zone » doit être parmi Europe, Amérique."),
            "{message}"
        );
        assert!(message.contains("« Slug » Des minuscules."), "{message}");
        let keywords: BTreeSet<_> = invalid
            .violations()
            .iter()
            .map(Violation::keyword)
            .collect();
        let expected = [
            "enum",
            "format",
            "maxItems",
            "maxLength",
            "maximum",
            "minItems",
            "minLength",
            "minimum",
            "not",
            "pattern",
            "required",
            "type",
            "uniqueItems",
        ];
        assert_eq!(keywords, BTreeSet::from(expected));
    }
}

/// Violations of the whole answer, and those of a check.
#[tokio::test]
async fn corrections_of_a_whole_answer_are_in_the_language_of_the_server() {
    #[derive(Debug, Elicit)]
    struct Nombre {
        #[elicit(title = "Combien")]
        nombre: u8,
    }
    let own = Violations::new()
        .property("nombre", "est déjà pris")
        .form("une semaine a sept jours");
    for (answer, found, said) in [
        (
            json!([]),
            Violations::new(),
            "La réponse doit être un objet.",
        ),
        (
            json!({"nombre": "x".repeat(70_000)}),
            Violations::new(),
            "La réponse doit avoir 32768 octets ou moins.",
        ),
        (
            json!({"nombre": 1}),
            Violations::new(),
            "La réponse n'a pas été acceptée.",
        ),
        (
            json!({"nombre": 1}),
            own,
            "une semaine a sept jours. « Combien » est déjà pris.",
        ),
    ] {
        for revision in Revision::all() {
            let user = User::new().accepts("nombre", answer.clone());
            let end = user
                .run_with(&french(), revision, async |ask: Ask| {
                    let form = ask.form::<Nombre>("nombre", "Combien ?");
                    let form = form.check(|_| Err(found.clone())).await;
                    form.map(|nombre| nombre.map(|nombre| nombre.nombre))
                })
                .await;
            assert_eq!(end, End::Unanswered(vec!["nombre".into()]), "{revision}");
            let message = format!("Veuillez corriger votre réponse. {said} \n\nCombien ?");
            assert_eq!(user.asked()[1]["message"], message, "{revision}");
            assert_french(&message);
        }
    }
}

/// An answer to a question cannot have these violations.
#[test]
fn violations_of_json_text_are_in_the_language_of_the_server() {
    #[derive(Debug, Elicit)]
    struct Deux {
        nombre: u8,
    }
    for text in [r#"{"nombre": 1, "nombre": 1}"#, r#"{"nombre":"#] {
        let invalid = from_str::<Deux>(text).unwrap_err();
        for violation in invalid.violations() {
            assert_french(&French.correction(violation.property(), violation));
        }
    }
}

#[tokio::test]
async fn a_decline_is_reported_in_the_language_of_the_server() {
    for revision in Revision::all() {
        for user in [
            User::new().declines("tout"),
            User::new().cancels("tout"),
            User::new().accepts("tout", json!({})),
        ] {
            let end = user
                .run_with(&french(), revision, async |ask| {
                    ask.confirm("tout", "Sûr ?").or_end().await
                })
                .await;
            let End::Ended(ended) = end else {
                panic!("{revision}: {end:?}");
            };
            assert_french(ended.text());
            assert_french(&ended.rpc_error().message);
            let confirm = &user.asked()[0]["requestedSchema"]["properties"]["confirm"];
            assert_french(confirm["title"].as_str().unwrap());
        }
    }
}

#[tokio::test]
async fn a_failed_question_is_reported_in_the_language_of_the_server() {
    for revision in Revision::all() {
        let user = User::new()
            .accepts("tout", json!({"confirm": "peut-être"}))
            .agrees("page");
        let once = french().attempts(1).rounds(1);
        let confirm = async |ask: Ask| ask.confirm("tout", "Sûr ?").or_end().await;
        let page = async |ask: Ask| {
            let page = ask.url("page", "https://example.org", "Ouvrir ?");
            page.done_when(async || false).or_end().await.map(drop)
        };
        for end in [
            user.run_with(&once, revision, confirm).await,
            user.run_with(&once, revision, page).await,
        ] {
            let End::Ended(ended) = end else {
                panic!("{revision}: {end:?}");
            };
            assert!(ended.error.is_some());
            assert_french(ended.text());
            if let Some(data) = ended.rpc_error().data {
                assert_french(data["violations"][0]["message"].as_str().unwrap());
            }
        }
    }
}

#[tokio::test]
async fn a_missing_capability_is_reported_in_the_language_of_the_server() {
    for revision in Revision::all() {
        let form = async |ask: Ask| ask.confirm("sur", "Sûr ?").or_end().await;
        let page = async |ask: Ask| {
            let page = ask.url("page", "https://example.org", "Ouvrir ?");
            page.or_end().await.map(drop)
        };
        let user = User::cannot_be_asked();
        for end in [
            user.run_with(&french(), revision, form).await,
            user.run_with(&french(), revision, page).await,
        ] {
            let End::Error(rpc_error) = end else {
                panic!("{revision}: {end:?}");
            };
            assert_eq!(rpc_error.code, RpcError::MISSING_CAPABILITY);
            assert_french(&rpc_error.message);
        }
    }
}

#[tokio::test]
async fn a_failed_call_is_reported_in_the_language_of_the_server() {
    let latest = Revision::LATEST;
    let yes = || User::new().accepts("un", json!({"confirm": true}));
    let two = async |ask: Ask| {
        ask.confirm("un", "Un ?").or_end().await?;
        ask.confirm("deux", "Deux ?").or_end().await
    };
    let page = async |ask: Ask| {
        let page = ask.url("page", "https://example.org", "Ouvrir ?");
        page.done_when(async || false)
            .or_require()
            .or_end()
            .await
            .map(drop)
    };
    let large = async |ask: Ask| {
        let large = async || Ok::<_, AskError>("x".repeat(50_000));
        ask.remember("tout", large).await?;
        ask.confirm("un", "Un ?").or_end().await
    };
    let twice = async |ask: Ask| {
        let _ = ask.confirm("un", "Un ?").await;
        ask.confirm("un", "Deux ?").await.map(drop)
    };
    let panics = async |_: Ask| panic!("cela arrive");
    for (code, end) in [
        (
            -32603,
            yes().run_with(&french().rounds(1), latest, two).await,
        ),
        (
            -32042,
            yes().run_with(&french(), Revision::V2025_11_25, page).await,
        ),
        (-32603, yes().run_with(&french(), latest, large).await),
        (-32603, yes().run_with(&french(), latest, twice).await),
        (-32603, yes().run_with(&french(), latest, panics).await),
    ] {
        let End::Error(rpc_error) = end else {
            panic!("{end:?}");
        };
        assert_eq!(rpc_error.code, code);
        assert_french(&rpc_error.message);
    }

    let mut retry = call(latest);
    retry.request_state = Some("inconnu".to_owned());
    for (call, code) in [(call(latest), -32603), (retry, -32602)] {
        let handler = async |asker: Asker| asker.take().and(asker.take()).map(drop);
        let run_end = french().run(call, &Session::new(), None, handler).await;
        let (RunEnd::Returned(Err(rpc_error)) | RunEnd::Error(rpc_error)) = run_end else {
            panic!("{run_end:?}");
        };
        assert_eq!(rpc_error.code, code);
        assert_french(&rpc_error.message);
    }
}

#[tokio::test]
async fn progress_is_reported_in_the_language_of_the_server() {
    let alive = french().keep_alive(Some(Duration::from_secs(1)));
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let user = User::new().takes(Duration::from_secs(3)).declines("tout");
        let sure = async |ask: Ask| ask.confirm("tout", "Sûr ?").await.map(drop);
        let end = user.run_with(&alive, revision, sure).await;
        assert_eq!(end, End::Returned(Ok(())), "{revision}");
        let notified = user.notified();
        assert!(!notified.is_empty(), "{revision}");
        for (method, params) in notified {
            assert_eq!(method, "notifications/progress");
            assert_french(params["message"].as_str().unwrap());
        }
    }
}

#[tokio::test]
async fn the_reason_of_a_withdrawal_is_in_the_language_of_the_server() {
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let silent = Arc::new(Silent::default());
        let wire = Arc::clone(&silent) as Arc<dyn Backchannel>;
        let handler = async |asker: Asker| {
            let ask = asker.take().unwrap();
            // `biased`, since the question has to be sent before it is dropped.
            tokio::select! { biased;
                _ = ask.confirm("tout", "Sûr ?") => {}
                () = ready(()) => {}
            }
        };
        let run_end = french()
            .run(call(revision), &Session::new(), Some(wire), handler)
            .await;
        assert!(matches!(run_end, RunEnd::Returned(())), "{revision}");
        let withdrawn = silent.withdrawn.lock().unwrap();
        let [(_, reason, _)] = &withdrawn[..] else {
            panic!("{revision}: {withdrawn:?}");
        };
        assert_french(reason);
    }
}

/// The handler converts the error with `?`.
#[tokio::test]
async fn a_converted_error_is_in_the_language_of_the_server() {
    async fn as_refusal(ask: Ask) -> Result<(), RpcError> {
        Ok(ask.confirm("tout", "Sûr ?").await.map(drop)?)
    }
    async fn as_text(ask: Ask) -> Result<(), String> {
        Ok(ask.confirm("tout", "Sûr ?").await.map(drop)?)
    }
    let guarded = french().attempts(1).min_answer_time(Some(FASTEST));
    let english = Elicitation::default().min_answer_time(Some(FASTEST));
    for revision in Revision::all() {
        let too_fast = || User::new().takes(Duration::ZERO).declines("tout");
        let invalid = || User::new().accepts("tout", json!({"confirm": "peut-être"}));
        for user in [too_fast, invalid] {
            let End::Returned(Err(rpc_error)) =
                user().run_with(&guarded, revision, as_refusal).await
            else {
                panic!("{revision}");
            };
            assert_french(&rpc_error.message);
            if let Some(data) = rpc_error.data {
                assert_french(data["violations"][0]["message"].as_str().unwrap());
            }
            let end = user().run_with(&guarded, revision, as_text).await;
            assert_eq!(end, End::Returned(Err(rpc_error.message.into_owned())));
        }

        // Each server has its own, also one that is called by the handler of another.
        let end = too_fast()
            .run_with(&english, revision, async |ask: Ask| {
                let inner = Box::pin(too_fast().run_with(&guarded, revision, as_text)).await;
                (
                    inner,
                    String::from(ask.confirm("tout", "Sure?").await.unwrap_err()),
                )
            })
            .await;
        let End::Returned((End::Returned(Err(inner)), outer)) = end else {
            panic!("{revision}: {end:?}");
        };
        assert_french(&inner);
        assert_eq!(outer, AskError::TooFast.to_string());
    }
    // And where no handler is polled.
    assert_eq!(String::from(AskError::Gone), AskError::Gone.to_string());
}

#[tokio::test]
async fn missing_characters_are_counted_in_the_language_of_the_server() {
    for revision in Revision::all() {
        let user = User::new().declines("tout");
        let sure = async |ask: Ask| {
            let note = quoted("La sortie de vendredi").at_most(9);
            ask.confirm("tout", note.to_string()).await.map(drop)
        };
        let end = user.run_with(&french(), revision, sure).await;
        assert_eq!(end, End::Returned(Ok(())), "{revision}");
        assert_eq!(
            user.asked()[0]["message"],
            "`La sortie`… (encore 12 caractères)"
        );
    }
}

/// Each error of a question.
fn ask_errors() -> Vec<AskError> {
    #[derive(Debug, Elicit)]
    struct Scale {
        #[elicit(maximum = 20)]
        replicas: u8,
    }
    let invalid = || from_str::<Scale>(r#"{"replicas": 21}"#).unwrap_err();
    let retry_after = Duration::from_secs(5);
    vec![
        AskError::Unsupported(Mode::Form),
        AskError::NoSession,
        AskError::TimedOut,
        AskError::Gone,
        AskError::TooFast,
        AskError::Invalid(invalid()),
        AskError::Empty(invalid()),
        AskError::ArgumentNeeded(None),
        AskError::ArgumentNeeded(Some(invalid())),
        AskError::rate_limited(retry_after),
        AskError::too_many_answers(retry_after),
        not_checked(),
        AskError::schema_refused(
            "the revision of the client has no multi-select, and the form has one",
        ),
        AskError::bad_question("sure", "the key is blank\nhelp: see `Ask::form`"),
        WireError::refused(-32602, "").into(),
        AskError::Unreadable,
        AskError::Unfinished,
        AskError::no_page("the server cannot listen on its computer"),
        AskError::Suspended,
    ]
}

fn not_checked() -> AskError {
    match io::Error::other("a value in it").into() {
        CheckError::Failed(failure) => AskError::NotChecked(failure),
        CheckError::Invalid(_) => unreachable!(),
    }
}

fn call_errors() -> [CallError; 17] {
    [
        CallError::PageRequired,
        CallError::too_many_rounds(10),
        CallError::StateTooLarge,
        CallError::NoRandomness,
        CallError::ForeignState,
        CallError::StateExpired,
        CallError::too_many_restarts(10),
        CallError::AlreadyDone,
        CallError::OutcomeUnknown,
        CallError::UnknownRecord,
        CallError::StoreFull,
        CallError::StoreUnavailable,
        CallError::StoreNotShared,
        CallError::NotKept,
        CallError::AskTaken,
        CallError::UntypedSchema,
        CallError::Panicked,
    ]
}

/// The log and the errors in the code of the server do.
#[test]
fn no_text_for_a_model_names_an_item_of_rust() {
    for error in ask_errors() {
        for text in [
            error.to_string(),
            English.ask_error(&error).into_owned(),
            English.failed(&error).into_owned(),
            String::from(error.clone()),
            RpcError::from(error).message.into_owned(),
        ] {
            assert_for_a_model(&text);
        }
    }
    for error in call_errors() {
        assert_for_a_model(&error.to_string());
        assert_for_a_model(&English.call_error(&error));
    }
    let english = [
        English.declined(),
        English.cancelled(),
        English.not_agreed(),
        English.waiting(),
        English.withdrawn(),
    ];
    for text in &english {
        assert_for_a_model(text);
    }
}

/// Under `or_end`, where the model reads whether its user was asked.
#[test]
fn what_ended_a_call_is_one_true_sentence() {
    let texts: Vec<_> = ask_errors()
        .iter()
        .map(|error| English.failed(error).into_owned())
        .collect();
    let expected = [
        "The user could not be asked: `form` elicitation is not available in this client.",
        "The user was not asked: the server runs without sessions, and before 2026-07-28 a question \
         requires one.",
        "The user was asked, but no answer came in time.",
        "There is no answer: the client disconnected or cancelled before it answered.",
        "The user was not asked: the client answered by itself, sooner than a person can, and did \
         not show the question; ask the user in the chat.",
        "The user was asked, but the answer was not valid: replicas: must be at most 20.",
        "The user may not have been asked: each answer was empty, so the client may be unable to \
         show this form: replicas: must be at most 20.",
        "The user was not asked: the client cannot ask, and no argument has the answer.",
        "The user was not asked: the client cannot ask, and the argument was not valid: replicas: \
         must be at most 20.",
        "There were too many questions in a short time; try again in 5 seconds.",
        "The user was asked, but too many answers were checked in a short time; try again in 5 \
         seconds.",
        "There is no answer: the server could not check the answer; make the call again later.",
        "The user was not asked: the client refused the schema of the question: the revision of the \
         client has no multi-select, and the form has one.",
        "The user was not asked: question `sure`: the key is blank.",
        "There is no answer: the client answered the question with an error (-32602); ask the user \
         in the chat how to go on.",
        "The user was asked, but the client's answer could not be read.",
        "The user was asked, but the page was not finished.",
        "There is no answer: the page could not be opened: the server cannot listen on its \
         computer.",
        "The user was not asked: the question was asked after its handler had ended.",
    ];
    assert_eq!(texts, expected);
}

/// A program reads the code and the reason. `-32000` means something else in other protocols.
#[test]
fn no_error_has_a_code_that_others_use() {
    let codes = ask_errors()
        .into_iter()
        .map(|error| RpcError::from(error).code);
    assert!(codes.into_iter().all(|code| code != -32000));
    let retry_after = Duration::from_millis(4200);
    for (error, reason) in [
        (AskError::rate_limited(retry_after), "too_many_questions"),
        (AskError::too_many_answers(retry_after), "too_many_answers"),
    ] {
        let rpc_error = RpcError::from(error);
        assert_eq!(rpc_error.code, -32603);
        let data = json!({"reason": reason, "retryAfterSeconds": 5});
        assert_eq!(rpc_error.data, Some(data));
    }
}

/// An implementation of `Words` may call the defaults.
#[test]
fn the_default_words_equal_the_texts_of_the_errors() {
    #[derive(Debug, Elicit)]
    struct Scale {
        #[elicit(maximum = 20)]
        replicas: u8,
    }
    let invalid = from_str::<Scale>(r#"{"replicas": 21}"#).unwrap_err();
    for error in [
        AskError::TimedOut,
        AskError::Unsupported(Mode::Url),
        AskError::Invalid(invalid.clone()),
    ] {
        assert_eq!(English.ask_error(&error), error.to_string());
    }
    assert_eq!(
        English.call_error(&CallError::Panicked),
        CallError::Panicked.to_string()
    );
    assert_eq!(English.more_characters(1), "1 more character");
    let english = English.correction(Some("Replicas"), &invalid.violations()[0]);
    assert_eq!(english, "“Replicas” must be at most 20.");
    assert_eq!(French.more_characters(2), "encore 2 caractères");
}
