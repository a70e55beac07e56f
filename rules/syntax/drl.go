package syntax

import "slices"

// A File is a parsed rule file.
type File struct {
	Source      *Source
	Package     string
	Unit        *Unit // nil when none is named
	Imports     []Import
	Globals     []Global
	Declares    []*Declare
	EntryPoints []*EntryPoint
	Windows     []*Window
	Functions   []*Function
	Queries     []*Query
	Rules       []*Rule
	Warnings    []Problem
	// Beyond lists constructs that are accepted although level DRL6 does not have them
	Beyond []Problem
}

// A Unit is the rule unit that the file belongs to.
type Unit struct {
	At
	Name string
}

// An Import is one import line. Name is the last part of the path, * for a
// wildcard, and for an accumulate function the name that it gets.
type Import struct {
	At
	Path, Name string
	Static     bool
	Accumulate bool
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
	Name        string // simple name
	Path        string // as written, with package
	Extends     []string
	Enum        bool
	Trait       bool
	Annotations []Annotation
	Values      []EnumValue
	Fields      []FieldDecl
	end         int // offset of its end
}

// An EnumValue is one constant of a declared enum.
type EnumValue struct {
	At
	Name string
	Args []Expr
}

// A FieldDecl is a field of a declared type; Default may be nil. Key says that it
// has the annotation key.
type FieldDecl struct {
	At
	Name        string
	Type        *TypeRef
	Default     Expr
	Key         bool
	Annotations []Annotation
}

// An EntryPoint is a declared stream of facts.
type EntryPoint struct {
	At
	Name        string
	Annotations []Annotation
	end         int // offset of its end
}

// A Window is a declared window over a stream of facts.
type Window struct {
	At
	Name        string
	Annotations []Annotation
	Pattern     Cond
	end         int // offset of its end
}

// An Annotation is @Name or @Name(Text), the text as written and trimmed.
type Annotation struct {
	At
	Name   string
	Parens bool
	Text   string
}

// Code is text of the file that the rule language takes as it stands, from Pos to End.
type Code struct {
	At
	End int // offset after its last byte
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
	Name        string
	Params      []Param
	Annotations []Annotation
	Conds       []Cond
	condsAt     int // offset of its first condition
	end         int // offset of its end
}

// A Rule is one rule.
type Rule struct {
	At     // of the word rule
	NameAt int
	Name   string
	// Extends is the rule whose conditions stand before its own; "" for none
	Extends     string
	ExtendsAt   int
	Annotations []Annotation
	Attrs       Attributes
	whenAt      int // offset of the word when; 0 for none
	Conds       []Cond
	Code        Code   // the consequence: what stands between then and end
	Then        *Block // the same as statements; nil until ParseJava
	Named       []Consequence
	End         int // offset of its end
}

// WithExtended returns a rule of the file and those that it extends, itself first. A rule that is
// not there ends them, and one that stands there already.
func (f *File) WithExtended(r *Rule) []*Rule {
	out := []*Rule{r}
	for r.Extends != "" {
		i := slices.IndexFunc(f.Rules, func(x *Rule) bool { return x.Name == r.Extends })
		if i < 0 || slices.Contains(out, f.Rules[i]) {
			break
		}
		r = f.Rules[i]
		out = append(out, r)
	}
	return out
}

// A Consequence is one that conditions call by name: then[Name] Code.
type Consequence struct {
	At
	Name string
	Code Code
	Then *Block // the same as statements; nil until ParseJava
}

// Attributes are the attributes of a rule, with the defaults that the file gives
// before the rule; nil and "" mean not given.
type Attributes struct {
	Salience        Expr
	Enabled         Expr
	NoLoop          bool
	LockOnActive    bool
	AutoFocus       bool
	AgendaGroup     string
	ActivationGroup string
	Others          []Attribute
}

// An Attribute is one of those that have no field in Attributes: its value is
// text as written, "" when it has none.
type Attribute struct {
	At
	Name  string
	Value string
}
