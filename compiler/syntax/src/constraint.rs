//! Build constraints: `//go:build linux && !cgo`.
//!
//! A module of its own because the loader evaluates constraints before anything is parsed.

use minigo_lex::release::LANGUAGE_VERSION;

/// A boolean expression over tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// A tag.
    Tag(String),
    /// `!x`
    Not(Box<Constraint>),
    /// `x && y`
    And(Box<Constraint>, Box<Constraint>),
    /// `x || y`
    Or(Box<Constraint>, Box<Constraint>),
}

impl Constraint {
    /// Evaluates the expression; `set` reports whether a tag is set.
    pub fn eval(&self, set: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Self::Tag(tag) => set(tag),
            Self::Not(x) => !x.eval(set),
            Self::And(x, y) => x.eval(set) && y.eval(set),
            Self::Or(x, y) => x.eval(set) || y.eval(set),
        }
    }

    /// Reports whether some tags satisfy the constraint if each mention of a tag may be set or not, and the tag
    /// `ignore` is never set.
    #[must_use]
    pub fn is_satisfiable(&self) -> bool {
        self.can_evaluate_to(true)
    }

    /// The value of the expression if each tag has the value that makes the expression `wanted`.
    fn can_evaluate_to(&self, wanted: bool) -> bool {
        match self {
            Self::Tag(tag) => wanted && tag != IGNORE_TAG,
            Self::Not(x) => !x.can_evaluate_to(!wanted),
            Self::And(x, y) => x.can_evaluate_to(wanted) && y.can_evaluate_to(wanted),
            Self::Or(x, y) => x.can_evaluate_to(wanted) || y.can_evaluate_to(wanted),
        }
    }

    /// The minimal language version that the constraint implies, as `(1, N)`.
    #[must_use]
    pub fn go_version(&self) -> Option<(u32, u32)> {
        match self {
            Self::Tag(tag) => go_minor(tag).map(|minor| (1, minor)),
            Self::Not(_) => None,
            Self::And(x, y) => x.go_version().max(y.go_version()),
            Self::Or(x, y) => x.go_version().min(y.go_version()),
        }
    }
}

fn go_minor(tag: &str) -> Option<u32> {
    tag.strip_prefix("go1.")?.parse().ok()
}

/// Reports whether `tag` is set for linux/amd64.
#[must_use]
pub fn is_tag_set(tag: &str) -> bool {
    matches!(tag, "linux" | "amd64" | "unix" | "gc" | "minigo")
        || go_minor(tag).is_some_and(|minor| (1..=LANGUAGE_VERSION.1).contains(&minor))
}

/// The constraint of a file's `//go:build` line, which stands before `package` among comments and blank lines.
#[must_use]
pub fn build_constraint(text: &str) -> Option<Constraint> {
    let mut block = false;
    for line in text.trim_start_matches('\u{feff}').lines() {
        let line = line.trim();
        if block {
            block = !line.contains("*/");
        } else if let Some(rest) = line.strip_prefix("//") {
            if let Some(expr) = rest.strip_prefix("go:build ") {
                return parse(expr);
            }
        } else if line.starts_with("/*") {
            block = !line.contains("*/");
        } else if !line.is_empty() && !line.starts_with("#!") {
            return None;
        }
    }
    None
}

/// The constraint of a file: that of its `//go:build` line or, without one, of its `// +build` lines. As since Go 1,
/// `// +build` lines count only in the comments at the start of the file, which a blank line must end.
#[must_use]
pub fn file_constraint(text: &str) -> Option<Constraint> {
    build_constraint(text).or_else(|| plus_build(text))
}

/// Reports whether the constraint of a file is satisfied; `set` reports whether a tag is set.
#[must_use]
pub fn is_satisfied(text: &str, set: &dyn Fn(&str) -> bool) -> bool {
    file_constraint(text).is_none_or(|constraint| constraint.eval(set))
}

