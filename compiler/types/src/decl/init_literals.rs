//! The names of function literals in the initialisers of package-level variables.
//!
//! Go numbers these literals in the order in which the variables are initialised. The checker checks, and so names, the
//! literals in another order: it checks an initialiser when the type of its variable is first needed.

use crate::checker::Checker;
use crate::ids::PkgId;
use crate::scope::object::ObjId;
use minigo_syntax::hash::HashMap;
use minigo_syntax::small_sort::SmallSort as _;

/// The text between a package's path and the number of a function literal, in the name of a literal in an initialiser.
const INIT_LITERAL_INFIX: &str = ".init.func";

impl Checker<'_> {
    /// Numbers the literals anew in the order of initialisation, and renames them and the functions inside them.
    pub(crate) fn number_init_literals(&mut self) {
        let mut named: HashMap<PkgId, Vec<(ObjId, u32)>> = HashMap::default();
        for &(pkg, decl, number) in &self.bodies.init_literals {
            named.entry(pkg).or_default().push((decl, number));
        }
        let numbered =
            named.into_iter().map(|(pkg, named)| (pkg, self.new_literal_numbers(pkg, named)));
        let mut numbers: HashMap<PkgId, HashMap<u32, u32>> = numbered.collect();
        numbers.retain(|_, numbers| numbers.iter().any(|(old, new)| old != new));
        if numbers.is_empty() {
            return;
        }
        for func in &mut self.funcs {
            let Some(numbers) = numbers.get(&func.pkg) else { continue };
            let path = self.packages[func.pkg.0 as usize].path.as_str();
            if let Some((number, rest)) = literal_number(&func.name, path)
                && let Some(new) = numbers.get(&number)
            {
                func.name = format!("{path}{INIT_LITERAL_INFIX}{new}{rest}").into();
            }
        }
    }

    /// The new number for each old one. `named` has the literals of one package in the order in which they were named.
    fn new_literal_numbers(&self, pkg: PkgId, named: Vec<(ObjId, u32)>) -> HashMap<u32, u32> {
        let inits = self.package(pkg).global_inits.iter().enumerate();
        let places: HashMap<ObjId, usize> =
            inits.filter_map(|(at, init)| Some((*init.lhs.first()?, at))).collect();
        let mut free: Vec<u32> = named.iter().map(|&(_, number)| number).collect();
        free.small_sort();
        let mut named = named;
        named.small_sort_by_key(|(decl, _)| places.get(decl).copied().unwrap_or(usize::MAX));
        named.iter().map(|&(_, old)| old).zip(free).collect()
    }
}

/// The number of the literal that a function of the package at `path` is or stands in, and what follows the number.
fn literal_number<'n>(name: &'n str, path: &str) -> Option<(u32, &'n str)> {
    let number = name.strip_prefix(path)?.strip_prefix(INIT_LITERAL_INFIX)?;
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = number.split_at(digits);
    Some((number.parse().ok()?, rest))
}
