//! The build info of a program as JSON.

use minigo_syntax::literal::unquote;
use serde::Serialize;

#[derive(Serialize, Default)]
#[serde(rename_all = "PascalCase")]
struct Module {
    #[serde(skip_serializing_if = "String::is_empty")]
    path: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    version: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    sum: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    replace: Option<Box<Module>>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Setting {
    key: String,
    value: String,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "PascalCase")]
struct BuildInfo {
    go_version: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    path: String,
    main: Module,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    deps: Vec<Module>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    settings: Vec<Setting>,
}

/// The build info as JSON; `text` has one fact on each line.
pub(super) fn build_info_json(go_version: &str, text: &str) -> String {
    let mut info = BuildInfo { go_version: go_version.to_owned(), ..BuildInfo::default() };
    for line in text.lines() {
        let mut columns = line.split('\t').map(str::to_owned);
        let word = columns.next().unwrap_or_default();
        let mut next = || columns.next().unwrap_or_default();
        match word.as_str() {
            "path" => info.path = next(),
            "build" => info.settings.extend(parse_setting(&next())),
            "mod" | "dep" | "=>" => {
                let module = Module { path: next(), version: next(), sum: next(), replace: None };
                match word.as_str() {
                    "mod" => info.main = module,
                    "dep" => info.deps.push(module),
                    _ => {
                        let replaced = info.deps.last_mut().unwrap_or(&mut info.main);
                        replaced.replace = Some(Box::new(module));
                    }
                }
            }
            _ => {}
        }
    }
    crate::load::listing::json::text(&info)
}

fn parse_setting(text: &str) -> Option<Setting> {
    let (key, value) = text.split_once('=')?;
    let plain = unquote(value).and_then(|bytes| String::from_utf8(bytes).ok());
    Some(Setting { key: key.to_owned(), value: plain.unwrap_or_else(|| value.to_owned()) })
}