/// The constraint of a file's `// +build` lines: every line must be satisfied, a line by at least one of its words, and
/// a word by all of its comma-separated terms.
fn plus_build(text: &str) -> Option<Constraint> {
    let lines = constraint_line(text).lines().filter_map(|line| {
        let rest = line.trim().strip_prefix("//")?.trim_start().strip_prefix("+build")?;
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(rest)
    });
    let line = |line: &str| {
        let words = line.split_whitespace().map(|word| {
            let terms = word.split(',').map(plus_build_term);
            terms.reduce(|x, y| Constraint::And(Box::new(x), Box::new(y)))
        });
        let any = words.flatten().reduce(|x, y| Constraint::Or(Box::new(x), Box::new(y)));
        // A line without words cannot be satisfied.
        any.unwrap_or_else(|| Constraint::Tag(IGNORE_TAG.into()))
    };
    lines.map(line).reduce(|x, y| Constraint::And(Box::new(x), Box::new(y)))
}

/// The tag that stands for a malformed one, as in Go: no build sets it, unless the user asks for it.
const IGNORE_TAG: &str = "ignore";

/// A term such as `a` or `!b`.
fn plus_build_term(term: &str) -> Constraint {
    let valid = |tag: &str| {
        !tag.is_empty() && tag.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
    };
    let tag =
        |tag: &str| Constraint::Tag(if valid(tag) { tag.to_owned() } else { IGNORE_TAG.into() });
    match term.strip_prefix('!') {
        Some("") => tag(""),
        Some(rest) if rest.starts_with('!') => tag(""),
        Some(rest) => Constraint::Not(Box::new(tag(rest))),
        None => tag(term),
    }
}

/// The comments at the start of a file, up to the last blank line before the package clause.
#[must_use]
pub fn constraint_line(text: &str) -> &str {
    let (mut block, mut ended, mut end, mut at) = (false, false, 0, 0);
    'lines: for line in text.split_inclusive('\n') {
        at += line.len();
        let mut line = line.trim();
        if line.is_empty() && !ended {
            end = at;
            continue;
        }
        ended |= !line.starts_with("//");
        while !line.is_empty() {
            if block {
                let Some(close) = line.find("*/") else { continue 'lines };
                block = false;
                line = line[close + 2..].trim_start();
            } else if line.starts_with("//") {
                continue 'lines;
            } else if let Some(rest) = line.strip_prefix("/*") {
                block = true;
                line = rest.trim_start();
            } else {
                break 'lines;
            }
        }
    }
    &text[..end]
}

/// Parses the expression after `//go:build`; `None` if it is malformed.
#[must_use]
pub fn parse(text: &str) -> Option<Constraint> {
    let mut parser = Parser { remaining: text.trim(), depth: 0 };
    let expr = parser.parse_or()?;
    parser.remaining.is_empty().then_some(expr)
}

struct Parser<'a> {
    remaining: &'a str,
    depth: u32,
}

impl Parser<'_> {
    fn accept(&mut self, token: &str) -> bool {
        match self.remaining.strip_prefix(token) {
            Some(rest) => {
                self.remaining = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn parse_or(&mut self) -> Option<Constraint> {
        let mut x = self.parse_and()?;
        while self.accept("||") {
            x = Constraint::Or(Box::new(x), Box::new(self.parse_and()?));
        }
        Some(x)
    }

    fn parse_and(&mut self) -> Option<Constraint> {
        let mut x = self.parse_not()?;
        while self.accept("&&") {
            x = Constraint::And(Box::new(x), Box::new(self.parse_not()?));
        }
        Some(x)
    }

    fn parse_not(&mut self) -> Option<Constraint> {
        // Deeper nesting is rejected, so that the recursion stays shallow.
        self.depth += 1;
        if self.depth > 1000 {
            return None;
        }
        if self.accept("!") {
            return Some(Constraint::Not(Box::new(self.parse_not()?)));
        }
        if self.accept("(") {
            let x = self.parse_or()?;
            return self.accept(")").then_some(x);
        }
        let tag = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let end = self.remaining.find(|c| !tag(c)).unwrap_or(self.remaining.len());
        let (name, rest) = self.remaining.split_at(end);
        self.remaining = rest.trim_start();
        (!name.is_empty()).then(|| Constraint::Tag(name.into()))
    }
}
