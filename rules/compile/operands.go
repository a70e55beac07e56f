package compile

import "github.com/seed-62a36931/docket/rules/host"

// numeric says whether arithmetic takes values of a type, as far as it is known.
func numeric(t *host.Type) bool {
	return !known(t) || t.Dims == 0 && (rank[boxed(t.Name)] > 0 || t.Name == "Number" || t.Name == "BigDecimal" || t.Name == "BigInteger")
}

func boolean(t *host.Type) bool { return !known(t) || t.Dims == 0 && boxed(t.Name) == "Boolean" }

// operates says whether a binary operator takes values of these types, as far as
// they are known. Conditions order more than numbers, such as strings and dates.
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
