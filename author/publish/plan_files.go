package publish

import (
	"bytes"
	"context"
	"slices"

	"github.com/seed-62a36931/docket/domain/template"
)

// The files of a bundle that have fixed names.
const (
	entityRulesFile    = "entity-rules.drl"
	componentRulesFile = "component-rules.drl"
	dateFormatsFile    = "date-formats.txt"
	manifestFile       = "template.yaml"
)

// planReports compares the report templates.
func (p *pushPlan) planReports(folder template.Bundle, prune bool) {
	key := func(r template.BundleReport) string { return r.Name }
	same := func(a, b template.BundleReport) bool {
		return a.ReportTemplate == b.ReportTemplate && bytes.Equal(a.Content, b.Content)
	}
	m := mergeLists(p.live.bundle.Reports, folder.Reports, key, same, prune)
	p.noteLeft("report", m.left)
	for _, name := range m.removed {
		p.addStep("report "+name+" (removed)", func(ctx context.Context) error {
			return finishRequest(p.live.API.DeleteReportTemplate(ctx, p.live.id, p.live.ids.reports[name], nil))
		})
	}
	for _, r := range slices.Concat(m.changed, m.created) {
		p.addStep("report "+r.Name, func(ctx context.Context) error { return p.live.sendReport(ctx, r) })
	}
	p.target.Reports = m.list
}

// planMappings compares the mappings. It returns the removals, which come last: rules that are
// still there may name them.
func (p *pushPlan) planMappings(folder template.Bundle, prune bool) (last []pushStep) {
	key := func(m template.BundleMapping) string { return m.Name }
	same := func(a, b template.BundleMapping) bool {
		return a.FileName == b.FileName && a.Encoding == b.Encoding && a.Delim == b.Delim && bytes.Equal(a.Content, b.Content)
	}
	m := mergeLists(p.live.bundle.Mappings, folder.Mappings, key, same, prune)
	p.noteLeft("mapping", m.left)
	for _, name := range m.removed {
		last = append(last, pushStep{"mapping " + name + " (removed)", func(ctx context.Context) error {
			return finishRequest(p.live.API.DeleteComponentMapping(ctx, p.live.id, p.live.ids.mappings[name], nil))
		}})
	}
	for _, b := range slices.Concat(m.changed, m.created) {
		p.addStep("mapping "+b.Name, func(ctx context.Context) error { return p.live.sendMapping(ctx, b) })
	}
	p.target.Mappings = m.list
	return last
}

// planRules compares date formats and rules.
func (p *pushPlan) planRules(folder template.Bundle) {
	for _, f := range []struct {
		name         string
		live, wanted []byte
		into         *[]byte
		send         func(context.Context, []byte) error
	}{
		{dateFormatsFile, p.live.bundle.DateFormats, folder.DateFormats, &p.target.DateFormats, p.live.sendDateFormats},
		{entityRulesFile, p.live.bundle.EntityRules, folder.EntityRules, &p.target.EntityRules, p.live.sendEntityRules},
		{componentRulesFile, p.live.bundle.ComponentRules, folder.ComponentRules, &p.target.ComponentRules, p.live.sendComponentRules},
	} {
		*f.into = f.wanted
		switch {
		case f.wanted == nil && f.live != nil:
			*f.into = f.live
			p.addNote("%s: the folder has none, and that of the service can be replaced but not removed", f.name)
		case f.wanted != nil && (f.live == nil || !bytes.Equal(f.live, f.wanted)):
			p.addStep(f.name, func(ctx context.Context) error { return f.send(ctx, f.wanted) })
		}
	}
}
