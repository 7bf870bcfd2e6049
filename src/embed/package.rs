//! Packages of Go whose functions and types are written in Rust.

use super::error::Error;
use super::host_result::HostResult;
use super::task_waking::WakerSlot;
use super::value::{Cx, Declarations, Go, Invalid, KnownTypes, slots};
use minigo_vm::convert::IntoSlots;
use minigo_vm::native::{Control, GoError, IntoOutcome, Native, NativeCx, Outcome, WorkBound};
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A package that Go code imports and whose declarations are Rust's.
///
/// A Rust function that panics panics in Go, with the text of its panic: the process continues.
#[derive(Clone)]
pub struct Package {
    pub(crate) path: String,
    pub(crate) items: Vec<Item>,
}

impl fmt::Debug for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Package").field("path", &self.path).finish_non_exhaustive()
    }
}

/// A declaration of a package.
#[derive(Clone)]
pub(crate) enum Item {
    Type(fn(&mut Declarations) -> String),
    Function(HostFunction),
}

/// A Rust function that Go code calls.
#[derive(Clone)]
pub(crate) struct HostFunction {
    pub(crate) name: String,
    /// Whether the first parameter is a receiver.
    is_method: bool,
    pub(crate) body: Arc<dyn Any + Send + Sync>,
    native: Native,
    signature: fn(&mut Declarations) -> Signature,
}

/// The Go file of a package.
pub(crate) struct PackageText {
    pub(crate) text: String,
    /// Expressions for the package's functions and methods, without the package's name: `Save`, `Order.Total`.
    pub(crate) functions: Vec<String>,
}

/// The texts of a function's parameters and results in Go.
#[doc(hidden)]
pub struct Signature {
    pub(crate) params: Vec<String>,
    pub(crate) result: Option<String>,
    pub(crate) returns_error: bool,
}

impl Package {
    /// Creates a package without declarations, with this import path. The package's name is the path's last element.
    #[must_use]
    pub fn new(path: &str) -> Self {
        Self { path: path.to_owned(), items: Vec::new() }
    }

    /// Declares the type that `T` stands for: a struct type has the name of the Rust type unless `#[go(name = "…")]`
    /// says otherwise. Functions declare the types that they use by themselves.
    ///
    /// ```
    /// use minigo::embed::{Engine, Go, Limits, Package, Source, World};
    ///
    /// #[derive(Go)]
    /// struct Point { x: f64, y: f64 }
    ///
    /// let shapes = Package::new("shapes").ty::<Point>();
    /// let text = r#"
    ///     package p
    ///     import "shapes"
    ///     func Far(p shapes.Point) bool { return p.X*p.X+p.Y*p.Y > 100 }
    /// "#;
    /// let module = Engine::new().compile(Source::text("p.go", text).with(&shapes))?;
    /// let mut run = module.start(&World::empty(), Limits::new())?;
    /// let far = run.func::<(Point,), bool>("Far")?;
    /// assert!(far.call(&mut run, (Point { x: 8.0, y: 9.0 },))?);
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn ty<T: Go>(mut self) -> Self {
        self.items.push(Item::Type(T::declare));
        self
    }

    /// Declares a function. The caller's thread runs the function: while it runs, no goroutine of the machine does.
    ///
    /// ```
    /// use minigo::embed::{Engine, Limits, Package, Source, World};
    ///
    /// let prices = Package::new("shop/prices").func("Of", |item: String| match &*item {
    ///     "tea" => Ok(3.5),
    ///     _ => Err(format!("no price for {item}")),
    /// });
    /// let text = r#"
    ///     package p
    ///     import "shop/prices"
    ///     func Total(items []string) (sum float64, err error) {
    ///         for _, item := range items {
    ///             price, err := prices.Of(item)
    ///             if err != nil {
    ///                 return 0, err
    ///             }
    ///             sum += price
    ///         }
    ///         return sum, nil
    ///     }
    /// "#;
    /// let module = Engine::new().compile(Source::text("p.go", text).with(&prices))?;
    /// let mut run = module.start(&World::empty(), Limits::new())?;
    /// let total = run.func::<(Vec<String>,), Result<f64, String>>("Total")?;
    /// assert_eq!(total.call(&mut run, (vec!["tea".to_owned(); 2],))?, Ok(7.0));
    /// let error = total.call(&mut run, (vec!["gold".to_owned()],))?;
    /// assert_eq!(error, Err("no price for gold".to_owned()));
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn func<Kind>(self, name: &str, body: impl HostFn<Kind>) -> Self {
        self.add_function(name, body, false, false)
    }

