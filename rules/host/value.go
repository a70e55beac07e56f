package host

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/rules/syntax"
)

// An Object is a value of a Java class. Java values in Go are: nil, bool, int32, int64, float32, float64, Char, string,
// *List, *Set, *Map, *Optional, *Stream, *Func, *Enum, *Decimal … and the objects
// of the model. Values other than Java scalars name their class.
type Object interface {
	// ClassName returns the simple name of the object's class.
	ClassName() string
}

// Char is a Java char.
type Char = syntax.Char

// An Equaler compares by value; other objects compare by identity.
type Equaler interface {
	EqualTo(other any) bool
	HashCode() int32
}

// An Enum is one constant of an enumeration.
type Enum struct {
	Class, Name string
	Ordinal     int
}

// ClassName returns the enumeration's name.
func (e *Enum) ClassName() string { return e.Class }

// String returns the constant's name.
func (e *Enum) String() string { return e.Name }

// NewEnumeration returns the constants of an enumeration by name, for a class table.
func NewEnumeration(class string, names ...string) map[string]any {
	out := map[string]any{}
	for i, n := range names {
		out[n] = &Enum{class, n, i}
	}
	return out
}

// A Func is a lambda or a method reference.
type Func struct {
	Arity int // -1: any
	Call  func(args ...any) any
	Depth int // how many functions are within each other

	counted bool // each call counts a step
}

// CountSteps makes each call of the function count a step, once however often it is asked for.
func (f *Func) CountSteps(b *Budget) {
	if f.counted {
		return
	}
	call := f.Call
	f.counted, f.Call = true, func(args ...any) any { b.Step(); return call(args...) }
}

// ClassName returns the name by which function values are known.
func (*Func) ClassName() string { return "Function" }

// A Throwable is a Java exception on its way up; Go code raises it with panic.
type Throwable struct {
	Class   string
	Message string
	Offset  int // where in the rule file, -1 when not known yet
	Index   int // where in a text that could not be read
}

// ClassName returns the exception's class.
func (t *Throwable) ClassName() string { return t.Class }

// Error returns the exception as Java writes it.
func (t *Throwable) Error() string {
	if t.Message == "" {
		return t.Class
	}
	return t.Class + ": " + t.Message
}

// Throw raises a Java exception: it panics with a *Throwable.
func Throw(class, format string, args ...any) {
	panic(&Throwable{Class: class, Message: fmt.Sprintf(format, args...), Offset: -1})
}

// ClassNameOf returns the class of any value, "null" for nil.
func ClassNameOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "Boolean"
	case int32:
		return "Integer"
	case int64:
		return "Long"
	case float64:
		return "Double"
	case float32:
		return "Float"
	case Char:
		return "Character"
	case string:
		return "String"
	case Object:
		return v.ClassName()
	}
	return "Object"
}

// Equal implements Objects.equals, except that numbers are compared by value.
func Equal(a, b any) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	if _, ok := toFloat(a); ok {
		if _, ok := toFloat(b); ok {
			return compareNumbers(a, b) == 0
		}
		return false
	}
	if isWalked(a) {
		return new(walk).equalValues(a, b)
	}
	if x, ok := a.(Equaler); ok {
		return x.EqualTo(b)
	}
	switch a.(type) {
	case []any:
		return false
	}
	if _, ok := b.([]any); ok {
		return false
	}
	return a == b
}

// toFloat returns a number as floating point; ok is false for any other value.
func toFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case int32:
		return float64(v), true
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case float32:
		return float64(v), true
	case Char:
		return float64(v), true
	case *Decimal:
		f, _ := new(big.Float).SetString(v.String())
		out, _ := f.Float64()
		return out, true
	}
	return 0, false
}

// HashCode implements Object.hashCode for the values whose hash Java defines.
func HashCode(v any) int32 {
	switch v := v.(type) {
	case string:
		var h int32
		for _, u := range ToUnits(v) {
			h = 31*h + int32(u)
		}
		return h
	case int32:
		return v
	case int64:
		return int32(v ^ int64(uint64(v)>>32))
	case Char:
		return int32(v)
	case bool:
		if v {
			return 1231
		}
		return 1237
	case float64:
		if v != v {
			return 0x7ff80000 // Java knows one NaN
		}
		bits := math.Float64bits(v)
		return int32(bits ^ bits>>32)
	case float32:
		if v != v {
			return 0x7fc00000
		}
		return int32(math.Float32bits(v))
	case *Decimal:
		return v.HashCode()
	case *Enum:
		return HashCode(v.Name)
	case *List, *Set, *Map, *Optional, Nesting:
		return new(walk).hashOf(v)
	case Equaler:
		return v.HashCode()
	}
	return 0
}

