package syntax

// An Expr is an expression of a condition or a consequence. Pos is the byte
// offset that a message about it should point at.
type Expr interface{ Pos() int }

// At is the byte offset of a node, embedded in every node.
type At int

// Pos returns the byte offset of the node.
func (a At) Pos() int { return int(a) }

// The expressions.
type (
	// Literal is a constant: nil, bool, string, int32, int64, float64, float32,
	// Char, *big.Int (suffix I), BigDecimal (suffix B), Interval or Infinity.
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
	// IncDec is ++ or -- before or after X.
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
	// SwitchExpr is a switch that yields a value.
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
	// Relation is X [not] Op[Params] Args, for the operators that are words; a
	// tilde or ## before the word is part of Op.
	Relation struct {
		At
		Op     string // matches contains excludes memberOf in soundslike str …
		Params []Expr
		Not    bool
		X      Expr
		Args   []Expr
	}
	// Nested is X.( Exprs ), or X!.( Exprs ) when NullSafe: constraints on a property.
	Nested struct {
		At
		X        Expr
		Exprs    []Expr
		NullSafe bool
	}
	// Bind is Name : X, or Name := X when Unify.
	Bind struct {
		At
		Name  string
		Unify bool
		X     Expr
	}
	// InlineCast is X#Type.
	InlineCast struct {
		At
		X    Expr
		Type *TypeRef
	}
	// List is [ a, b ].
	List struct {
		At
		Elems []Expr
	}
	// MapLit is [ k : v, … ]: Keys and Values have the same length.
	MapLit struct {
		At
		Keys, Values []Expr
	}
	// Path is a path through objects: /a/b[ … ].
	Path struct {
		At
		Steps []PathStep
	}
	// BackRef is X looked up so many levels further up: ../X.
	BackRef struct {
		At
		Up int
		X  Expr
	}
	// Annotated is an operand of && or || with an annotation before it.
	Annotated struct {
		At
		Annotation Annotation
		X          Expr
	}
)

// A PathStep is /Name#Type[Conds], or ?/Name when it does not react to changes.
type PathStep struct {
	At
	Passive bool
	Name    string // with dots
	Type    string // "" without cast
	Conds   []Expr
}

// Param returns the parameter of the operator when there is exactly one and it is a word,
// as in str[startsWith], and otherwise "".
func (r *Relation) Param() string {
	if len(r.Params) == 1 {
		if n, ok := r.Params[0].(*Name); ok {
			return n.Name
		}
	}
	return ""
}

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

// An Interval is a length of time as written: 5m30s.
type Interval string

// Infinity is the literal * of conditions.
type Infinity struct{}

// Char is a Java char: one UTF-16 unit.
type Char uint16
