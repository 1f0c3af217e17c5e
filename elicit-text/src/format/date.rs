//! `full-date` and `date-time` of RFC 3339, section 5.6.

use super::byte_class::Class;

/// A day of the Gregorian calendar, which is carried back beyond its introduction as RFC 3339
/// does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FullDate {
    /// 0 to 9999.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to the last day of the month.
    pub day: u8,
}

impl FullDate {
    /// Parses `full-date`: four digits, two, two, with hyphens between them.
    #[must_use]
    pub const fn parse(text: &str) -> Option<Self> {
        let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
            return None;
        };
        let (Some(century), Some(year)) = (number(y1, y2), number(y3, y4)) else {
            return None;
        };
        let (Some(month), Some(day)) = (number(m1, m2), number(d1, d2)) else {
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
}

/// A moment, as a date and a time of day at an offset from UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateTime {
    /// The date at the offset, as written. So are hour and minute.
    pub date: FullDate,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 60 is a leap second.
    pub second: u8,
    /// Digits beyond the ninth are dropped, because rounding up could reach the next second.
    pub nanosecond: u32,
    /// How far the time of day is ahead of UTC: −1439 to 1439. `-00:00` is 0 like `Z`.
    pub offset_minutes: i16,
}

impl DateTime {
    /// Parses `date-time`, as [`Format::DateTime`](super::Format::DateTime) says. A space in place
    /// of the `T`, which the RFC leaves to applications, is rejected.
    #[must_use]
    pub const fn parse(text: &str) -> Option<Self> {
        let Some((date, time)) = text.split_at_checked(10) else {
            return None;
        };
        let [b'T' | b't', h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..] = time.as_bytes() else {
            return None;
        };
        let (Some(hour @ 0..=23), Some(minute @ 0..=59), Some(second @ 0..=60)) =
            (number(*h1, *h2), number(*m1, *m2), number(*s1, *s2))
        else {
            return None;
        };
        let (Some(date), Some((nanosecond, rest))) = (FullDate::parse(date), fraction(rest)) else {
            return None;
        };
        let Some(offset_minutes) = offset(rest) else {
            return None;
        };
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
}

/// The number that two digits stand for.
const fn number(tens: u8, ones: u8) -> Option<u8> {
    if tens.is_ascii_digit() && ones.is_ascii_digit() {
        Some((tens - b'0') * 10 + (ones - b'0'))
    } else {
        None
    }
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
    let (digits, rest) = Class::Digit.split(digits);
    let (mut nanoseconds, mut i) = (0, 0);
    while i < 9 {
        nanoseconds *= 10;
        if i < digits.len() {
            nanoseconds += (digits[i] - b'0') as u32;
        }
        i += 1;
    }
    if digits.is_empty() {
        None
    } else {
        Some((nanoseconds, rest))
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
    let (Some(hours @ 0..=23), Some(minutes @ 0..=59)) = (number(h1, h2), number(m1, m2)) else {
        return None;
    };
    let minutes = hours as i16 * 60 + minutes as i16;
    Some(if sign == b'-' { -minutes } else { minutes })
}

#[cfg(test)]
mod tests;
