// Package compile turns the expressions and statements of rules into Go closures.
// While doing so it resolves every name, method and number of arguments against
// the registry, so that what it accepts can run; the rest becomes a problem with
// its place.
package compile

import (
	"fmt"

	"github.com/seed-62a36931/docket/rules/check"
	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

// Eval evaluates an expression.
type Eval func(f *Frame) any

// Frame holds the variables of one activation.
type Frame struct {
	Slots  []any
	RT     *Runtime
	result any
}

// Actions are the changes that consequences may make to the working memory.
type Actions interface {
	Insert(object any, logical bool)
	// Update says that an object has changed, in these properties only or, when
	// properties is nil, in any.
	Update(object any, properties []string)
	Retract(object any)
	Halt()
	// FocusGroup makes an agenda group the active one.
	FocusGroup(group string)
}

// Runtime holds the environment of a run.
type Runtime struct {
	Call    *host.Call
	Globals map[string]any
	Actions Actions
	Offset  int // of the expression that was evaluated last: where an exception came from
	Rule    string
	depth   int
	kept    kept
}

// maxCalls limits the recursion of functions and lambdas.
const maxCalls = 500

// enterCall counts a call that may contain another one.
func (rt *Runtime) enterCall() {
	if rt.depth++; rt.depth > maxCalls {
		panic(&host.LimitError{Message: "functions call each other too deeply"})
	}
}

// Compiler holds what all rules of a file share.
type Compiler struct {
	Registry  *host.Registry
	Globals   map[string]*host.Type
	Functions map[string]*Function
	Statics   map[string]string // statically imported member -> class, "*Class" -> class for wildcards
	Problems  []syntax.Problem
	Literals  []string  // strings that the rules look for in text
	Types     []TypeUse // what the rules name of their template
	Warnings  []syntax.Problem
	Rule      string // identifier of the rule that is compiled
	// Conds are the conditions of that rule, to report where a name is bound that is
	// not known where it is used
	Conds []syntax.Cond
	// At is the offset of the expression or statement that is compiled, to place what goes wrong in it
	At int
	// Offered are the types of the globals that a file may declare, by name
	Offered map[string]string
}

var objectType = &host.Type{Name: "Object"}

// addWarning adds a warning at an offset of the file.
func (c *Compiler) addWarning(at int, format string, args ...any) {
	c.Warnings = append(c.Warnings, syntax.Problem{Offset: at, Message: fmt.Sprintf(format, args...)})
}

// Function is a function of the rule file.
type Function struct {
	Decl *syntax.Function
	unit *Unit
	body exec
	// params and result are its types
	params []*host.Type
	result *host.Type
	// entered marks a function whose calls are being followed
	entered bool
	// repeatable functions return the same for the same arguments
	repeatable bool
	always     constant // the result of one without arguments
}

// maxProposals limits the problems that are reported with a proposal: looking for one
// takes longer than compiling, and nobody reads so many.
const maxProposals = 200

// suggestName proposes a name, as check.SuggestName does.
func (c *Compiler) suggestName(word string, names func() []string) string {
	if len(c.Problems) > maxProposals {
		return ""
	}
	return check.SuggestName(word, names())
}

// ReportProblem reports a defect at an offset of the file.
func (c *Compiler) ReportProblem(at int, format string, args ...any) {
	c.Problems = append(c.Problems, syntax.Problem{Offset: at, Message: fmt.Sprintf(format, args...)})
}

type variable struct {
	name     string
	slot     int
	typ      *host.Type
	depth    int // lambdas around its declaration
	assigned int // assignments after its declaration
	captured int // offset of a use in a lambda, -1 for none
}

// Unit compiles the code of one rule branch or function, whose variables share
// slots.
type Unit struct {
	c     *Compiler
	vars  []*variable
	size  int
	depth int
	drl   bool
	this  *host.Type // of the pattern whose constraints are compiled
	// loops and choices are the loops and switches around a statement, and code says
	// what a return leaves
	loops, choices int
	code           codeKind
	results        results
	consequence    *syntax.Block
	Reads          map[string]bool
	All            bool         // the constraint reads more than properties
	Uses           map[int]bool // slots of variables that were read or set, when it is not nil
	// Properties, if not nil, is called for each property that is read of a
	// variable, with the variable's slot.
	Properties func(slot int, name string)
	// mentions are the names of the methods and properties that the code uses
	mentions map[string]bool
}

// NewUnit returns a unit without variables. Slot 0 is reserved for this.
func (c *Compiler) NewUnit() *Unit { return &Unit{c: c, size: 1, mentions: map[string]bool{}} }

// ReadsEntities reports whether the code looks at the entities of nodes, directly or
// by calling a function of the file.
func (u *Unit) ReadsEntities() bool {
	for name := range u.mentions {
		if u.c.Registry.ReadsEntities(name) {
			return true
		}
		// a function that was entered already is checked by that call
		if f := u.c.Functions[name]; f != nil && f.unit != nil && f.unit != u && !f.entered {
			f.entered = true
			reads := f.unit.ReadsEntities()
			if f.entered = false; reads {
				return true
			}
		}
	}
	return false
}

// Size returns the number of slots that a frame needs.
func (u *Unit) Size() int { return u.size }

// DeclareVar adds a variable and returns its slot.
func (u *Unit) DeclareVar(name string, t *host.Type) int {
	u.vars = append(u.vars, &variable{name: name, slot: u.size, typ: t, depth: u.depth, captured: -1})
	u.size++
	return u.size - 1
}

// Mark returns the current scope, for ReleaseTo.
func (u *Unit) Mark() int { return len(u.vars) }

// ReleaseTo removes the variables declared since the mark from the scope.
func (u *Unit) ReleaseTo(mark int) {
	for _, v := range u.vars[mark:] {
		if v.captured >= 0 && v.assigned > 0 {
			u.c.ReportProblem(v.captured, "variable %s is used in a lambda and must therefore not change after its first value", v.name)
		}
	}
	u.vars = u.vars[:mark]
}

// IsDeclared reports whether a variable of that name is in scope.
func (u *Unit) IsDeclared(name string) bool { return u.findVariable(name) != nil }

// VisibleSlots returns the slots of the variables in scope, by name.
func (u *Unit) VisibleSlots() map[string]int {
	out := map[string]int{}
	for _, v := range u.vars {
		out[v.name] = v.slot
	}
	return out
}

// SlotOf returns the slot and the type of a variable in scope.
func (u *Unit) SlotOf(name string) (int, *host.Type) {
	v := u.findVariable(name)
	return v.slot, v.typ
}

// noteProperty reports the property that is read of x to Properties, if x is a
// variable.
func (u *Unit) noteProperty(x syntax.Expr, name string) {
	if n, ok := x.(*syntax.Name); ok && u.Properties != nil {
		if v := u.findVariable(n.Name); v != nil {
			u.Properties(v.slot, name)
		}
	}
}

// noteSlot reports the use of a variable to Uses.
func (u *Unit) noteSlot(slot int) {
	if u.Uses != nil {
		u.Uses[slot] = true
	}
}

// findVariable returns the variable of that name in scope, nil when there is none.
func (u *Unit) findVariable(name string) *variable {
	for i := len(u.vars) - 1; i >= 0; i-- {
		if u.vars[i].name == name {
			return u.vars[i]
		}
	}
	return nil
}

// CompileConstraint compiles a constraint of a pattern on the given type.
func (u *Unit) CompileConstraint(e syntax.Expr, this *host.Type) (Eval, *host.Type) {
	u.drl, u.this = true, this
	defer func() { u.drl, u.this = false, nil }()
	return u.compileExpr(e, nil)
}

// CompileCondition compiles an expression in the notation of conditions.
func (u *Unit) CompileCondition(e syntax.Expr) (Eval, *host.Type) { return u.CompileConstraint(e, nil) }

// TypeOf is Compiler.TypeOf.
func (u *Unit) TypeOf(r *syntax.TypeRef) *host.Type { return u.c.TypeOf(r) }

var primitive = map[string]bool{
	"int": true, "long": true, "double": true, "float": true, "boolean": true, "char": true, "byte": true, "short": true,
}

// TypeOf returns the static type that a reference names, nil for var. An unknown
// class is a problem, and its type is faulty.
func (c *Compiler) TypeOf(r *syntax.TypeRef) *host.Type {
	if r == nil || r.Name == "?" || r.Name == "var" {
		return nil
	}
	if !primitive[r.Name] && r.Name != "void" && c.Registry.Class(r.Name) == nil {
		c.unknownClass(r.Pos(), r.Name)
		return faulty
	}
	t := &host.Type{Name: r.Name, Dims: r.Dims}
	if r.Name == "byte" || r.Name == "short" {
		c.ReportProblem(r.Pos(), "the type %s is not supported: use int", r.Name)
		return faulty
	}
	for _, a := range r.Args {
		t.Args = append(t.Args, c.TypeOf(a))
	}
	return t
}

// IsPrimitive reports whether a name is that of a primitive type.
func IsPrimitive(name string) bool { return primitive[name] }

// CheckClasses reports the classes in a type that do not exist.
func (c *Compiler) CheckClasses(r *syntax.TypeRef) {
	if r == nil || r.Name == "?" {
		return
	}
	if !primitive[r.Name] && c.Registry.Class(r.Name) == nil {
		c.unknownClass(r.Pos(), r.Name)
	}
	for _, a := range r.Args {
		c.CheckClasses(a)
	}
}

// AddFunctions declares the functions of a file and then compiles their bodies,
// because they may call each other.
func (c *Compiler) AddFunctions(list []*syntax.Function) {
	for _, d := range list {
		if c.Functions[d.Name] != nil {
			c.ReportProblem(d.Pos(), "function %s is defined twice", d.Name)
		}
		c.Functions[d.Name] = &Function{Decl: d}
	}
	for _, d := range list {
		f := c.Functions[d.Name]
		for _, p := range d.Params {
			f.params = append(f.params, c.TypeOf(p.Type))
		}
		f.result = c.TypeOf(d.Result)
	}
	for _, d := range list {
		f := c.Functions[d.Name]
		f.unit = c.NewUnit()
		for i, p := range d.Params {
			f.unit.DeclareVar(p.Name, f.params[i])
		}
		f.unit.code = inFunction
		if d.Result == nil || d.Result.Name == "void" {
			f.unit.code = inProcedure
		}
		f.unit.results.want = f.result
		f.body = f.unit.compileBlock(d.Body)
		f.unit.ReleaseTo(0)
		if c.checkFlow(d.Body) && f.unit.code == inFunction {
			c.ReportProblem(d.Body.End, "the function must return a value at its end")
		}
	}
	c.markRepeatable()
}

// CompileConsequence compiles the statements of a consequence.
func (u *Unit) CompileConsequence(b *syntax.Block) func(f *Frame) {
	u.code, u.consequence = inConsequence, b
	run := u.compileBlock(b)
	u.c.checkFlow(b)
	return func(f *Frame) { run(f) }
}

// isTrue converts the value of a condition to a bool.
func isTrue(v any) bool {
	b, ok := v.(bool)
	if !ok {
		host.Throw("NullPointerException", "a condition is %s, not true or false", host.ToString(v))
	}
	return b
}

// compileBoolean compiles a condition, which must be boolean.
func (u *Unit) compileBoolean(e syntax.Expr) func(f *Frame) bool {
	x, t := u.compileExpr(e, nil)
	u.NeedBoolean(e, t)
	return func(f *Frame) bool { return isTrue(x(f)) }
}

// NeedBoolean reports an expression whose type is known and not boolean.
func (u *Unit) NeedBoolean(e syntax.Expr, t *host.Type) {
	if isKnown(t) && (t.Dims > 0 || boxedName(t.Name) != "Boolean") {
		u.c.ReportProblem(e.Pos(), "the condition is of type %s, not boolean", t)
	}
}
