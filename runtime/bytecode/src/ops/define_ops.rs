//! The macro that generates code from the instruction table: the enum, its encoding, and one function for each column.

macro_rules! define_ops {
    ($( $(#[doc = $doc:literal])+ $name:ident { $($field:ident : $kind:ident $([$($w:tt)+])?),* }
        $(+ { $($ext:ident : $ext_kind:ident),+ })* = $mnemonic:literal, $($fact:ident)+
        $(, $(($($touch:tt)+))+)?; )*) => {
        /// One instruction. The enum is the encoding: eight bytes, no decode step.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u16)]
        #[allow(missing_docs, reason = "the sentence of the instruction describes its operands")]
        pub enum Op { $( $(#[doc = $doc])+ $name { $($field: operand!(type $kind)),* }, )* }
        const _: () = assert!(size_of::<Op>() == 8);
        // A row lists memory accesses if and only if its facts allow them.
        $( const _: () = {
            let accesses: &[&str] = &[$($(stringify!($($touch)+)),+)?];
            let allows = Effects::NONE$(.or(fact::$fact))+.has(Effects::TOUCHES_MEMORY);
            assert!(accesses.is_empty() != allows, concat!($mnemonic, ": its facts and its accesses differ"));
        }; )*

        impl Op {
            /// How many instructions there are.
            pub const COUNT: usize = [$($mnemonic),*].len();

            /// The instruction's name in assembly text.
            #[must_use]
            #[allow(unused_variables, reason = "the pattern binds all operands")]
            pub const fn mnemonic(self) -> &'static str {
                match self { $( Self::$name { .. } => $mnemonic, )* }
            }

            /// The effects of the instruction besides writing slots.
            #[must_use]
            #[allow(clippy::too_many_lines, reason = "generated from the table")]
            pub const fn effects(self) -> Effects {
                match self { $( Self::$name { .. } => Effects::NONE$(.or(fact::$fact))+, )* }
            }

            /// Calls `visit` for each memory access of the instruction, in order. `ext` is `(a, b)` of its first `Ext`,
            /// if it has one.
            #[allow(clippy::too_many_lines, reason = "generated from the table")]
            pub fn visit_memory_accesses(self, ext: (u16, u32), mut visit: impl FnMut(MemoryAccess)) {
                match self { $( Self::$name { .. } => row_accesses::$name(self, ext, &mut visit), )* }
            }

            /// The kinds of the operands, in declaration order.
            #[must_use]
            #[allow(clippy::too_many_lines, reason = "generated from the table")]
            pub const fn operand_kinds(self) -> &'static [OperandKind] {
                match self { $( Self::$name { .. } => &[$(OperandKind::$kind),*], )* }
            }

            /// The kinds of the operands of each `Ext` that follows the instruction.
            #[must_use]
            #[allow(clippy::too_many_lines, reason = "generated from the table")]
            pub const fn ext_kinds(self) -> &'static [&'static [OperandKind]] {
                match self { $( Self::$name { .. } => &[$(&[$(OperandKind::$ext_kind),+]),*], )* }
            }

            /// Reports whether the operands have the same widths wherever the instruction stands.
            #[must_use]
            #[allow(clippy::too_many_lines, reason = "generated from the table")]
            pub const fn has_fixed_widths(self) -> bool {
                match self { $( Self::$name { .. } => true $($(&& operand!(fixed $($w)+))?)*, )* }
            }

            /// Returns the instruction with another jump distance; `None` if the distance does not fit.
            #[must_use]
            #[allow(unused_variables, clippy::too_many_lines, reason = "generated from the table")]
            pub fn with_distance(self, distance: i32) -> Option<Self> {
                Some(match self { $(
                    Self::$name { $($field),* } => Self::$name { $($field: operand!(jump $kind $field, distance)),* },
                )* })
            }

            /// Calls `visit` for each operand, with exact widths.
            #[allow(unused_variables, clippy::too_many_lines, reason = "generated from the table")]
            pub fn exact_operands(self, widths: &WidthInputs<'_>, mut visit: impl FnMut(Use)) {
                match self { $( Self::$name { $($field),* } => {
                    $( visit(operand!(exact $kind $([$($w)+])? $field, widths)); )*
                } )* }
            }

            /// Calls `visit` for each operand of the instruction's `n`th `Ext`, from 1, which has `a` and `b`.
            #[allow(
                unused_variables, unused_mut, unused_assignments, clippy::too_many_lines,
                reason = "generated from the table"
            )]
            pub fn ext_operands(self, n: i32, a: u16, b: u32, mut visit: impl FnMut(Use)) {
                match self { $( Self::$name { .. } => {
                    let mut nth = 0;
                    $(
                        nth += 1;
                        if nth == n { $( visit(operand!(ext $ext $ext_kind, n, a, b)); )+ }
                    )*
                } )* }
            }

            /// Calls `visit` for each operand, in declaration order. The width is 0 if the instruction alone does not
            /// determine it.
            #[allow(unused_variables, clippy::too_many_lines, reason = "generated from the table")]
            pub fn operands(self, mut visit: impl FnMut(Use)) {
                match self { $( Self::$name { $($field),* } => { $( visit(operand!(use $kind $([$($w)+])? $field)); )* } )* }
            }

            /// The instruction's encoding in memory, with zeros in unused bits: the opcode is in the lowest 16 bits.
            #[must_use]
            #[allow(unused_mut, clippy::too_many_lines, reason = "generated from the table")]
            pub fn to_bits(self) -> u64 {
                match self { $( Self::$name { $($field),* } => {
                    let mut bits = PackedOp::of(opcode::$name);
                    $( bits.push($field); )*
                    bits.word
                } )* }
            }

            /// Returns the instruction with these bits, if there is one.
            #[must_use]
            #[allow(unused_mut, unused_variables, clippy::too_many_lines, reason = "generated from the table")]
            pub fn from_bits(bits: u64) -> Option<Self> {
                let mut rest = PackedOp { word: bits, next_bit: 16 };
                Some(match bits as u16 {
                    $( opcode::$name => Self::$name { $($field: rest.pop()),* }, )*
                    _ => return None,
                })
            }

            /// The names of the operands, in declaration order.
            #[must_use]
            pub const fn operand_names(self) -> &'static [&'static str] {
                match self { $( Self::$name { .. } => &[$(stringify!($field)),*], )* }
            }
        }

        #[allow(non_upper_case_globals, reason = "patterns with the names of the instructions")]
        mod opcode {
            #[repr(u16)]
            enum Opcode { $( $name ),* }
            $( pub(super) const $name: u16 = Opcode::$name as u16; )*
        }

        /// The accesses of each row, as [`Op::touches`] reports them, for handlers: a handler that called `touches`,
        /// with the whole table in it, would take the Rust compiler a second.
        pub mod row_accesses {
            use super::*;

            $(
                /// The accesses of an instruction of this name; none for any other instruction.
                #[inline(always)]
                #[allow(
                    non_snake_case, unused_variables, clippy::inline_always,
                    reason = "generated from the table; a part of one handler"
                )]
                pub fn $name(op: Op, ext: (u16, u32), visit: &mut impl AccessVisitor) {
                    if let Op::$name { $($field),* } = op {
                        $( touches!(visit, ext, $(($($touch)+))+); )?
                    }
                }
            )*
        }

        /// The mnemonic and the meaning of every instruction, in opcode order.
        pub const DOCS: &[(&str, &str)] = &[ $( ($mnemonic, concat!($($doc, "\n"),+)), )* ];

        /// Passes the whole table to `$callback!`, for the drivers: `Name { field: Kind, … }` per instruction.
        #[macro_export]
        macro_rules! for_each_op {
            ($callback:ident) => { $callback! { $( $name { $($field),* } )* } };
        }
    };
}

pub(super) use define_ops;
