//! A question that is asked again.
//!
//! After an answer that was not valid a server asks once more: the message is
//! what to correct, a blank line and the earlier message; the properties are the
//! same. No protocol revision marks such a question otherwise.

/// The questions so far.
#[derive(Clone, Debug, Default)]
pub struct Asked(Vec<(String, Vec<String>)>);

/// A question, seen in the light of the earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit<'q> {
    /// The number of the question, counted from 0; a repeated one keeps its own.
    pub question: usize,
    /// What to correct, if it was asked before.
    pub correction: Option<&'q str>,
}

impl Asked {
    /// Takes note of a question with this message, for these properties.
    pub fn visit<'q>(&mut self, message: &'q str, properties: Vec<String>) -> Visit<'q> {
        let again = self
            .0
            .iter()
            .enumerate()
            .filter(|(_, (_, earlier))| *earlier == properties)
            .filter_map(|(question, (earlier, _))| {
                let correction = message.strip_suffix(earlier.as_str())?;
                Some((question, correction.strip_suffix('\n')?.trim_end()))
            })
            // Where one earlier message ends another one, the longer was meant.
            .min_by_key(|(_, correction)| correction.len());
        if let Some((question, correction)) = again {
            return Visit {
                question,
                correction: Some(correction),
            };
        }
        self.0.push((message.to_owned(), properties));
        Visit {
            question: self.0.len() - 1,
            correction: None,
        }
    }
}