// ToString implements String.valueOf.
func ToString(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case int32:
		return strconv.FormatInt(int64(v), 10)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return formatDouble(v, 64)
	case float32:
		return formatDouble(float64(v), 32)
	case Char:
		return string(syntax.AppendUnit(nil, uint16(v)))
	case *List, *Set, *Map, *Optional, Nesting:
		return new(walk).textOf(v, nil)
	case fmt.Stringer:
		return v.String()
	case *Throwable:
		return v.Error()
	case []any:
		return ClassNameOf(v) + "[]"
	}
	return ClassNameOf(v)
}

// formatDouble formats a number as Double.toString does.
func formatDouble(f float64, bits int) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case math.Abs(f) == math.SmallestNonzeroFloat64 && bits == 64: // Java writes two digits
		return map[bool]string{true: "-"}[f < 0] + "4.9E-324"
	case f == 0 || math.Abs(f) >= 1e-3 && math.Abs(f) < 1e7:
		s := strconv.FormatFloat(f, 'f', -1, bits)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'E', -1, bits), "E")
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	n, _ := strconv.Atoi(exponent)
	return mantissa + "E" + strconv.Itoa(n)
}

// Compare implements compareTo on numbers, strings, chars, booleans and enums.
func Compare(a, b any) int32 {
	if _, ok := toFloat(a); ok {
		if _, ok := toFloat(b); ok {
			return compareNumbers(a, b)
		}
	}
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok {
			return compareStrings(x, y)
		}
	case *Enum:
		if y, ok := b.(*Enum); ok {
			return int32(x.Ordinal - y.Ordinal)
		}
	case bool:
		if y, ok := b.(bool); ok {
			return signOf(!x && y, x && !y)
		}
	case interface{ CompareTo(any) int32 }:
		return x.CompareTo(b)
	}
	if a == nil || b == nil {
		Throw("NullPointerException", "cannot compare null")
	}
	Throw("ClassCastException", "%s cannot be compared with %s", ClassNameOf(a), ClassNameOf(b))
	return 0
}

// compareNumbers compares numbers of any classes by value, whole and decimal ones
// exactly. As in Double.compare, NaN equals itself and is larger than all other
// numbers.
func compareNumbers(a, b any) int32 {
	x, whole := toInteger(a)
	y, also := toInteger(b)
	if whole && also {
		return signOf(x < y, x > y)
	}
	if d, ok := a.(*Decimal); ok {
		if e, ok := decimalOf(b); ok {
			return d.CompareTo(e)
		}
	}
	if e, ok := b.(*Decimal); ok {
		if d, ok := decimalOf(a); ok {
			return d.CompareTo(e)
		}
	}
	f, _ := toFloat(a)
	g, _ := toFloat(b)
	if math.IsNaN(f) || math.IsNaN(g) {
		return signOf(!math.IsNaN(f), !math.IsNaN(g))
	}
	return signOf(f < g, f > g)
}

// toInteger returns a whole number; ok is false for any other value.
func toInteger(v any) (int64, bool) {
	switch v := v.(type) {
	case int32:
		return int64(v), true
	case int64:
		return v, true
	case Char:
		return int64(v), true
	}
	return 0, false
}

func decimalOf(v any) (*Decimal, bool) {
	if d, ok := v.(*Decimal); ok {
		return d, true
	}
	if n, ok := toInteger(v); ok {
		return &Decimal{Unscaled: big.NewInt(n)}, true
	}
	return nil, false
}

// signOf returns -1 for less, 1 for more, else 0.
func signOf(less, more bool) int32 {
	switch {
	case less:
		return -1
	case more:
		return 1
	}
	return 0
}

func compareStrings(x, y string) int32 {
	a, b := ToUnits(x), ToUnits(y)
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] != b[i] {
			return int32(a[i]) - int32(b[i])
		}
	}
	return int32(len(a) - len(b))
}

// ToUnits returns the UTF-16 units of a string, which may contain unpaired surrogates.
func ToUnits(s string) []uint16 {
	out := make([]uint16, 0, len(s))
	for i, r := range s {
		if r != utf8.RuneError {
			out = utf16.AppendRune(out, r)
		} else if unit := syntax.LoneUnit(s[i:]); unit != 0 {
			out = append(out, unit)
		} else if s[i] < 0x80 || s[i] > 0xBF { // else it is the rest of an unpaired surrogate
			out = append(out, uint16(r))
		}
	}
	return out
}

// FromUnits returns the string for UTF-16 units.
func FromUnits(u []uint16) string {
	var out []byte
	for i := 0; i < len(u); i++ {
		if i+1 < len(u) {
			if r := utf16.DecodeRune(rune(u[i]), rune(u[i+1])); r != utf8.RuneError {
				out = utf8.AppendRune(out, r)
				i++
				continue
			}
		}
		out = syntax.AppendUnit(out, u[i])
	}
	return string(out)
}
