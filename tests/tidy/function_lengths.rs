//! Measures the lengths of files, functions and comment lines.

use std::fs;
use std::path::PathBuf;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Returns the lengths of a file's functions in lines, from signature to closing brace, with their names. Tests are
/// left out.
pub(crate) fn function_lengths(path: &PathBuf) -> Vec<(usize, String)> {
    let file = syn::parse_file(&fs::read_to_string(path).unwrap()).unwrap();
    let mut functions = FunctionLengths(Vec::new());
    functions.visit_file(&file);
    functions.0
}

struct FunctionLengths(Vec<(usize, String)>);

impl FunctionLengths {
    fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let lines = block.span().end().line - signature.span().start().line + 1;
        self.0.push((lines, signature.ident.to_string()));
    }
}

impl<'ast> Visit<'ast> for FunctionLengths {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }
}

/// Sorts the numbers and returns their percentile.
pub(crate) fn percentile(numbers: &mut [usize], percent: usize) -> usize {
    numbers.sort_unstable();
    numbers[(numbers.len() * percent / 100).min(numbers.len() - 1)]
}
