//! The `require` lines of a `go.mod` as a whole. Since Go 1.17 these lines are in two blocks: modules that the main
//! module imports from, and indirect requirements.

use minigo_syntax::small_sort::SmallSort as _;
use std::collections::HashMap;

use super::directives::is_indirect;
use super::edit::set_indirect;
use super::syntax::{Block, Comments, Line, Statement, quoted};
use super::{FileKind, ModFile, Require};
use crate::release::is_release_at_least;

impl ModFile {
    /// Sets the `require` lines. Existing lines keep their places; new ones are added at the end.
    pub fn set_requires(&mut self, wanted: &[Require]) {
        let mut need = by_path(wanted);
        self.retain("require", |line| {
            let Some(require) = need.remove(&line.words[0]) else { return false };
            require.module.version.clone_into(&mut line.words[1]);
            set_indirect(line.comments, require.indirect);
            true
        });
        for require in sorted(need) {
            let words = [quoted(&require.module.path), require.module.version.clone()];
            self.add_line("require", &words, |_| false);
            if require.indirect {
                self.retain("require", |line| {
                    if line.words == words {
                        set_indirect(line.comments, true);
                    }
                    true
                });
            }
        }
        self.sort_blocks();
        self.reread(FileKind::Main);
    }

    /// Sets the `require` lines, with one block for modules that the main module imports from and one for indirect
    /// requirements. Lines in mixed blocks and in blocks with comments stay where they are.
    pub fn set_separate_requires(&mut self, wanted: &[Require]) {
        let places = RequireStatements::find(self);
        // Only lines of statements that were blocks before are moved; a single line that becomes a block stays.
        let at_block = |it: &Statement| match it {
            Statement::Block(block) => Some(block.position),
            _ => None,
        };
        let was_block: Vec<(usize, usize)> =
            self.tree.statements.iter().filter_map(at_block).collect();
        let (direct, indirect, flat) = self.make_blocks(places);
        // Since Go 1.27 there are only the two blocks, even if other blocks existed.
        let flat = flat || is_release_at_least(self.go_version(), "1.27");
        let mut need = by_path(wanted);
        let mut moved: [Vec<Line>; 2] = Default::default();
        let mut carried: [Vec<Vec<String>>; 2] = Default::default();
        for (at, statement) in self.tree.statements.iter_mut().enumerate() {
            let movable = match statement {
                Statement::Block(block) => was_block.contains(&block.position),
                _ => false,
            };
            let mut before = Vec::new();
            let (in_block, lines): (bool, Vec<&mut Line>) = match statement {
                Statement::Line(line) if is_require(&line.tokens) => (false, vec![line]),
                Statement::Block(block) if is_require(&block.tokens) => {
                    if flat && at != direct && at != indirect {
                        before = std::mem::take(&mut block.comments.before);
                    }
                    (true, block.lines.iter_mut().collect())
                }
                _ => continue,
            };
            let counts = moved.each_ref().map(Vec::len);
            for line in lines {
                let offset = usize::from(!in_block);
                let Some(require) = line.tokens.get(offset).and_then(|path| need.remove(path))
                else {
                    *line = Line::default();
                    continue;
                };
                require.module.version.clone_into(&mut line.tokens[offset + 1]);
                set_indirect(&mut line.comments, require.indirect);
                let wrong = if require.indirect { direct } else { indirect };
                if flat || movable && at == wrong {
                    let mut line = std::mem::take(line);
                    line.tokens.drain(..offset);
                    moved[usize::from(require.indirect)].push(line);
                }
            }
            // The comment above a block moves with its lines: with the direct requirements, if there are any.
            let to = (0..2).find(|kind| moved[*kind].len() > counts[*kind]);
            if let Some(to) = to.filter(|_| !before.is_empty()) {
                carried[to].push(before);
            }
        }
        for require in sorted(need) {
            let tokens = vec![quoted(&require.module.path), require.module.version.clone()];
            let mut line = Line { tokens, ..Line::default() };
            set_indirect(&mut line.comments, require.indirect);
            moved[usize::from(require.indirect)].push(line);
        }
        for ((place, lines), comments) in [direct, indirect].into_iter().zip(moved).zip(carried) {
            if let Statement::Block(block) = &mut self.tree.statements[place] {
                add_lines(block, lines, comments);
            }
        }
        self.clean_lines();
        self.sort_blocks();
        self.reread(FileKind::Main);
    }

