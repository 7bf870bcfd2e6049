//! The server of a program that `minigo run --debug-port` runs: editors attach to it, one after the other, and leave
//! it.
//!
//! The program's streams stay its own. While no editor is attached nothing stops the program.

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
const PATIENCE: Duration = Duration::from_secs(1);

/// A program that runs in this process.
#[derive(Clone)]
pub(super) struct Running {
    pub(super) machine: Arc<Machine>,
    pub(super) gate: Arc<Gate>,
}

/// The server.
pub struct Server {
    gate: Arc<Gate>,
    session: Arc<Present>,
}

/// The present session.
#[derive(Default)]
struct Present {
    tell: Mutex<Option<Sender<Incoming>>>,
    changed: Condvar,
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
        let session = Arc::<Present>::default();
        let (running, present) = (Running { machine, gate: gate.clone() }, session.clone());
        let serve = move || {
            while let Ok((stream, _)) = listener.accept() {
                // An editor that has gone at once is none.
                let _ = serve(stream, &token, running.clone(), &present);
            }
        };
        thread::Builder::new().name("minigo-debugger".into()).spawn(serve)?;
        Ok(Self { gate, session })
    }
}

impl AttachServer for Server {
    fn wait_for_start(&self) {
        self.gate.wait();
    }

    fn ended(&self, status: ExitStatus) {
        let until = Instant::now() + PATIENCE;
        let mut tell = self.session.tell.lock();
        if let Some(tell) = &*tell {
            // The session may have ended just now.
            let _ = tell.send(Incoming::Ended(status));
        }
        while tell.is_some() && !self.session.changed.wait_until(&mut tell, until).timed_out() {}
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

/// Serves one editor.
fn serve(
    stream: TcpStream,
    token: &str,
    running: Running,
    present: &Present,
) -> std::io::Result<()> {
    let input = stream.try_clone()?;
    let (tell, incoming) = channel();
    *present.tell.lock() = Some(tell.clone());
    read_requests(input, tell.clone());
    let output = stream.try_clone()?;
    Session::new(Box::new(output), Some(token.to_owned()), tell, Some(running)).serve(&incoming);
    *present.tell.lock() = None;
    present.changed.notify_all();
    // The thread that reads requests comes to the end.
    stream.shutdown(std::net::Shutdown::Both)
}
