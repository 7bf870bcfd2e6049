//! The answer of a proxy to a version query: the version and its time, as JSON.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The time of a version for which the proxy's answer has no time.
const NO_TIME: &str = "0001-01-01T00:00:00Z";

/// The fields that describe where a version comes from, in the order in which the cache lists them.
const ORIGIN_FIELDS: [&str; 8] =
    ["VCS", "URL", "Subdir", "Hash", "TagPrefix", "TagSum", "Ref", "RepoSum"];

/// A proxy's answer to a version query.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RevInfo {
    /// The full version.
    #[serde(rename = "Version")]
    pub version: String,
    /// The time of the version, in the format of RFC 3339.
    #[serde(rename = "Time", default)]
    pub time: String,
    /// The source of the version, as JSON text; empty if the answer does not name it.
    #[serde(skip)]
    origin: String,
}

impl RevInfo {
    /// Reads an answer.
    ///
    /// # Errors
    /// Fails if the answer is malformed; the message has the go command's words.
    pub fn parse(text: &[u8]) -> Result<Self, String> {
        let value: Value =
            serde_json::from_slice(text).map_err(|error| malformed_json_message(text, &error))?;
        let fields = match &value {
            Value::Null => None,
            Value::Object(fields) => Some(fields),
            other => {
                let what = json_kind(other);
                return Err(format!(
                    "json: cannot unmarshal {what} into Go value of type modfetch.RevInfo"
                ));
            }
        };
        let field = |name: &str| {
            let mut all = fields.into_iter().flatten();
            let found = all.rfind(|(key, _)| key.eq_ignore_ascii_case(name));
            found.map(|(_, value)| value).filter(|value| !value.is_null())
        };
        let text = |name: &str, wanted: &str| match field(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.as_str())),
            Some(other) => Err(format!(
                "json: cannot unmarshal {} into Go struct field RevInfo.{name} of type {wanted}",
                json_kind(other)
            )),
        };
        let version = text("Version", "string")?.unwrap_or_default().to_owned();
        let time = match text("Time", "time.Time")? {
            Some(time) => normal_time(time)?,
            None => NO_TIME.to_owned(),
        };
        let mut origin = String::new();
        for name in ORIGIN_FIELDS {
            if let Some(value) = field("Origin").and_then(|all| all.get(name)) {
                let comma = if origin.is_empty() { "" } else { "," };
                let _ = write!(origin, "{comma}\"{name}\":{value}");
            }
        }
        Ok(Self { version, time, origin })
    }

    /// The text of the file in the cache.
    #[must_use]
    pub fn text(&self) -> String {
        let quoted = |text: &str| Value::from(text).to_string();
        let (version, time) = (quoted(&self.version), quoted(&self.time));
        let origin = match self.origin.as_str() {
            "" => String::new(),
            origin => format!(",\"Origin\":{{{origin}}}"),
        };
        format!("{{\"Version\":{version},\"Time\":{time}{origin}}}")
    }
}

fn json_kind(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) | Value::Null => "object",
    }
}

/// The go command's message for malformed JSON.
fn malformed_json_message(text: &[u8], error: &serde_json::Error) -> String {
    if error.is_eof() {
        return "unexpected end of JSON input".into();
    }
    let text = String::from_utf8_lossy(text);
    let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    let at = line.char_indices().nth(error.column().saturating_sub(1));
    let Some((_, found)) = at else { return error.to_string() };
    // Go's message says whether the invalid character follows a whole JSON value.
    let whole = serde_json::Deserializer::from_str(&text).into_iter::<Value>().next();
    let place = match whole {
        Some(Ok(_)) => "after top-level value",
        _ => "looking for beginning of value",
    };
    format!("invalid character '{found}' {place}")
}

