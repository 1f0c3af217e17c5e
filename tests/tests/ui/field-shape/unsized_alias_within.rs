//! An alias of a type without a size, before other fields

use elicit_core::{Ask, AskError, Elicit, Revision, from_str};
type Word = str;
type Bytes = [u8];

#[derive(Elicit)]
#[elicit(deserialize)]
struct Upload {
    content: Bytes,
    name: Word,
    region: Region,
}

#[derive(Elicit)]
struct Search {
    #[elicit(choices)]
    place: Word,
    #[elicit(multi_select)]
    regions: Bytes,
    exact: bool,
}

#[derive(Elicit)]
enum Region {
    Europe,
}

async fn ask_for_it(ask: Ask) -> Result<String, AskError> {
    let upload = ask.form::<Upload>("upload", "What should be uploaded?").or_end().await?;
    Ok(format!("{}, {}", upload.name.len(), upload.content.len()))
}

fn main() {
    let _ = Upload::requested_schema(Revision::LATEST);
    let _ = from_str::<Upload>("{}").map(|upload| upload.name.len());
    let choices = SearchChoices { place: vec!["here"].into() };
    let _ = elicit_core::from_value_with::<Search>(&serde_json::Value::Null, &choices);
    let _ = ask_for_it;
}
