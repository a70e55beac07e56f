package processes

import (
	"cmp"
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands/blob"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/processes/report"
)

// A ReportFiller fills report templates.
type ReportFiller interface {
	// Fill returns the report; a template that cannot be filled is a fault of kind
	// Unprocessable that names it.
	Fill(filename string, content []byte, s report.Scope) ([]byte, error)
}

// listReports lists the reports that go into a package.
func (p *Packager) listReports(ctx context.Context, ws string, s download.State) ([]entry, error) {
	if len(s.ReportTemplates) == 0 {
		return nil, nil
	}
	t, _, err := es.Load(ctx, p.Log, template.Decider, template.StreamOf(ws, s.Template))
	if err != nil {
		return nil, err
	}
	told, err := p.gatherFacts(ctx, ws, s, t)
	if err != nil {
		return nil, err
	}
	var out []entry
	for _, r := range t.Reports {
		if slices.Contains(s.ReportTemplates, r.ID) {
			out = append(out, p.reportsOf(ctx, r, told)...)
		}
	}
	return out, nil
}

// reportsOf returns the reports of one template: one for all files, or one for each.
func (p *Packager) reportsOf(ctx context.Context, r template.StoredReport, told *facts) []entry {
	extension := strings.ToLower(path.Ext(r.FileName))
	named := func(stem string) string {
		return "Reports/" + download.SafeName(r.Name) + "/" + download.SafeName(stem+"_"+r.Name) + extension
	}
	if r.Multi {
		return []entry{p.reportEntry(ctx, r, named(told.Dossier.Name), report.OfAll(&told.Facts))}
	}
	var out []entry
	for i, stem := range told.stems {
		out = append(out, p.reportEntry(ctx, r, named(stem), report.OfFile(&told.Facts, i)))
	}
	return out
}

func (p *Packager) reportEntry(ctx context.Context, r template.StoredReport, name string, s report.Scope) entry {
	return entry{name, func(w io.Writer) error {
		content, err := blob.Read(ctx, p.Blobs, r.Blob)
		if err != nil {
			return err
		}
		filled, err := p.Reports.Fill(r.FileName, content, s)
		if err != nil {
			return err
		}
		_, err = w.Write(filled)
		return err
	}}
}

// facts holds the facts of a dossier and its files, with the base names of the files'
// entries.
type facts struct {
	report.Facts
	stems []string
}

// gatherFacts loads the facts for the reports of a package: those of the dossier, and of its
// processed files, by name.
func (p *Packager) gatherFacts(ctx context.Context, ws string, s download.State, t template.State) (*facts, error) {
	d, _, err := es.Load(ctx, p.Log, dossier.Decider, dossier.StreamOf(ws, s.Dossier))
	if err != nil {
		return nil, err
	}
	told := &facts{Facts: report.Facts{At: p.Now()}}
	if told.User, err = p.personName(ctx, ws, s.User); err != nil {
		return nil, err
	}
	owner, err := p.personName(ctx, ws, d.Owner)
	if err != nil {
		return nil, err
	}
	told.Dossier = report.Dossier{Name: d.Text.Name, Description: d.Text.Description, Owner: owner, Template: t.Text.Name, Due: d.DueDate,
		Attributes: attributeFacts(t.DossierAttrs, d.Attributes)}
	for _, status := range t.Statuses {
		if status.ID == t.StatusOf(d.Status) {
			told.Dossier.Status = status.Name
		}
	}
	for _, id := range s.Files {
		f, _, err := es.Load(ctx, p.Log, file.Decider, file.StreamOf(ws, id))
		if err != nil {
			return nil, err
		}
		if reasonToOmit(f) != "" {
			continue
		}
		of, err := p.factsOf(ctx, f, t)
		if err != nil {
			return nil, err
		}
		told.Files, told.stems = append(told.Files, of), append(told.stems, stemOf(f))
	}
	told.sortFiles()
	return told, nil
}

// sortFiles orders the files by name, as reads do.
func (f *facts) sortFiles() {
	order := make([]int, len(f.Files))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.Files[a].Name, f.Files[b].Name) })
	files, stems := make([]report.File, len(order)), make([]string, len(order))
	for i, from := range order {
		files[i], stems[i] = f.Files[from], f.stems[from]
	}
	f.Files, f.stems = files, stems
}