    /// Declares a method: the function's first parameter is the receiver, whose type is a derived struct or enum that
    /// this package declares. The function gets a copy of the receiver.
    ///
    /// ```
    /// use minigo::embed::{Engine, Go, Limits, Package, Source, World};
    ///
    /// #[derive(Go)]
    /// struct Order { price: f64, count: isize }
    ///
    /// let shop = Package::new("shop").method("Total", |o: Order| o.price * o.count as f64);
    /// let text = r#"
    ///     package p
    ///     import "shop"
    ///     func Price() float64 { return shop.Order{Price: 1.5, Count: 2}.Total() }
    /// "#;
    /// let module = Engine::new().compile(Source::text("p.go", text).with(&shop))?;
    /// let mut run = module.start(&World::empty(), Limits::new())?;
    /// assert_eq!(run.func::<(), f64>("Price")?.call(&mut run, ())?, 3.0);
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn method<Kind>(self, name: &str, body: impl HostFn<Kind>) -> Self {
        self.add_function(name, body, false, true)
    }

    /// Declares a function that may block: another thread runs it, and other goroutines continue.
    ///
    /// ```
    /// use minigo::embed::{Engine, Limits, Package, Source, World};
    ///
    /// let slow = Package::new("slow").blocking("Double", |n: isize| {
    ///     std::thread::sleep(std::time::Duration::from_millis(20));
    ///     2 * n
    /// });
    /// let text = r#"
    ///     package p
    ///     import "slow"
    ///     func Both() int {
    ///         c := make(chan int)
    ///         go func() { c <- slow.Double(1) }()
    ///         return slow.Double(2) + <-c
    ///     }
    /// "#;
    /// let module = Engine::new().compile(Source::text("p.go", text).with(&slow))?;
    /// let mut run = module.start(&World::empty(), Limits::new())?;
    /// assert_eq!(run.func::<(), isize>("Both")?.call(&mut run, ())?, 6);
    /// # Ok::<(), minigo::embed::Error>(())
    /// ```
    #[must_use]
    pub fn blocking<Kind>(self, name: &str, body: impl HostFn<Kind>) -> Self {
        self.add_function(name, body, true, false)
    }

    fn add_function<F: HostFn<Kind>, Kind>(
        mut self,
        name: &str,
        body: F,
        blocks: bool,
        is_method: bool,
    ) -> Self {
        let native = Native {
            name: name.to_owned().into(),
            call: if blocks { F::call_blocking } else { F::call },
            arg_slots: 1 + F::ARG_SLOTS,
            result_slots: F::RESULT_SLOTS,
            work_bound: if blocks { WorkBound::Blocking } else { WorkBound::Constant },
        };
        self.items.push(Item::Function(HostFunction {
            name: name.to_owned(),
            is_method,
            body: Arc::new(body),
            native,
            signature: F::signature,
        }));
        self
    }

