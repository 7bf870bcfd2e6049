//! `minigo dump`: prints the intermediate forms of a program in the compiler.

use super::{FAILURE_STATUS, print_error};
use crate::load;
use crate::load::fs_view::FsView;
use crate::options::{Dump, Stage, Target};
use crate::pipeline::{self, CheckOptions, CheckedProgram};
use crate::report;
use minigo_syntax::deadline::Deadline;
use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::{Source, SourceMap, Span};
use minigo_types::program::FuncId;
use minigo_types::program::print::Printer;
use std::io::Write;

/// Prints the output of one stage of the compiler.
#[must_use]
pub fn run(dump: &Dump) -> u8 {
    let (func, files) = dump.split_function();
    if files.is_empty() {
        return print_error(
            "minigo: dump asm: name a function and its files, such as: minigo dump asm main.f f.go",
        );
    }
    let (target, _) = Target::split(files);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let status = match dump.stage {
        Stage::Tokens | Stage::Ast => dump_syntax(dump, &target, &mut out),
        Stage::Types | Stage::Code | Stage::Asm => dump_program(dump, func, &target, &mut out),
    };
    if out.flush().is_err() { FAILURE_STATUS } else { status }
}

fn dump_syntax(dump: &Dump, target: &Target, out: &mut impl Write) -> u8 {
    let loaded = match load::load(&FsView::new(dump.common.build.flags()), target, dump.common.lang)
    {
        Ok(loaded) => loaded,
        Err(error) => return print_error(error.text()),
    };
    let packages = loaded.packages.iter().zip(&loaded.named);
    let shown = packages.filter(|(package, _)| dump.all || !package.is_library);
    for &file in shown.flat_map(|(_, shown)| &shown.files) {
        let source = loaded.sources.file(file);
        let written = match dump.stage {
            Stage::Tokens => write_tokens(out, source),
            _ => {
                // Files of the library are parsed by declaration only, so the whole file is parsed here.
                let file = minigo_syntax::parse_file(source).file;
                write!(out, "{}", minigo_syntax::print::print_file(source, &file))
            }
        };
        if written.is_err() {
            return FAILURE_STATUS;
        }
    }
    let failed = loaded.diagnostics.has_errors();
    let diagnostics = loaded.diagnostics.into_sorted();
    let packages = loaded.named;
    let (sources, godebug) = (loaded.sources, loaded.godebug);
    let checked = CheckedProgram {
        sources,
        program: None,
        diagnostics,
        packages,
        is_main: true,
        godebug,
        too_many_errors: Vec::new(),
    };
    report::print_diagnostics(&checked, &dump.common);
    if failed { FAILURE_STATUS } else { 0 }
}

fn write_tokens(out: &mut impl Write, source: &Source) -> std::io::Result<()> {
    for (start, token, end) in Lexer::new(source) {
        let (line, column) = source.line_col(start);
        let (name, text) = (format!("{token:?}"), source.slice(Span::new(start, end)));
        // For an identifier or literal, the token's kind is printed without its value: the text shows it.
        let name = name.split('(').next().unwrap_or_default();
        writeln!(out, "{line}:{column} {name} {text:?}")?;
    }
    Ok(())
}

fn dump_program(dump: &Dump, func: Option<&str>, target: &Target, out: &mut impl Write) -> u8 {
    let options = CheckOptions {
        language: dump.common.lang,
        require_bodies: false,
        warns: false,
        all_errors: true,
        deadline: Deadline::NEVER,
    };
    let fs = FsView::new(dump.common.build.flags());
    let checked = match pipeline::check(&fs, target, options) {
        Ok(checked) => checked,
        Err(error) => return print_error(error.text()),
    };
    if report::print_diagnostics(&checked, &dump.common) {
        return FAILURE_STATUS;
    }
    let written = match (&checked.program, dump.stage) {
        (Some(program), Stage::Types) => write_types(dump, program, &checked.sources, out),
        (Some(program), _) => {
            match pipeline::generate(&fs, program, &checked.sources, Deadline::NEVER) {
                Ok(code) => match func {
                    Some(func) => return write_assembly(func, code, out),
                    None => write_code(dump, &code, out),
                },
                Err(diagnostics) => {
                    let diagnostics = diagnostics.into_sorted();
                    let failed = CheckedProgram { program: None, diagnostics, ..checked };
                    report::print_diagnostics(&failed, &dump.common);
                    return FAILURE_STATUS;
                }
            }
        }
        (None, _) => Ok(()),
    };
    u8::from(written.is_err())
}

/// Reports whether functions of this file are shown: library files are left out unless they are asked for.
fn is_shown(dump: &Dump, file: Option<&str>) -> bool {
    dump.all || file.is_some_and(|name| !name.starts_with("$GOROOT"))
}

fn write_types(
    dump: &Dump,
    program: &minigo_types::program::Program,
    sources: &SourceMap,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let mut printer = Printer::new(program);
    for (func, id) in program.funcs.iter().zip(0..) {
        if is_shown(dump, sources.file_of(func.pos).map(|f| &*f.name)) {
            writeln!(out, "{}", printer.function(FuncId(id)))?;
        }
    }
    Ok(())
}

fn write_code(
    dump: &Dump,
    code: &minigo_bytecode::program::Program,
    out: &mut impl Write,
) -> std::io::Result<()> {
    for func in &code.funcs {
        let file = code.files.get(func.file as usize).map(|name| &**name);
        let has_source = func.line > 0 || func.is_wrapper || dump.all;
        if has_source && is_shown(dump, file) {
            writeln!(out, "{}", minigo_bytecode::print::function(code, func))?;
        }
    }
    if let Err(fault) = minigo_bytecode::verify::verify(code) {
        let name = code.funcs.get(fault.func.0 as usize).map_or("?", |f| &*f.name);
        writeln!(out, "internal error: {name}: {fault}")?;
    }
    Ok(())
}

/// Prints a function's bytecode and machine code.
fn write_assembly(name: &str, code: minigo_bytecode::program::Program, out: &mut impl Write) -> u8 {
    let full = format!("main.{name}");
    let is_wanted = |func: &str| func == name || func == full;
    let bytecode = |func: &minigo_bytecode::func::Func| {
        is_wanted(&func.name).then(|| minigo_bytecode::print::function(&code, func))
    };
    let bytecode: Vec<String> = code.funcs.iter().filter_map(bytecode).collect();
    if bytecode.is_empty() {
        return print_error(&format!(
            "minigo: the program has no function {name}; `minigo dump code` lists its functions"
        ));
    }
    let made = match minigo_vm::assembly_of(code, is_wanted) {
        Ok(made) => made,
        Err(refused) => return print_error(&format!("minigo: {refused}")),
    };
    let written = bytecode.iter().zip(made).try_for_each(|(bytecode, made)| match made.code {
        Ok((bytes, text)) => writeln!(out, "{bytecode}\n{bytes} bytes of machine code\n{text}"),
        Err(refused) => writeln!(out, "{bytecode}\nno machine code: {refused}\n"),
    });
    u8::from(written.is_err())
}
