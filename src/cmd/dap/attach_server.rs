//! The server of a program that `minigo run --debug-port` runs: editors attach to it, one after the other, and leave
//! it.
//!
//! The program's streams stay its own. While no editor is attached nothing stops the program. Each client is served on
//! a thread of its own, so that a client without the token does not keep other clients from attaching; the server
//! disconnects a client that has not sent the token after [`TOKEN_TIMEOUT`].

use super::session::{Incoming, Session};
use super::{new_token, read_requests};
use crate::cmd::debug::Gate;
use crate::cmd::print_error;
use crate::cmd::run::{AttachServer, ReadyProgram};
use crate::errno;
use crate::options::Run;
use minigo_vm::{ExitStatus, Machine};
use parking_lot::{Condvar, Mutex};
use std::io::Write as _;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long the end of the program waits until the editor has been told.
const END_REPORT_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a client that connects has for the request `attach` with the token.
pub(super) const TOKEN_TIMEOUT: Duration = Duration::from_secs(10);

/// The most requests of a client before it has attached. Their answers fit into the socket's buffer, so a client that
/// does not read them does not hold its thread.
pub(super) const MOST_REQUESTS: usize = 32;

/// The most clients that are served at the same time, with or without the token: further ones wait.
const MOST_CLIENTS: usize = 32;

/// A program that runs in this process.
#[derive(Clone)]
pub(super) struct RunningProgram {
    pub(super) machine: Arc<Machine>,
    pub(super) gate: Arc<Gate>,
    clients: Arc<Clients>,
}

/// The server.
pub struct Server {
    gate: Arc<Gate>,
    clients: Arc<Clients>,
}

/// The clients of the server.
#[derive(Default)]
struct Clients {
    state: Mutex<ClientState>,
    changed: Condvar,
}

#[derive(Default)]
struct ClientState {
    connected_count: usize,
    /// The session of the editor that has attached.
    attached_session: Option<Sender<Incoming>>,
}

/// A client that is connected, until the value is dropped.
struct ConnectedClient(Arc<Clients>);

/// The right to debug the program, which one session has at a time, until the value is dropped.
pub(super) struct AttachGuard(Arc<Clients>);

impl Clients {
    /// Waits until there is room for another client.
    fn admit(self: &Arc<Self>) -> ConnectedClient {
        let mut state = self.state.lock();
        while state.connected_count >= MOST_CLIENTS {
            self.changed.wait(&mut state);
        }
        state.connected_count += 1;
        ConnectedClient(self.clone())
    }
}

impl Drop for ConnectedClient {
    fn drop(&mut self) {
        self.0.state.lock().connected_count -= 1;
        self.0.changed.notify_all();
    }
}

impl RunningProgram {
    /// Attaches a session, to which the server will report the end of the program. Waits a moment if another session is
    /// attached, since that session may be about to end.
    ///
    /// # Errors
    /// A message: another editor is attached.
    pub(super) fn attach(&self, session: Sender<Incoming>) -> Result<AttachGuard, String> {
        let until = Instant::now() + END_REPORT_TIMEOUT;
        let mut state = self.clients.state.lock();
        while state.attached_session.is_some() {
            if self.clients.changed.wait_until(&mut state, until).timed_out() {
                return Err(String::from("another editor is attached to the program"));
            }
        }
        state.attached_session = Some(session);
        Ok(AttachGuard(self.clients.clone()))
    }
}

impl Drop for AttachGuard {
    fn drop(&mut self) {
        self.0.state.lock().attached_session = None;
        self.0.changed.notify_all();
    }
}

impl Server {
    /// Begins to listen, and prints on standard error where, with the token. With `waits` the program does not start
    /// before an editor lets it.
    ///
    /// # Errors
    /// The errors of the system: the port is in use.
    fn start(address: SocketAddr, waits: bool, machine: Arc<Machine>) -> std::io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let token = new_token()?;
        let address = listener.local_addr()?;
        // A program whose standard error is closed runs all the same.
        let _ = writeln!(std::io::stderr(), "debugger: attach at {address}, token {token}");
        let gate = Arc::new(Gate::new(!waits));
        let clients = Arc::<Clients>::default();
        let running = RunningProgram { machine, gate: gate.clone(), clients: clients.clone() };
        let named = || thread::Builder::new().name("minigo-debugger".into());
        let accept = move || {
            while let Ok((stream, _)) = listener.accept() {
                let connected = running.clients.admit();
                let (token, running) = (token.clone(), running.clone());
                // If there is no thread for a client, its connection is closed.
                let _ = named().spawn(move || {
                    // A client that has gone at once is none.
                    let _ = serve(stream, token, running);
                    drop(connected);
                });
            }
        };
        named().spawn(accept)?;
        Ok(Self { gate, clients })
    }
}

impl AttachServer for Server {
    fn wait_for_start(&self) {
        self.gate.wait();
    }

    fn report_end(&self, status: ExitStatus) {
        let until = Instant::now() + END_REPORT_TIMEOUT;
        let mut state = self.clients.state.lock();
        if let Some(session) = &state.attached_session {
            // The session may have ended just now.
            let _ = session.send(Incoming::Ended(status));
        }
        while state.attached_session.is_some()
            && !self.clients.changed.wait_until(&mut state, until).timed_out()
        {}
    }
}

/// The server for a program, if its flags ask for one.
///
/// # Errors
/// The exit status of the process: the port is in use.
pub fn server_for(ready: &ReadyProgram, run: &Run) -> Result<Option<Server>, u8> {
    let Some(address) = run.attachable.debug_port else { return Ok(None) };
    let server = Server::start(address, run.attachable.debug_wait, ready.machine().clone());
    server
        .map(Some)
        .map_err(|error| print_error(&format!("minigo: --debug-port: {}", errno::text(&error))))
}

/// Serves one client.
fn serve(stream: TcpStream, token: String, running: RunningProgram) -> std::io::Result<()> {
    let (input, output) = (stream.try_clone()?, stream.try_clone()?);
    let (tell, incoming) = channel();
    read_requests(input, tell.clone());
    Session::new(Box::new(output), Some(token), tell, Some(running)).serve(&incoming);
    // The thread that reads requests comes to the end.
    stream.shutdown(std::net::Shutdown::Both)
}
