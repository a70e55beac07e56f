package template

import (
	"math/big"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
)

// The bounds of checks.
const (
	maxChecks   = 20  // of a component
	maxCheck    = 500 // characters
	maxNesting  = 20  // parentheses in parentheses
	maxConstant = 30  // characters of a number
)

// A Check is a relation that numbers or days of a file must meet, such as
//
//	Net_Amount + Tax_Amount = Invoice_Total
//	line_quantity * line_price = line_amount unless line_discount
//	sum(line_amount) = Net_Amount or Invoice_Total within 0.05
//	count(Party) <= 2
//
// Names are technical names of components, or of columns of the component that has the check: a
// check that names columns outside of sum() is one of each row. count() counts the values of a component.
type Check struct {
	Left   Term
	Order  bool   // Left comes before the right side or equals it; else both are equal
	Right  []Term // one of these holds
	Within *big.Rat
	Unless []string // it is not made where one of these has a value
}

// Functions of a Term.
const (
	SumOf   = "sum"   // of all cells of a column
	CountOf = "count" // of the values of a component
)

// A Term is a number, the value of a name, a function of it, or two terms with an operation between them.
type Term struct {
	Number   *big.Rat // of a constant
	Name     string   // of a component or a column
	Function string   // SumOf, CountOf, or empty for the value
	Op       byte     // '+', '-' or '*' between A and B
	A, B     *Term
}

// parts returns the constants, names and functions of a term.
func (t Term) parts() []Term {
	if t.Op == 0 {
		return []Term{t}
	}
	return append(t.A.parts(), t.B.parts()...)
}

// parts returns the constants, names and functions on both sides of a check.
func (c Check) parts() []Term {
	out := c.Left.parts()
	for _, t := range c.Right {
		out = append(out, t.parts()...)
	}
	return out
}

// ParseCheck reads a check. Errors: a fault of kind Invalid that says what is wrong.
func ParseCheck(text string) (Check, error) {
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxCheck {
		return Check{}, domain.Faultf(domain.Invalid, "a check must not be longer than %d", maxCheck).At("checks")
	}
	r := checkReader{rest: text}
	c := r.readCheck()
	if r.problem == "" && r.peek() != "" {
		r.fail("unexpected " + r.peek())
	}
	if r.problem != "" {
		return Check{}, domain.Faultf(domain.Invalid, "check %q: %s", text, r.problem).At("checks")
	}
	return c, nil
}

// A checkReader reads a check from its text, up to the first problem.
type checkReader struct {
	rest, problem string
	depth         int
}

// checkToken matches what a check is made of.
var checkToken = regexp.MustCompile(`^\s*([A-Za-z_][A-Za-z0-9_]*|[0-9]+(?:\.[0-9]+)?|<=|[-=+*(),]|\S|$)`)

func (r *checkReader) fail(problem string) {
	if r.problem == "" {
		r.problem = problem
	}
}

// peek returns the next token; "" at the end.
func (r *checkReader) peek() string { return checkToken.FindStringSubmatch(r.rest)[1] }

// next returns the next token and goes behind it.
func (r *checkReader) next() string {
	m := checkToken.FindStringSubmatch(r.rest)
	r.rest = r.rest[len(m[0]):]
	return m[1]
}

// skip goes behind a token if it is the next one.
func (r *checkReader) skip(token string) bool {
	if r.peek() != token {
		return false
	}
	r.next()
	return true
}

func (r *checkReader) readCheck() Check {
	c := Check{Left: r.readSum()}
	switch {
	case r.skip("<="):
		c.Order = true
	case !r.skip("="):
		r.fail("= or <= is missing")
	}
	for c.Right = []Term{r.readSum()}; r.problem == "" && r.skip("or"); {
		c.Right = append(c.Right, r.readSum())
	}
	if r.skip("within") {
		c.Within = r.readNumber(r.next())
	}
	if r.skip("unless") {
		for c.Unless = []string{r.readName(r.next())}; r.problem == "" && r.skip(","); {
			c.Unless = append(c.Unless, r.readName(r.next()))
		}
	}
	return c
}