    /// Returns the package's name.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Returns the package's Go file; `first` is the number of its first function among all of a module.
    ///
    /// # Errors
    /// [`Error::Refused`] if a method's receiver is no type that the package declares.
    pub(crate) fn text(
        &self,
        declarations: &mut Declarations,
        first: usize,
    ) -> Result<PackageText, Error> {
        declarations.package.clone_from(&self.path);
        declarations.text.clear();
        declarations.imports.clear();
        let (mut texts, mut functions) = (String::new(), Vec::new());
        for item in &self.items {
            match item {
                Item::Type(declare) => drop(declare(declarations)),
                Item::Function(function) => {
                    let signature = (function.signature)(declarations);
                    let receiver = function.is_method.then(|| signature.params.first()).flatten();
                    functions.push(match receiver {
                        Some(receiver) => format!("{receiver}.{}", function.name),
                        None => function.name.clone(),
                    });
                    let is_own = |name: &&String| name.starts_with(char::is_uppercase);
                    if function.is_method && receiver.filter(is_own).is_none() {
                        return Err(Error::Refused(format!(
                            "method {}: the receiver is no type that package {} declares",
                            function.name, self.path
                        )));
                    }
                    let number = first + functions.len() - 1;
                    texts.push_str(&signature.text(function, number));
                }
            }
        }
        let mut text = format!("package {}\n\nimport embed \"internal/embed\"\n", self.name());
        for (number, path) in declarations.imports.iter().enumerate() {
            text.push_str(&format!("import p{number} {path:?}\n"));
        }
        text.push_str("\nvar _ = embed.Error\n\n");
        text.push_str(&declarations.text);
        text.push_str(&texts);
        Ok(PackageText { text, functions })
    }

    pub(crate) fn functions(&self) -> impl Iterator<Item = &HostFunction> {
        self.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(function),
            Item::Type(_) => None,
        })
    }
}

impl HostFunction {
    /// Returns the function's native; `number` is the function's number in the module.
    pub(crate) fn native(&self, number: usize) -> Native {
        Native { name: self.native_name(number).into(), ..self.native.clone() }
    }

    /// Returns the name of the native's declaration: several types may have a method of one name.
    fn native_name(&self, number: usize) -> String {
        if self.is_method {
            format!("rust{number}{}", self.name)
        } else {
            format!("rust{}", self.name)
        }
    }
}

impl Signature {
    /// Returns the Go function, and the native that it calls with the number of the Rust function.
    fn text(&self, function: &HostFunction, number: usize) -> String {
        let (name, native) = (&function.name, function.native_name(number));
        let named: Vec<_> =
            self.params.iter().enumerate().map(|(n, ty)| format!("a{n} {ty}")).collect();
        let names: String = (0..self.params.len()).map(|n| format!(", a{n}")).collect();
        let (receiver, params) = named.split_at(usize::from(function.is_method));
        let receiver: String = receiver.iter().map(|receiver| format!("({receiver}) ")).collect();
        let (params, call) = (params.join(", "), format!("{native}({number}{names})"));
        let all = [vec!["f int".to_owned()], named].concat().join(", ");
        let result = self.result.as_deref();
        let shown = result.unwrap_or_default();
        if !self.returns_error {
            let returned = if result.is_some() { "return " } else { "" };
            return format!(
                "func {receiver}{name}({params}) {shown} {{ {returned}{call} }}\n\nfunc {native}({all}) {shown}\n\n"
            );
        }
        let (value, name_of_value) = match result {
            Some(ty) => (format!("{ty}, "), "value, "),
            None => (String::new(), ""),
        };
        format!(
            "func {receiver}{name}({params}) ({value}error) {{\n\t{name_of_value}text, failed := {call}\n\tif failed \
             {{\n\t\treturn {name_of_value}embed.Error(text)\n\t}}\n\treturn {name_of_value}nil\n}}\n\nfunc \
             {native}({all}) ({value}string, bool)\n\n"
        )
    }
}

/// The Rust side of a machine: the functions that its program calls, and its types.
pub(crate) struct HostSide {
    pub(crate) functions: Arc<Vec<Arc<dyn Any + Send + Sync>>>,
    pub(crate) known_types: KnownTypes,
    /// The waker of the task that polls the machine's call.
    pub(super) waker: Arc<WakerSlot>,
}

