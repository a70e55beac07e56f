package model

import (
	"strconv"

	"github.com/seed-62a36931/docket/rules/host"
)

// A RuleIdentifier is the first part of a rule's name: group, unit and number.
type RuleIdentifier struct {
	group        string
	unit, number int
}

// ClassName returns RuleIdentifier.
func (*RuleIdentifier) ClassName() string { return "RuleIdentifier" }

// String returns Group.Unit.Number.
func (r *RuleIdentifier) String() string {
	return r.group + "." + strconv.Itoa(r.unit) + "." + strconv.Itoa(r.number)
}

// EqualTo reports whether all parts are equal.
func (r *RuleIdentifier) EqualTo(o any) bool {
	other, ok := o.(*RuleIdentifier)
	return ok && *other == *r
}

// HashCode returns the hash code of the text.
func (r *RuleIdentifier) HashCode() int32 { return host.HashCode(r.String()) }

func readIdentifier(_ *host.Call, _ any, a []any) any {
	m := identifier.FindStringSubmatch(textOf(a[0]))
	if m == nil {
		host.Throw("IllegalArgumentException", "%q is no rule identifier", textOf(a[0]))
	}
	unit, _ := strconv.Atoi(m[2])
	number, _ := strconv.Atoi(m[3])
	return &RuleIdentifier{m[1], unit, number}
}

func identifierMethod(signature string, get func(r *RuleIdentifier) any) *host.Method {
	return host.M(host.Ours, signature, func(_ *host.Call, this any, _ []any) any { return get(this.(*RuleIdentifier)) })
}

var identifierClass = &host.Class{Name: "RuleIdentifier",
	Statics: []*host.Method{host.M(host.Ours, "fromString(String) RuleIdentifier", readIdentifier)}, Methods: []*host.Method{
		identifierMethod("type() String", func(r *RuleIdentifier) any { return r.group }),
		identifierMethod("unit() int", func(r *RuleIdentifier) any { return int32(r.unit) }),
		identifierMethod("id() int", func(r *RuleIdentifier) any { return int32(r.number) }),
	}}
