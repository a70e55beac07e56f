package publish

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/snakecase"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// A pushPlan lists the requests that make a template of a service equal to a folder.
type pushPlan struct {
	live   *liveTemplate
	target template.Bundle // what the template holds afterwards
	steps  []pushStep      // in the order in which they are made
	left   []string        // what only the service has, and keeps
	notes  []string        // what the folder says and no request can do
}

// A pushStep is a part of a plan.
type pushStep struct {
	part string
	do   func(context.Context) error
}

// planPush compares a template of a service with the bundle of a folder. With prune, what only
// the service has is removed.
func planPush(live *liveTemplate, folder template.Bundle, prune bool) *pushPlan {
	p := &pushPlan{live: live}
	p.target.Text, p.target.Settings = folder.Text, folder.Settings
	p.target.Name = live.bundle.Name
	p.planReports(folder, prune)
	keptMappings := p.planMappings(folder, prune)
	p.planSettings()
	p.planStatuses(folder, prune)
	p.planDossierAttributes(folder, prune)
	p.planFileAttributes(folder, prune)
	p.planEntities(folder, prune)
	p.planDictionaries(folder, prune)
	p.planComponents(folder, prune)
	p.planRules(folder)
	p.steps = append(p.steps, keptMappings...)
	return p
}

// addStep adds a part to the plan.
func (p *pushPlan) addStep(part string, do func(context.Context) error) {
	p.steps = append(p.steps, pushStep{part, do})
}

