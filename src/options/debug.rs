//! The options of the commands that debug a program.

use super::{CommonFlags, Jit, Run, Tests};
use clap::Args;
use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// `minigo debug`
#[derive(Debug, Args)]
pub struct Debug {
    /// Flags of all commands that compile.
    #[command(flatten)]
    pub common: CommonFlags,
    /// How many goroutines run Go code at the same time [default: $GOMAXPROCS, or the number of CPUs]
    #[arg(long, value_name = "N")]
    pub procs: Option<usize>,
    /// Whether hot functions are compiled to machine code [default: on]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub jit: Option<Jit>,
    /// Debug the tests of the package in this directory
    #[arg(long)]
    pub tests: bool,
    /// Debug the run with this seed, as `minigo run --seed N` makes it; it can be stepped through backwards
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Debug the run of a schedule that `minigo explore --out FILE` has written; it can be stepped through backwards
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "tests"])]
    pub replay: Option<PathBuf>,
    /// The program, and the arguments it gets
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FILE"
    )]
    pub words: Vec<OsString>,
}

impl Debug {
    /// The program as `minigo run` runs it.
    #[must_use]
    pub fn as_run(&self) -> Run {
        let tested = self.words.first().filter(|_| self.tests);
        Run {
            common: self.common.clone(),
            procs: self.procs,
            jit: self.jit,
            debugged_tests: tested.map(|path| Tests::of_path(path.into())),
            words: self.words.clone(),
            ..Run::default()
        }
    }
}

/// The flags by which a debugger can attach to a running program.
#[derive(Clone, Debug, Default, Args)]
pub struct Attachable {
    /// Compile for a debugger, which can attach at this address of the loopback interface, such as 4711 or
    /// 127.0.0.1:0. The address is printed on standard error, with the token that the debugger must send
    #[arg(
        long,
        value_name = "ADDR",
        value_parser = parse_loopback_address,
        conflicts_with_all = ["seed", "seeds", "step", "replay", "recorded"]
    )]
    pub debug_port: Option<SocketAddr>,
    /// Start the program when a debugger has attached and lets it start
    #[arg(long, requires = "debug_port")]
    pub debug_wait: bool,
}

/// Reads an address of the loopback interface: `4711`, `:4711`, `127.0.0.1:4711`, `[::1]:4711`.
fn parse_loopback_address(text: &str) -> Result<SocketAddr, String> {
    let port = text.strip_prefix("localhost").unwrap_or(text);
    let port = port.strip_prefix(':').unwrap_or(port);
    let address = match port.parse::<u16>() {
        Ok(port) => SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
        Err(_) => text
            .parse()
            .map_err(|_| format!("{text} is no address such as 4711 or 127.0.0.1:4711"))?,
    };
    match address.ip().is_loopback() {
        true => Ok(address),
        false => Err(format!("{text} is not on the loopback interface")),
    }
}

/// `minigo dap`
#[derive(Debug, Args)]
pub struct Dap {
    /// Wait for the editor on this port of the loopback interface (0: any free one) instead of standard input. The
    /// request `launch` must then have the token that is printed
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
}

#[cfg(test)]
mod tests {
    use super::parse_loopback_address;

    #[test]
    fn a_debugger_listens_on_the_loopback_interface() {
        for text in ["4711", ":4711", "localhost:4711", "127.0.0.1:4711"] {
            assert_eq!(
                parse_loopback_address(text).map(|a| a.to_string()),
                Ok("127.0.0.1:4711".into()),
                "{text}"
            );
        }
        assert!(parse_loopback_address("[::1]:0").is_ok());
        for text in ["", "0.0.0.0:1", "192.168.0.1:80", "70000", "host:1", "127.0.0.1"] {
            assert!(parse_loopback_address(text).is_err(), "{text}");
        }
    }
}
