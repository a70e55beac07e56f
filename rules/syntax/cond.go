package syntax

// A Cond is a condition element.
type Cond interface{ Pos() int }

// The condition elements.
type (
	// Pattern matches facts of a type, or with From the values of an expression.
	// With Query it calls a query; Unify means := in the place of the colon. Step tells
	// that it stands for a step of a path; without a type it has that of the values.
	Pattern struct {
		At
		Bind        string
		Unify       bool
		Query       bool
		Step        bool
		Type        *TypeRef
		Positional  []Expr
		Constraints []Expr
		Annotations []Annotation
		Over        *Behavior
		From        FromSource
	}
	// PathPattern matches what a path through objects reaches.
	PathPattern struct {
		At
		Bind  string
		Unify bool
		Path  *Path
	}
	// And holds when all of Conds hold.
	And struct {
		At
		Conds       []Cond
		Annotations []Annotation
	}
	// Or holds once for each of Conds that holds.
	Or struct {
		At
		Conds       []Cond
		Annotations []Annotation
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
	// AccumulatePattern is accumulate( … ) as a condition of its own, or with a
	// Key groupby( … ).
	AccumulatePattern struct {
		At
		Accumulate  *Accumulate
		Key         *GroupKey
		Constraints []Expr
	}
	// Calls is a condition after which named consequences are called.
	Calls struct {
		At
		Cond    Cond
		Actions []Action
	}
)

// A Behavior holds what follows over: Label:Name(Args), such as a window.
type Behavior struct {
	At
	Label, Name string
	Args        []Expr
}

// A GroupKey holds what groupby groups by, bound to Bind unless that is "".
type GroupKey struct {
	At
	Bind  string
	Unify bool
	X     Expr
}

// An Action calls a named consequence: do[Name], and break[Name], which ends the
// rule there. With If it depends on a condition, and Else may be nil.
type Action struct {
	At
	If    Expr
	Break bool
	Name  string
	Else  *Action
}

// A FromSource holds what follows from.
type FromSource interface{ Pos() int }

// The sources of a from.
type (
	// FromExpr iterates over the value of an expression.
	FromExpr struct {
		At
		X Expr
	}
	// FromEntryPoint takes the facts of a named stream.
	FromEntryPoint struct {
		At
		Name string
	}
	// FromWindow takes the facts of a declared window.
	FromWindow struct {
		At
		Name string
	}
	// Collect gathers the matches of Pattern, or of Path when that is not nil.
	Collect struct {
		At
		Pattern *Pattern
		Path    *PathPattern
	}
	// Accumulate folds the matches of Source with Functions, or with Inline code.
	Accumulate struct {
		At
		Source    Cond
		Functions []AccFunction
		Inline    *InlineCode
	}
)

// An AccFunction is one folding function, its result bound to Bind.
type AccFunction struct {
	At
	Bind  string
	Unify bool
	Name  string
	Args  []Expr
}

// InlineCode is an accumulation written out; Reverse is nil when there is none.
// Each part is what stands between its parentheses.
type InlineCode struct {
	At
	Init, Action, Result Code
	Reverse              *Code
	// the same as statements and an expression; nil until ParseJava, and where a part is broken
	InitBody, ActionBody, ReverseBody *Block
	Value                             Expr
}
