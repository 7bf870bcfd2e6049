//! Changes of a `go.mod` or `go.work`, at the places where the go command makes them.

use minigo_syntax::small_sort::SmallSort as _;
use std::cmp::Ordering;

use super::directives::is_indirect;
use super::syntax::{Block, Comments, Line, Statement, quoted};
use super::{FileKind, ModFile};
use crate::release::Release;
use crate::version::{ModuleVersion, compare};

/// A line with a given verb: its words without the verb, and its comments.
pub(super) struct FoundLine<'t> {
    pub(super) words: &'t mut [String],
    pub(super) comments: &'t mut Comments,
}

impl ModFile {
    /// Calls `keep` with each line of the verb; removes the lines for which it returns false.
    pub(super) fn retain(&mut self, verb: &str, mut keep: impl FnMut(FoundLine<'_>) -> bool) {
        for statement in &mut self.tree.statements {
            match statement {
                Statement::Line(line) if line.tokens.first().is_some_and(|word| word == verb) => {
                    let Line { tokens, comments, .. } = line;
                    if !keep(FoundLine { words: &mut tokens[1..], comments }) {
                        clear_line(line);
                    }
                }
                Statement::Block(block) if block.tokens.first().is_some_and(|w| w == verb) => {
                    for line in block.lines.iter_mut().filter(|line| !line.tokens.is_empty()) {
                        let Line { tokens, comments, .. } = line;
                        if !keep(FoundLine { words: tokens, comments }) {
                            clear_line(line);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Removes empty lines and blocks, and turns blocks of one line into lines.
    pub fn clean_up(&mut self) {
        self.tree.statements.retain_mut(|statement| match statement {
            Statement::Comments(_) => true,
            Statement::Line(line) => !line.tokens.is_empty(),
            Statement::Block(block) => {
                block.lines.retain(|line| !line.tokens.is_empty());
                !block.lines.is_empty()
            }
        });
        for statement in &mut self.tree.statements {
            let Statement::Block(block) = statement else { continue };
            if block.lines.len() == 1 && block.closing_comments.before.is_empty() {
                let mut line = block.lines.remove(0);
                let mut before = std::mem::take(&mut block.comments.before);
                before.append(&mut line.comments.before);
                line.comments.before = before;
                line.tokens.splice(0..0, block.tokens.drain(..));
                *statement = Statement::Line(line);
            }
        }
    }

    /// Adds a line: after the last line of the same verb that `hint` accepts, else after the last line of the verb,
    /// else at the end. Several lines of one verb become a block.
    pub(super) fn add_line(
        &mut self,
        verb: &str,
        words: &[String],
        hint: impl Fn(&[String]) -> bool,
    ) {
        let is = |tokens: &[String]| tokens.first().is_some_and(|word| word == verb);
        let accepts = |statement: &Statement| match statement {
            Statement::Line(line) => is(&line.tokens) && hint(&line.tokens[1..]),
            Statement::Block(block) => {
                is(&block.tokens) && block.lines.iter().any(|line| hint(&line.tokens))
            }
            Statement::Comments(_) => false,
        };
        let of_verb = |statement: &Statement| match statement {
            Statement::Line(line) => is(&line.tokens),
            Statement::Block(block) => is(&block.tokens),
            Statement::Comments(_) => false,
        };
        let all = &mut self.tree.statements;
        let place = all.iter().rposition(accepts).or_else(|| all.iter().rposition(of_verb));
        let new = Line { tokens: words.to_vec(), ..Line::default() };
        let Some(place) = place else {
            let tokens = std::iter::once(verb.to_owned()).chain(words.iter().cloned()).collect();
            all.push(Statement::Line(Line { tokens, ..Line::default() }));
            return;
        };
        match &mut all[place] {
            Statement::Block(block) => {
                let after = block.lines.iter().rposition(|line| hint(&line.tokens));
                let at = after.map_or(block.lines.len(), |at| at + 1);
                block.lines.insert(at, new);
            }
            Statement::Line(line) => {
                let mut first = std::mem::take(line);
                let before = std::mem::take(&mut first.comments.before);
                first.tokens.remove(0);
                let comments = Comments { before, suffix: Vec::new() };
                let (tokens, lines) = (vec![verb.to_owned()], vec![first, new]);
                all[place] =
                    Statement::Block(Block { comments, tokens, lines, ..Block::default() });
            }
            Statement::Comments(_) => {}
        }
    }

    /// Sets the `module` line.
    pub fn set_module(&mut self, path: &str) {
        let mut found = false;
        self.retain("module", |line| {
            line.words[0] = quoted(path);
            found = true;
            true
        });
        if !found {
            let tokens = vec!["module".to_owned(), quoted(path)];
            self.tree.statements.push(Statement::Line(Line { tokens, ..Line::default() }));
        }
        self.path = Some(path.to_owned());
    }

    /// Sets the `go` line. A new line is placed after the `module` line.
    pub fn set_go(&mut self, version: Option<&str>) {
        self.set_single_line("go", version, &["module"]);
        self.go = version.map(str::to_owned);
    }

    /// Sets the `toolchain` line. A new line is placed after the `go` line.
    pub fn set_toolchain(&mut self, name: Option<&str>) {
        self.set_single_line("toolchain", name, &["go", "module"]);
        self.toolchain = name.map(str::to_owned);
    }

    fn set_single_line(&mut self, verb: &str, value: Option<&str>, after: &[&str]) {
        let mut found = false;
        self.retain(verb, |line| {
            found = true;
            if let (Some(value), Some(word)) = (value, line.words.first_mut()) {
                value.clone_into(word);
            }
            value.is_some()
        });
        let (Some(value), false) = (value, found) else { return };
        let begins = |statement: &Statement, verb: &str| match statement {
            Statement::Line(Line { tokens, .. }) | Statement::Block(Block { tokens, .. }) => {
                tokens.first().is_some_and(|word| word == verb)
            }
            Statement::Comments(_) => false,
        };
        let all = &mut self.tree.statements;
        let place = after.iter().find_map(|verb| all.iter().position(|it| begins(it, verb)));
        let at = place.map_or_else(
            || if verb == "go" || verb == "toolchain" { leading_comments(all) } else { all.len() },
            |at| at + 1,
        );
        let tokens = vec![verb.to_owned(), value.to_owned()];
        all.insert(at, Statement::Line(Line { tokens, ..Line::default() }));
    }

    /// Requires a module in this version; lines for other versions of the module are removed.
    pub fn add_require(&mut self, path: &str, version: &str) {
        let mut found = false;
        self.retain("require", |line| {
            if line.words[0] != quoted(path) {
                return true;
            }
            version.clone_into(&mut line.words[1]);
            set_indirect(line.comments, is_indirect(line.comments));
            !std::mem::replace(&mut found, true)
        });
        if !found {
            self.add_line("require", &[quoted(path), version.to_owned()], |_| false);
        }
        self.reread(FileKind::Main);
    }

    /// Removes the lines of the verb whose words begin with `words`.
    pub fn drop_lines(&mut self, kind: FileKind, verb: &str, words: &[&str]) {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        self.retain(verb, |line| !line.words.starts_with(&words));
        self.reread(kind);
    }

    /// Adds a line of one or two words unless it exists.
    pub fn add_line_once(&mut self, kind: FileKind, verb: &str, words: &[&str]) {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        let mut found = false;
        self.retain(verb, |line| {
            found |= line.words == words;
            true
        });
        if !found {
            let first = words.first().cloned();
            self.add_line(verb, &words, |line| line.first() == first.as_ref() && line.len() > 1);
        }
        self.reread(kind);
    }

    /// Adds a `replace` line: `new` is another module or a directory.
    pub fn add_replace(&mut self, kind: FileKind, old: &ModuleVersion, new: &ModuleVersion) {
        let mut words = vec![quoted(&old.path)];
        words.extend((!old.version.is_empty()).then(|| old.version.clone()));
        words.extend(["=>".to_owned(), quoted(&new.path)]);
        words.extend((!new.version.is_empty()).then(|| new.version.clone()));
        let path = quoted(&old.path);
        let every = old.version.is_empty();
        let mut found = false;
        let mut rewritten = Vec::new();
        for statement in &mut self.tree.statements {
            let (offset, lines): (usize, Vec<&mut Line>) = match statement {
                Statement::Line(line) if line.tokens.first().is_some_and(|w| w == "replace") => {
                    (1, vec![line])
                }
                Statement::Block(block) if block.tokens.first().is_some_and(|w| w == "replace") => {
                    (0, block.lines.iter_mut().collect())
                }
                _ => continue,
            };
            for line in lines {
                let of = line.tokens.get(offset..).unwrap_or_default();
                let same = of.first() == Some(&path)
                    && (every || of.get(1).is_some_and(|word| *word == old.version));
                if !same {
                    continue;
                }
                if std::mem::replace(&mut found, true) {
                    clear_line(line);
                } else {
                    line.tokens.truncate(offset);
                    line.tokens.extend(words.iter().cloned());
                    rewritten.push(line.position);
                }
            }
        }
        if !found {
            self.add_line("replace", &words, |line| line.first() == Some(&path));
        }
        self.reread(kind);
    }

    /// Removes the replacement of a module at exactly this version.
    pub fn drop_replace(&mut self, kind: FileKind, old: &ModuleVersion) {
        let path = quoted(&old.path);
        self.retain("replace", |line| {
            let version = line.words.get(1).map_or("", |word| if word == "=>" { "" } else { word });
            line.words[0] != path || version != old.version
        });
        self.reread(kind);
    }

    /// Removes the `godebug` lines for this setting.
    pub fn drop_godebug(&mut self, kind: FileKind, key: &str) {
        let is = |word: &String| word.split('=').next() == Some(key);
        self.retain("godebug", |line| !line.words.first().is_some_and(is));
        self.reread(kind);
    }

    /// Adds a `retract` line for the versions from `low` to `high`.
    pub fn add_retract(&mut self, low: &str, high: &str) {
        let words: Vec<String> = match low == high {
            true => vec![low.to_owned()],
            false => ["[", low, ",", high, "]"].map(str::to_owned).to_vec(),
        };
        self.add_line("retract", &words, |_| false);
        self.reread(FileKind::Main);
    }

    /// Removes the `retract` line for these versions.
    pub fn drop_retract(&mut self, low: &str, high: &str) {
        let (one, two) = (vec![low.to_owned()], ["[", low, ",", high, "]"].map(str::to_owned));
        self.retain("retract", |line| line.words != two && (low != high || line.words != one));
        self.reread(FileKind::Main);
    }

    /// Sorts the lines of each block and removes duplicates.
    pub fn sort_blocks(&mut self) {
        self.remove_duplicates();
        let semver =
            self.go.as_deref().and_then(Release::parse).is_some_and(|go| go.has_strict_go_lines());
        for statement in &mut self.tree.statements {
            let Statement::Block(block) = statement else { continue };
            let verb = block.tokens.first().cloned().unwrap_or_default();
            block.lines.small_sort_by(|a, b| match &*verb {
                "exclude" if semver => compare_exclusions(&a.tokens, &b.tokens),
                "retract" => compare_retractions(&a.tokens, &b.tokens),
                _ => a.tokens.cmp(&b.tokens),
            });
        }
    }

    /// Keeps the first of equal `exclude`, `tool` and `ignore` lines, and the last `replace` line for each module.
    fn remove_duplicates(&mut self) {
        for verb in ["exclude", "tool", "ignore"] {
            let mut seen = std::collections::HashSet::new();
            self.retain(verb, |line| seen.insert(line.words.to_vec()));
        }
        let mut last = std::collections::HashMap::new();
        let key = |words: &[String]| words.split(|word| word == "=>").next().map(<[_]>::to_vec);
        let mut number = 0;
        self.retain("replace", |line| {
            last.insert(key(line.words), number);
            number += 1;
            true
        });
        number = 0;
        self.retain("replace", |line| {
            number += 1;
            last.get(&key(line.words)) == Some(&(number - 1))
        });
        for statement in &mut self.tree.statements {
            if let Statement::Block(block) = statement {
                block.lines.retain(|line| !line.tokens.is_empty());
            }
        }
        let gone = |it: &Statement| matches!(it, Statement::Line(line) if line.tokens.is_empty());
        self.tree.statements.retain(|statement| !gone(statement));
    }
}

/// The number of comments at the beginning of a file.
fn leading_comments(all: &[Statement]) -> usize {
    all.iter().take_while(|it| matches!(it, Statement::Comments(_))).count()
}

fn clear_line(line: &mut Line) {
    line.tokens.clear();
    line.comments = Comments::default();
}

fn compare_exclusions(a: &[String], b: &[String]) -> Ordering {
    match (a, b) {
        ([a, av], [b, bv]) => a.cmp(b).then_with(|| compare(av, bv)),
        _ => a.cmp(b),
    }
}

/// The order of retractions: the latest versions first.
fn compare_retractions(a: &[String], b: &[String]) -> Ordering {
    let interval = |words: &[String]| match words {
        [one] => (one.clone(), one.clone()),
        [_, low, _, high, _] => (low.clone(), high.clone()),
        _ => Default::default(),
    };
    let ((a_low, a_high), (b_low, b_high)) = (interval(a), interval(b));
    compare(&b_low, &a_low).then_with(|| compare(&b_high, &a_high))
}

/// Adds `// indirect` to a comment or removes it; other words of the comment stay.
pub(super) fn set_indirect(comments: &mut Comments, indirect: bool) {
    if is_indirect(comments) == indirect {
        return;
    }
    if indirect {
        let Some(comment) = comments.suffix.first_mut() else {
            comments.suffix = vec!["// indirect".to_owned()];
            return;
        };
        let text = comment.trim_start_matches("//").trim();
        *comment = match text {
            "" => "// indirect".to_owned(),
            text => format!("// indirect; {text}"),
        };
        return;
    }
    let comment = &comments.suffix[0];
    match comment.find("indirect;") {
        Some(at) => comments.suffix[0] = format!("//{}", &comment[at + "indirect;".len()..]),
        None => comments.suffix.clear(),
    }
}
