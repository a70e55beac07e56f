package host

import (
	"math/big"
	"strconv"
	"strings"
)

// A Decimal is a java.math.BigDecimal: Unscaled times ten to the minus Scale.
type Decimal struct {
	Unscaled *big.Int
	Scale    int
}

// maxScale limits scales, so that no number fills the memory.
const maxScale = 10_000

// ParseDecimal parses a decimal number, which may have an exponent; ok is false for
// anything else.
func ParseDecimal(s string) (d *Decimal, ok bool) {
	mantissa, exponent := s, 0
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		n, err := strconv.Atoi(s[i+1:])
		if err != nil {
			return nil, false
		}
		mantissa, exponent = s[:i], n
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	n, ok := new(big.Int).SetString(whole+fraction, 10)
	scale := len(fraction) - exponent
	if !ok || strings.ContainsAny(fraction, "+-") || max(scale, -scale) > maxScale {
		return nil, false
	}
	return &Decimal{n, scale}, true
}

// ClassName returns "BigDecimal".
func (*Decimal) ClassName() string { return "BigDecimal" }

// String returns the number as BigDecimal.toString does: with an exponent when the
// scale is negative or the number is very small.
func (d *Decimal) String() string {
	digits := new(big.Int).Abs(d.Unscaled).String()
	adjusted := len(digits) - 1 - d.Scale
	if d.Scale >= 0 && adjusted >= -6 {
		return d.PlainString()
	}
	s := digits[:1]
	if len(digits) > 1 {
		s += "." + digits[1:]
	}
	if adjusted != 0 {
		s += "E" + map[bool]string{true: "+"}[adjusted > 0] + strconv.Itoa(adjusted)
	}
	if d.Unscaled.Sign() < 0 {
		s = "-" + s
	}
	return s
}

