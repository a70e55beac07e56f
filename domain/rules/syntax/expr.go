package syntax

// An Expr is an expression of a condition or a consequence. Pos is the byte
// offset that a message about it should point at.
type Expr interface{ Pos() int }

// At is the byte offset of a node, embedded in every node.
type At int

// Pos is the byte offset of the node.
func (a At) Pos() int { return int(a) }

// The expressions.
type (
	// Literal is a constant: nil, bool, string, int32, int64, float64, float32,
	// Char, *big.Int (suffix I) or BigDecimal (suffix B).
	Literal struct {
		At
		Value any
	}
	// Name is a single identifier, also this.
	Name struct {
		At
		Name string
	}
	// Field is X.Name, or X!.Name when NullSafe.
	Field struct {
		At
		X        Expr
		Name     string
		NullSafe bool
	}
	// Index is X[I].
	Index struct {
		At
		X, I Expr
	}
	// Call is X.Name(Args); X is nil for a call without receiver.
	Call struct {
		At
		X        Expr
		Name     string
		Args     []Expr
		NullSafe bool
	}
	// New creates an object, or an array when Dims or Init is set.
	New struct {
		At
		Type *TypeRef
		Args []Expr
		Dims []Expr
		Init *ArrayLit
	}
	// ArrayLit is { a, b }.
	ArrayLit struct {
		At
		Elems []Expr
	}
	// Unary is + - ! ~ before X.
	Unary struct {
		At
		Op string
		X  Expr
	}
	// IncDec is ++ or -- before or behind X.
	IncDec struct {
		At
		Op     string
		X      Expr
		Prefix bool
	}
	// Binary is X Op Y.
	Binary struct {
		At
		Op   string
		X, Y Expr
	}
	// Ternary is If ? Then : Else.
	Ternary struct {
		At
		If, Then, Else Expr
	}
	// Assign is Target Op Value, Op being = or a compound.
	Assign struct {
		At
		Op            string
		Target, Value Expr
	}
	// Lambda has either Expr or Block as its body.
	Lambda struct {
		At
		Params []Param
		Expr   Expr
		Block  *Block
	}
	// MethodRef is X::Name; for an array type, Array holds it.
	MethodRef struct {
		At
		X     Expr
		Array *TypeRef
		Name  string
	}
	// Cast is (Type) X.
	Cast struct {
		At
		Type *TypeRef
		X    Expr
	}
	// InstanceOf is X instanceof Type Bind; Bind may be empty.
	InstanceOf struct {
		At
		X    Expr
		Type *TypeRef
		Bind string
	}
	// SwitchExpr is a switch that gives a value.
	SwitchExpr struct {
		At
		*Switch
	}
	// ClassLit is Type.class.
	ClassLit struct {
		At
		Type *TypeRef
	}
)

// The expressions that only conditions have.
type (
	// Relation is X [not] Op Args, for the operators that are words.
	Relation struct {
		At
		Op    string // matches contains excludes memberOf in soundslike str
		Param string // of str: startsWith endsWith length
		Not   bool
		X     Expr
		Args  []Expr
	}
	// Nested is X.( Exprs ): constraints on a property.
	Nested struct {
		At
		X     Expr
		Exprs []Expr
	}
	// Bind is Name : X.
	Bind struct {
		At
		Name string
		X    Expr
	}
	// InlineCast is X#Type.
	InlineCast struct {
		At
		X    Expr
		Type *TypeRef
	}
)

// A Param is a parameter of a function or a lambda; Type is nil when left out.
type Param struct {
	At
	Name     string
	Type     *TypeRef
	Variadic bool
}

// A TypeRef is a type as written, its package dropped.
type TypeRef struct {
	At
	Name string // simple name; ? for a wildcard
	Args []*TypeRef
	Dims int
	Path string // as written, with package or outer class
}

// Char is a Java char: one UTF-16 unit.
type Char uint16
