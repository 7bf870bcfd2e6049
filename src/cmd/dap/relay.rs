//! Attaching from `minigo dap`: the session connects an editor to the server of a running program, and passes on the
//! messages of both.

use super::session::{Incoming, Session};
use super::wire::{self, Request};
use serde_json::{Value, json};
use std::io::BufReader;
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::sync::mpsc::Receiver;
use std::thread;

/// The number of the request `initialize` to the server: the editor's has been answered.
const OWN_INITIALIZE_SEQ: i64 = 0;

impl Session {
    /// Connects to the server that a request `attach` names.
    pub(super) fn connect(&self, request: &Request) -> Result<TcpStream, String> {
        let a = &request.arguments;
        if self.token.is_some() {
            return Err(String::from(
                "attach by the program's own port, or by minigo dap without --port",
            ));
        }
        let port = a["port"].as_u64().and_then(|port| u16::try_from(port).ok());
        let port = port.ok_or("attach needs the port that minigo run --debug-port has printed")?;
        let host = match a["host"].as_str() {
            None | Some("localhost") => IpAddr::V4(Ipv4Addr::LOCALHOST),
            Some(host) => host.parse().map_err(|_| format!("{host} is no address"))?,
        };
        if !host.is_loopback() {
            return Err(format!("{host} is not this computer"));
        }
        TcpStream::connect((host, port)).map_err(|error| format!("{host}:{port}: {error}"))
    }

    /// Passes on messages until one side closes its stream. Returns the exit status of the process.
    pub(super) fn relay_messages(
        &mut self,
        mut server: TcpStream,
        attach: &Request,
        incoming: &Receiver<Incoming>,
    ) -> u8 {
        let tell = self.incoming_sender.clone();
        let Ok(stream) = server.try_clone() else { return 1 };
        thread::spawn(move || {
            let mut stream = BufReader::new(stream);
            while let Some(message) = wire::read_message(&mut stream) {
                let is_own =
                    message["type"] == "response" && message["request_seq"] == OWN_INITIALIZE_SEQ;
                if !is_own && tell.send(Incoming::Relayed(message)).is_err() {
                    return;
                }
            }
            // The session may be over.
            let _ = tell.send(Incoming::RelayEnd);
        });
        let initialize = Request {
            seq: OWN_INITIALIZE_SEQ,
            command: "initialize".into(),
            arguments: Value::Null,
        };
        let sent = wire::write_request(&mut server, &initialize)
            .and_then(|()| wire::write_request(&mut server, attach));
        let mut is_leaving = sent.is_err();
        while let Ok(next) = incoming.recv() {
            match next {
                Incoming::Request(request) => {
                    is_leaving |= request.command == "disconnect";
                    // If the server has gone, the end of its stream follows.
                    let _ = wire::write_request(&mut server, &request);
                }
                Incoming::Relayed(message) => self.wire.send(message),
                Incoming::Output(category, text) => self.send_output(category, &text),
                Incoming::RelayEnd => {
                    if !is_leaving {
                        self.wire.send_event("terminated", json!({}));
                    }
                    break;
                }
                Incoming::Closed => break,
                Incoming::OutputEnd | Incoming::Ended(_) => {}
            }
        }
        0
    }
}