// addNote notes what cannot be sent.
func (p *pushPlan) addNote(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// noteLeft notes what only the service has.
func (p *pushPlan) noteLeft(kind string, names []string) {
	for _, name := range names {
		p.left = append(p.left, kind+" "+name)
	}
}

// planSettings compares the fields of the template itself.
func (p *pushPlan) planSettings() {
	text := func(b template.Bundle) string {
		return bundle.Manifest(template.Bundle{Text: b.Text, Settings: b.Settings})
	}
	if text(p.live.bundle) != text(p.target) {
		p.addStep("settings", func(ctx context.Context) error { return p.live.sendSettings(ctx, p.target) })
	}
}

// sameDefinition reports whether two definitions with one name say the same, whatever their rank.
func sameDefinition(a, b template.Definition) bool {
	a.ID, b.ID, a.Rank, b.Rank = "", "", 0, 0
	return a == b
}

func definitionName(d template.Definition) string { return d.Name }

// planStatuses compares the statuses of dossiers.
func (p *pushPlan) planStatuses(folder template.Bundle, prune bool) {
	m := mergeLists(p.live.bundle.Statuses, folder.Statuses, definitionName, sameDefinition, prune)
	p.noteLeft("dossier status", m.left)
	for _, name := range m.removed {
		p.addStep("dossier status "+name+" (removed)", func(ctx context.Context) error {
			return finishRequest(p.live.API.DeleteDossierStatusDefinition(ctx, p.live.id, p.live.ids.statuses[name].id, nil))
		})
	}
	send := m.changed
	if m.reordered { // each gets its place anew, from the first on
		send = folder.Statuses
	}
	for i, d := range send {
		rank := 0
		if m.reordered {
			rank = i + 1
		}
		p.addStep("dossier status "+d.Name, func(ctx context.Context) error { return p.live.sendStatus(ctx, d, rank) })
	}
	if !m.reordered {
		for _, d := range m.created {
			p.addStep("dossier status "+d.Name, func(ctx context.Context) error { return p.live.sendStatus(ctx, d, 0) })
		}
	}
	p.target.Statuses = slices.Clone(m.list)
	for i := range p.target.Statuses {
		p.target.Statuses[i].Rank = i + 1
	}
}

// keepTypes returns the attributes of a folder with the types that the service has for them: a
// type cannot be changed.
func (p *pushPlan) keepTypes(kind string, live, folder []template.Definition) []template.Definition {
	out := slices.Clone(folder)
	for i, d := range out {
		j := slices.IndexFunc(live, func(l template.Definition) bool { return l.Name == d.Name })
		if j >= 0 && live[j].Type != d.Type {
			p.addNote("%s %s: its type is %s in the service and %s in the folder; a type cannot be changed, another name makes another attribute",
				kind, d.Name, live[j].Type, d.Type)
			out[i].Type = live[j].Type
		}
	}
	return out
}

// planDossierAttributes compares the attributes of dossiers.
func (p *pushPlan) planDossierAttributes(folder template.Bundle, prune bool) {
	const kind = "dossier attribute"
	wanted := p.keepTypes(kind, p.live.bundle.DossierAttributes, folder.DossierAttributes)
	m := mergeLists(p.live.bundle.DossierAttributes, wanted, definitionName, sameDefinition, prune)
	p.target.DossierAttributes = p.attributesInOrder(kind, m)
	for _, name := range m.removed {
		p.addStep(kind+" "+name+" (removed)", func(ctx context.Context) error {
			return finishRequest(p.live.API.DeleteDossierAttributeDefinition(ctx, p.live.id, p.live.ids.dossierAttributes[name], nil))
		})
	}
	for _, d := range slices.Concat(m.changed, m.created) {
		p.addStep(kind+" "+d.Name, func(ctx context.Context) error { return p.live.sendDossierAttribute(ctx, d) })
	}
}

// planFileAttributes compares the attributes of files. Those that a file list does not show any
// more go first, because their number is limited.
func (p *pushPlan) planFileAttributes(folder template.Bundle, prune bool) {
	const kind = "file attribute"
	wanted := p.keepTypes(kind, p.live.bundle.FileAttributes, folder.FileAttributes)
	m := mergeLists(p.live.bundle.FileAttributes, wanted, definitionName, sameDefinition, prune)
	p.target.FileAttributes = p.attributesInOrder(kind, m)
	for _, name := range m.removed {
		p.addStep(kind+" "+name+" (removed)", func(ctx context.Context) error {
			return finishRequest(p.live.API.DeleteFileAttributeDefinition(ctx, p.live.id, p.live.ids.fileAttributes[name], nil))
		})
	}
	changed := slices.SortedStableFunc(slices.Values(m.changed), func(a, b template.Definition) int {
		switch {
		case a.Displayed == b.Displayed:
			return 0
		case b.Displayed:
			return -1
		}
		return 1
	})
	for _, d := range slices.Concat(changed, m.created) {
		p.addStep(kind+" "+d.Name, func(ctx context.Context) error { return p.live.sendFileAttribute(ctx, d) })
	}
}

// attributesInOrder returns attributes in the order that the service will have, which no request
// changes, and notes those that stay.
func (p *pushPlan) attributesInOrder(kind string, m mergedList[template.Definition]) []template.Definition {
	p.noteLeft(kind, m.left)
	if !m.reordered {
		return m.list
	}
	p.addNote("the order of the %ss differs; it cannot be changed in the service, docket templates pull takes it into the folder", kind)
	at := func(name string) int {
		return slices.IndexFunc(p.live.attributesOf(kind), func(d template.Definition) bool { return d.Name == name })
	}
	out := slices.Clone(m.list)
	slices.SortStableFunc(out, func(a, b template.Definition) int {
		i, j := at(a.Name), at(b.Name)
		switch {
		case i < 0 && j < 0:
			return 0
		case i < 0:
			return 1
		case j < 0:
			return -1
		}
		return i - j
	})
	return out
}

// attributesOf returns the attributes of a kind that the service has.
func (l *liveTemplate) attributesOf(kind string) []template.Definition {
	if kind == "file attribute" {
		return l.bundle.FileAttributes
	}
	return l.bundle.DossierAttributes
}

// planComponents compares the component definitions.
func (p *pushPlan) planComponents(folder template.Bundle, prune bool) {
	key := func(c template.NewComponent) string { return c.TechnicalName }
	same := func(a, b template.NewComponent) bool { a.ID, b.ID = "", ""; return reflect.DeepEqual(a, b) }
	m := mergeLists(p.live.bundle.Components, folder.Components, key, same, prune)
	p.noteLeft("component", m.left)
	p.target.Components = m.list
	if len(m.removed) > 0 {
		p.addStep(terminal.FormatCount(len(m.removed), "component")+" (removed)", func(ctx context.Context) error {
			return p.live.removeComponents(ctx, m.removed)
		})
	}
	restored := false
	if len(m.created) > 0 {
		restored = slices.ContainsFunc(m.created, func(c template.NewComponent) bool {
			return p.live.ids.deletedComponents[c.TechnicalName] != ""
		})
		p.addStep(terminal.FormatCount(len(m.created), "new component"), func(ctx context.Context) error {
			return p.live.addComponents(ctx, m.created)
		})
	}
	if len(m.changed) > 0 {
		p.addStep(terminal.FormatCount(len(m.changed), "component"), func(ctx context.Context) error {
			return p.live.changeComponents(ctx, m.changed)
		})
	}
	switch {
	case !m.reordered && !restored:
	case len(m.list) > maxComponents:
		p.addNote("the order of more than %d components cannot be sent", maxComponents)
	default:
		p.addStep("the order of the components", func(ctx context.Context) error { return p.live.orderComponents(ctx, keysOf(m.list, key)) })
	}
}

// canCreate reports whether a request can create an entity with this technical name, which
// follows from a display name.
func canCreate(d template.Definition) bool {
	return deriveTechnicalName(d.TechnicalName) == d.TechnicalName
}

// deriveTechnicalName returns the technical name that a service gives an entity with a display name.
func deriveTechnicalName(displayName string) string { return snakecase.FromName(displayName) }
