//! Flags in the go command's form: with one dash or two, and the value after `=` or as the next word.

/// A flag that a command knows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flag {
    /// A switch: `-x`, `-x=false`.
    Switch(&'static str),
    /// A flag that needs a value.
    Value(&'static str),
    /// A flag that may have a value: `-u`, `-u=patch`.
    Optional(&'static str),
}

impl Flag {
    fn name(self) -> &'static str {
        match self {
            Self::Switch(name) | Self::Value(name) | Self::Optional(name) => name,
        }
    }
}

/// The flags and the words after them.
#[derive(Debug, Default)]
pub(super) struct ParsedFlags {
    pub(super) flags: Vec<(&'static str, String)>,
    pub(super) words: Vec<String>,
}

/// The reason why flags cannot be read.
pub(super) enum FlagError {
    /// The user asks for help.
    Help,
    /// The error message.
    Text(String),
}

/// The flags that all commands about modules have.
const COMMON_FLAGS: &[Flag] =
    &[Flag::Switch("modcacherw"), Flag::Value("modfile"), Flag::Switch("x")];

impl ParsedFlags {
    /// Reads the words after a command's name.
    pub(super) fn read(words: &[String], known: &[Flag]) -> Result<Self, FlagError> {
        let mut given = Self::default();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
            let Some(name) = name.filter(|_| word != "-") else {
                given.words.push(word.clone());
                break;
            };
            if name.is_empty() {
                break;
            }
            let (name, value) = match name.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (name, None),
            };
            if matches!(name, "h" | "help") {
                return Err(FlagError::Help);
            }
            let flag = known.iter().chain(COMMON_FLAGS).find(|flag| flag.name() == name);
            let flag = flag.ok_or_else(|| {
                FlagError::Text(format!("flag provided but not defined: -{name}"))
            })?;
            let value = match (flag, value) {
                (Flag::Switch(_), Some(value)) => match value.as_str() {
                    "1" | "t" | "T" | "true" | "TRUE" | "True" => "true".to_owned(),
                    "0" | "f" | "F" | "false" | "FALSE" | "False" => continue,
                    _ => {
                        return Err(FlagError::Text(format!(
                            "invalid boolean value {value:?} for -{name}: parse error"
                        )));
                    }
                },
                (_, Some(value)) => value,
                (Flag::Value(_), None) => match rest.next() {
                    Some(value) => value.clone(),
                    None => {
                        return Err(FlagError::Text(format!("flag needs an argument: -{name}")));
                    }
                },
                (Flag::Switch(_) | Flag::Optional(_), None) => "true".to_owned(),
            };
            given.flags.push((flag.name(), value));
        }
        given.words.extend(rest.cloned());
        Ok(given)
    }

    /// The last value of a flag.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.flags.iter().rev().find(|(other, _)| *other == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_have_the_forms_of_the_go_command() {
        let known = [Flag::Switch("e"), Flag::Value("go"), Flag::Optional("u")];
        let read = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            ParsedFlags::read(&words, &known).ok()
        };
        let given = read("-e --go 1.20 -u=patch a -b").unwrap();
        assert_eq!((given.has("e"), given.value("go")), (true, Some("1.20")));
        assert_eq!((given.value("u"), given.words.len()), (Some("patch"), 2));
        assert!(!read("-e=false").unwrap().has("e"));
        assert!(read("-nope").is_none() && read("-go").is_none());
    }
}
