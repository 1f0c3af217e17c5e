//! The models of `rmcp`, which are one for all revisions.

use elicit_core::{NoRunTimeChoices, NoSecrets, Revision};
use rmcp::model::ElicitationSchema;

use crate::{assert_same, sent, there_and_back};

#[track_caller]
pub(crate) fn keeps<T: NoRunTimeChoices + NoSecrets>() {
    for revision in Revision::all() {
        let sent = sent::<T>(revision);
        assert_same(&there_and_back::<ElicitationSchema>(&sent), &sent);
    }
}

/// In declaration order, if JSON objects keep their order.
#[cfg(feature = "preserve-order")]
#[test]
fn the_order_of_properties_is_kept() {
    use elicit_tests::forms::Renamed;

    let sent = sent::<Renamed>(Revision::LATEST);
    let came_back = there_and_back::<ElicitationSchema>(&sent);
    let names = |schema: &serde_json::Value| -> Vec<String> {
        schema["properties"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect()
    };
    assert_eq!(
        names(&sent),
        ["plain", "twoWords", "type", "exactly this", "z-last"]
    );
    assert_eq!(names(&came_back), names(&sent));
}
