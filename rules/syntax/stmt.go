package syntax

// A Stmt is a statement of a consequence or a function.
type Stmt interface{ Pos() int }

// The statements.
type (
	// Block is { Stmts }.
	Block struct {
		At
		Stmts []Stmt
		End   int // offset after the last statement
	}
	// LocalVar declares variables; Type is nil for var.
	LocalVar struct {
		At
		Final bool
		Type  *TypeRef
		Vars  []Declarator
	}
	// ExprStmt evaluates an expression for its effect.
	ExprStmt struct {
		At
		X Expr
	}
	// If has an Else that may be nil.
	If struct {
		At
		Cond       Expr
		Then, Else Stmt
	}
	// For is the classic loop; every part may be missing.
	For struct {
		At
		Init   []Stmt
		Cond   Expr
		Update []Expr
		Body   Stmt
	}
	// ForEach is for (Type Name : X); Type is nil for var.
	ForEach struct {
		At
		Final bool
		Type  *TypeRef
		Name  string
		X     Expr
		Body  Stmt
	}
	// While is while and, when Do, do … while.
	While struct {
		At
		Cond Expr
		Body Stmt
		Do   bool
	}
	// Return has an X that may be nil.
	Return struct {
		At
		X Expr
	}
	// Break leaves a loop or a switch.
	Break struct{ At }
	// Continue starts the next iteration of a loop.
	Continue struct{ At }
	// Yield gives the value of a switch expression.
	Yield struct {
		At
		X Expr
	}
	// Throw throws X.
	Throw struct {
		At
		X Expr
	}
	// Try has catches and perhaps a finally block.
	Try struct {
		At
		Body    *Block
		Catches []Catch
		Finally *Block
	}
	// Switch is a statement, or the content of a SwitchExpr.
	Switch struct {
		At
		X     Expr
		Cases []Case
	}
	// Modify is modify (X) { setters }.
	Modify struct {
		At
		X     Expr
		Calls []Expr
	}
	// Empty is a lone semicolon.
	Empty struct{ At }
)

// A Declarator is one variable of a declaration; Init may be nil.
type Declarator struct {
	At
	Name string
	Dims int
	Init Expr
}

// A Catch handles the exceptions of its types.
type Catch struct {
	At
	Types []*TypeRef
	Name  string
	Body  *Block
}

// A Case is one label group of a switch; Labels is empty for default.
type Case struct {
	At
	Labels  []Expr
	Default bool
	Arrow   bool
	Body    []Stmt
	Value   Expr // of an arrow case that is an expression
}
