package ast

import "go/token"

// A BadStmt stands for source text that is not a valid statement.
type BadStmt struct {
	From, To token.Pos
}

// A DeclStmt is a declaration among statements.
type DeclStmt struct {
	Decl Decl
}

// An EmptyStmt is an empty statement.
type EmptyStmt struct {
	Semicolon token.Pos
	Implicit  bool
}

// A LabeledStmt is a statement that has a label.
type LabeledStmt struct {
	Label *Ident
	Colon token.Pos
	Stmt  Stmt
}

// An ExprStmt is an expression as a statement.
type ExprStmt struct {
	X Expr
}

// A SendStmt sends a value.
type SendStmt struct {
	Chan  Expr
	Arrow token.Pos
	Value Expr
}

// An IncDecStmt is an operand and "++" or "--".
type IncDecStmt struct {
	X      Expr
	TokPos token.Pos
	Tok    token.Token
}

// An AssignStmt is an assignment, or a short declaration of variables.
type AssignStmt struct {
	Lhs    []Expr
	TokPos token.Pos
	Tok    token.Token
	Rhs    []Expr
}

// A GoStmt starts a goroutine.
type GoStmt struct {
	Go   token.Pos
	Call *CallExpr
}

// A DeferStmt defers a call.
type DeferStmt struct {
	Defer token.Pos
	Call  *CallExpr
}

// A ReturnStmt returns.
type ReturnStmt struct {
	Return  token.Pos
	Results []Expr
}

// A BranchStmt is break, continue, goto or fallthrough.
type BranchStmt struct {
	TokPos token.Pos
	Tok    token.Token
	Label  *Ident
}

// A BlockStmt is statements in braces.
type BlockStmt struct {
	Lbrace token.Pos
	List   []Stmt
	Rbrace token.Pos
}

// An IfStmt is an if statement.
type IfStmt struct {
	If   token.Pos
	Init Stmt
	Cond Expr
	Body *BlockStmt
	Else Stmt
}

// A CaseClause is a case of a switch; List is nil for the default case.
type CaseClause struct {
	Case  token.Pos
	List  []Expr
	Colon token.Pos
	Body  []Stmt
}

// A SwitchStmt is a switch over a value.
type SwitchStmt struct {
	Switch token.Pos
	Init   Stmt
	Tag    Expr
	Body   *BlockStmt
}

// A TypeSwitchStmt is a switch over a type.
type TypeSwitchStmt struct {
	Switch token.Pos
	Init   Stmt
	Assign Stmt
	Body   *BlockStmt
}

// A CommClause is a case of a select; Comm is nil for the default case.
type CommClause struct {
	Case  token.Pos
	Comm  Stmt
	Colon token.Pos
	Body  []Stmt
}

// A SelectStmt is a select statement.
type SelectStmt struct {
	Select token.Pos
	Body   *BlockStmt
}

// A ForStmt is a for statement without a range.
type ForStmt struct {
	For  token.Pos
	Init Stmt
	Cond Expr
	Post Stmt
	Body *BlockStmt
}

// A RangeStmt is a for statement with a range.
type RangeStmt struct {
	For        token.Pos
	Key, Value Expr
	TokPos     token.Pos
	Tok        token.Token
	Range      token.Pos
	X          Expr
	Body       *BlockStmt
}

func (*BadStmt) stmtNode()        {}
func (*DeclStmt) stmtNode()       {}
func (*EmptyStmt) stmtNode()      {}
func (*LabeledStmt) stmtNode()    {}
func (*ExprStmt) stmtNode()       {}
func (*SendStmt) stmtNode()       {}
func (*IncDecStmt) stmtNode()     {}
func (*AssignStmt) stmtNode()     {}
func (*GoStmt) stmtNode()         {}
func (*DeferStmt) stmtNode()      {}
func (*ReturnStmt) stmtNode()     {}
func (*BranchStmt) stmtNode()     {}
func (*BlockStmt) stmtNode()      {}
func (*IfStmt) stmtNode()         {}
func (*CaseClause) stmtNode()     {}
func (*SwitchStmt) stmtNode()     {}
func (*TypeSwitchStmt) stmtNode() {}
func (*CommClause) stmtNode()     {}
func (*SelectStmt) stmtNode()     {}
func (*ForStmt) stmtNode()        {}
func (*RangeStmt) stmtNode()      {}

