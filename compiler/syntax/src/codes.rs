//! The codes of the findings of this crate.
//!
//! One list, so that each code has one meaning and a tested example (`tests/golden/errors`).

/// The text does not follow the grammar; the message begins with `syntax error`, and nothing is type-checked.
pub const SYNTAX: &str = "Syntax";
/// A character that may not stand where it stands: `x := 1 @ 2`.
pub const INVALID_CHARACTER: &str = "InvalidCharacter";
/// A number, rune or string that is not well formed: `0b12`, `'ab'`, `"\q"`.
pub const INVALID_LITERAL: &str = "InvalidLiteral";
/// A comment without its end: `/* …`.
pub const COMMENT: &str = "UnterminatedComment";
/// Brackets, operators or statements inside each other beyond [`crate::max_height`].
pub const TOO_DEEP: &str = "NestedTooDeeply";
/// A parameter list that mixes forms: `func(a int, string)`.
pub const PARAMETERS: &str = "BadParameters";
/// A left side of `:=` that is no name: `x.y := 1`.
pub const BAD_DEFINE: &str = "BadDecl";
/// A third variable of `range`: `for a, b, c := range x`.
pub const RANGE_VARIABLES: &str = "InvalidIterVar";
/// `x.(type)` elsewhere than in the head of a switch.
pub const TYPE_GUARD: &str = "InvalidSyntaxTree";
/// A receiver list that does not hold exactly one: `func () f()`.
pub const RECEIVER: &str = "BadReceiver";
/// A text that is not UTF-8.
pub const INVALID_UTF8: &str = "InvalidUTF8";
