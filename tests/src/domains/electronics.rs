use elicit_core::Elicit;

/// How a sensor is connected.
#[derive(Debug, Elicit)]
pub struct Sensor {
    /// GPIO pin
    #[elicit(title = "GPIO pin", maximum = 27, sensitive_name_ok = "the pin of a board")]
    pub pin: u8,
    /// Bus address
    #[elicit(title = "Bus address", minimum = 0x08, maximum = 0x77)]
    pub address: u8,
    /// Volts
    #[elicit(title = "Volts", minimum = 1.8, maximum = 5.0, default = 3.3)]
    pub voltage: f64,
    /// Samples a second
    #[elicit(title = "Samples a second", minimum = 1, maximum = 1_000_000)]
    pub rate: u32,
    /// Offset
    #[elicit(title = "Offset", default = -1)]
    pub offset: i32,
    /// Gain in dB
    #[elicit(title = "Gain in dB", minimum = -40.5, maximum = 4e1)]
    pub gain: f32,
    /// Inverted
    pub inverted: Option<bool>,
    /// Unit
    #[elicit(default = 'm')]
    pub unit: char,
}