func (s *BadStmt) Pos() token.Pos        { return s.From }
func (s *DeclStmt) Pos() token.Pos       { return s.Decl.Pos() }
func (s *EmptyStmt) Pos() token.Pos      { return s.Semicolon }
func (s *LabeledStmt) Pos() token.Pos    { return s.Label.Pos() }
func (s *ExprStmt) Pos() token.Pos       { return s.X.Pos() }
func (s *SendStmt) Pos() token.Pos       { return s.Chan.Pos() }
func (s *IncDecStmt) Pos() token.Pos     { return s.X.Pos() }
func (s *AssignStmt) Pos() token.Pos     { return s.Lhs[0].Pos() }
func (s *GoStmt) Pos() token.Pos         { return s.Go }
func (s *DeferStmt) Pos() token.Pos      { return s.Defer }
func (s *ReturnStmt) Pos() token.Pos     { return s.Return }
func (s *BranchStmt) Pos() token.Pos     { return s.TokPos }
func (s *BlockStmt) Pos() token.Pos      { return s.Lbrace }
func (s *IfStmt) Pos() token.Pos         { return s.If }
func (s *CaseClause) Pos() token.Pos     { return s.Case }
func (s *SwitchStmt) Pos() token.Pos     { return s.Switch }
func (s *TypeSwitchStmt) Pos() token.Pos { return s.Switch }
func (s *CommClause) Pos() token.Pos     { return s.Case }
func (s *SelectStmt) Pos() token.Pos     { return s.Select }
func (s *ForStmt) Pos() token.Pos        { return s.For }
func (s *RangeStmt) Pos() token.Pos      { return s.For }

func (s *BadStmt) End() token.Pos        { return s.To }
func (s *DeclStmt) End() token.Pos       { return s.Decl.End() }
func (s *LabeledStmt) End() token.Pos    { return s.Stmt.End() }
func (s *ExprStmt) End() token.Pos       { return s.X.End() }
func (s *SendStmt) End() token.Pos       { return s.Value.End() }
func (s *IncDecStmt) End() token.Pos     { return s.TokPos + 2 }
func (s *AssignStmt) End() token.Pos     { return s.Rhs[len(s.Rhs)-1].End() }
func (s *GoStmt) End() token.Pos         { return s.Call.End() }
func (s *DeferStmt) End() token.Pos      { return s.Call.End() }
func (s *ReturnStmt) End() token.Pos     { return endOfLast(s.Results, s.Return+token.Pos(len("return"))) }
func (s *CaseClause) End() token.Pos     { return endOfLast(s.Body, s.Colon+1) }
func (s *SwitchStmt) End() token.Pos     { return s.Body.End() }
func (s *TypeSwitchStmt) End() token.Pos { return s.Body.End() }
func (s *CommClause) End() token.Pos     { return endOfLast(s.Body, s.Colon+1) }
func (s *SelectStmt) End() token.Pos     { return s.Body.End() }
func (s *ForStmt) End() token.Pos        { return s.Body.End() }
func (s *RangeStmt) End() token.Pos      { return s.Body.End() }

// End returns the position after the semicolon, if the source has one.
func (s *EmptyStmt) End() token.Pos {
	if s.Implicit {
		return s.Semicolon
	}
	return s.Semicolon + 1
}

// End returns the end of the label, or of the keyword.
func (s *BranchStmt) End() token.Pos {
	if s.Label != nil {
		return s.Label.End()
	}
	return s.TokPos + token.Pos(len(s.Tok.String()))
}

// End returns the position after the brace; if there is none, after the last statement.
func (s *BlockStmt) End() token.Pos {
	if s.Rbrace.IsValid() {
		return s.Rbrace + 1
	}
	return endOfLast(s.List, s.Lbrace+1)
}

// End returns the end of the last branch.
func (s *IfStmt) End() token.Pos {
	if s.Else != nil {
		return s.Else.End()
	}
	return s.Body.End()
}
