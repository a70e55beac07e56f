package engine

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/rules/compile"
	"github.com/seed-62a36931/docket/rules/host"
)

// function is an accumulate function. Given the static type of its argument, or nil
// when that is not known, it returns the class of its result and the function that
// computes the result from the values. A nil result means that there is none.
type function func(arg *host.Type) (class string, fold func(values []any) any)

// functions holds the accumulate functions by name. Those with short names take and
// return one type of number.
var functions = map[string]function{
	"count":     func(*host.Type) (string, func([]any) any) { return "Long", func(v []any) any { return int64(len(v)) } },
	"sum":       sumOf,
	"sumI":      func(*host.Type) (string, func([]any) any) { return sumOf(&host.Type{Name: "Integer"}) },
	"sumL":      func(*host.Type) (string, func([]any) any) { return sumOf(&host.Type{Name: "Long"}) },
	"sumBD":     func(*host.Type) (string, func([]any) any) { return sumOf(&host.Type{Name: "BigDecimal"}) },
	"average":   averageOf,
	"averageBD": func(*host.Type) (string, func([]any) any) { return averageOf(&host.Type{Name: "BigDecimal"}) },
	"variance": func(*host.Type) (string, func([]any) any) {
		return "Double", func(v []any) any { return varianceOf(v) }
	},
	"standardDeviation": func(*host.Type) (string, func([]any) any) {
		return "Double", func(v []any) any { return math.Sqrt(varianceOf(v)) }
	},
	"min": func(t *host.Type) (string, func([]any) any) {
		return classOf(t), func(v []any) any { return extremeValue(v, -1) }
	},
	"max": func(t *host.Type) (string, func([]any) any) {
		return classOf(t), func(v []any) any { return extremeValue(v, 1) }
	},
	"minI": extremeOf("Integer", -1), "maxI": extremeOf("Integer", 1), "minL": extremeOf("Long", -1), "maxL": extremeOf("Long", 1),
	"minN": extremeOf("Double", -1), "maxN": extremeOf("Double", 1),
	"collectList": func(*host.Type) (string, func([]any) any) { return "List", newCollector("List") },
	"collectSet": func(*host.Type) (string, func([]any) any) {
		return "Set", func(v []any) any { return host.NewSet(host.Hashed, v...) }
	},
}

// valueChange is a change of the values that a function has aggregated: one added, one removed,
// or one replaced.
type valueChange struct {
	added, removed any // nil for none, which counts as null does
	count          int // by how many there are more
}

// stepOf returns how an accumulate function whose result has that class follows the changes of
// its values, nil when it must fold them anew. Sums of whole numbers are exact whatever the
// order; those of floating point are not.
func stepOf(name, class string) func(before any, change valueChange) (any, bool) {
	switch name {
	case "count":
		return func(before any, c valueChange) (any, bool) { return before.(int64) + int64(c.count), true }
	case "sum", "sumI", "sumL":
		if class == "Integer" || class == "Long" {
			return func(before any, c valueChange) (any, bool) {
				return integerSum(class, []any{before, c.added, negatedInteger(c.removed)}), true
			}
		}
	case "min", "max":
		side := int32(1)
		if name == "min" {
			side = -1
		}
		if class == "Integer" || class == "Long" {
			return func(before any, c valueChange) (any, bool) {
				if c.removed != nil && before != nil && host.Compare(c.removed, before) == 0 {
					return nil, false
				}
				return extremeValue([]any{before, c.added}, side), true
			}
		}
	}
	return nil
}

// negatedInteger returns the negative of a whole number, as integerSum counts it.
func negatedInteger(v any) any {
	if v == nil {
		return nil
	}
	return -integerSum("Long", []any{v}).(int64)
}

// suggestFunction returns a suggestion for a function that is not known, "" for none.
func suggestFunction(name string) string {
	for known := range functions {
		if strings.EqualFold(known, name) {
			return ": did you mean " + known + "?"
		}
	}
	switch strings.ToLower(name) {
	case "avg", "mean":
		return ": did you mean average?"
	case "size", "counter":
		return ": did you mean count?"
	}
	return ""
}

var boxes = map[string]string{"int": "Integer", "long": "Long", "double": "Double", "float": "Double", "Float": "Double"}

// classOf returns the class of the values of a type, "" when it is not known.
func classOf(t *host.Type) string {
	switch {
	case t == nil || t.Dims > 0:
		return ""
	case boxes[t.Name] != "":
		return boxes[t.Name]
	}
	return t.Name
}