/// Returns the Rust side of the running machine.
pub(crate) fn host_side(cx: &NativeCx) -> Arc<HostSide> {
    let side = cx.embedder_data().cloned().and_then(|side| side.downcast::<HostSide>().ok());
    side.expect("only programs of an engine call Rust functions")
}

/// The slots of a native's results.
struct StoredResult<R> {
    slots: Vec<u64>,
    result: PhantomData<fn() -> R>,
}

impl<R: HostResult> IntoSlots for StoredResult<R> {
    const SLOTS: usize = R::SLOTS;

    unsafe fn into_slots(self, _: &mut NativeCx, at: *mut u64) {
        // SAFETY: the caller keeps this function's contract.
        unsafe { at.copy_from_nonoverlapping(self.slots.as_ptr(), self.slots.len()) };
    }
}

/// Stores the results of a Rust function that has returned or panicked.
///
/// # Errors
/// Returns the text with which Go panics.
///
/// # Safety
/// `to` points to the slots of `R`.
unsafe fn store_result<R: HostResult>(
    cx: &mut NativeCx,
    side: &HostSide,
    result: &std::thread::Result<R>,
    to: *mut u64,
) -> Result<(), GoError> {
    let text = match result {
        Ok(result) => {
            let mut writing = Cx::new(cx, &side.known_types);
            // SAFETY: the caller keeps this function's contract.
            match unsafe { result.store(&mut writing, to) } {
                Ok(()) => {
                    writing.connect_channels();
                    return Ok(());
                }
                Err(Invalid(text)) => text,
            }
        }
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            text.unwrap_or_else(|| "a Rust function panicked".to_owned())
        }
    };
    Err(GoError::Text(text))
}

/// Ends the native of a Rust function that has returned or panicked.
///
/// # Safety
/// As for [`IntoOutcome::store_results`].
unsafe fn end_call<R: HostResult>(
    cx: &mut NativeCx,
    side: &HostSide,
    result: std::thread::Result<R>,
    at: *mut u64,
) -> Control {
    // SAFETY: the caller keeps this function's contract.
    let stored =
        cx.store_or_keep(result, |cx, result| unsafe { store_result(cx, side, result, at) });
    // SAFETY: as above.
    unsafe { stored.store_results(cx, at) }
}

/// Returns the outcome of a native whose Rust function has returned, or panicked, on another thread.
fn outcome<R: HostResult>(
    cx: &mut NativeCx,
    side: &HostSide,
    result: std::thread::Result<R>,
) -> Outcome<StoredResult<R>> {
    let mut slots = vec![0; R::SLOTS];
    // SAFETY: `slots` has the slots of `R`.
    match unsafe { store_result(cx, side, &result, slots.as_mut_ptr()) } {
        Ok(()) => Outcome::Return(StoredResult { slots, result: PhantomData }),
        Err(error) => Outcome::Panic(error),
    }
}

/// Ends a native that got an argument which is no value of the Rust type.
///
/// # Safety
/// As for [`IntoOutcome::store_results`].
unsafe fn panic_on_invalid_argument(cx: &mut NativeCx, at: *mut u64, invalid: Invalid) -> Control {
    // SAFETY: the caller keeps this function's contract.
    unsafe { Outcome::<()>::Panic(GoError::Text(invalid.0)).store_results(cx, at) }
}

/// A Rust function or closure that Go code can call, with up to eight parameters. `Kind` is always inferred.
pub trait HostFn<Kind>: Send + Sync + 'static {
    /// The number of slots of the arguments.
    #[doc(hidden)]
    const ARG_SLOTS: usize;
    /// The number of slots of the results.
    #[doc(hidden)]
    const RESULT_SLOTS: usize;
    /// Returns the function's type in Go.
    #[doc(hidden)]
    fn signature(declarations: &mut Declarations) -> Signature;
    /// The native that calls the function.
    ///
    /// # Safety
    /// `at` points to the number of the function, whose type is `Self`, and its arguments.
    #[doc(hidden)]
    unsafe fn call(cx: &mut NativeCx, at: *mut u64) -> Control;
    /// The native that calls the function without a processor.
    ///
    /// # Safety
    /// As for [`call`](Self::call).
    #[doc(hidden)]
    unsafe fn call_blocking(cx: &mut NativeCx, at: *mut u64) -> Control;
}

