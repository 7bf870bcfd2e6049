//! Messages of the Debug Adapter Protocol as bytes: a header with the length, and JSON.

use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufRead, Read, Write};

/// The most bytes of a message.
const MAX_BYTES: usize = 64 << 20;

/// A request of the editor.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Request {
    #[serde(default)]
    pub(super) seq: i64,
    #[serde(default)]
    pub(super) command: String,
    #[serde(default)]
    pub(super) arguments: Value,
}

/// Reads the next request. Returns `None` at the end of the stream, or if the bytes are no message of the protocol.
pub(super) fn read(input: &mut impl BufRead) -> Option<Request> {
    serde_json::from_slice(&read_body(input)?).ok()
}

/// Reads the next message of any kind. `None` as for [`read`].
pub(super) fn read_message(input: &mut impl BufRead) -> Option<Value> {
    serde_json::from_slice(&read_body(input)?).ok()
}

/// Reads the body of the next message. `None` at the end of the stream, or if it is not what the protocol says.
fn read_body(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.by_ref().take(1 << 10).read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length = length.filter(|length| *length <= MAX_BYTES)?;
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    Some(body)
}

/// Sends a request to another server.
pub(super) fn write_request(output: &mut impl Write, request: &Request) -> std::io::Result<()> {
    let Request { seq, command, arguments } = request;
    let message =
        json!({"seq": seq, "type": "request", "command": command, "arguments": arguments});
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// The stream to the editor.
pub(super) struct Wire {
    output: Box<dyn Write + Send>,
    seq: i64,
}

impl Wire {
    pub(super) fn new(output: Box<dyn Write + Send>) -> Self {
        Self { output, seq: 0 }
    }

    pub(super) fn send(&mut self, mut message: Value) {
        self.seq += 1;
        message["seq"] = json!(self.seq);
        let text = message.to_string();
        // If the editor has gone, the end of its stream ends the session.
        let _ = write!(self.output, "Content-Length: {}\r\n\r\n{text}", text.len());
        let _ = self.output.flush();
    }

    pub(super) fn send_event(&mut self, event: &str, body: Value) {
        self.send(json!({"type": "event", "event": event, "body": body}));
    }

    pub(super) fn answer(&mut self, request: &Request, result: Result<Value, String>) {
        let mut message = json!({
            "type": "response",
            "request_seq": request.seq,
            "command": request.command,
            "success": result.is_ok(),
        });
        match result {
            Ok(Value::Null) => {}
            Ok(body) => message["body"] = body,
            Err(why) => {
                message["message"] = json!(why);
                message["body"] = json!({"error": {"id": 1, "format": why, "showUser": true}});
            }
        }
        self.send(message);
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_message_is_read_whatever_its_header_has_besides() {
        let body = r#"{"seq":3,"type":"request","command":"threads"}"#;
        let text = format!("Content-Type: x\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        let request = read(&mut text.as_bytes()).unwrap();
        assert_eq!((request.seq, &*request.command), (3, "threads"));
        assert!(read(&mut &b"Content-Length: 5\r\n\r\n{}"[..]).is_none());
        assert!(read(&mut &b"Content-Length: 99999999999\r\n\r\n"[..]).is_none());
        assert!(read(&mut &b"Content-Length: 2\r\n\r\n42"[..]).is_none());
        assert!(read(&mut &b""[..]).is_none());
    }
}
