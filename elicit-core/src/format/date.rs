//! `full-date` and `date-time` of RFC 3339, section 5.6.

use super::class::Class;

/// A day of the Gregorian calendar, which is carried back beyond its
/// introduction as RFC 3339 does.
///
/// ```
/// use elicit_core::format::FullDate;
///
/// let day = FullDate::parse("2026-07-28").unwrap();
/// assert_eq!((day.year(), day.month(), day.day()), (2026, 7, 28));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FullDate {
    year: u16,
    month: u8,
    day: u8,
}

impl FullDate {
    /// Reads `full-date` of RFC 3339, section 5.6: four digits, two, two, with
    /// hyphens between them.
    ///
    /// ```
    /// use elicit_core::format::FullDate;
    ///
    /// assert!(FullDate::parse("2028-02-29").is_some());
    /// assert!(FullDate::parse("2026-02-29").is_none());
    /// assert!(FullDate::parse("20260728").is_none());
    /// ```
    #[must_use]
    pub const fn parse(text: &str) -> Option<Self> {
        Self::from_bytes(text.as_bytes())
    }

    const fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = bytes else {
            return None;
        };
        let Some([century, year, month, day]) = numbers([y1, y2, y3, y4, m1, m2, d1, d2]) else {
            return None;
        };
        // A century is a leap year in every fourth one.
        let leap = if year == 0 { century } else { year }.is_multiple_of(4);
        if day == 0 || day > days_of_month(month, leap) {
            return None;
        }
        let year = century as u16 * 100 + year as u16;
        Some(Self { year, month, day })
    }

    /// The year, 0 to 9999. The year 0 is the one before the year 1.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, 1 to 12.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, 1 to 31.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.day
    }
}

/// A moment, as a date and a time of day at an offset from UTC.
///
/// ```
/// use elicit_core::format::DateTime;
///
/// let moment = DateTime::parse("2026-07-28T09:30:05.25-03:30").unwrap();
/// assert_eq!(moment.date().day(), 28);
/// assert_eq!((moment.hour(), moment.minute(), moment.second()), (9, 30, 5));
/// assert_eq!(moment.nanosecond(), 250_000_000);
/// assert_eq!(moment.offset_minutes(), -210);
/// ```
///
/// Two of them are equal if date, time of day and offset are: the same moment at
/// another offset is a different value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DateTime {
    date: FullDate,
    hour: u8,
    minute: u8,
    second: u8,
    nanosecond: u32,
    offset_minutes: i16,
}

impl DateTime {
    /// Reads `date-time` of RFC 3339, section 5.6.
    ///
    /// `T` and `Z` may be small letters; a space in place of the `T`, which the
    /// RFC leaves to applications, is refused. A fraction may have any number of
    /// digits. A second of 60 is a leap second, and those are inserted at
    /// midnight UTC (section 5.7), so it is accepted where the time of day is
    /// 23:59:60 once the offset is taken off:
    ///
    /// ```
    /// use elicit_core::format::DateTime;
    ///
    /// assert!(DateTime::parse("1998-12-31T23:59:60Z").is_some());
    /// assert!(DateTime::parse("1998-12-31T15:59:60-08:00").is_some());
    /// assert!(DateTime::parse("1998-12-31T23:58:60Z").is_none());
    /// ```
    ///
    /// On which days there was one is for the bulletins to say, not for a
    /// grammar: the day is not looked at.
    #[must_use]
    pub const fn parse(text: &str) -> Option<Self> {
        let Some((date, time)) = text.as_bytes().split_at_checked(10) else {
            return None;
        };
        let [b'T' | b't', h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..] = time else {
            return None;
        };
        let Some(date) = FullDate::from_bytes(date) else {
            return None;
        };
        let Some([hour, minute, second, _]) = numbers([*h1, *h2, *m1, *m2, *s1, *s2, b'0', b'0'])
        else {
            return None;
        };
        let Some((nanosecond, rest)) = fraction(rest) else {
            return None;
        };
        let Some(offset_minutes) = offset(rest) else {
            return None;
        };
        if hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        if second == 60 {
            let utc = (hour as i16 * 60 + minute as i16 - offset_minutes).rem_euclid(24 * 60);
            if utc != 23 * 60 + 59 {
                return None;
            }
        }
        Some(Self {
            date,
            hour,
            minute,
            second,
            nanosecond,
            offset_minutes,
        })
    }

