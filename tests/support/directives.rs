//! The directives of a program: comments below its code that tell how to run it, and what it must do.
//!
//! * `Args:` gives the arguments of the program, `Flags:` the flags of `minigo run`, such as `--procs 2`.
//! * `Files:` names the files of the directory to run instead of the whole directory.
//! * `Env:` sets variables of the environment, as `NAME=value`.
//! * `Exit:` is the exit status (0 without the directive), or 128 plus the number of the signal that ends the program.
//! * The lines below `Stderr:` must occur in standard error, in this order; those below `Absent:` must not occur there.
//! * The lines below `Output:` are all of standard output; without the directive standard output is not compared.
//!
//! A comment that looks like a directive but is none is an error: an expectation that is never compared would never
//! fail.

/// The directives of a program.
#[derive(Debug, Default)]
pub(crate) struct Directives {
    pub(crate) output: Option<String>,
    pub(crate) stderr: Vec<String>,
    pub(crate) absent_from_stderr: Vec<String>,
    pub(crate) exit_status: i32,
    pub(crate) args: Vec<String>,
    pub(crate) flags: Vec<String>,
    pub(crate) files: Vec<String>,
    pub(crate) env: Vec<(String, String)>,
}

/// The directives with values in the same line; [`MULTI_LINE_DIRECTIVES`] have values in the lines below.
const SINGLE_LINE_DIRECTIVES: [&str; 5] = ["Exit", "Flags", "Env", "Files", "Args"];
const MULTI_LINE_DIRECTIVES: [&str; 3] = ["Output", "Stderr", "Absent"];

impl Directives {
    /// Reads the directives of the program with this text.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let lines: Vec<&str> = text.lines().collect();
        let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
        let code = lines.iter().rposition(is_code).map_or(0, |last| last + 1);
        for (number, line) in (1..).zip(&lines[..code]) {
            if let Some((name, value)) = directive(line)
                && (is_known(name) || value.is_empty())
            {
                return Err(format!("line {number}: `{name}:` stands above code: it is not read"));
            }
        }
        let mut wanted = Self::default();
        let mut seen = Vec::new();
        let mut block = "";
        for (number, line) in (code + 1..).zip(&lines[code..]) {
            match directive(line) {
                Some((name, value))
                    if is_known(name) && line.starts_with(&format!("// {name}:")) =>
                {
                    if seen.contains(&name) {
                        return Err(format!("line {number}: a second `{name}:`"));
                    }
                    seen.push(name);
                    block = if MULTI_LINE_DIRECTIVES.contains(&name) { name } else { "" };
                    wanted.set(name, value).map_err(|what| format!("line {number}: {what}"))?;
                }
                Some((name, _)) if block.is_empty() => {
                    return Err(format!("line {number}: there is no directive `{name}:`"));
                }
                _ => match line.strip_prefix("//") {
                    Some(rest) => wanted.add(block, rest.strip_prefix(' ').unwrap_or(rest)),
                    None => block = "",
                },
            }
        }
        if wanted.exit_status == 0 && !seen.iter().any(|name| MULTI_LINE_DIRECTIVES.contains(name))
        {
            return Err("the program expects nothing".into());
        }
        Ok(wanted)
    }

    /// Sets the value of a directive that is in the directive's own line.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let words = || value.split_whitespace().map(String::from).collect();
        match name {
            "Flags" => self.flags = words(),
            "Files" => self.files = words(),
            "Args" => self.args = words(),
            "Exit" => {
                self.exit_status =
                    value.parse().map_err(|_| format!("`{value}` is no exit status"))?;
            }
            "Env" => {
                for setting in value.split_whitespace() {
                    let (name, value) =
                        setting.split_once('=').ok_or(format!("`{setting}` lacks a `=`"))?;
                    self.env.push((name.to_owned(), value.to_owned()));
                }
            }
            _ if !value.is_empty() => {
                return Err(format!("`{name}:`: its lines go below it"));
            }
            "Output" => self.output = Some(String::new()),
            _ => {}
        }
        Ok(())
    }

    /// Adds a line below a directive.
    fn add(&mut self, block: &str, line: &str) {
        match block {
            "Output" => {
                let output = self.output.get_or_insert_default();
                output.push_str(line);
                output.push('\n');
            }
            "Stderr" => self.stderr.push(line.to_owned()),
            "Absent" => self.absent_from_stderr.push(line.to_owned()),
            _ => {}
        }
    }
}

fn is_known(name: &str) -> bool {
    SINGLE_LINE_DIRECTIVES.contains(&name) || MULTI_LINE_DIRECTIVES.contains(&name)
}

/// Returns the name and the value if a line has the form of a directive: a comment that begins with a word and a colon.
fn directive(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.strip_prefix("//")?.trim_start().split_once(':')?;
    let is_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic());
    is_word.then(|| (name, value.trim()))
}
