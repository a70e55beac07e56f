package publish

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed-62a36931/docket/domain/template"
)

func technicalName(d template.Definition) string { return d.TechnicalName }

// planEntities compares the entities. They are sent by rising rank: a rank that is in use moves
// that one and all above it up by one, so those that were sent before stay where they are.
func (p *pushPlan) planEntities(folder template.Bundle, prune bool) {
	wanted := p.creatableEntities(folder.Entities)
	m := mergeLists(p.live.bundle.Entities, wanted, technicalName, sameDefinition, prune)
	p.noteLeft("entity", m.left)
	for _, name := range m.removed {
		p.addStep("entity "+name+" (removed)", func(ctx context.Context) error {
			return finishRequest(p.live.API.DeleteEntityDefinition(ctx, p.live.id, p.live.ids.entities[name], nil))
		})
	}
	ranks := map[string]int{}
	for _, d := range p.live.bundle.Entities {
		if !slices.Contains(m.removed, d.TechnicalName) {
			ranks[d.TechnicalName] = d.Rank
		}
	}
	send := slices.SortedFunc(slices.Values(wanted), func(a, b template.Definition) int { return cmp.Compare(a.Rank, b.Rank) })
	differs := slices.Concat(keysOf(m.created, technicalName), keysOf(m.changed, technicalName))
	for _, d := range send {
		if ranks[d.TechnicalName] == d.Rank && !slices.Contains(differs, d.TechnicalName) {
			continue
		}
		moveAway(ranks, d)
		p.addStep("entity "+d.TechnicalName, func(ctx context.Context) error { return p.live.sendEntity(ctx, d) })
	}
	p.target.Entities = slices.Clone(m.list)
	for i, d := range p.target.Entities {
		p.target.Entities[i].Rank = ranks[d.TechnicalName]
	}
}

// moveAway gives an entity its rank, and moves others up as the service does.
func moveAway(ranks map[string]int, d template.Definition) {
	taken := false
	for name, rank := range ranks {
		taken = taken || name != d.TechnicalName && rank == d.Rank
	}
	for name, rank := range ranks {
		if taken && name != d.TechnicalName && rank >= d.Rank {
			ranks[name] = rank + 1
		}
	}
	ranks[d.TechnicalName] = d.Rank
}

// creatableEntities returns the entities of a folder without those that only a new template can
// bring.
func (p *pushPlan) creatableEntities(folder []template.Definition) (out []template.Definition) {
	for _, d := range folder {
		known := slices.ContainsFunc(p.live.bundle.Entities, func(l template.Definition) bool { return l.TechnicalName == d.TechnicalName })
		if !known && !canCreate(d) {
			p.addNote("entity %s: a technical name that is not in snake case can only come with a new template", d.TechnicalName)
			continue
		}
		out = append(out, d)
	}
	return out
}

// dictionaryKey names a list of terms by its file.
func dictionaryKey(d template.Dictionary) string {
	if d.List == template.ListEntries {
		return "dictionaries/" + d.Entity + ".txt"
	}
	return "dictionaries/" + d.Entity + "." + d.List + ".txt"
}

// planDictionaries compares the lists of terms of the entities.
func (p *pushPlan) planDictionaries(folder template.Bundle, prune bool) {
	with := func(list []template.Dictionary) []template.Dictionary {
		return slices.DeleteFunc(slices.Clone(list), func(d template.Dictionary) bool {
			return len(d.Terms) == 0 || !slices.ContainsFunc(p.target.Entities, func(e template.Definition) bool {
				return e.TechnicalName == d.Entity && e.HasDictionary
			})
		})
	}
	same := func(a, b template.Dictionary) bool { return slices.Equal(a.Terms, b.Terms) }
	live := with(p.live.bundle.Dictionaries)
	m := mergeLists(live, with(folder.Dictionaries), dictionaryKey, same, prune)
	p.noteLeft("the terms of", m.left)
	for _, d := range live {
		if slices.Contains(m.removed, dictionaryKey(d)) {
			d.Terms = nil
			p.addStep(dictionaryKey(d)+" (emptied)", func(ctx context.Context) error { return p.live.sendDictionary(ctx, d) })
		}
	}
	for _, d := range slices.Concat(m.changed, m.created) {
		p.addStep(dictionaryKey(d), func(ctx context.Context) error { return p.live.sendDictionary(ctx, d) })
	}
	p.target.Dictionaries = m.list
}