// PlainString returns the number without an exponent.
func (d *Decimal) PlainString() string {
	s := new(big.Int).Abs(d.Unscaled).String()
	if d.Scale < 0 && d.Unscaled.Sign() != 0 {
		s += strings.Repeat("0", -d.Scale)
	}
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

func tenTo(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// unscaledAt returns the unscaled value at a scale.
func (d *Decimal) unscaledAt(scale int) *big.Int {
	return new(big.Int).Mul(d.Unscaled, tenTo(scale-d.Scale))
}

// Add returns the sum.
func (d *Decimal) Add(o *Decimal) *Decimal {
	scale := max(d.Scale, o.Scale)
	return &Decimal{new(big.Int).Add(d.unscaledAt(scale), o.unscaledAt(scale)), scale}
}

// Negate returns the number with the opposite sign.
func (d *Decimal) Negate() *Decimal { return &Decimal{new(big.Int).Neg(d.Unscaled), d.Scale} }

// Subtract returns the difference.
func (d *Decimal) Subtract(o *Decimal) *Decimal { return d.Add(o.Negate()) }

// maxBits limits the size of products.
const maxBits = 1 << 20

// Multiply returns the product.
func (d *Decimal) Multiply(o *Decimal) *Decimal {
	if d.Unscaled.BitLen()+o.Unscaled.BitLen() > maxBits || max(d.Scale+o.Scale, -d.Scale-o.Scale) > maxScale {
		Throw("ArithmeticException", "the product has too many digits")
	}
	return &Decimal{new(big.Int).Mul(d.Unscaled, o.Unscaled), d.Scale + o.Scale}
}

// SetScale sets the scale. mode is the name of a RoundingMode. UNNECESSARY throws when
// digits would be lost.
func (d *Decimal) SetScale(scale int, mode string) *Decimal {
	if max(scale, -scale) > maxScale {
		Throw("ArithmeticException", "scale %d is out of range", scale)
	}
	if scale >= d.Scale {
		return &Decimal{d.unscaledAt(scale), scale}
	}
	return &Decimal{roundQuotient(d.Unscaled, tenTo(d.Scale-scale), mode), scale}
}

// Divide returns the quotient at a scale.
func (d *Decimal) Divide(o *Decimal, scale int, mode string) *Decimal {
	if o.Unscaled.Sign() == 0 {
		Throw("ArithmeticException", "Division by zero")
	}
	if max(scale, -scale) > maxScale {
		Throw("ArithmeticException", "scale %d is out of range", scale)
	}
	// unscaled of the result = d.Unscaled / o.Unscaled * 10^(scale - d.Scale + o.Scale)
	above, below := d.Unscaled, o.Unscaled
	if shift := scale - d.Scale + o.Scale; shift >= 0 {
		above = new(big.Int).Mul(above, tenTo(shift))
	} else {
		below = new(big.Int).Mul(below, tenTo(-shift))
	}
	return &Decimal{roundQuotient(above, below, mode), scale}
}

// DivideExactly returns the quotient with all its digits. It throws when they do not
// end.
func (d *Decimal) DivideExactly(o *Decimal) *Decimal {
	preferred := d.Scale - o.Scale
	if d.Unscaled.Sign() == 0 && o.Unscaled.Sign() != 0 {
		return &Decimal{new(big.Int), max(preferred, 0)}
	}
	digits := len(d.Unscaled.String()) + 10*len(o.Unscaled.String())/3 + max(d.Scale, -d.Scale) + max(o.Scale, -o.Scale) + 3
	q := d.Divide(o, digits, "DOWN")
	if q.Multiply(o).CompareTo(d) != 0 {
		Throw("ArithmeticException", "Non-terminating decimal expansion; no exact representable decimal result.")
	}
	return q.stripTo(preferred)
}

// StripZeros returns the number without trailing zeros.
func (d *Decimal) StripZeros() *Decimal {
	if d.Unscaled.Sign() == 0 {
		return &Decimal{new(big.Int), 0}
	}
	return d.stripTo(-maxScale)
}

// stripTo removes trailing zeros, down to a scale of least.
func (d *Decimal) stripTo(least int) *Decimal {
	n, scale, ten := d.Unscaled, d.Scale, big.NewInt(10)
	for scale > least {
		q, r := new(big.Int).QuoRem(n, ten, new(big.Int))
		if r.Sign() != 0 {
			break
		}
		n, scale = q, scale-1
	}
	return &Decimal{n, scale}
}

// roundQuotient returns above/below, rounded to a whole number.
func roundQuotient(above, below *big.Int, mode string) *big.Int {
	q, r := new(big.Int).QuoRem(above, below, new(big.Int))
	if r.Sign() == 0 {
		return q
	}
	sign := int64(above.Sign() * below.Sign())
	half := new(big.Int).Abs(r)
	toHalf := half.Lsh(half, 1).CmpAbs(below)
	away := false
	switch mode {
	case "UP":
		away = true
	case "CEILING":
		away = sign > 0
	case "FLOOR":
		away = sign < 0
	case "HALF_UP":
		away = toHalf >= 0
	case "HALF_DOWN":
		away = toHalf > 0
	case "HALF_EVEN":
		away = toHalf > 0 || toHalf == 0 && q.Bit(0) == 1
	case "UNNECESSARY":
		Throw("ArithmeticException", "Rounding necessary")
	}
	if away {
		q.Add(q, big.NewInt(sign))
	}
	return q
}

// HashCode returns the hash code defined by java.math.BigDecimal, where 2.0 and 2.00
// differ.
func (d *Decimal) HashCode() int32 {
	bytes := new(big.Int).Abs(d.Unscaled).Bytes()
	h, word := int32(0), int32(0)
	for i, b := range bytes {
		word = word<<8 | int32(b)
		if (len(bytes)-i-1)%4 == 0 {
			h, word = 31*h+word, 0
		}
	}
	return 31*h*int32(d.Unscaled.Sign()) + int32(d.Scale)
}

// CompareTo compares by numeric value.
func (d *Decimal) CompareTo(o any) int32 {
	other := o.(*Decimal)
	scale := max(d.Scale, other.Scale)
	return int32(d.unscaledAt(scale).Cmp(other.unscaledAt(scale)))
}
