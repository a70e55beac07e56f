package compile

import (
	"regexp"

	"github.com/seed-62a36931/docket/rules/host"
	"github.com/seed-62a36931/docket/rules/syntax"
)

var ruleIdentifier = regexp.MustCompile(`^[A-Za-z0-9_]+\.\d+\.\d+$`)

// checkIdentifier warns of a rule identifier passed to a method that is not the
// identifier of the rule: results would name a rule other than the one that made
// them.
func (u *Unit) checkIdentifier(m *host.Method, args []syntax.Expr) {
	if len(args) < 2 || u.drl || m.Origin == host.Java {
		return
	}
	l, ok := args[0].(*syntax.Literal)
	if !ok {
		return
	}
	if id, text := l.Value.(string); text && u.c.Rule != "" && id != u.c.Rule && ruleIdentifier.MatchString(id) {
		u.c.addWarning(l.Pos(), "the rule identifier %s is not that of the rule, %s", id, u.c.Rule)
	}
}
