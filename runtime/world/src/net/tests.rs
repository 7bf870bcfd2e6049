//! Tests of the network alone: sockets by their ids.

use super::address::SocketName;
use super::network::Network;
use crate::choices::{ChoiceKind, Choices, DefaultChoices};
use crate::ids::SocketId;
use libc::{AF_INET, AF_INET6, AF_UNIX, SOCK_DGRAM, SOCK_SEQPACKET, SOCK_STREAM};
use minigo_vm::host::SysResult;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const LOCALHOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const ANY: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
const ANY6: IpAddr = IpAddr::V6(Ipv6Addr::UNSPECIFIED);

fn unwrap_sys_result<T>(result: SysResult<T>) -> T {
    result.expect("the socket operation succeeds")
}

fn listener(net: &mut Network, domain: i32, ip: IpAddr, port: u16, backlog: i32) -> SocketId {
    let id = unwrap_sys_result(net.socket(domain, SOCK_STREAM, 0));
    unwrap_sys_result(net.bind(id, SocketName::Inet(ip, port), true));
    unwrap_sys_result(net.listen(id, backlog));
    id
}

/// A connection: both ends.
fn connected_pair(net: &mut Network) -> (SocketId, SocketId) {
    let server = listener(net, AF_INET, LOCALHOST, 80, 10);
    let client = unwrap_sys_result(net.socket(AF_INET, SOCK_STREAM, 0));
    unwrap_sys_result(net.connect(client, LOCALHOST, 80));
    let (accepted, _) = unwrap_sys_result(net.accept(server));
    (client, accepted)
}

fn receive(net: &mut Network, id: SocketId, most: usize) -> SysResult<Vec<u8>> {
    let mut buf = vec![0; most];
    let n = net.receive(id, &mut buf, &mut DefaultChoices)?;
    buf.truncate(n);
    Ok(buf)
}

fn name(net: &Network, id: SocketId, peer: bool, domain: i32) -> SocketName {
    unwrap_sys_result(SocketName::parse(&unwrap_sys_result(net.name(id, peer)), domain))
}

#[test]
fn a_connection_has_names_at_both_ends() {
    let mut net = Network::default();
    let (client, accepted) = connected_pair(&mut net);
    assert_eq!(name(&net, client, true, AF_INET), SocketName::Inet(LOCALHOST, 80));
    assert_eq!(name(&net, accepted, false, AF_INET), SocketName::Inet(LOCALHOST, 80));
    let local = name(&net, client, false, AF_INET);
    assert_eq!(local, SocketName::Inet(LOCALHOST, 32_768));
    assert_eq!(name(&net, accepted, true, AF_INET), local);
}

#[test]
fn a_long_text_passes_in_parts() {
    let mut net = Network::default();
    let (client, accepted) = connected_pair(&mut net);
    let text: Vec<u8> = (0..300_000u32).map(|n| n as u8).collect();
    let (mut sent, mut got, mut waits) = (0, Vec::new(), 0);
    while got.len() < text.len() {
        match net.send(client, &text[sent..]) {
            Ok(n) => sent += n,
            Err(libc::EAGAIN) => {
                waits += 1;
                assert!(!net.readiness(client).1);
                got.extend(unwrap_sys_result(receive(&mut net, accepted, 100_000)));
            }
            Err(errno) => panic!("error {errno}"),
        }
        if sent == text.len() {
            got.extend(unwrap_sys_result(receive(&mut net, accepted, 100_000)));
        }
    }
    assert!(waits > 0);
    assert_eq!(got, text);
    assert_eq!(receive(&mut net, accepted, 1), Err(libc::EAGAIN));
}

#[test]
fn a_blocked_sender_becomes_ready_when_there_is_enough_room() {
    let mut net = Network::default();
    let (client, accepted) = connected_pair(&mut net);
    while net.send(client, &[0; 10_000]).is_ok() {}
    net.changed_sockets.clear();
    unwrap_sys_result(receive(&mut net, accepted, 1));
    assert!(!net.changed_sockets.contains(&client), "a byte is not enough");
    unwrap_sys_result(receive(&mut net, accepted, 60_000));
    assert!(net.changed_sockets.contains(&client));
}

