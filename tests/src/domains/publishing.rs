use elicit_core::Elicit;

/// An article before it is printed.
#[derive(Debug, Elicit)]
#[elicit(check = ordered)]
pub struct Article {
    /// Headline
    #[elicit(title = "Headline", max_length = 80)]
    pub headline: String,
    /// Shown below the headline
    #[elicit(max_length = 160)]
    pub teaser: Option<String>,
    /// Letters and dashes, as in the address of the page
    #[elicit(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$")]
    pub slug: String,
    /// Author
    #[elicit(title = "Author")]
    pub author: String,
    /// Public key of the author
    #[elicit(title = "Public key of the author")]
    pub public_key: Option<String>,
    /// State
    #[elicit(default = "draft")]
    pub state: State,
    /// First page
    #[elicit(title = "First page", minimum = 1)]
    pub first_page: u16,
    /// Last page
    #[elicit(title = "Last page", minimum = 1)]
    pub last_page: u16,
}

/// How far an article is.
#[derive(Debug, Elicit)]
#[elicit(rename_all = "lowercase")]
pub enum State {
    /// Being written.
    Draft,
    /// Being read.
    Review,
    /// For all to see.
    Published,
}

/// An article ends where it begins, or later.
fn ordered(article: &Article) -> Result<(), elicit_core::Violations> {
    if article.first_page <= article.last_page {
        return Ok(());
    }
    Err(elicit_core::Violations::new().property("last_page", "comes before the first page"))
}