// personName returns the first and last name of an account, else its user name; a pseudonym
// for one that is erased.
func (p *Packager) personName(ctx context.Context, ws, id string) (string, error) {
	u, _, err := es.Load(ctx, p.Log, user.Decider, user.StreamOf(ws, id))
	if err != nil {
		return "", ignoreGone(err)
	}
	if u.Erased {
		return user.Pseudonym(id), nil
	}
	return cmp.Or(strings.TrimSpace(u.Person.FirstName+" "+u.Person.LastName), u.Person.Username), nil
}

// factsOf returns the facts of a file: its latest analysis with the overrides applied.
func (p *Packager) factsOf(ctx context.Context, f file.State, t template.State) (report.File, error) {
	out := report.File{Name: f.Filename, Pages: f.Pages, Status: string(f.Workflow), Attributes: attributeFacts(t.FileAttrs, f.Attributes)}
	if f.Analysed == f.Version {
		out.FailedRules = f.FailedRules
	}
	if f.Findings != nil {
		for _, found := range f.Findings.Reading {
			out.Findings = append(out.Findings, found.Sentence())
		}
	}
	var result document.Result
	if f.Result.ID != uuid.Nil && f.Analysed == f.Version {
		if err := blob.GetJSON(ctx, p.Blobs, f.Result, &result); err != nil {
			return out, err
		}
	}
	latest := f.Result
	if f.Analysed != f.Version {
		latest = es.BlobRef{}
	}
	earlier, err := component.ReadEarlier(file.ApplyAll(f.Overrides), latest, func(ref es.BlobRef) ([]component.Detail, error) {
		return readAnalysis(ctx, p.Blobs, ref)
	})
	if err != nil {
		return out, err
	}
	shown := component.ApplyOverrides(component.GroupByComponent(result), latest, file.ApplyAll(f.Overrides), earlier)
	found := component.SetNormalized(shown, t.Components)
	for _, c := range component.SortByRank(found, t.Components) {
		out.Components = append(out.Components, componentFacts(c))
	}
	return out, nil
}

// readAnalysis reads what an analysis found, by component.
func readAnalysis(ctx context.Context, blobs es.Blobs, ref es.BlobRef) ([]component.Detail, error) {
	var result document.Result
	if err := blob.GetJSON(ctx, blobs, ref, &result); err != nil {
		return nil, err
	}
	return component.GroupByComponent(result), nil
}

// attributeFacts returns all defined attributes, with the values that are set.
func attributeFacts(defined []template.Definition, values map[string]string) []report.Attribute {
	out := make([]report.Attribute, len(defined))
	for i, d := range defined {
		out[i] = report.Attribute{Name: d.Name, Type: d.Type, Value: values[d.ID]}
	}
	return out
}

// normalizedFacts returns a normalised form; empty for none.
func normalizedFacts(n *component.Normalized) report.Normalized {
	if n == nil {
		return report.Normalized{}
	}
	return report.Normalized{Type: string(n.Type), Text: n.Text, Currency: n.Currency}
}

func componentFacts(c component.Detail) report.Component {
	out := report.Component{Name: c.Name, DisplayName: c.DisplayName}
	for _, v := range c.Values {
		value := report.ComponentValue{Value: v.Value, Original: v.OriginalValue, Rule: v.RuleID, Description: v.Description}
		value.Normalized = normalizedFacts(v.Normalized)
		for _, cell := range v.Cells {
			value.Cells = append(value.Cells, report.Cell{Column: cell.Column, Value: cell.Value, Normalized: normalizedFacts(cell.Normalized)})
		}
		for _, p := range v.Places {
			value.Pages = append(value.Pages, p.Page)
		}
		for _, r := range v.References {
			if r.Page > 0 && len(v.Places) == 0 {
				value.Pages = append(value.Pages, r.Page)
			}
		}
		slices.Sort(value.Pages)
		value.Pages = slices.Compact(value.Pages)
		out.Values = append(out.Values, value)
	}
	return out
}
