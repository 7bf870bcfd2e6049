//! The network of a world: sockets of one machine that talk to one another in memory. It takes no port and no time.
//!
//! * [`address`]: the kernel's addresses; `options`: what is set of sockets;
//! * [`socket`]: a socket and its states; [`network`]: all of them, and their names;
//! * `connections`: listening, connecting and accepting; `streams` and `packets`: what passes between them; `ends`: how
//!   they end.
//!
//! # What is like Linux, and what is not
//! A connection is made when it is asked for, if the listener has room; else it waits, as for a lost SYN. What is sent
//! is at once in the other side's buffer, or is lost with its packet where there is no room. An end, a reset and a
//! refusal are seen at once. The sizes of buffers are fixed, unless the program sets them: Linux lets those of TCP grow
//! to megabytes, which no program may rely on.
//!
//! Nothing here knows descriptors or files: a socket is a number, and what has changed is a list of numbers.

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
