package author

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/seed-62a36931/docket/adapters/models"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/queries"
)

// extractCommand analyses files without any server.
type extractCommand struct {
	Template string `required:"" type:"existingdir" placeholder:"DIR" help:"Directory of the dossier template: template.yaml and rules."`
	Details  bool   `help:"Add where each value comes from: rule, entity, page and box."`
	Reading
	models.LanguageModel
	Files []string `arg:"" type:"existingfile" help:"PDF files; docx, xlsx and pptx where LibreOffice is installed; photos and scans (jpg, png, tiff)."`
}

// Help returns the text below the usage line of --help.
func (extractCommand) Help() string {
	return `Prints {"files":[...]} with one record for each file, in the order given: its components
by name, and with --details each value with its rule, entities, page and boxes (PDF points,
origin in the lower left corner of the unrotated page), and the candidates of a trained scorer
for values that are missing or not sure, where the rules ask one. A file that cannot be analysed has
an "error" instead; then the exit code is 1. "fileFindings" tell what was left out of a document,
changed or is in doubt; what may change values is also said on standard error. Office files are converted by LibreOffice, and pages
without text are recognised by Tesseract if the template says so, as in a service. With
--model-url, rules that have @model questions get candidates of a language model, and the text of
the documents is sent there; "modelCalls" of a record tells questions and answers.

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
	// Candidates are what a scorer offers for components without a value, or with one that is not sure.
	Candidates []document.Candidate `json:"candidates,omitempty"`
	// Failures are the rules that failed; the values of the others stand.
	Failures []document.RuleFailure `json:"ruleFailures,omitempty"`
	// Findings tell what was left out of the document, changed or is in doubt.
	Findings []document.ToldFinding `json:"fileFindings,omitempty"`
	// ModelCalls are what a language model was asked, with --model-url.
	ModelCalls []document.ModelCall `json:"modelCalls,omitempty"`
	Error      string               `json:"error,omitempty"`
}

type extractedDetail struct {
	Name   string           `json:"name"`
	Values []extractedValue `json:"componentValues"`
}

type extractedValue struct {
	Value      string             `json:"value"`
	Confidence *float64           `json:"confidence,omitempty"`
	Evidence   *document.Evidence `json:"evidence,omitempty"`
	// Others are what sources beside the page have for the value, such as an e-invoice in the file.
	Others      []document.OtherSource `json:"otherSources,omitempty"`
	Original    string                 `json:"originalValue"`
	RuleID      string                 `json:"componentRuleId"`
	Description string                 `json:"valueDescription"`
	References  []extractedReference   `json:"entityReferences"`
	Cells       []extractedCell        `json:"cells,omitempty"` // of a row
}

type extractedCell struct {
	Column     string               `json:"column"`
	Value      string               `json:"value"`
	References []extractedReference `json:"entityReferences"`
}

type extractedReference struct {
	ID        string             `json:"id"`
	RuleID    string             `json:"entityRuleId"`
	Type      string             `json:"type"`
	Page      int                `json:"page"`
	Value     string             `json:"value"`
	Positions []document.PageBox `json:"positions"`
}

// Run analyses all files and prints one record for each.
func (x extractCommand) Run(ctx context.Context, streams terminal.Streams) error {
	rules, err := CompileTemplate(streams, x.Template)
	if err != nil {
		return err
	}
	model, err := x.LanguageModel.Open()
	if err != nil {
		return terminal.ReportMisuse(streams, "%v", err)
	}
	rules.AskModel(model)
	in := x.NewReader(rules.Settings())
	defer in.Close()
	out := struct {
		Files []extracted `json:"files"`
	}{make([]extracted, len(x.Files))}
	failures := make([]error, len(x.Files))
	in.forEachFile(x.Files, func(i int) { out.Files[i], failures[i] = x.extractFile(ctx, in, rules, x.Files[i]) })
	failed := false
	for i, err := range failures {
		if err != nil {
			fmt.Fprintf(streams.Err, "docket: %s: %v\n", x.Files[i], err)
			out.Files[i].Error, failed = DescribeError(err), true
		}
		for _, f := range out.Files[i].Findings {
			if f.Values {
				fmt.Fprintf(streams.Err, "docket: %s: values may be wrong: %s\n", x.Files[i], f.Message)
			}
		}
	}
	enc := json.NewEncoder(streams.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil || failed {
		return errors.Join(err, terminal.ErrReported)
	}
	return nil
}

// extractFile analyses one file and returns its record. The record is filled in beside an error,
// as far as the analysis went.
func (x extractCommand) extractFile(ctx context.Context, in *Reader, rules *analysis.RuleSet, name string) (extracted, error) {
	rec := extracted{Filename: filepath.Base(name), Components: map[string][]string{}}
	tree, err := in.ReadTree(ctx, name)
	if err != nil {
		return rec, err
	}
	rec.Pages, rec.Findings = len(tree.Pages), document.TellFindings(tree.Findings)
	result, err := rules.Run(ctx, tree)
	if err != nil {
		return rec, err
	}
	rec.Failures, rec.ModelCalls = result.Failures, result.ModelCalls
	if x.Details {
		rec.Candidates = result.Candidates
	}
	for _, c := range queries.ExtractedComponents(result, rules.Components()) {
		values := []string{}
		for _, v := range c.Values {
			values = append(values, v.Value)
		}
		rec.Components[c.Name] = values
		if x.Details {
			rec.Details = append(rec.Details, detailOf(c, result))
		}
	}
	return rec, nil
}

// detailOf returns a component with the values and boxes of the entities that its
// values come from.
func detailOf(c component.Detail, r document.Result) extractedDetail {
	out := extractedDetail{Name: c.Name, Values: []extractedValue{}}
	for _, v := range c.Values {
		value := extractedValue{v.Value, v.Confidence, v.Evidence, v.OtherSources, v.OriginalValue, v.RuleID, v.Description,
			locate(v.References, r), nil}
		for _, c := range v.Cells {
			value.Cells = append(value.Cells, extractedCell{c.Column, c.Value, locate(c.References, r)})
		}
		out.Values = append(out.Values, value)
	}
	return out
}

// locate returns references with the values and boxes of their entities.
func locate(references []component.Reference, r document.Result) []extractedReference {
	out := []extractedReference{}
	for _, ref := range references {
		at := extractedReference{ID: ref.ID, RuleID: ref.RuleID, Type: ref.Type, Page: ref.Page, Positions: []document.PageBox{}}
		for _, e := range r.Entities {
			if e.ID == ref.ID {
				at.Value, at.Positions = e.Value, e.Boxes
			}
		}
		out = append(out, at)
	}
	return out
}

// DescribeError returns the text to show for a failure: the message of a domain.Fault
// without its cause, otherwise the text of the error.
func DescribeError(err error) string {
	var f *domain.Fault
	if errors.As(err, &f) {
		return f.Message
	}
	return err.Error()
}
