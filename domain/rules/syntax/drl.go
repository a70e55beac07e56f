package syntax

// A File is a parsed rule file.
type File struct {
	Source    *Source
	Package   string
	Imports   []Import
	Globals   []Global
	Declares  []*Declare
	Functions []*Function
	Queries   []*Query
	Rules     []*Rule
	Warnings  []Problem
}

// An Import is one import line. Name is the last part of the path, * for a wildcard.
type Import struct {
	At
	Path, Name string
	Static     bool
}

// A Global is a service that the host hands in.
type Global struct {
	At
	Type *TypeRef
	Name string
}

// A Declare is a declared type.
type Declare struct {
	At
	Name    string
	Extends string
	Enum    bool
	Values  []EnumValue
	Fields  []FieldDecl
}

// An EnumValue is one constant of a declared enum.
type EnumValue struct {
	At
	Name string
	Args []Expr
}

// A FieldDecl is a field of a declared type; Default may be nil.
type FieldDecl struct {
	At
	Name    string
	Type    *TypeRef
	Default Expr
	Key     bool
}

// Code is text of the file that the rule language takes as it stands, from Pos to End.
type Code struct {
	At
	End int // offset behind its last byte
}

// A Function is a function of the rule file; Result is nil for void. Code is its
// body with the braces, Body the same as statements: nil until ParseJava.
type Function struct {
	At
	Name   string
	Result *TypeRef
	Params []Param
	Code   Code
	Body   *Block
}

// A Query is a named condition that the host can ask.
type Query struct {
	At
	Name   string
	Params []Param
	Conds  []Cond
}

// A Rule is one rule.
type Rule struct {
	At     // of the word rule
	NameAt int
	Name   string
	// Extends is the rule whose conditions stand before its own; "" for none
	Extends   string
	ExtendsAt int
	Attrs     Attributes
	Conds     []Cond
	Code      Code   // the consequence: what stands between then and end
	Then      *Block // the same as statements; nil until ParseJava
	End       int    // offset of its end
}

// Attributes are the attributes of a rule; nil and "" mean not given.
type Attributes struct {
	Salience        Expr
	Enabled         Expr
	NoLoop          bool
	LockOnActive    bool
	AutoFocus       bool
	AgendaGroup     string
	ActivationGroup string
}

// A Cond is a condition element.
type Cond interface{ Pos() int }

// The condition elements.
type (
	// Pattern matches facts of a type, or with From the values of an expression.
	Pattern struct {
		At
		Bind        string
		Type        *TypeRef
		Constraints []Expr
		From        FromSource
	}
	// And holds when all of Conds hold.
	And struct {
		At
		Conds []Cond
	}
	// Or holds once for each of Conds that holds.
	Or struct {
		At
		Conds []Cond
	}
	// Not holds while Cond has no match.
	Not struct {
		At
		Cond Cond
	}
	// Exists holds while Cond has a match.
	Exists struct {
		At
		Cond Cond
	}
	// Forall holds while every match of the first condition also satisfies the rest.
	Forall struct {
		At
		Conds []Cond
	}
	// Eval holds while X is true.
	Eval struct {
		At
		X Expr
	}
	// AccumulatePattern is accumulate( … ) as a condition of its own.
	AccumulatePattern struct {
		At
		Accumulate  *Accumulate
		Constraints []Expr
	}
)

// A FromSource is what stands behind from.
type FromSource interface{ Pos() int }

// The sources of a from.
type (
	// FromExpr iterates over the value of an expression.
	FromExpr struct {
		At
		X Expr
	}
	// Collect gathers the matches of a pattern.
	Collect struct {
		At
		Pattern *Pattern
	}
	// Accumulate folds the matches of Source with Functions, or with Inline code.
	Accumulate struct {
		At
		Source    Cond
		Functions []AccFunction
	}
)

// An AccFunction is one folding function, its result bound to Bind.
type AccFunction struct {
	At
	Bind string
	Name string
	Args []Expr
}