#[test]
fn shutting_down_writes_keeps_reads_open() {
    let mut net = Network::default();
    let (client, accepted) = connected_pair(&mut net);
    unwrap_sys_result(net.send(client, b"last"));
    unwrap_sys_result(net.shut_down(client, libc::SHUT_WR));
    assert_eq!(net.send(client, b"x"), Err(libc::EPIPE));
    assert_eq!(receive(&mut net, accepted, 10), Ok(b"last".to_vec()));
    assert_eq!(receive(&mut net, accepted, 10), Ok(Vec::new()));
    unwrap_sys_result(net.send(accepted, b"answer"));
    assert_eq!(receive(&mut net, client, 10), Ok(b"answer".to_vec()));
    assert_eq!(receive(&mut net, client, 10), Err(libc::EAGAIN));
}

#[test]
fn the_second_send_to_a_closed_socket_fails() {
    let mut net = Network::default();
    let (client, accepted) = connected_pair(&mut net);
    unwrap_sys_result(net.send(accepted, b"data"));
    net.close(accepted);
    assert_eq!(receive(&mut net, client, 10), Ok(b"data".to_vec()));
    assert_eq!(receive(&mut net, client, 10), Ok(Vec::new()));
    assert_eq!(net.send(client, b"lost"), Ok(4));
    assert_eq!(net.send(client, b"more"), Err(libc::EPIPE));
    assert_eq!(net.send(client, b"more"), Err(libc::EPIPE));
}

#[test]
fn a_close_with_unread_data_is_a_reset() {
    let mut net = Network::default();
    let (client, accepted) = connected_pair(&mut net);
    unwrap_sys_result(net.send(client, b"unread"));
    net.close(accepted);
    assert_eq!(receive(&mut net, client, 10), Err(libc::ECONNRESET));
    assert_eq!(receive(&mut net, client, 10), Ok(Vec::new()));
    assert_eq!(net.send(client, b"x"), Err(libc::EPIPE));
}

#[test]
fn a_connection_that_lingers_for_no_time_is_reset() {
    let mut net = Network::default();
    let (client, accepted) = connected_pair(&mut net);
    unwrap_sys_result(net.set_option(
        accepted,
        libc::SOL_SOCKET,
        libc::SO_LINGER,
        &[1, 0, 0, 0, 0, 0, 0, 0],
    ));
    net.close(accepted);
    assert_eq!(net.option(client, libc::SOL_SOCKET, libc::SO_ERROR), Ok(libc::ECONNRESET));
    assert_eq!(net.option(client, libc::SOL_SOCKET, libc::SO_ERROR), Ok(0));
}

#[test]
fn connecting_to_an_unused_port_is_refused() {
    let mut net = Network::default();
    let client = unwrap_sys_result(net.socket(AF_INET, SOCK_STREAM, 0));
    assert_eq!(net.connect(client, LOCALHOST, 81), Err(libc::ECONNREFUSED));
    let outside = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    assert_eq!(net.connect(client, outside, 81), Err(libc::ENETUNREACH));
    let server = listener(&mut net, AF_INET, LOCALHOST, 81, 1);
    net.close(server);
    assert_eq!(net.connect(client, LOCALHOST, 81), Err(libc::ECONNREFUSED));
}

#[test]
fn connections_beyond_the_backlog_wait() {
    let mut net = Network::default();
    let server = listener(&mut net, AF_INET, LOCALHOST, 80, 0);
    let [a, b] = [0; 2].map(|_| unwrap_sys_result(net.socket(AF_INET, SOCK_STREAM, 0)));
    assert_eq!(net.connect(a, LOCALHOST, 80), Ok(()));
    assert_eq!(net.connect(b, LOCALHOST, 80), Err(libc::EINPROGRESS));
    assert_eq!(net.connect(b, LOCALHOST, 80), Err(libc::EALREADY));
    assert_eq!(net.readiness(b), (false, false, false));
    unwrap_sys_result(net.accept(server));
    assert!(net.readiness(b).1, "the socket is connected");
    assert_eq!(net.option(b, libc::SOL_SOCKET, libc::SO_ERROR), Ok(0));
    unwrap_sys_result(net.accept(server));
    assert_eq!(net.accept(server).map(|_| ()), Err(libc::EAGAIN));
}

