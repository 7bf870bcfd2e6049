//! Names of sockets, and the kernel's `sockaddr` bytes.

use minigo_vm::host::SysResult;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The name of a socket.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum SocketName {
    /// An address and a port. An IPv4 address is always stored as IPv4, even if an IPv6 socket has it.
    Inet(IpAddr, u16),
    /// A path in the file system.
    Path(Vec<u8>),
    /// A name in Linux's abstract namespace, which is no file's.
    Abstract(Vec<u8>),
    /// The name of a unix socket without a name.
    Unnamed,
}

/// The sizes in bytes of `struct sockaddr_in`, `sockaddr_in6`, and the largest `sockaddr_un`.
const INET_BYTES: usize = 16;
const INET6_BYTES: usize = 28;
const UNIX_BYTES: usize = 110;

impl SocketName {
    /// Decodes the bytes of an address for sockets of this domain.
    pub(crate) fn parse(bytes: &[u8], domain: i32) -> SysResult<Self> {
        let family = bytes.get(..2).map(|b| i32::from(u16::from_le_bytes([b[0], b[1]])));
        if family.ok_or(libc::EINVAL)? != domain {
            return Err(libc::EAFNOSUPPORT);
        }
        let port = || u16::from_be_bytes([bytes[2], bytes[3]]);
        match domain {
            libc::AF_INET if bytes.len() >= INET_BYTES => {
                let ip = Ipv4Addr::new(bytes[4], bytes[5], bytes[6], bytes[7]);
                Ok(Self::Inet(ip.into(), port()))
            }
            libc::AF_INET6 if bytes.len() >= INET6_BYTES - 4 => {
                let mut ip = [0; 16];
                ip.copy_from_slice(&bytes[8..24]);
                Ok(Self::Inet(Ipv6Addr::from(ip).to_canonical(), port()))
            }
            libc::AF_UNIX if bytes.len() <= UNIX_BYTES => Ok(match &bytes[2..] {
                [] => Self::Unnamed,
                [0, name @ ..] => Self::Abstract(name.to_vec()),
                path => {
                    let end = path.iter().position(|byte| *byte == 0).unwrap_or(path.len());
                    Self::Path(path[..end].to_vec())
                }
            }),
            _ => Err(libc::EINVAL),
        }
    }

    /// Encodes the name as an address for a socket of this domain.
    pub(crate) fn bytes(&self, domain: i32) -> Vec<u8> {
        let mut bytes = (domain as u16).to_le_bytes().to_vec();
        match self {
            Self::Inet(ip, port) => {
                bytes.extend(port.to_be_bytes());
                match (domain, ip) {
                    (libc::AF_INET6, ip) => {
                        let ip = match ip {
                            IpAddr::V4(ip) if ip.is_unspecified() => Ipv6Addr::UNSPECIFIED,
                            IpAddr::V4(ip) => ip.to_ipv6_mapped(),
                            IpAddr::V6(ip) => *ip,
                        };
                        bytes.extend([0; 4]);
                        bytes.extend(ip.octets());
                        bytes.extend([0; 4]);
                    }
                    (_, IpAddr::V4(ip)) => {
                        bytes.extend(ip.octets());
                        bytes.extend([0; 8]);
                    }
                    // An IPv4 socket never has such a name.
                    (_, IpAddr::V6(_)) => bytes.extend([0; 12]),
                }
            }
            Self::Path(path) => {
                bytes.extend(path);
                bytes.push(0);
            }
            Self::Abstract(name) => {
                bytes.push(0);
                bytes.extend(name);
            }
            Self::Unnamed => {}
        }
        bytes
    }
}

/// The loopback address that stands for `ip`: `ip` itself, or, if `ip` is unspecified, the loopback address of its
/// family. `None` if the address is another machine's.
pub(crate) fn loopback_for(ip: IpAddr) -> Option<IpAddr> {
    match ip {
        _ if ip.is_loopback() => Some(ip),
        IpAddr::V4(_) if ip.is_unspecified() => Some(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(_) if ip.is_unspecified() => Some(Ipv6Addr::LOCALHOST.into()),
        _ => None,
    }
}

/// The sender's address in a packet to this loopback address.
pub(crate) fn source_for(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::SocketName;
    use std::net::{Ipv4Addr, Ipv6Addr};

    #[test]
    fn names_are_read_as_they_are_written() {
        let names = [
            (libc::AF_INET, SocketName::Inet(Ipv4Addr::new(127, 0, 0, 9).into(), 8080)),
            (libc::AF_INET6, SocketName::Inet(Ipv6Addr::LOCALHOST.into(), 1)),
            (libc::AF_INET6, SocketName::Inet(Ipv4Addr::LOCALHOST.into(), 2)),
            (libc::AF_UNIX, SocketName::Path(b"/tmp/s".to_vec())),
            (libc::AF_UNIX, SocketName::Abstract(b"a\0b".to_vec())),
            (libc::AF_UNIX, SocketName::Unnamed),
        ];
        for (domain, name) in names {
            assert_eq!(SocketName::parse(&name.bytes(domain), domain), Ok(name));
        }
        assert_eq!(SocketName::parse(&[2, 0], libc::AF_INET), Err(libc::EINVAL));
        assert_eq!(SocketName::parse(&[2, 0], libc::AF_UNIX), Err(libc::EAFNOSUPPORT));
        assert_eq!(SocketName::parse(&[], libc::AF_UNIX), Err(libc::EINVAL));
    }
}
