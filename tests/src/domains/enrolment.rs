use elicit_core::Elicit;

/// A place in a course.
#[derive(Debug, Elicit)]
pub struct Enrolment {
    /// First name
    pub first_name: String,
    /// Last name
    pub last_name: String,
    /// Date of birth
    #[elicit(title = "Date of birth", format = "date")]
    pub date_of_birth: String,
    /// Guardian email
    #[elicit(format = "email")]
    pub guardian_email: Option<String>,
    /// Course
    pub course: Course,
    /// Grade
    #[elicit(minimum = 1, maximum = 13)]
    pub grade: u8,
    /// Nationality
    #[elicit(title = "Nationality")]
    pub nationality: Option<String>,
    /// Whom the secretary should call
    pub secretary: Option<String>,
    /// I have read the house rules
    #[elicit(title = "I have read the house rules")]
    pub accepted: bool,
}

/// What is taught.
#[derive(Debug, Elicit)]
pub enum Course {
    /// Numbers.
    #[elicit(rename = "MATH-1", title = "Mathematics")]
    Mathematics,
    /// Sounds.
    #[elicit(rename = "MUS-1", title = "Music")]
    Music,
}