// extremeOf returns the function for the least (side -1) or the greatest (side 1)
// value, as a number of a class.
func extremeOf(class string, side int32) function {
	return func(*host.Type) (string, func([]any) any) {
		return class, func(v []any) any {
			best := extremeValue(v, side)
			if best == nil {
				return nil
			}
			return numberOf(class, compile.AsDouble(best))
		}
	}
}

func numberOf(class string, v float64) any {
	switch class {
	case "Integer":
		return int32(int64(v))
	case "Long":
		return int64(v)
	}
	return v
}

// sumOf returns the sum function for a type: exact for whole numbers and decimals,
// floating point for the rest. When the type is not known, the values decide.
func sumOf(t *host.Type) (string, func([]any) any) {
	class := classOf(t)
	switch class {
	case "Integer", "Long":
		return class, func(values []any) any { return integerSum(class, values) }
	case "BigDecimal":
		return class, func(values []any) any { return decimalSum(values) }
	case "":
		return "", sumLike
	}
	return "Double", func(values []any) any { return floatSum(values) }
}

func sumLike(values []any) any {
	classes := map[string]bool{}
	for _, v := range values {
		if v != nil {
			classes[host.ClassNameOf(v)] = true
		}
	}
	switch {
	case classes["BigDecimal"]:
		return decimalSum(values)
	case len(classes) == 0 || classes["Double"] || classes["Float"]:
		return floatSum(values)
	case classes["Long"]:
		return integerSum("Long", values)
	}
	return integerSum("Integer", values)
}

// integerSum returns the sum of whole numbers, as an Integer or a Long.
func integerSum(class string, values []any) any {
	total := int64(0)
	for _, v := range values {
		switch v := v.(type) {
		case nil:
		case int32:
			total += int64(v)
		case int64:
			total += v
		default:
			total += int64(compile.AsDouble(v))
		}
	}
	if class == "Integer" {
		return int32(total)
	}
	return total
}

// floatSum returns the sum as floating point.
func floatSum(values []any) float64 {
	total := 0.0
	for _, v := range values {
		if v != nil {
			total += compile.AsDouble(v)
		}
	}
	return total
}

func decimalSum(values []any) *host.Decimal {
	total, _ := host.ParseDecimal("0")
	for _, v := range values {
		if v == nil {
			continue
		}
		d, ok := v.(*host.Decimal)
		if !ok {
			if d, ok = host.ParseDecimal(host.ToString(v)); !ok {
				host.Throw("ClassCastException", "%s is not a number", host.ClassNameOf(v))
			}
		}
		total = total.Add(d)
	}
	return total
}

func averageOf(t *host.Type) (string, func([]any) any) {
	if classOf(t) == "BigDecimal" {
		return "BigDecimal", func(values []any) any {
			values = nonNull(values)
			if len(values) == 0 {
				return nil
			}
			return decimalMean(decimalSum(values), int64(len(values)))
		}
	}
	return "Double", func(values []any) any {
		values = nonNull(values)
		if len(values) == 0 {
			return nil
		}
		return floatSum(values) / float64(len(values))
	}
}

// decimalMean divides at the scale of the sum and rounds half up.
func decimalMean(sum *host.Decimal, n int64) *host.Decimal {
	twice, divisor := new(big.Int).Lsh(new(big.Int).Abs(sum.Unscaled), 1), big.NewInt(2*n)
	q := twice.Add(twice, big.NewInt(n)).Div(twice, divisor)
	if sum.Unscaled.Sign() < 0 {
		q.Neg(q)
	}
	return &host.Decimal{Unscaled: q, Scale: sum.Scale}
}

// nonNull returns the values that are not null.
func nonNull(values []any) []any {
	return slices.DeleteFunc(slices.Clone(values), func(v any) bool { return v == nil })
}

// varianceOf returns the variance of a whole population, NaN when there are no values.
func varianceOf(values []any) float64 {
	values = nonNull(values)
	n := float64(len(values))
	mean, squares := floatSum(values)/n, 0.0
	for _, v := range values {
		d := compile.AsDouble(v) - mean
		squares += d * d
	}
	return squares / n
}

// extremeValue returns the least (side -1) or the greatest (side 1) value, nil when there
// is none.
func extremeValue(values []any, side int32) any {
	var best any
	for _, v := range values {
		if v != nil && (best == nil || host.Compare(v, best)*side > 0) {
			best = v
		}
	}
	return best
}
