//! axe-core, which finds what keeps people with disabilities from using a page.

use std::{env, fs};

use serde_json::json;

use super::driver::Chromium;

/// All rules that it has, also those that are off unless asked for.
const RUN: &str = "
    const values = axe.getRules().map((rule) => rule.ruleId);
    return axe.run({runOnly: {type: 'rule', values}}).then(({violations, incomplete}) =>
        [...violations, ...incomplete].map(({id, nodes}) =>
            [id, ...nodes.map((node) => [node.html, node.failureSummary])]));";

/// Looks at a page in light and dark, wide and narrow, and keeps pictures of it.
#[track_caller]
pub(super) fn finds_nothing(browser: &Chromium, page: &str) {
    let axe = env::var_os("ELICIT_AXE").expect("`tests/browser/run` installs axe-core");
    let axe = fs::read_to_string(axe).unwrap();
    for (scheme, width) in [("light", 700), ("dark", 700), ("light", 320), ("dark", 320)] {
        browser.shows(scheme, width);
        let found = browser.script(&format!("{axe}\n{RUN}"));
        assert_eq!(found, json!([]), "{page}, {scheme}, {width}: {found:#}");
        // What is wider than the screen has to be scrolled in two directions.
        let beyond = browser.script(
            "const {scrollWidth, clientWidth} = document.documentElement; \
             return scrollWidth - clientWidth",
        );
        assert_eq!(beyond, 0, "{page}, {scheme}, {width}");
        browser.picture(&format!("{page}-{scheme}-{width}"));
    }
}
