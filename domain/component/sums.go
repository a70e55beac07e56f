package component

import (
	"math/big"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/domain/normalize"
	"github.com/seed-62a36931/docket/domain/template"
)

// maxDigits is the longest decimal that counts as a number, in characters.
const maxDigits = 40

// A figure is a number, or a day as the number of days since 1970, within the bounds that its
// rounding leaves, with the text that tells it.
type figure struct {
	value, low, high *big.Rat
	decimals         int // of the text of the value
	text             string
	isDay            bool
}

// figureOf returns the figure of a normalised form; nil for none. An amount with decimals may have
// been rounded at the last of them; other numbers are exact.
func figureOf(n *Normalized) *figure {
	if n == nil || len(n.Text) > maxDigits {
		return nil
	}
	switch n.Type {
	case normalize.Date, normalize.DateMonthFirst:
		day, err := time.Parse(time.DateOnly, n.Text)
		if err != nil {
			return nil
		}
		v := big.NewRat(day.Unix()/(24*60*60), 1)
		return &figure{value: v, low: v, high: v, text: n.Text, isDay: true}
	case normalize.Number, normalize.Amount:
	default:
		return nil
	}
	v, ok := new(big.Rat).SetString(n.Text)
	if !ok {
		return nil
	}
	out := &figure{value: v, low: v, high: v, text: n.Text}
	if at := strings.IndexByte(n.Text, '.'); at >= 0 {
		out.decimals = len(n.Text) - at - 1
		if n.Type == normalize.Amount {
			half := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Mul(big.NewInt(2), tenTo(out.decimals)))
			out.low, out.high = new(big.Rat).Sub(v, half), new(big.Rat).Add(v, half)
		}
	}
	return out
}

// exactly returns the figure of a number that is not rounded.
func exactly(n *big.Rat, text string) *figure { return &figure{value: n, low: n, high: n, text: text} }

func tenTo(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// compute returns the figure of an operation on two figures, without its text; nil where days are
// computed with.
func compute(op byte, a, b *figure) *figure {
	if a.isDay || b.isDay {
		return nil
	}
	out := &figure{decimals: max(a.decimals, b.decimals)}
	switch op {
	case '+':
		out.value, out.low, out.high = add(a.value, b.value), add(a.low, b.low), add(a.high, b.high)
	case '-':
		out.value, out.low, out.high = subtract(a.value, b.value), subtract(a.low, b.high), subtract(a.high, b.low)
	default:
		out.value = new(big.Rat).Mul(a.value, b.value)
		for _, x := range []*big.Rat{a.low, a.high} {
			for _, y := range []*big.Rat{b.low, b.high} {
				p := new(big.Rat).Mul(x, y)
				if out.low == nil || p.Cmp(out.low) < 0 {
					out.low = p
				}
				if out.high == nil || p.Cmp(out.high) > 0 {
					out.high = p
				}
			}
		}
	}
	return out
}

func add(a, b *big.Rat) *big.Rat      { return new(big.Rat).Add(a, b) }
func subtract(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }

// valueText returns the value of a figure as a decimal, or as a day.
func (f *figure) valueText() string {
	if f.isDay {
		return f.text
	}
	return f.value.FloatString(f.decimals)
}

// A figureSource gives the figures of names in a check.
type figureSource interface {
	// figureNamed returns the figure of a component or a cell, or that of a function of it, and the
	// words that tell its name; nil where there is none.
	figureNamed(name, function string) (f *figure, label string)
}

// evaluate returns the figure of a term, whose text tells how it comes about; nil where a name has none.
func evaluate(t template.Term, in figureSource) *figure {
	switch {
	case t.Number != nil:
		text := strings.TrimRight(strings.TrimRight(t.Number.FloatString(10), "0"), ".")
		return exactly(t.Number, text)
	case t.Op == 0:
		f, label := in.figureNamed(t.Name, t.Function)
		if f == nil {
			return nil
		}
		out := *f
		out.text = label + " " + f.valueText()
		return &out
	}
	a, b := evaluate(*t.A, in), evaluate(*t.B, in)
	if a == nil || b == nil {
		return nil
	}
	out := compute(t.Op, a, b)
	if out != nil {
		out.text = bracketOperand(t.Op, t.A, a) + " " + strings.Replace(string(t.Op), "*", "×", 1) + " " + bracketOperand(t.Op, t.B, b)
	}
	return out
}

// bracketOperand returns the text of an operand of an operation, in parentheses where it needs some.
func bracketOperand(op byte, t *template.Term, f *figure) string {
	if t.Op != 0 && (op == '*' && t.Op != '*' || op == '-' && t.Op != '*') {
		return "(" + f.text + ")"
	}
	return f.text
}

// holds reports whether two figures meet a check, as far as rounding leaves it open.
func holds(c template.Check, a, b *figure) bool {
	within := c.Within
	if within == nil {
		within = new(big.Rat)
	}
	if a.isDay != b.isDay {
		return true // they cannot be compared
	}
	if subtract(a.low, b.high).Cmp(within) > 0 {
		return false
	}
	return c.Order || subtract(b.low, a.high).Cmp(within) <= 0
}

// tellBroken returns how a check is not met, such as "Net 100.00 + Tax 19.00 = 119.00 ≠ Total 120.00";
// empty where it is met, or a value that it needs is not there. Of several right sides that it does
// not meet, the first is told.
func tellBroken(c template.Check, in figureSource) string {
	for _, name := range c.Unless {
		if f, label := in.figureNamed(name, ""); f != nil || label != "" {
			return ""
		}
	}
	left := evaluate(c.Left, in)
	if left == nil {
		return ""
	}
	told := ""
	for _, t := range c.Right {
		right := evaluate(t, in)
		if right == nil {
			continue
		}
		if holds(c, left, right) {
			return ""
		}
		if told == "" {
			sign := "≠"
			if c.Order {
				sign = ">"
			}
			told = withValue(c.Left, left) + " " + sign + " " + withValue(t, right)
		}
	}
	return told
}

// withValue returns the text of a figure, and its value where the text is a computation.
func withValue(t template.Term, f *figure) string {
	if t.Op == 0 {
		return f.text
	}
	return f.text + " = " + f.valueText()
}