#[test]
fn closing_a_listener_resets_unaccepted_connections() {
    let mut net = Network::default();
    let server = listener(&mut net, AF_INET, LOCALHOST, 80, 0);
    let [a, b] = [0; 2].map(|_| unwrap_sys_result(net.socket(AF_INET, SOCK_STREAM, 0)));
    let _ = (net.connect(a, LOCALHOST, 80), net.connect(b, LOCALHOST, 80));
    net.close(server);
    assert_eq!(receive(&mut net, a, 1), Err(libc::ECONNRESET));
    assert_eq!(net.option(b, libc::SOL_SOCKET, libc::SO_ERROR), Ok(libc::ECONNREFUSED));
}

#[test]
fn a_port_has_one_listener() {
    let mut net = Network::default();
    let _server = listener(&mut net, AF_INET, LOCALHOST, 80, 1);
    for ip in [LOCALHOST, ANY] {
        let other = unwrap_sys_result(net.socket(AF_INET, SOCK_STREAM, 0));
        assert_eq!(net.bind(other, SocketName::Inet(ip, 80), true), Err(libc::EADDRINUSE));
    }
    let udp = unwrap_sys_result(net.socket(AF_INET, SOCK_DGRAM, 0));
    assert_eq!(net.bind(udp, SocketName::Inet(LOCALHOST, 80), true), Ok(()));
    assert_eq!(net.bind(udp, SocketName::Inet(LOCALHOST, 81), true), Err(libc::EINVAL));
    let poor = unwrap_sys_result(net.socket(AF_INET, SOCK_STREAM, 0));
    assert_eq!(net.bind(poor, SocketName::Inet(LOCALHOST, 82), false), Err(libc::EACCES));
    let foreign = SocketName::Inet(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)), 0);
    assert_eq!(net.bind(poor, foreign, true), Err(libc::EADDRNOTAVAIL));
}

#[test]
fn a_listener_that_is_everywhere_is_reached_by_both_families() {
    let mut net = Network::default();
    let server = listener(&mut net, AF_INET6, ANY6, 80, 5);
    let client = unwrap_sys_result(net.socket(AF_INET, SOCK_STREAM, 0));
    unwrap_sys_result(net.connect(client, LOCALHOST, 80));
    let (accepted, from) = unwrap_sys_result(net.accept(server));
    assert!(matches!(SocketName::parse(&from, AF_INET6), Ok(SocketName::Inet(IpAddr::V4(_), _))));
    assert_eq!(name(&net, accepted, false, AF_INET6), SocketName::Inet(LOCALHOST, 80));
    let other = unwrap_sys_result(net.socket(AF_INET, SOCK_STREAM, 0));
    assert_eq!(net.bind(other, SocketName::Inet(ANY, 80), true), Err(libc::EADDRINUSE));
    let only6 = unwrap_sys_result(net.socket(AF_INET6, SOCK_STREAM, 0));
    unwrap_sys_result(net.set_option(only6, libc::IPPROTO_IPV6, libc::IPV6_V6ONLY, &[1, 0, 0, 0]));
    assert_eq!(net.bind(only6, SocketName::Inet(ANY6, 81), true), Ok(()));
    assert_eq!(net.bind(other, SocketName::Inet(ANY, 81), true), Ok(()));
}

#[test]
fn free_ports_are_given_out_in_order() {
    let mut net = Network::default();
    let mut port = || {
        let id = unwrap_sys_result(net.socket(AF_INET, SOCK_STREAM, 0));
        unwrap_sys_result(net.bind(id, SocketName::Inet(LOCALHOST, 0), false));
        (id, name(&net, id, false, AF_INET))
    };
    assert_eq!(port().1, SocketName::Inet(LOCALHOST, 32_768));
    assert_eq!(port().1, SocketName::Inet(LOCALHOST, 32_769));
}