func (r *checkReader) readSum() Term {
	t := r.readProduct()
	for r.problem == "" && (r.peek() == "+" || r.peek() == "-") {
		a, op := t, r.next()[0]
		b := r.readProduct()
		t = Term{Op: op, A: &a, B: &b}
	}
	return t
}

func (r *checkReader) readProduct() Term {
	t := r.readFactor()
	for r.problem == "" && r.skip("*") {
		a, b := t, r.readFactor()
		t = Term{Op: '*', A: &a, B: &b}
	}
	return t
}

func (r *checkReader) readFactor() Term {
	switch token := r.next(); {
	case token == "(":
		if r.depth++; r.depth > maxNesting {
			r.fail("too many parentheses")
			return Term{}
		}
		t := r.readSum()
		if !r.skip(")") {
			r.fail(") is missing")
		}
		r.depth--
		return t
	case (token == SumOf || token == CountOf) && r.skip("("):
		name := r.readName(r.next())
		if !r.skip(")") {
			r.fail(") is missing")
		}
		return Term{Name: name, Function: token}
	case token != "" && token[0] >= '0' && token[0] <= '9':
		return Term{Number: r.readNumber(token)}
	default:
		return Term{Name: r.readName(token)}
	}
}

func (r *checkReader) readNumber(token string) *big.Rat {
	if token == "" || token[0] < '0' || token[0] > '9' || len(token) > maxConstant {
		r.fail("a number is missing")
		return new(big.Rat)
	}
	n, _ := new(big.Rat).SetString(token)
	return n
}

// reserved are words that are no names.
var reserved = []string{"or", "within", "unless"}

func (r *checkReader) readName(token string) string {
	if !columnName.MatchString(token) || slices.Contains(reserved, token) {
		r.fail("a name is missing")
	}
	return token
}

// ParsedChecks returns the checks of an expectation; one that cannot be read, as a version that knew
// more may have stored it, is left out.
func (e Expectation) ParsedChecks() (out []Check) {
	for _, text := range e.Checks {
		if c, err := ParseCheck(text); err == nil {
			out = append(out, c)
		}
	}
	return out
}

// IsOfRows reports whether a check is one of each row: it names a column outside of sum().
func (e Expectation) IsOfRows(c Check) bool {
	return slices.ContainsFunc(c.parts(), func(t Term) bool { return t.Function == "" && e.hasColumn(t.Name) })
}

// OtherNames returns the names in a check that are not those of columns, each once: those of components.
func (e Expectation) OtherNames(c Check) (names []string) {
	for _, name := range c.Unless {
		if !e.hasColumn(name) {
			names = append(names, name)
		}
	}
	for _, t := range c.parts() {
		if t.Name != "" && !e.hasColumn(t.Name) {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (e Expectation) hasColumn(name string) bool {
	return slices.ContainsFunc(e.Columns, func(c Column) bool { return c.TechnicalName == name })
}

// TellsUnmet reports whether the expectation is one of several values together, or of rows: whether
// they meet it is found for all components of a file at once.
func (e Expectation) TellsUnmet() bool {
	return len(e.Checks) > 0 || slices.ContainsFunc(e.Columns, func(c Column) bool { return c.Required })
}

// checkChecks refuses checks that are none.
func (e Expectation) checkChecks() error {
	if len(e.Checks) > maxChecks {
		return domain.Refuse(domain.OutOfRange, "checks must not be more than %d", maxChecks).At("checks")
	}
	for _, text := range e.Checks {
		c, err := ParseCheck(text)
		if err != nil {
			return err
		}
		for _, t := range c.parts() {
			switch {
			case t.Function == SumOf && !e.hasColumn(t.Name):
				return domain.Faultf(domain.Invalid, "check %q: %s is no column of the component", text, t.Name).At("checks")
			case t.Function == SumOf && e.IsOfRows(c):
				return domain.Faultf(domain.Invalid, "check %q: columns stand either all in sum() or all outside of it", text).At("checks")
			}
		}
	}
	return nil
}
