package compile

import "github.com/seed-62a36931/docket/rules/host"

// isNumeric reports whether arithmetic accepts values of a type, as far as the type is
// known.
func isNumeric(t *host.Type) bool {
	return !isKnown(t) || t.Dims == 0 &&
		(rank[boxedName(t.Name)] > 0 || t.Name == "Number" || t.Name == "BigDecimal" || t.Name == "BigInteger")
}

// isNumber reports whether a type is known to be one of numbers.
func isNumber(t *host.Type) bool {
	return isKnown(t) && isNumeric(t) && boxedName(t.Name) != "Character"
}

// isBoolean reports whether a type is boolean, or not known.
func isBoolean(t *host.Type) bool {
	return !isKnown(t) || t.Dims == 0 && boxedName(t.Name) == "Boolean"
}

// canOperate reports whether a binary operator accepts values of these types, as far
// as they are known. Conditions order more than numbers, such as strings and dates.
func (u *Unit) canOperate(op string, x, y *host.Type) bool {
	switch op {
	case "+":
		return isString(x) || isString(y) || isNumeric(x) && isNumeric(y)
	case "-", "*", "/", "%", "<<", ">>", ">>>":
		return isNumeric(x) && isNumeric(y)
	case "&", "|", "^":
		return isNumeric(x) && isNumeric(y) || isBoolean(x) && isBoolean(y)
	case "<", ">", "<=", ">=":
		return u.drl || isNumeric(x) && isNumeric(y)
	}
	return true
}