fn udp(net: &mut Network, port: u16) -> SocketId {
    let id = unwrap_sys_result(net.socket(AF_INET, SOCK_DGRAM, 0));
    unwrap_sys_result(net.bind(id, SocketName::Inet(LOCALHOST, port), true));
    id
}

fn receive_packet(
    net: &mut Network,
    id: SocketId,
    most: usize,
) -> SysResult<(Vec<u8>, SocketName)> {
    let mut buf = vec![0; most];
    let got = net.receive_packet(id, &mut buf)?;
    buf.truncate(got.len);
    Ok((buf, SocketName::parse(&got.from, AF_INET)?))
}

#[test]
fn packets_stay_apart_and_are_cut() {
    let mut net = Network::default();
    let (a, b) = (udp(&mut net, 1), udp(&mut net, 2));
    unwrap_sys_result(net.send_packet(a, b"first", Some((LOCALHOST, 2))));
    unwrap_sys_result(net.send_packet(a, b"second", Some((LOCALHOST, 2))));
    let from = SocketName::Inet(LOCALHOST, 1);
    let first = unwrap_sys_result(net.receive_packet(b, &mut [0; 3]));
    assert_eq!((first.len, first.is_truncated), (3, true));
    assert_eq!(SocketName::parse(&first.from, AF_INET), Ok(from.clone()));
    assert_eq!(receive_packet(&mut net, b, 30), Ok((b"second".to_vec(), from)));
    assert_eq!(receive_packet(&mut net, b, 30), Err(libc::EAGAIN));
    assert_eq!(net.send_packet(a, &[0; 70_000], Some((LOCALHOST, 2))), Err(libc::EMSGSIZE));
    assert_eq!(net.send_packet(a, b"x", None), Err(libc::EDESTADDRREQ));
}

#[test]
fn packets_without_room_are_lost() {
    let mut net = Network::default();
    let (a, b) = (udp(&mut net, 1), udp(&mut net, 2));
    for _ in 0..10 {
        assert_eq!(net.send_packet(a, &[0; 60_000], Some((LOCALHOST, 2))), Ok(60_000));
    }
    let mut got = 0;
    while receive_packet(&mut net, b, 1).is_ok() {
        got += 1;
    }
    assert_eq!(got, 3);
}

#[test]
fn a_connected_udp_socket_gets_connection_refused() {
    let mut net = Network::default();
    let a = udp(&mut net, 1);
    assert_eq!(net.send_packet(a, b"lost", Some((LOCALHOST, 9))), Ok(4));
    assert_eq!(receive_packet(&mut net, a, 1), Err(libc::EAGAIN));
    unwrap_sys_result(net.connect(a, LOCALHOST, 9));
    assert_eq!(net.send_packet(a, b"lost", None), Ok(4));
    assert_eq!(receive_packet(&mut net, a, 1), Err(libc::ECONNREFUSED));
    // The connected socket receives only from its peer.
    let (b, _c) = (udp(&mut net, 2), udp(&mut net, 9));
    unwrap_sys_result(net.send_packet(b, b"other", Some((LOCALHOST, 1))));
    assert_eq!(receive_packet(&mut net, a, 1), Err(libc::EAGAIN));
}

