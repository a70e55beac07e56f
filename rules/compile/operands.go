package compile

import "github.com/seed-62a36931/docket/rules/host"

// numeric reports whether arithmetic accepts values of a type, as far as the type is
// known.
func numeric(t *host.Type) bool {
	return !known(t) || t.Dims == 0 && (rank[boxed(t.Name)] > 0 || t.Name == "Number" || t.Name == "BigDecimal" || t.Name == "BigInteger")
}

// boolean reports whether a type is boolean, or not known.
func boolean(t *host.Type) bool { return !known(t) || t.Dims == 0 && boxed(t.Name) == "Boolean" }

// operates reports whether a binary operator accepts values of these types, as far
// as they are known. Conditions order more than numbers, such as strings and dates.
func (u *Unit) operates(op string, x, y *host.Type) bool {
	switch op {
	case "+":
		return isString(x) || isString(y) || numeric(x) && numeric(y)
	case "-", "*", "/", "%", "<<", ">>", ">>>":
		return numeric(x) && numeric(y)
	case "&", "|", "^":
		return numeric(x) && numeric(y) || boolean(x) && boolean(y)
	case "<", ">", "<=", ">=":
		return u.drl || numeric(x) && numeric(y)
	}
	return true
}