macro_rules! host_functions {
    ($(($($t:ident $v:ident),*))*) => { $(
        impl<F, R, $($t),*> HostFn<fn($($t),*) -> R> for F
        where
            F: Fn($($t),*) -> R + Send + Sync + 'static,
            R: HostResult,
            $($t: Go,)*
        {
            const ARG_SLOTS: usize = 0 $(+ slots::<$t>())*;
            const RESULT_SLOTS: usize = R::SLOTS;

            #[allow(unused_variables, reason = "a function without parameters declares none")]
            fn signature(declarations: &mut Declarations) -> Signature {
                let params = vec![$($t::declare(declarations)),*];
                Signature { params, result: R::declare(declarations), returns_error: R::RETURNS_ERROR }
            }

            #[allow(
                unused_mut,
                unused_variables,
                unused_assignments,
                reason = "`next` is unused without parameters, and is not read after the last one"
            )]
            unsafe fn call(cx: &mut NativeCx, at: *mut u64) -> Control {
                let side = host_side(cx);
                if let Some(result) = cx.kept_result::<std::thread::Result<R>>() {
                    // SAFETY: the window has room for the results.
                    return unsafe { end_call(cx, &side, result, at) };
                }
                // SAFETY: the generated Go code passes the function's number first, then its arguments.
                let (body, mut next) = unsafe { (side.functions[*at as usize].clone(), at.add(1)) };
                let body: &F = body.downcast_ref().expect("the Go code passes the number of this Rust function");
                let reading = Cx::new(cx, &side.known_types);
                $(
                    // SAFETY: as above.
                    let $v = match unsafe { $t::read(&reading, next.cast()) } {
                        Ok(value) => value,
                        // SAFETY: the window has room for the results.
                        Err(invalid) => return unsafe { panic_on_invalid_argument(cx, at, invalid) },
                    };
                    // SAFETY: as above.
                    next = unsafe { next.add(slots::<$t>()) };
                )*
                reading.connect_channels();
                let result = catch_unwind(AssertUnwindSafe(|| body($($v),*)));
                // SAFETY: the window has room for the results.
                unsafe { end_call(cx, &side, result, at) }
            }

            #[allow(
                unused_mut,
                unused_variables,
                unused_assignments,
                reason = "`next` is unused without parameters, and is not read after the last one"
            )]
            unsafe fn call_blocking(cx: &mut NativeCx, at: *mut u64) -> Control {
                let side = host_side(cx);
                // SAFETY: as for `call`.
                let (body, mut next) = unsafe { (side.functions[*at as usize].clone(), at.add(1)) };
                let reading = Cx::new(cx, &side.known_types);
                $(
                    // SAFETY: as for `call`.
                    let $v = match unsafe { $t::read(&reading, next.cast()) } {
                        Ok(value) => value,
                        // SAFETY: the window has room for the results.
                        Err(invalid) => return unsafe { panic_on_invalid_argument(cx, at, invalid) },
                    };
                    // SAFETY: as for `call`.
                    next = unsafe { next.add(slots::<$t>()) };
                )*
                reading.connect_channels();
                let work = move || {
                    let body: &F = body.downcast_ref().expect("the Go code passes the number of this Rust function");
                    catch_unwind(AssertUnwindSafe(|| body($($v),*)))
                };
                let blocked = Outcome::block(work, move |cx, result| outcome(cx, &side, result)).as_long_work();
                // SAFETY: the window has room for the results.
                unsafe { blocked.store_results(cx, at) }
            }
        }
    )* };
}

host_functions! {
    ()
    (A a)
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, G g)
    (A a, B b, C c, D d, E e, G g, H h)
    (A a, B b, C c, D d, E e, G g, H h, I i)
}
