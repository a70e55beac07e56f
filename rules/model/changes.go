package model

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/host"
)

// Version returns the number of changes that rules have made to the whole document,
// because conditions can look around an entity. An update without a change to the
// document triggers no rule, so a rule that applies an entity and updates it does not
// fire forever.
func (e *TextEntity) Version() int64 { return e.ctx.changes }

// Version returns the version of the document.
func (n *Node) Version() int64 { return n.ctx.changes }

// newMatchedRule returns the matched rule for an action on an entity, from its arguments:
// identifier, reason and legal basis.
func newMatchedRule(state string, a []any) *MatchedRule {
	m := &MatchedRule{RuleID: textOf(a[0]), Reason: host.ToString(a[1]), State: state}
	if len(a) > 2 {
		m.LegalBasis = host.ToString(a[2])
	}
	return m
}

// addMatches adds actions of rules to the entity. An action that is there already moves to the
// end instead.
func (e *TextEntity) addMatches(list ...*MatchedRule) {
	for _, m := range list {
		known := slices.IndexFunc(e.Matched, m.sameAs)
		if known < 0 {
			e.Matched = append(e.Matched, m)
			e.ctx.changes++
			continue
		}
		before := e.WinningRule()
		e.Matched = append(slices.Delete(e.Matched, known, known+1), m)
		e.decision = decision{}
		if !e.WinningRule().sameAs(before) {
			e.ctx.changes++
		}
	}
}

func (r *MatchedRule) sameAs(o *MatchedRule) bool {
	return r.RuleID == o.RuleID && r.Reason == o.Reason && r.LegalBasis == o.LegalBasis && r.State == o.State &&
		slices.Equal(r.References, o.References)
}

func (e *TextEntity) setValue(v string) {
	if e.Value == nil || *e.Value != v {
		e.Value = &v
		e.ctx.changes++
	}
}

// addEngine adds the name of an engine that has found the entity.
func (e *TextEntity) addEngine(engine string) {
	if !slices.Contains(e.added, engine) {
		e.added = append(e.added, engine)
		e.ctx.changes++
	}
}
