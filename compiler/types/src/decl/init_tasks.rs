//! The order in which packages are initialised.
//!
//! The order follows Go's linker, which treats initialisation as *tasks*: a package has a task if it has code to run or
//! imports a package that has a task. The next task to run is the one with the first path among the tasks that wait for
//! no other task. Packages of the library take part with the imports that they have in Go's own library, whatever they
//! import in minigo, because these determine when the packages that import them become ready. The library's packages
//! themselves are initialised first, which no program can observe.

use crate::checker::Checker;
use crate::ids::PkgId;
use crate::input::Input;
use crate::program::{Body, Conversion, Expr, ExprKind, Stmt, StmtKind};
use crate::scope::object::{ObjId, ObjectKind};
use minigo_syntax::hash::HashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The initialisation task of a package.
#[derive(Default)]
struct Task {
    /// The tasks that wait for this task.
    importers: Vec<usize>,
    /// The number of tasks that this task waits for.
    pending_count: usize,
    /// The user's package; `None` for a package of the library.
    pkg: Option<PkgId>,
    /// The key by which ready tasks are ordered.
    task_symbol: String,
}

/// The tasks found so far.
struct Tasks<'i, 'a> {
    input: &'i Input<'a>,
    tasks: Vec<Task>,
    library_indexes: HashMap<&'static str, usize>,
    user_indexes: HashMap<usize, usize>,
}

impl Checker<'_> {
    /// All packages in the order of their initialisation. Packages without a task come first.
    pub(crate) fn initialization_order(&self, input: &Input<'_>) -> Vec<PkgId> {
        if input.packages.iter().filter(|p| !p.is_library).count() < 2 {
            return (0..self.packages.len()).map(|at| PkgId(at as u32)).collect();
        }
        let mut tasks = Tasks {
            input,
            tasks: Vec::new(),
            library_indexes: HashMap::default(),
            user_indexes: HashMap::default(),
        };
        let mut order = Vec::new();
        for (index, package) in input.packages.iter().enumerate() {
            let pkg = PkgId(index as u32);
            // The imports of a package come before it, so their tasks are known.
            if package.is_library || !tasks.add_user_package(index, self.has_init_code(pkg)) {
                order.push(pkg);
            }
        }
        // The checker's synthetic packages, such as unsafe, have nothing to initialise.
        order.extend((input.packages.len()..self.packages.len()).map(|at| PkgId(at as u32)));
        order.extend(tasks.schedule());
        order
    }

    /// Reports whether the package's initialisation executes any code: gc lays out constant values at compile time.
    fn has_init_code(&self, pkg: PkgId) -> bool {
        let package = self.package(pkg);
        let empty = |obj: &ObjId| match self.object(*obj).kind {
            ObjectKind::Func(func) => {
                matches!(&self.funcs[func.0 as usize].body, Body::Block(stmts) if stmts.is_empty())
            }
            _ => true,
        };
        !package.init_funcs.iter().all(empty)
            || !package.global_inits.iter().all(|init| self.is_static(&init.stmts))
    }

    fn is_static(&self, stmts: &[Stmt]) -> bool {
        stmts.iter().all(|stmt| match &stmt.kind {
            StmtKind::Assign(lvalue, value) => {
                let global = lvalue.as_ref().is_none_or(|p| matches!(p.kind, ExprKind::Global(_)));
                global && self.is_static_value(value)
            }
            _ => false,
        })
    }

    fn is_static_value(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Zero | ExprKind::Func(_) | ExprKind::Closure(_) => true,
            ExprKind::IntArray(_) | ExprKind::IntSlice(_) => true,
            ExprKind::Addr(lvalue) => matches!(lvalue.kind, ExprKind::Global(_)),
            ExprKind::New(value) => self.is_static_value(value),
            ExprKind::StructLit(fields) => fields.iter().all(|(_, v)| self.is_static_value(v)),
            ExprKind::ArrayLit(elements) | ExprKind::SliceLit(_, elements) => {
                elements.iter().all(|(_, v)| self.is_static_value(v))
            }
            ExprKind::Convert(conversion, value) => {
                let plain = matches!(
                    conversion,
                    Conversion::Same | Conversion::ToInterface | Conversion::StringToBytes
                );
                plain && self.is_static_value(value)
            }
            _ => false,
        }
    }
}

impl Tasks<'_, '_> {
    /// Adds the task of the user's package `index`; returns false if the package has no task.
    fn add_user_package(&mut self, index: usize, has_work: bool) -> bool {
        let package = &self.input.packages[index];
        let mut imports: Vec<usize> = Vec::new();
        for (path, &imported) in &package.imports {
            let task = if self.input.packages[imported].is_library {
                self.library_task(path)
            } else {
                self.user_indexes.get(&imported).copied()
            };
            imports.extend(task);
        }
        if !has_work && imports.is_empty() && package.path != "main" {
            return false;
        }
        let task = self.add_task(&package.path, &imports);
        self.tasks[task].pkg = Some(PkgId(index as u32));
        self.user_indexes.insert(index, task);
        true
    }

    fn add_task(&mut self, path: &str, imports: &[usize]) -> usize {
        let task = self.tasks.len();
        for &import in imports {
            self.tasks[import].importers.push(task);
        }
        let (waits_for, symbol) = (imports.len(), task_symbol(path));
        self.tasks.push(Task {
            importers: Vec::new(),
            pending_count: waits_for,
            pkg: None,
            task_symbol: symbol,
        });
        task
    }

    /// The task of Go's own package at `path`. The library's tasks are few and not deeply nested, so the recursion is
    /// bounded.
    fn library_task(&mut self, path: &str) -> Option<usize> {
        let (path, imports) = (self.input.library_init_tasks)(path)?;
        if let Some(&task) = self.library_indexes.get(path) {
            return Some(task);
        }
        let imports: Vec<usize> =
            imports.split_whitespace().filter_map(|import| self.library_task(import)).collect();
        let task = self.add_task(path, &imports);
        self.library_indexes.insert(path, task);
        Some(task)
    }

    /// The user's packages in the order in which Go's linker schedules them.
    fn schedule(mut self) -> Vec<PkgId> {
        let mut order = Vec::new();
        let mut ready: BinaryHeap<Reverse<(String, usize)>> = BinaryHeap::new();
        let take =
            |task: &mut Task, at: usize| Reverse((std::mem::take(&mut task.task_symbol), at));
        for (at, task) in self.tasks.iter_mut().enumerate().filter(|(_, t)| t.pending_count == 0) {
            ready.push(take(task, at));
        }
        while let Some(Reverse((_, at))) = ready.pop() {
            order.extend(self.tasks[at].pkg);
            for importer in std::mem::take(&mut self.tasks[at].importers) {
                let task = &mut self.tasks[importer];
                task.pending_count -= 1;
                if task.pending_count == 0 {
                    ready.push(take(task, importer));
                }
            }
        }
        order
    }
}

/// The name of a package's task as the linker compares it: dots in the last element of the path are escaped.
fn task_symbol(path: &str) -> String {
    let last = path.rfind('/').map_or(0, |at| at + 1);
    let mut out = String::new();
    for (at, b) in path.bytes().enumerate() {
        let escape = b <= b' ' || b == b'.' && at >= last || b == b'%' || b == b'"' || b >= 0x7f;
        if escape {
            out.push_str(&format!("%{b:02x}"));
        } else {
            out.push(b as char);
        }
    }
    out + "..inittask"
}
