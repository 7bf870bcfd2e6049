//! Lines and functions of the source as places in the code.

use crate::image::Image;
use crate::image::lines::LIBRARY_PREFIX;
use crate::machine::debug::StoppedMachine;
use minigo_bytecode::func::Func;
use std::collections::BTreeMap;

/// The code of a line.
#[derive(Clone, Debug)]
pub struct LinePlaces {
    /// The file, as an absolute path.
    pub file: String,
    /// The requested line, or the next line of the same function that has code.
    pub line: u32,
    /// The instructions at which the line begins, one a function: indexes in the program's code.
    pub instructions: Vec<usize>,
}

impl StoppedMachine<'_> {
    /// The absolute name of a file of the program, or its library name.
    pub(super) fn file_name(&self, number: u32) -> &str {
        self.shared().files.name(&self.shared().image.program.files, number)
    }

    /// The code of a line of a file; `None` if neither the line nor a later line of a function around it has code.
    /// `file`: an absolute path, or the end of one.
    #[must_use]
    pub fn places_of_line(&self, file: &str, line: u32) -> Option<LinePlaces> {
        let image = &self.shared().image;
        let files: Vec<u32> = self.files_named(file);
        let mut best: Option<u32> = None;
        for func in image.program.funcs.iter().filter(|f| !f.is_wrapper) {
            let mine = || func.lines.iter().filter(|l| files.contains(&l.file));
            let Some(last) = mine().map(|l| l.line).max() else { continue };
            let first = if files.contains(&func.file) { func.line } else { line };
            let next = mine().map(|l| l.line).filter(|&l| l >= line).min();
            if first.min(mine().map(|l| l.line).min().unwrap_or(last)) <= line
                && let Some(next) = next
            {
                best = Some(best.map_or(next, |best| best.min(next)));
            }
        }
        let line = best?;
        let mut at = Vec::new();
        for (id, func) in image.program.funcs.iter().enumerate().filter(|(_, f)| !f.is_wrapper) {
            // The code of an inlined call counts as a function of its own.
            let mut firsts = BTreeMap::new();
            for l in func.lines.iter().filter(|l| l.line == line && files.contains(&l.file)) {
                let first = firsts.entry(l.inlined.map(|inlined| inlined.0)).or_insert(l.pc);
                *first = l.pc.min(*first);
            }
            at.extend(firsts.values().map(|&pc| image.function_starts[id] as usize + pc as usize));
        }
        let file = self.file_name(*files.first()?).to_owned();
        Some(LinePlaces { file, line, instructions: at })
    }

    fn files_named(&self, name: &str) -> Vec<u32> {
        let count = self.shared().image.program.files.len() as u32;
        let is = |number: &u32| {
            let file = self.file_name(*number);
            let part = || file.strip_suffix(name).is_some_and(|rest| rest.ends_with('/'));
            file == name || !name.starts_with('/') && part()
        };
        (0..count).filter(is).collect()
    }

    /// The first instructions of the functions with this name: qualified (`main.work`, `main.(*T).Get`), or of package
    /// main. All instances of a generic function have its name.
    #[must_use]
    pub fn places_of_function(&self, name: &str) -> Vec<usize> {
        let image = &self.shared().image;
        let is = |func: &Func| {
            let plain = func.name.split_once('[').map_or(&*func.name, |(before, _)| before);
            let main = |known: &str| known.strip_prefix("main.").is_some_and(|n| n == name);
            !func.is_wrapper
                && (*func.name == *name || plain == name || main(plain) || main(&func.name))
        };
        let funcs = image.program.funcs.iter().enumerate();
        funcs.filter(|(_, f)| is(f)).map(|(id, f)| first_place(image, id, f)).collect()
    }

    /// The position of an instruction: function, file and line.
    #[must_use]
    pub fn position_of(&self, at: usize) -> Option<(String, String, u32)> {
        let image = &self.shared().image;
        let id = self.func_of(at);
        let func = image.program.funcs.get(id)?;
        let (file, line) = func.line_at((at - image.function_starts[id] as usize) as u32);
        Some((func.name.to_string(), self.file_name(file).to_owned(), line))
    }

    /// The file that declares the function to which an instruction belongs. Calls inlined there may have other files.
    #[must_use]
    pub fn file_of(&self, at: usize) -> Option<String> {
        let func = self.shared().image.program.funcs.get(self.func_of(at))?;
        Some(self.file_name(func.file).to_owned())
    }

    /// The number of the function to which an instruction belongs.
    pub(super) fn func_of(&self, at: usize) -> usize {
        let image = &self.shared().image;
        image.func_at(image.code.first_instruction().wrapping_add(at + 1)).0 as usize
    }

    /// The files of the program, without the library's.
    #[must_use]
    pub fn files(&self) -> Vec<String> {
        let count = self.shared().image.program.files.len() as u32;
        let names = (0..count).map(|number| self.file_name(number).to_owned());
        names.filter(|name| !name.starts_with(LIBRARY_PREFIX) && !name.starts_with('<')).collect()
    }

    /// The names of the program's functions, without the library's.
    #[must_use]
    pub fn functions(&self) -> Vec<String> {
        let image = &self.shared().image;
        let own = |func: &&Func| is_user_function(image, func) && !func.name.is_empty();
        image.program.funcs.iter().filter(own).map(|f| f.name.to_string()).collect()
    }
}

/// Reports whether a function was written by the user.
pub(super) fn is_user_function(image: &Image, func: &Func) -> bool {
    let file = image.program.files.get(func.file as usize);
    !func.is_wrapper
        && file.is_some_and(|file| !file.starts_with(LIBRARY_PREFIX) && !file.starts_with('<'))
}

/// The instruction at which a function's first line begins. The line of the declaration does not count if it has only
/// code that prepares variables.
pub(super) fn first_place(image: &Image, id: usize, func: &Func) -> usize {
    let first = match &func.lines[..] {
        [first, second, ..] if first.line == func.line && second.line > func.line => second.pc,
        [first, ..] => first.pc,
        [] => 0,
    };
    image.function_starts[id] as usize + first as usize
}
