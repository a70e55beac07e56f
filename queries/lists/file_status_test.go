package lists

import (
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// TestAnAnalysisIsRequiredWhenItWouldUseSomethingElse and none is on the way.
func TestAnAnalysisIsRequiredWhenItWouldUseSomethingElse(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		change func(*file.Record, *template.Record)
		want   bool
	}{
		"as it is":           {func(*file.Record, *template.Record) {}, false},
		"other rules":        {func(_ *file.Record, t *template.Record) { t.Rules++ }, true},
		"other dictionaries": {func(_ *file.Record, t *template.Record) { t.DictionaryRuns++ }, true},
		"other attributes":   {func(f *file.Record, _ *template.Record) { f.Unseen = true }, true},
		"on the way":         {func(f *file.Record, t *template.Record) { t.Rules++; f.Processing = file.Reprocess }, false},
		"never analysed":     {func(f *file.Record, t *template.Record) { t.Rules++; f.Result = es.BlobRef{} }, false},
	} {
		f := file.Record{Result: es.BlobRef{ID: uuid.New()}, Processing: file.Processed, Rules: 3, Dictionaries: 2,
			Steps: file.Durations{"LAYOUT": 40}, Err: &file.Fault{Service: "ocr", Cause: "It is empty"}}
		tpl := template.Record{Content: template.Content{Rules: 3, DictionaryRuns: 2}}
		row.change(&f, &tpl)
		got := StatusOf(dossier.Record{}, f, tpl)
		if got.AnalysisRequired != row.want || got.StageMillis["LAYOUT"] != 40 || got.Error != nil {
			t.Errorf("%s: got %+v, want an analysis to be required: %v", name, got, row.want)
		}
		f.Processing = file.Error
		if got := StatusOf(dossier.Record{}, f, tpl).Error; got == nil || got.Service != "ocr" ||
			got.Cause != "It is empty" || got.Queue != file.Topic {
			t.Errorf("%s: the failure is told as %+v, want it set, got.Service = ocr, got.Cause = It is empty and got.Queue "+
				"= Topic", name, got)
		}
	}
}
