//! The compiler of functions, for builds with Cranelift.

use crate::abi::ContextLayout;
use crate::arch;
use crate::translate::{OutputFunction, TranslationPlan, translate, translate_fast_path_function};
use crate::{CompileRefusal, CompiledCode, Listing, Unit};
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;

/// The most instructions of a compiled function: compile time grows faster than their number.
const MAX_INSTRUCTIONS: usize = 8000;

/// A compiler of functions for this machine's processor.
pub struct Compiler {
    isa: OwnedTargetIsa,
    layout: ContextLayout,
    builder: FunctionBuilderContext,
    context: Context,
}

impl Compiler {
    /// Creates a compiler for a VM whose contexts have this layout.
    ///
    /// # Errors
    /// Returns [`CompileRefusal::NoTarget`] if this machine's processor is not supported.
    pub fn new(layout: ContextLayout) -> Result<Self, CompileRefusal> {
        let mut flags = settings::builder();
        let options = [
            ("opt_level", "speed"),
            ("is_pic", "false"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
            ("enable_probestack", "false"),
            // The pinned register holds the context.
            ("enable_pinned_reg", "true"),
            ("unwind_info", "false"),
            // The handler of faults walks frames by the frame pointers.
            ("preserve_frame_pointers", "true"),
        ];
        for (name, value) in options {
            flags.set(name, value).map_err(|e| CompileRefusal::NoTarget(e.to_string()))?;
        }
        let isa =
            cranelift_native::builder().map_err(|e| CompileRefusal::NoTarget(e.to_owned()))?;
        let isa = isa.finish(settings::Flags::new(flags));
        let isa = isa.map_err(|e| CompileRefusal::NoTarget(e.to_string()))?;
        Ok(Self { isa, layout, builder: FunctionBuilderContext::new(), context: Context::new() })
    }

    /// A description of the processor and of the translator's settings for which code is compiled: code for another
    /// target must not run here.
    #[must_use]
    pub fn target(&self) -> String {
        let features = self.isa.isa_flags();
        let features = features.iter().filter(|f| f.as_bool() != Some(false));
        let features: String = features.map(|f| format!(" {f}")).collect();
        format!("{}{features} {}", self.isa.triple(), self.isa.flags())
    }

    /// Compiles a function; `listing`: also returns the text of its code.
    ///
    /// # Errors
    /// Returns the reason for which the function is not compiled.
    pub fn compile(
        &mut self,
        unit: &Unit<'_>,
        listing: bool,
    ) -> Result<CompiledCode, CompileRefusal> {
        if unit.code().len() > MAX_INSTRUCTIONS {
            return Err(CompileRefusal::TooLong);
        }
        let plan = TranslationPlan::of(unit);
        let guard = match plan.has_fast_path() {
            true => Some(self.compile_unit(unit, &plan, translate_fast_path_function, listing)?),
            false => None,
        };
        let body = self.compile_unit(unit, &plan, translate, listing)?;
        Ok(join_fast_path(&plan, plan.has_inline_fast_path(unit), guard, body))
    }

    fn compile_unit(
        &mut self,
        unit: &Unit<'_>,
        plan: &TranslationPlan,
        translate: fn(&Unit<'_>, &ContextLayout, &TranslationPlan, OutputFunction<'_>),
        listing: bool,
    ) -> Result<CodePiece, CompileRefusal> {
        self.context.clear();
        self.context.set_disasm(listing);
        let frontend = self.isa.frontend_config();
        let target = OutputFunction {
            function: &mut self.context.func,
            context: &mut self.builder,
            frontend,
        };
        translate(unit, &self.layout, plan, target);
        let before = listing.then(|| self.context.func.display().to_string());
        let done = self.context.compile(&*self.isa, &mut ControlPlane::default());
        let code = done.map_err(|e| CompileRefusal::Backend(format!("{:?}", e.inner)))?;
        let positions = code.buffer.get_srclocs_sorted().iter();
        let positions = positions.filter(|p| !p.loc.is_default()).map(|p| (p.start, p.loc.bits()));
        let vcode = code.vcode.as_deref().unwrap_or_default();
        let relocations = code.buffer.relocs();
        if let Some(other) = relocations.iter().find(|r| r.kind != arch::CALL_RELOC) {
            return Err(CompileRefusal::Backend(format!("{:?} is no call", other.kind)));
        }
        let calls = relocations.iter().map(|r| (r.offset, r.addend)).collect();
        Ok(CodePiece {
            bytes: code.code_buffer().to_vec(),
            call_targets: calls,
            positions: positions.collect(),
            listing: before.map(|ir| Listing { ir, assembly: vcode.to_owned() }),
        })
    }
}

/// Machine code with calls whose distances are not known yet.
struct CodePiece {
    bytes: Vec<u8>,
    /// The offsets at which the distances of calls are, each with the number that is added to the distance.
    call_targets: Vec<(u32, i64)>,
    positions: Vec<(u32, u32)>,
    listing: Option<Listing>,
}

impl CodePiece {
    /// Fills in the distances: the piece lies at offset `at` of the whole code, and all calls lead to offset `to`.
    fn resolve_call(&mut self, at: u32, to: u32) {
        for &(offset, addend) in &self.call_targets {
            let distance = i64::from(to) + addend - i64::from(at + offset);
            arch::link_call(&mut self.bytes[offset as usize..], distance);
        }
    }
}

/// Functions begin at multiples of this many bytes.
const FUNCTION_ALIGN: usize = 16;

/// Puts the code of a function's fast path before the code of the whole function. Recursive calls in the function jump
/// to the fast path, except calls into which the fast path has been inlined.
fn join_fast_path(
    plan: &TranslationPlan,
    inlined: bool,
    guard: Option<CodePiece>,
    mut body: CodePiece,
) -> CompiledCode {
    let none = || CodePiece {
        bytes: Vec::new(),
        call_targets: Vec::new(),
        positions: Vec::new(),
        listing: None,
    };
    let mut whole = guard.unwrap_or_else(none);
    while !whole.bytes.len().is_multiple_of(FUNCTION_ALIGN) {
        whole.bytes.extend(arch::PADDING);
    }
    let middle = whole.bytes.len() as u32;
    whole.resolve_call(0, middle);
    body.resolve_call(middle, if inlined { middle } else { 0 });
    whole.bytes.append(&mut body.bytes);
    whole.positions.extend(body.positions.iter().map(|(at, pc)| (at + middle, *pc)));
    let listing = body.listing.map(|body| body.after_fast_path(whole.listing));
    CompiledCode {
        bytes: whole.bytes,
        body_offset: middle,
        entries: plan.entries(),
        has_start_entry: plan.has_start_entry(),
        positions: whole.positions,
        listing,
    }
}
