//! Random operations on connected sockets give the same results in a world and in the real kernel.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use libc::{AF_INET, AF_UNIX, SOCK_DGRAM, SOCK_SEQPACKET, SOCK_STREAM, SOL_SOCKET};
use minigo_vm::host::sockets::Address;
use minigo_vm::host::{FdCall, Host, SystemHost};
use minigo_world::{OutsideWorld, World};
use std::sync::Arc;
use std::time::Duration;
use support::Rng;

/// How many sequences of operations there are for each kind of socket, and below the length of each.
const SEQUENCE_COUNT: u64 = 100;
const OPERATIONS_PER_SEQUENCE: usize = 40;

/// Two sockets that are connected with each other.
struct SocketPair<'a> {
    host: &'a dyn Host,
    kind: i32,
    domain: i32,
    /// The two descriptors; `None` after a close.
    ends: [Option<i32>; 2],
}

/// The address of a unix socket.
fn unix_address(name: &str) -> Vec<u8> {
    [&(AF_UNIX as u16).to_le_bytes()[..], &[0], name.as_bytes()].concat()
}

const LOOPBACK: [u8; 16] = [2, 0, 0, 0, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];

impl<'a> SocketPair<'a> {
    fn new(host: &'a dyn Host, domain: i32, kind: i32, seed: u64) -> Self {
        let net = host.sockets();
        let name = |end: &str| match domain {
            AF_UNIX => unix_address(&format!("minigo-{}-{kind}-{seed}-{end}", std::process::id())),
            _ => LOOPBACK.to_vec(),
        };
        let [a, b] = [0; 2].map(|_| net.socket(domain, kind, 0).unwrap());
        net.bind(a, &name("a")).unwrap();
        let at = |fd: i32| net.socket_address(fd, false).unwrap().bytes().to_vec();
        if kind == SOCK_DGRAM {
            net.bind(b, &name("b")).unwrap();
            net.connect(a, &at(b)).unwrap();
            net.connect(b, &at(a)).unwrap();
            return Self { host, kind, domain, ends: [Some(a), Some(b)] };
        }
        net.listen(a, 1).unwrap();
        let connected = net.connect(b, &at(a));
        assert!(matches!(connected, Ok(()) | Err(libc::EINPROGRESS)), "{connected:?}");
        assert_eq!(net.wait_ready(a, false, Duration::from_secs(5)), Ok(true));
        assert_eq!(net.wait_ready(b, true, Duration::from_secs(5)), Ok(true));
        let accepted = net.accept(a, &mut Address::default()).unwrap();
        host.fd_call(FdCall::Close, a, 0, 0).unwrap();
        for fd in [accepted, b].into_iter().filter(|_| domain == AF_INET) {
            // TCP_NODELAY is set, as in Go. Without the option a reset would lose unsent data.
            net.set_option(fd, libc::IPPROTO_TCP, libc::TCP_NODELAY, &[1, 0, 0, 0]).unwrap();
        }
        Self { host, kind, domain, ends: [Some(accepted), Some(b)] }
    }

    /// Makes one operation, which depends only on the state of the generator.
    fn step(&mut self, rng: &mut Rng) -> String {
        let net = self.host.sockets();
        let (end, number) = (rng.below(2) as usize, rng.below(100) as usize);
        let Some(fd) = self.ends[end] else { return "closed".to_owned() };
        let result = match rng.below(12) {
            0..3 => format!("send {:?}", net.send(fd, &vec![b'x'; number], b"")),
            3 => format!("write {:?}", self.host.write(fd, &vec![b'x'; number + 1])),
            4..8 => {
                let mut buf = vec![0; number + 1];
                // The kernel may pass on sent data with a delay.
                let is_real = self.host.readiness().is_none();
                let pause = Duration::from_millis(if is_real { 3 } else { 0 });
                let _ = net.wait_ready(fd, false, pause);
                format!("read {:?}", self.host.read(fd, &mut buf))
            }
            8 => {
                // When a TCP reader shuts down reading, the simulated peer does not notice; Linux resets such
                // connections at unpredictable moments.
                let is_tcp = self.domain == AF_INET && self.kind == SOCK_STREAM;
                let how = if is_tcp { 1 + rng.below(2) as i32 } else { rng.below(3) as i32 };
                format!("shutdown {how} {:?}", net.shutdown(fd, how))
            }
            9 => format!("error {:?}", net.option(fd, SOL_SOCKET, libc::SO_ERROR)),
            10 => {
                let peer = net.socket_address(fd, true).map(|address| address.bytes().len());
                format!("peer {peer:?}")
            }
            _ if number < 30 => {
                self.ends[end] = None;
                format!("close {:?}", self.host.fd_call(FdCall::Close, fd, 0, 0))
            }
            _ if number < 45 && self.domain == AF_INET && self.kind == SOCK_STREAM => {
                let linger = [1, 0, 0, 0, 0, 0, 0, 0];
                format!("linger {:?}", net.set_option(fd, SOL_SOCKET, libc::SO_LINGER, &linger))
            }
            _ => "nothing".to_owned(),
        };
        format!("{end} {result}")
    }

    fn close(self) {
        for fd in self.ends.into_iter().flatten() {
            self.host.fd_call(FdCall::Close, fd, 0, 0).unwrap();
        }
    }
}

fn compare_with_linux_sockets(domain: i32, kind: i32) {
    let system = SystemHost::new(Vec::new());
    let outside = Arc::new(OutsideWorld::new(Arc::new(SystemHost::new(Vec::new()))));
    for seed in 0..SEQUENCE_COUNT {
        let world = World::new(Arc::new(SystemHost::new(Vec::new()).with_seed(1)), outside.clone());
        let mut real = SocketPair::new(&system, domain, kind, seed);
        let mut mine = SocketPair::new(&world, domain, kind, seed);
        let mut done = Vec::new();
        for number in 0..OPERATIONS_PER_SEQUENCE {
            let state = seed << 32 | number as u64;
            let wanted = real.step(&mut Rng(state));
            let got = mine.step(&mut Rng(state));
            assert_eq!(got, wanted, "kind {kind}, seed {seed}, behind {done:#?}");
            done.push(wanted);
        }
        real.close();
        mine.close();
    }
}

#[test]
fn tcp_sockets_behave_as_on_linux() {
    compare_with_linux_sockets(AF_INET, SOCK_STREAM);
}

#[test]
fn udp_sockets_behave_as_on_linux() {
    compare_with_linux_sockets(AF_INET, SOCK_DGRAM);
}

#[test]
fn unix_streams_behave_as_on_linux() {
    compare_with_linux_sockets(AF_UNIX, SOCK_STREAM);
}

#[test]
fn unix_packets_behave_as_on_linux() {
    compare_with_linux_sockets(AF_UNIX, SOCK_DGRAM);
}

#[test]
fn unix_records_behave_as_on_linux() {
    compare_with_linux_sockets(AF_UNIX, SOCK_SEQPACKET);
}
