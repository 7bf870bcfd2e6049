//! The network of a world: sockets of one machine that communicate in memory. The network uses no real port, and
//! sending takes no time.
//!
//! * [`address`]: the kernel's addresses; `options`: options of sockets;
//! * [`socket`]: a socket and its states; [`network`]: all sockets, and their names;
//! * `connections`: listening, connecting and accepting; `streams` and `packets`: the data; `shutdown`: how connections
//!   end.
//!
//! # Differences from Linux
//! A connection is made when it is requested, if the listener has room; else it waits, as for a lost SYN. Sent data is
//! in the peer's buffer at once; a packet for which there is no room is lost. The peer sees an end, a reset or a
//! refusal at once. The sizes of buffers are fixed, unless the program sets them: Linux lets TCP buffers grow to
//! megabytes, on which no program may rely.
//!
//! The network does not know descriptors or files: a socket is an id, and the sockets that have changed are a list of
//! ids.

pub(crate) mod address;
pub(crate) mod network;
pub(crate) mod socket;

mod connections;
mod options;
mod packets;
mod shutdown;
mod streams;

pub(crate) use packets::ReceivedPacket;

#[cfg(test)]
mod tests;
