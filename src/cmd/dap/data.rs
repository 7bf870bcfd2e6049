//! Data breakpoints as the protocol has them.

use super::debug_values::References;
use super::{hit_rule_argument, text_argument};
use crate::debugger::Debugger;
use crate::debugger::data_breakpoint::{DataBreakpointRequest, DataWrite};
use minigo_vm::debug::WatchedValue;
use serde_json::{Value, json};
use std::path::Path;

/// The variables of which the editor has asked whether a data breakpoint can be set: their places and names. The
/// protocol's `dataId` is the index as text, which stays valid to the end of the session.
#[derive(Default)]
pub(super) struct DataIds(Vec<(WatchedValue, String)>);

impl DataIds {
    /// Answers `dataBreakpointInfo`.
    pub(super) fn info(
        &mut self,
        debugger: &mut Debugger,
        references: &References,
        a: &Value,
    ) -> Result<Value, String> {
        if !debugger.is_stopped() {
            return Err(String::from("the program is running"));
        }
        let name = a["name"].as_str().ok_or("dataBreakpointInfo needs a name")?;
        let found = match a["variablesReference"].as_u64() {
            None | Some(0) => {
                let (goroutine, frame) = references.frame(a)?;
                debugger.watched_variable(goroutine, frame, name)
            }
            Some(_) => {
                let value = references.named_child(debugger, a)?;
                debugger.watched_value(&value)
            }
        };
        Ok(match found {
            Err(why) => json!({"dataId": null, "description": why}),
            Ok(watched) => {
                let (wanted, known) = ((watched, name.to_owned()), self.0.iter());
                let at = known.enumerate().find(|(_, known)| **known == wanted).map(|(at, _)| at);
                let at = at.unwrap_or_else(|| {
                    self.0.push(wanted);
                    self.0.len() - 1
                });
                json!({
                    "dataId": at.to_string(), "description": name, "accessTypes": ["write"],
                    "canPersist": false,
                })
            }
        })
    }

    /// Serves `setDataBreakpoints`: the breakpoints of the request replace the earlier ones.
    pub(super) fn set(&self, debugger: &mut Debugger, a: &Value) -> Value {
        debugger.remove_data_breakpoints(|_| true);
        let wanted = a["breakpoints"].as_array().into_iter().flatten();
        let set = wanted.map(|wanted| match self.set_one(debugger, wanted) {
            Ok(number) => json!({"id": number, "verified": true}),
            Err(why) => json!({"verified": false, "message": why}),
        });
        json!({"breakpoints": set.collect::<Vec<Value>>()})
    }

    fn set_one(&self, debugger: &mut Debugger, wanted: &Value) -> Result<u32, String> {
        let known = wanted["dataId"].as_str().and_then(|id| id.parse::<usize>().ok());
        let known = known.and_then(|at| self.0.get(at));
        let (watched, name) = known.ok_or("dataId is none that dataBreakpointInfo has returned")?;
        if !matches!(wanted["accessType"].as_str(), None | Some("write")) {
            return Err(String::from("only writes stop the program"));
        }
        let (watched, name) = (watched.clone(), name.clone());
        let (condition, rule) = (text_argument(wanted, "condition"), hit_rule_argument(wanted)?);
        let request = DataBreakpointRequest { name, watched, condition, rule };
        Ok(debugger.set_data_breakpoint(request)?.number)
    }
}

/// The writes of a stop, a line each.
pub(super) fn writes_text(writes: &[DataWrite]) -> String {
    let line = |write: &DataWrite| {
        let place = write.place.as_ref().map(|(func, file, line)| {
            let file = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
            format!(", written by G{} at {file}:{line} in {func}", write.goroutine)
        });
        format!("{}{}", write.change_text(), place.unwrap_or_default())
    };
    writes.iter().map(line).collect::<Vec<String>>().join("\n")
}
