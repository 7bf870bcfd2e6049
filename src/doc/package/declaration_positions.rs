//! Finds where the declarations of a file begin and end. The syntax tree lacks the positions of the declarations'
//! keywords and parentheses.

use minigo_syntax::Semicolons;
use minigo_syntax::lexer::Lexer;
use minigo_syntax::source::{Pos, Source};
use minigo_syntax::token::Token;

/// The positions of a declaration at the top level.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeclarationPositions {
    /// The position of the declaration's keyword.
    pub(super) pos: Pos,
    /// The end of the declaration's last token.
    pub(super) end: Pos,
    /// The positions of a group's parentheses.
    pub(super) parentheses: Option<(Pos, Pos)>,
}

/// Returns the declarations of a file, the package clause first.
pub(super) fn declarations_of(source: &Source) -> Vec<DeclarationPositions> {
    let mut places: Vec<DeclarationPositions> = Vec::new();
    let (mut depth, mut begins, mut tokens) = (0usize, true, 0);
    for (start, token, end) in Semicolons::new(Lexer::new(source)) {
        if depth == 0 && token == Token::Semi {
            begins = true;
            continue;
        }
        if begins {
            places.push(DeclarationPositions { pos: start, end, parentheses: None });
            tokens = 0;
        }
        begins = false;
        let Some(place) = places.last_mut() else { continue };
        place.end = end;
        match token {
            Token::LParen | Token::LBrack | Token::LBrace => {
                if tokens == 1 && token == Token::LParen {
                    place.parentheses = Some((start, start));
                }
                depth += 1;
            }
            Token::RParen | Token::RBrack | Token::RBrace => {
                depth = depth.saturating_sub(1);
                if let Some((_, close)) = place.parentheses.as_mut().filter(|_| depth == 0) {
                    *close = start;
                }
            }
            _ => {}
        }
        tokens += 1;
    }
    places
}
