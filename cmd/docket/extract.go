package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/seed-62a36931/docket/adapters/bundle"
	"github.com/seed-62a36931/docket/adapters/pdf"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/document"
	"github.com/seed-62a36931/docket/domain/layout"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/queries"
)

// Extract analyses files without any server.
type Extract struct {
	Template string        `required:"" type:"existingdir" placeholder:"DIR" help:"Directory of the dossier template: template.yaml, entity-rules.drl, component-rules.drl and so on."`
	Details  bool          `help:"Add where each value comes from: rule, entity, page and box."`
	Timeout  time.Duration `default:"5m" env:"DOCKET_PDF_TIMEOUT" help:"Time for the pages of one file."`
	MaxPages int           `default:"5000" env:"DOCKET_MAX_PAGES" help:"A file with more pages is refused."`
	Cache    string        `env:"DOCKET_CACHE" placeholder:"DIR" help:"Where compiled code is kept between runs. Default: the user's cache directory."`
	Files    []string      `arg:"" type:"existingfile" help:"PDF files."`
}

// Help shows how it is used.
func (Extract) Help() string {
	return `Prints {"files":[...]} with one record for each file, in the order given: its components
by name, and with --details each value with its rule, entities, page and boxes (PDF points,
origin in the lower left corner of the unrotated page). A file that cannot be analysed has
an "error" instead; then the exit code is 1.

Examples:
  docket extract --template templates/invoice templates/invoice/samples/*.pdf
  docket extract --template my-template --details offer.pdf | jq '.files[0].components'`
}

// extracted is the record of one file.
type extracted struct {
	Filename   string              `json:"filename"`
	Pages      int                 `json:"numberOfPages"`
	Components map[string][]string `json:"components"`
	Details    []extractedDetail   `json:"componentDetails,omitempty"`
	Error      string              `json:"error,omitempty"`
}

type extractedDetail struct {
	Name   string           `json:"name"`
	Values []extractedValue `json:"componentValues"`
}

type extractedValue struct {
	Value       string               `json:"value"`
	Original    string               `json:"originalValue"`
	RuleID      string               `json:"componentRuleId"`
	Description string               `json:"valueDescription"`
	References  []extractedReference `json:"entityReferences"`
}

type extractedReference struct {
	ID        string             `json:"id"`
	RuleID    string             `json:"entityRuleId"`
	Type      string             `json:"type"`
	Page      int                `json:"page"`
	Value     string             `json:"value"`
	Positions []document.PageBox `json:"positions"`
}

// Run analyses all files and prints what was found.
func (x Extract) Run(ctx context.Context, io Streams) error {
	rules, err := x.rules(io)
	if err != nil {
		return err
	}
	pool, err := pdf.NewPool(pdf.Options{Workers: 1, CacheDir: x.cache(), Timeout: x.Timeout, MaxPages: x.MaxPages, Env: workerEnv})
	if err != nil {
		return err
	}
	defer func() {
		if err := pool.Close(); err != nil {
			slog.Warn("the PDF worker did not stop cleanly", "error", err)
		}
	}()
	out := struct {
		Files []extracted `json:"files"`
	}{[]extracted{}}
	failed := false
	for _, name := range x.Files {
		rec, err := x.file(ctx, pool, rules, name)
		if err != nil {
			fmt.Fprintf(io.Err, "docket: %s: %v\n", name, err)
			rec.Error, failed = sentence(err), true
		}
		out.Files = append(out.Files, rec)
	}
	enc := json.NewEncoder(io.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil || failed {
		return errors.Join(err, errSilent)
	}
	return nil
}

// rules reads and compiles the template, saying all that is wrong with it.
func (x Extract) rules(io Streams) (*commands.RuleSet, error) {
	b, problems, err := bundle.ReadDir(x.Template)
	if err != nil {
		return nil, err
	}
	if len(problems) == 0 {
		var set *commands.RuleSet
		if set, problems = commands.NewRuleSet(commands.RuleLanguage{}, b, ruleLimits); len(problems) == 0 {
			return set, nil
		}
	}
	say(io, x.Template, problems)
	return nil, errSilent
}

// say prints the errors of a template so that editors can jump to them.
func say(io Streams, dir string, problems []template.BundleError) {
	for _, p := range problems {
		fmt.Fprintf(io.Err, "%s:%d:%d: %s\n", filepath.Join(dir, p.File), p.Line, p.Column, p.Message)
	}
	fmt.Fprintf(io.Err, "docket: %d error(s) in the template\n", len(problems))
}

func (x Extract) cache() string {
	if x.Cache != "" {
		return x.Cache
	}
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "docket", "pdf")
	}
	return filepath.Join(os.TempDir(), "docket-pdf-cache")
}

func (x Extract) file(ctx context.Context, pool *pdf.Pool, rules *commands.RuleSet, name string) (extracted, error) {
	rec := extracted{Filename: filepath.Base(name), Components: map[string][]string{}}
	content, err := os.ReadFile(name)
	if err != nil {
		return rec, err
	}
	doc, err := pool.Read(ctx, content)
	if err != nil {
		return rec, err
	}
	tree := layout.Build(&doc)
	rec.Pages = len(tree.Pages)
	result, err := rules.Run(ctx, tree)
	if err != nil {
		return rec, err
	}
	for _, c := range queries.Extracted(result, rules.Components()) {
		values := []string{}
		for _, v := range c.Values {
			values = append(values, v.Value)
		}
		rec.Components[c.Name] = values
		if x.Details {
			rec.Details = append(rec.Details, detailed(c, result))
		}
	}
	return rec, nil
}

// detailed adds the boxes of the entities to a component.
func detailed(c queries.ComponentDetail, r document.Result) extractedDetail {
	out := extractedDetail{Name: c.Name, Values: []extractedValue{}}
	for _, v := range c.Values {
		value := extractedValue{v.Value, v.OriginalValue, v.RuleID, v.Description, []extractedReference{}}
		for _, ref := range v.References {
			at := extractedReference{ID: ref.ID, RuleID: ref.RuleID, Type: ref.Type, Page: ref.Page, Positions: []document.PageBox{}}
			for _, e := range r.Entities {
				if e.ID == ref.ID {
					at.Value, at.Positions = e.Value, e.Boxes
				}
			}
			value.References = append(value.References, at)
		}
		out.Values = append(out.Values, value)
	}
	return out
}

// sentence is what people are told of a failure.
func sentence(err error) string {
	var f *domain.Fault
	if errors.As(err, &f) {
		return f.Message
	}
	return err.Error()
}
