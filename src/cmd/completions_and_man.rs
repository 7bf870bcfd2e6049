//! `minigo completions` and `minigo man`: the description of the command line for shells and for man.
//!
//! Completions and manual pages are made from clap's description. Commands that read their flags themselves, as the go
//! command does, have no flags in clap: the flags are added here from the tables that those commands use.

use super::print_error;
use crate::errno;
use crate::options::tools::Shell;
use crate::options::{Cli, go_flags, test};
use clap::{Arg, ArgGroup, Command, CommandFactory as _, Id};
use clap_complete::{Generator, generate};
use std::io::Write as _;
use std::path::Path;

/// The commands that take the build flags of the go command.
const BUILD_COMMANDS: [&str; 5] = ["build", "generate", "install", "list", "vet"];

/// A command without its hidden flags, which clap_complete would offer otherwise.
fn without_hidden(command: &Command) -> Command {
    // The name is leaked, because clap wants a name that lives as long as the process, and the process ends soon.
    let name: &'static str = command.get_name().to_owned().leak();
    let kept: Vec<&Arg> = command.get_arguments().filter(|arg| !arg.is_hide_set()).collect();
    let is_kept = |id: &&Id| kept.iter().any(|arg| arg.get_id() == *id);
    let groups = command.get_groups().map(|group| {
        let ids = group.get_args().filter(is_kept).cloned();
        ArgGroup::new(group.get_id().clone()).multiple(true).args(ids)
    });
    let mut copy = Command::new(name)
        .disable_help_flag(command.is_disable_help_flag_set())
        .args(kept.iter().copied().cloned())
        .groups(groups)
        .subcommands(command.get_subcommands().filter(|it| !it.is_hide_set()).map(without_hidden));
    if let Some(text) = command.get_about() {
        copy = copy.about(text.clone());
    }
    if let Some(text) = command.get_long_about() {
        copy = copy.long_about(text.clone());
    }
    if let Some(text) = command.get_after_long_help() {
        copy = copy.after_long_help(text.clone());
    }
    copy
}

/// The command line with the flags of all commands.
fn described_command() -> Command {
    let with_tests = |command: Command| command.after_long_help("").args(test::clap_arguments());
    let mut cli = without_hidden(&Cli::command()).mut_subcommand("test", with_tests);
    for name in BUILD_COMMANDS {
        cli = cli.mut_subcommand(name, |command| command.args(go_flags::clap_arguments()));
    }
    cli
}

/// Prints the completions of a shell.
#[must_use]
pub fn print_completions(shell: Shell) -> u8 {
    match shell {
        Shell::Bash => print(clap_complete::shells::Bash),
        Shell::Fish => print(clap_complete::shells::Fish),
        Shell::Zsh => print(clap_complete::shells::Zsh),
    }
}

fn print(shell: impl Generator) -> u8 {
    let mut text = Vec::new();
    generate(shell, &mut described_command(), "minigo", &mut text);
    match std::io::stdout().lock().write_all(&text) {
        Ok(()) => 0,
        Err(error) => print_error(&format!("minigo completions: {}", errno::text(&error))),
    }
}

/// Writes the manual pages: `minigo.1`, `minigo-run.1` and so on.
#[must_use]
pub fn write_manual(dir: &Path) -> u8 {
    let written = std::fs::create_dir_all(dir).and_then(|()| {
        clap_mangen::generate_to(described_command().disable_help_subcommand(true), dir)
    });
    match written {
        Ok(()) => 0,
        Err(error) => {
            print_error(&format!("minigo man: {}: {}", dir.display(), errno::text(&error)))
        }
    }
}
