package host

import (
	"math/big"
	"strings"
)

// A Decimal is a java.math.BigDecimal: Unscaled times ten to the minus Scale.
type Decimal struct {
	Unscaled *big.Int
	Scale    int
}

// ParseDecimal reads a plain decimal number; ok is false for anything else.
func ParseDecimal(s string) (d *Decimal, ok bool) {
	whole, fraction, _ := strings.Cut(s, ".")
	digits := strings.TrimPrefix(whole, "+") + fraction
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok || strings.ContainsAny(fraction, "+-_") || strings.Contains(whole, "_") {
		return nil, false
	}
	return &Decimal{n, len(fraction)}, true
}

// ClassName is BigDecimal.
func (*Decimal) ClassName() string { return "BigDecimal" }

// String writes the number without an exponent.
func (d *Decimal) String() string {
	s := new(big.Int).Abs(d.Unscaled).String()
	if d.Scale > 0 {
		if len(s) <= d.Scale {
			s = strings.Repeat("0", d.Scale-len(s)+1) + s
		}
		s = s[:len(s)-d.Scale] + "." + s[len(s)-d.Scale:]
	}
	if d.Unscaled.Sign() < 0 {
		s = "-" + s
	}
	return s
}

func (d *Decimal) at(scale int) *big.Int {
	factor := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale-d.Scale)), nil)
	return factor.Mul(factor, d.Unscaled)
}

// Add is the sum.
func (d *Decimal) Add(o *Decimal) *Decimal {
	scale := max(d.Scale, o.Scale)
	return &Decimal{new(big.Int).Add(d.at(scale), o.at(scale)), scale}
}

// Subtract is the difference.
func (d *Decimal) Subtract(o *Decimal) *Decimal {
	return d.Add(&Decimal{new(big.Int).Neg(o.Unscaled), o.Scale})
}

// Multiply is the product.
func (d *Decimal) Multiply(o *Decimal) *Decimal {
	return &Decimal{new(big.Int).Mul(d.Unscaled, o.Unscaled), d.Scale + o.Scale}
}

// Round sets the scale, half up.
func (d *Decimal) Round(scale int) *Decimal {
	if scale >= d.Scale {
		return &Decimal{d.at(scale), scale}
	}
	divisor := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.Scale-scale)), nil)
	half := new(big.Int).Div(divisor, big.NewInt(2))
	n := new(big.Int).Abs(d.Unscaled)
	n.Div(n.Add(n, half), divisor)
	if d.Unscaled.Sign() < 0 {
		n.Neg(n)
	}
	return &Decimal{n, scale}
}

// CompareTo orders by number.
func (d *Decimal) CompareTo(o any) int32 {
	scale := max(d.Scale, o.(*Decimal).Scale)
	return int32(d.at(scale).Cmp(o.(*Decimal).at(scale)))
}