#[test]
fn unix_sockets_are_found_by_abstract_names() {
    let mut net = Network::default();
    let server = unwrap_sys_result(net.socket(AF_UNIX, SOCK_STREAM, 0));
    let at = SocketName::Abstract(b"x".to_vec());
    unwrap_sys_result(net.bind(server, at.clone(), false));
    let client = unwrap_sys_result(net.socket(AF_UNIX, SOCK_STREAM, 0));
    let found = net.socket_named(&at, SOCK_STREAM);
    assert_eq!(net.connect_unix(client, found, at.clone()), Err(libc::ECONNREFUSED));
    unwrap_sys_result(net.listen(server, 0));
    assert_eq!(net.connect_unix(client, found, at.clone()), Ok(()));
    let other = unwrap_sys_result(net.socket(AF_UNIX, SOCK_STREAM, 0));
    assert_eq!(net.connect_unix(other, found, at.clone()), Err(libc::EAGAIN));
    assert_eq!(net.bind(other, at, false), Err(libc::EADDRINUSE));
    let (accepted, _) = unwrap_sys_result(net.accept(server));
    unwrap_sys_result(net.send(accepted, b"hello"));
    net.close(accepted);
    assert_eq!(receive(&mut net, client, 10), Ok(b"hello".to_vec()));
    assert_eq!(net.send(client, b"x"), Err(libc::EPIPE));
}

#[test]
fn records_stay_apart() {
    let mut net = Network::default();
    let (a, b) = unwrap_sys_result(net.socket_pair(AF_UNIX, SOCK_SEQPACKET, 0));
    unwrap_sys_result(net.send(a, b"one"));
    unwrap_sys_result(net.send(a, b"two"));
    assert_eq!(receive(&mut net, b, 10), Ok(b"one".to_vec()));
    assert_eq!(receive(&mut net, b, 10), Ok(b"two".to_vec()));
    while net.send(a, &[0; 50_000]).is_ok() {}
    assert!(!net.can_send(a));
    net.close(a);
    let mut left = 0;
    while receive(&mut net, b, 60_000).is_ok_and(|bytes| !bytes.is_empty()) {
        left += 1;
    }
    assert_eq!(left, 4);
}

#[test]
fn packets_of_unix_sockets_wait_for_room() {
    let mut net = Network::default();
    let (a, b) = unwrap_sys_result(net.socket_pair(AF_UNIX, SOCK_DGRAM, 0));
    while net.send_unix(a, &[0; 50_000], None).is_ok() {}
    net.changed_sockets.clear();
    while receive_packet_of(&mut net, b).is_ok() {}
    assert!(net.changed_sockets.contains(&a));
    net.close(b);
    assert_eq!(net.send_unix(a, b"x", None), Err(libc::ECONNREFUSED));
}

fn receive_packet_of(net: &mut Network, id: SocketId) -> SysResult<usize> {
    net.receive_packet(id, &mut [0; 10]).map(|got| got.len)
}

struct HalfLengthChoices;

impl Choices for HalfLengthChoices {
    fn choose(&mut self, choice: ChoiceKind, n: u32) -> u32 {
        assert_eq!(choice, ChoiceKind::Short);
        n / 2
    }
}

#[test]
fn a_search_may_choose_short_reads() {
    let mut net = Network::default();
    let (client, accepted) = connected_pair(&mut net);
    unwrap_sys_result(net.send(client, b"12345678"));
    let mut buf = [0; 8];
    assert_eq!(net.receive(accepted, &mut buf, &mut HalfLengthChoices), Ok(4));
    assert_eq!(net.receive(accepted, &mut buf[..1], &mut HalfLengthChoices), Ok(1));
}

#[test]
fn unsupported_sockets_and_options_are_refused() {
    let mut net = Network::default();
    assert_eq!(net.socket(libc::AF_NETLINK, libc::SOCK_RAW, 0), Err(libc::EAFNOSUPPORT));
    assert_eq!(net.socket(AF_INET, libc::SOCK_RAW, 1), Err(libc::EPERM));
    assert_eq!(net.socket(AF_INET, SOCK_STREAM, 262), Err(libc::EPROTONOSUPPORT));
    assert_eq!(net.socket(AF_INET, SOCK_SEQPACKET, 0), Err(libc::ESOCKTNOSUPPORT));
    let id = unwrap_sys_result(net.socket(AF_UNIX, SOCK_STREAM, 0));
    assert_eq!(net.option(id, libc::IPPROTO_TCP, libc::TCP_NODELAY), Err(libc::ENOPROTOOPT));
    assert_eq!(net.option(id, libc::SOL_SOCKET, libc::SO_PROTOCOL), Ok(0));
}
