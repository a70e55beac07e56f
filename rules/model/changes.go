package model

import (
	"slices"

	"github.com/seed-62a36931/docket/rules/host"
)

// Version counts what rules have changed in the whole document, since conditions can
// look around an entity. An update that finds all as it was changes nothing, and wakes
// no rule: a rule that applies an entity and updates it comes to rest.
func (e *TextEntity) Version() int64 { return e.ctx.changes }

// Version is that of the document.
func (n *Node) Version() int64 { return n.ctx.changes }

// action is what a rule does to an entity: its identifier, reason and legal basis.
func action(state string, a []any) *MatchedRule {
	m := &MatchedRule{RuleID: text(a[0]), Reason: host.ToString(a[1]), State: state}
	if len(a) > 2 {
		m.LegalBasis = host.ToString(a[2])
	}
	return m
}

// match notes what rules have done to the entity. What was done before is not noted
// twice; done again, it is the latest that was done.
func (e *TextEntity) match(list ...*MatchedRule) {
	for _, m := range list {
		known := slices.IndexFunc(e.Matched, m.same)
		if known < 0 {
			e.Matched = append(e.Matched, m)
			e.ctx.changes++
			continue
		}
		before := e.Winner()
		e.Matched = append(slices.Delete(e.Matched, known, known+1), m)
		e.decided = decided{}
		if !e.Winner().same(before) {
			e.ctx.changes++
		}
	}
}

func (r *MatchedRule) same(o *MatchedRule) bool {
	return r.RuleID == o.RuleID && r.Reason == o.Reason && r.LegalBasis == o.LegalBasis && r.State == o.State && slices.Equal(r.References, o.References)
}

func (e *TextEntity) setValue(v string) {
	if e.Value == nil || *e.Value != v {
		e.Value = &v
		e.ctx.changes++
	}
}

// name adds an engine that has found the entity.
func (e *TextEntity) name(engine string) {
	if !slices.Contains(e.added, engine) {
		e.added = append(e.added, engine)
		e.ctx.changes++
	}
}
