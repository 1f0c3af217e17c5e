use elicit_core::Elicit;

/// Whom to send the invoice.
#[derive(Debug, Elicit)]
pub struct BillingContact {
    /// Full name
    #[elicit(title = "Full name", max_length = 200)]
    pub name: String,
    /// E-mail
    #[elicit(title = "E-mail", format = "email")]
    pub email: String,
    /// Company
    pub company: Option<String>,
    #[elicit(title = "VAT number", pattern = "^[A-Z]{2}[0-9A-Z]{2,12}$")]
    /// The country's two letters, then up to twelve digits and letters
    pub vat_number: Option<String>,
    /// Street and number
    pub street: String,
    /// Postal code
    #[elicit(title = "Postal code", min_length = 3, max_length = 10)]
    pub postal_code: String,
    /// City
    pub city: String,
    /// Country
    #[elicit(title = "Country", default = "DE", min_length = 2, max_length = 2)]
    pub country: String,
    /// Your order number, which we print on the invoice
    pub order_number: Option<String>,
    /// As printed on the card
    pub card_holder: Option<String>,
    /// Payment
    #[elicit(default = "invoice")]
    pub payment: Payment,
    /// Shipping in days
    #[elicit(title = "Shipping in days", minimum = 1, maximum = 30)]
    pub shipping: Option<u8>,
}

/// How somebody pays.
#[derive(Debug, Elicit)]
#[elicit(rename_all = "lowercase")]
pub enum Payment {
    /// Later.
    Invoice,
    /// At once.
    Debit,
    /// At once, and elsewhere.
    Card,
}