    fn clean_lines(&mut self) {
        for statement in &mut self.tree.statements {
            if let Statement::Block(block) = statement {
                block.lines.retain(|line| !line.tokens.is_empty());
            }
        }
    }

    /// Finds or makes the blocks for both kinds of requirements. Returns their statements' indexes, and whether all
    /// requirements were in one line or block, which then mixes both kinds.
    fn make_blocks(&mut self, places: RequireStatements) -> (usize, usize, bool) {
        let all = &mut self.tree.statements;
        let new = || Statement::Block(Block { tokens: vec!["require".into()], ..Block::default() });
        let flat = places.count == 1
            && places.last.is_some_and(|at| match &all[at] {
                Statement::Line(line) => !has_comments(&line.comments),
                Statement::Block(block) => block.comments.before.is_empty(),
                Statement::Comments(_) => false,
            });
        let (mut direct, mut indirect) = (places.direct, places.indirect);
        if direct.is_none() {
            let at = match (indirect, places.last) {
                (Some(at), _) => at,
                (None, Some(last)) => last + 1,
                (None, None) => all.len(),
            };
            all.insert(at, new());
            indirect = indirect.map(|other| if other >= at { other + 1 } else { other });
            direct = Some(at);
        }
        let mut direct = direct.unwrap_or_default();
        if indirect.is_none() {
            all.insert(direct + 1, new());
            indirect = Some(direct + 1);
        }
        let indirect = indirect.unwrap_or_default();
        if direct == indirect {
            direct = indirect.saturating_sub(1);
        }
        for at in [direct, indirect] {
            if let Statement::Line(line) = &mut all[at] {
                let mut line = std::mem::take(line);
                line.tokens.remove(0);
                let block = Block { tokens: vec!["require".into()], ..Block::default() };
                all[at] = Statement::Block(Block { lines: vec![line], ..block });
            }
        }
        (direct, indirect, flat)
    }
}

/// The statements that contain requirements.
#[derive(Default)]
struct RequireStatements {
    /// The last statement without comments that contains only direct requirements.
    direct: Option<usize>,
    /// The last statement without comments that contains only indirect requirements.
    indirect: Option<usize>,
    last: Option<usize>,
    count: usize,
}

impl RequireStatements {
    fn find(file: &ModFile) -> Self {
        let mut places = Self::default();
        for (at, statement) in file.tree.statements.iter().enumerate() {
            let (direct, indirect) = match statement {
                Statement::Line(line) if is_require(&line.tokens) => {
                    let plain = !has_comments(&line.comments);
                    let indirect = is_indirect(&line.comments);
                    (plain && !indirect, plain && indirect)
                }
                Statement::Block(block) if is_require(&block.tokens) => {
                    // A comment behind the opening parenthesis is ignored here.
                    let plain = block.comments.before.is_empty()
                        && !block.lines.is_empty()
                        && block.lines.iter().all(|line| !has_comments(&line.comments));
                    let all = |wanted| {
                        plain && block.lines.iter().all(|it| is_indirect(&it.comments) == wanted)
                    };
                    (all(false), all(true))
                }
                _ => continue,
            };
            places.last = Some(at);
            places.count += 1;
            if direct {
                places.direct = Some(at);
            }
            if indirect {
                places.indirect = Some(at);
            }
        }
        places
    }
}

/// Adds lines to a block, together with the comments of their old blocks.
fn add_lines(block: &mut Block, lines: Vec<Line>, comments: Vec<Vec<String>>) {
    block.lines.extend(lines);
    for comment in comments {
        if !block.comments.before.is_empty() {
            block.comments.before.push("//".to_owned());
        }
        block.comments.before.extend(comment);
    }
}

fn is_require(tokens: &[String]) -> bool {
    tokens.first().is_some_and(|word| word == "require")
}

/// Reports whether there are comments other than `// indirect`.
fn has_comments(comments: &Comments) -> bool {
    let plain = |text: &String| text.trim_start_matches("//").trim() == "indirect";
    !comments.before.is_empty()
        || comments.suffix.len() > 1
        || comments.suffix.first().is_some_and(|text| !plain(text))
}

fn by_path(wanted: &[Require]) -> HashMap<String, &Require> {
    wanted.iter().map(|require| (quoted(&require.module.path), require)).collect()
}

fn sorted(need: HashMap<String, &Require>) -> Vec<&Require> {
    let mut rest: Vec<&Require> = need.into_values().collect();
    rest.small_sort_by(|a, b| a.module.cmp(&b.module));
    rest
}