/// Checks a time in the format of RFC 3339, and writes it in the shortest form.
fn normal_time(text: &str) -> Result<String, String> {
    let cannot = |rest: &str, wanted: &str| {
        format!(
            "parsing time {text:?} as \"2006-01-02T15:04:05Z07:00\": cannot parse {rest:?} as {wanted:?}"
        )
    };
    let range = |what: &str| format!("parsing time {text:?}: {what} out of range");
    let mut rest = text;
    let mut numbers = [0_u32; 6];
    let parts = [
        ("", "2006", 4, "year", 0, 9999),
        ("-", "01", 2, "month", 1, 12),
        ("-", "02", 2, "day", 0, 99),
        ("T", "15", 2, "hour", 0, 23),
        (":", "04", 2, "minute", 0, 59),
        (":", "05", 2, "second", 0, 59),
    ];
    for (number, (before, wanted, digits, what, least, most)) in numbers.iter_mut().zip(parts) {
        rest = rest.strip_prefix(before).ok_or_else(|| cannot(rest, before))?;
        let found = rest.get(..digits).filter(|it| it.bytes().all(|b| b.is_ascii_digit()));
        let found = found.and_then(|it| it.parse().ok()).ok_or_else(|| cannot(rest, wanted))?;
        if !(least..=most).contains(&found) {
            return Err(range(what));
        }
        (*number, rest) = (found, &rest[digits..]);
    }
    let mut fraction = "";
    if let Some(after) = rest.strip_prefix('.') {
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        if end == 0 {
            return Err(cannot(rest, "Z07:00"));
        }
        fraction = after[..end].trim_end_matches('0');
        rest = &after[end..];
    }
    let zone = normal_zone(rest).ok_or_else(|| cannot(rest, "Z07:00"))?;
    let [year, month, day, ..] = numbers;
    if !(1..=days_in_month(year, month)).contains(&day) {
        return Err(range("day"));
    }
    let point = if fraction.is_empty() { "" } else { "." };
    Ok(format!("{}{point}{fraction}{zone}", &text[..19]))
}

/// A zone: `Z`, or an offset, which is `Z` too if it is zero.
fn normal_zone(text: &str) -> Option<&str> {
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let is_offset = text.len() == 6
        && text.starts_with(['+', '-'])
        && text.is_char_boundary(3)
        && &text[3..4] == ":"
        && digits(&text[1..3])
        && digits(&text[4..]);
    match text {
        "Z" | "+00:00" | "-00:00" => Some("Z"),
        _ if is_offset && &text[1..3] < "24" && &text[4..] < "60" => Some(text),
        _ => None,
    }
}

fn days_in_month(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The expected texts are those that the go command prints, or writes into its cache.
    #[test]
    fn answers_are_normalised() {
        for (text, wanted) in [
            (r#"{"Version":"v1.0.0"}"#, r#"{"Version":"v1.0.0","Time":"0001-01-01T00:00:00Z"}"#),
            (
                r#" {"version":"v1.0.0","time":"2020-01-01T00:00:00.100-00:00"}"#,
                r#"{"Version":"v1.0.0","Time":"2020-01-01T00:00:00.1Z"}"#,
            ),
            (
                r#"{"Origin":{"Hash":"a","VCS":"git"},"Time":null,"Version":"v1.0.0"}"#,
                r#"{"Version":"v1.0.0","Time":"0001-01-01T00:00:00Z","Origin":{"VCS":"git","Hash":"a"}}"#,
            ),
            ("null", r#"{"Version":"","Time":"0001-01-01T00:00:00Z"}"#),
        ] {
            assert_eq!(RevInfo::parse(text.as_bytes()).unwrap().text(), wanted);
        }
    }

    #[test]
    fn wrong_answers_are_refused() {
        let of_time = |time: &str| {
            let text = format!(r#"{{"Version":"v1.0.0","Time":"{time}"}}"#);
            RevInfo::parse(text.as_bytes()).unwrap_err()
        };
        let layout = r#"as "2006-01-02T15:04:05Z07:00": cannot parse"#;
        assert_eq!(of_time(""), format!(r#"parsing time "" {layout} "" as "2006""#));
        let blank = "2020-01-01 00:00:00";
        assert_eq!(
            of_time(blank),
            format!(r#"parsing time "{blank}" {layout} " 00:00:00" as "T""#)
        );
        for (time, what) in [("2020-13-01", "month"), ("2020-02-30", "day")] {
            let wanted = format!("parsing time \"{time}T00:00:00Z\": {what} out of range");
            assert_eq!(of_time(&format!("{time}T00:00:00Z")), wanted);
        }
        for (text, wanted) in [
            ("{", "unexpected end of JSON input"),
            ("{} x", "invalid character 'x' after top-level value"),
            ("[]", "json: cannot unmarshal array into Go value of type modfetch.RevInfo"),
        ] {
            assert_eq!(RevInfo::parse(text.as_bytes()).unwrap_err(), wanted);
        }
    }
}