    /// The date at the offset, as written.
    #[must_use]
    pub const fn date(self) -> FullDate {
        self.date
    }

    /// The hour at the offset, as written: 0 to 23.
    #[must_use]
    pub const fn hour(self) -> u8 {
        self.hour
    }

    /// The minute at the offset, as written: 0 to 59.
    #[must_use]
    pub const fn minute(self) -> u8 {
        self.minute
    }

    /// The second: 0 to 59, or 60 for a leap second.
    #[must_use]
    pub const fn second(self) -> u8 {
        self.second
    }

    /// The fraction of the second in nanoseconds. Digits beyond the ninth are
    /// dropped, not rounded: rounding up could reach the next second.
    #[must_use]
    pub const fn nanosecond(self) -> u32 {
        self.nanosecond
    }

    /// How far the time of day is ahead of UTC, in minutes: −1439 to 1439.
    ///
    /// `-00:00`, by which RFC 3339, section 4.3, says that the local offset is
    /// not known, is 0 like `Z` and `+00:00`.
    #[must_use]
    pub const fn offset_minutes(self) -> i16 {
        self.offset_minutes
    }
}

/// The numbers that four pairs of digits stand for.
///
/// The eight are worked on together as the bytes of one integer, which takes
/// half the time of one after the other.
const fn numbers(digits: [u8; 8]) -> Option<[u8; 4]> {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = EACH * 0xf0;
    let text = u64::from_le_bytes(digits);
    // '0' to '9' are 0x30 to 0x39. The six bytes behind them also begin with 3,
    // but no longer do once six is added.
    if text & HIGH != EACH * 0x30 || text.wrapping_add(EACH * 6) & HIGH != EACH * 0x30 {
        return None;
    }
    let digits = text & !HIGH;
    // Every digit times ten, plus the one behind it: at most 99, so that none
    // reaches into its neighbour. Every other sum is of one pair.
    let [a, _, b, _, c, _, d, _] = (digits * 10 + (digits >> 8)).to_le_bytes();
    Some([a, b, c, d])
}

/// RFC 3339, section 5.7. A month that is none of the twelve has no days.
const fn days_of_month(month: u8, leap: bool) -> u8 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    }
}

/// `[time-secfrac]` in nanoseconds, and what follows it.
const fn fraction(text: &[u8]) -> Option<(u32, &[u8])> {
    let [b'.', digits @ ..] = text else {
        return Some((0, text));
    };
    let mut rest = digits;
    let mut nanoseconds = 0;
    // What a one in the current place is worth; beyond the ninth, nothing.
    let mut place = 100_000_000;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest
        && place > 0
    {
        nanoseconds += (*digit - b'0') as u32 * place;
        place /= 10;
        rest = tail;
    }
    if rest.len() < digits.len() {
        Some((nanoseconds, Class::DIGIT.skip(rest)))
    } else {
        None
    }
}

/// `time-offset` in minutes ahead of UTC, up to the end.
const fn offset(text: &[u8]) -> Option<i16> {
    let &[sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] = text else {
        return if let [b'Z' | b'z'] = text {
            Some(0)
        } else {
            None
        };
    };
    let Some([hours @ 0..=23, minutes @ 0..=59, _, _]) =
        numbers([h1, h2, m1, m2, b'0', b'0', b'0', b'0'])
    else {
        return None;
    };
    let minutes = hours as i16 * 60 + minutes as i16;
    Some(if sign == b'-' { -minutes } else { minutes })
}
