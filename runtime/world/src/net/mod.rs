//! The network of a world: sockets of one machine that talk to one another in memory. It takes no port and no time.
//!
//! * [`address`]: the kernel's addresses; `options`: options of sockets;
//! * [`socket`]: a socket and its states; [`network`]: all of them, and their names;
//! * `connections`: listening, connecting and accepting; `streams` and `packets`: data between them; `ends`: how they
//!   end.
//!
//! # Differences from Linux
//! A connection is made when it is asked for, if the listener has room; else it waits, as for a lost SYN. Sent data is
//! in the other side's buffer at once; a packet for which there is no room is lost. An end, a reset and a refusal are
//! seen at once. The sizes of buffers are fixed, unless the program sets them: Linux lets those of TCP grow to
//! megabytes, on which no program may rely.
//!
//! Nothing here knows descriptors or files: a socket is a number, and the sockets that have changed are a list of
//! numbers.

pub(crate) mod address;
pub(crate) mod network;
pub(crate) mod socket;

mod connections;
mod ends;
mod options;
mod packets;
mod streams;

pub(crate) use packets::Received;

#[cfg(test)]
mod tests;
