package template

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

func TestReportTemplatesComeAndGo(t *testing.T) {
	one, two := es.BlobRef{ID: uuid.New()}, es.BlobRef{ID: uuid.New()}
	sheet := ReportTemplate{Name: "Sheet", FileName: "a.xlsx", Multi: true}
	stored := func(id string, r ReportTemplate, blob es.BlobRef) ReportTemplateStored {
		return ReportTemplateStored{ID: id, Blob: blob, Report: es.Seal(key, r)}
	}
	given := estest.GivenEvents(t, Decider, created, stored("a", sheet, one),
		stored("b", ReportTemplate{Name: "b.docx", FileName: "b.docx"}, one))
	estest.GivenEvents(t, Decider).When(CreateReport(key, "a", sheet, one)).ThenErr(domain.ErrTemplateNotFound)
	estest.GivenEvents(t, Decider, created).When(CreateReport(key, "a", ReportTemplate{FileName: "c.docx"}, one)).
		Then(stored("a", ReportTemplate{Name: "c.docx", FileName: "c.docx"}, one))
	given.When(CreateReport(key, "c", ReportTemplate{Name: "Sheet", FileName: "c.docx"}, one)).ThenErr(ErrNameTaken)
	given.When(CreateReport(key, "c", ReportTemplate{FileName: "b.docx"}, one)).ThenErr(ErrNameTaken)
	given.When(CreateReport(key, "c", ReportTemplate{FileName: strings.Repeat("c", 96) + ".docx"}, one)).
		ThenErr(fault(domain.Invalid, "name must not be longer than 100"))

	update := func(id string, r ReportTemplate, blob *es.BlobRef) es.Decision[State] {
		return UpdateReport(key, id, r, blob)
	}
	given.When(update("a", ReportTemplate{Name: "Sheet", Multi: true}, nil)).Then()
	given.When(update("a", ReportTemplate{Name: "Sheet", ActiveByDefault: true}, nil)).
		Then(stored("a", ReportTemplate{Name: "Sheet", FileName: "a.xlsx", ActiveByDefault: true}, one))
	given.When(update("a", ReportTemplate{}, nil)).Then(stored("a", ReportTemplate{Name: "a.xlsx", FileName: "a.xlsx"}, one))
	given.When(update("a", ReportTemplate{FileName: "new.docx"}, &two)).
		Then(stored("a", ReportTemplate{Name: "new.docx", FileName: "new.docx"}, two))
	given.When(update("a", ReportTemplate{Name: "b.docx"}, nil)).ThenErr(ErrNameTaken)
	given.When(update("x", ReportTemplate{Name: "X"}, nil)).ThenErr(ErrReportNotFound)
	given.When(DeleteReport("a")).Then(ReportTemplateDeleted{ID: "a"})
	given.When(DeleteReport("x")).ThenErr(ErrReportNotFound)
	estest.GivenEvents(t, Decider).When(DeleteReport("a")).ThenErr(domain.ErrTemplateNotFound)
}

func TestNamesOfReportTemplates(t *testing.T) {
	if name, err := CheckedReportName(" Sheet "); name != "Sheet" || err != nil {
		t.Errorf("%q, %v, want name = %q and no error", name, err, "Sheet")
	}
	for given, message := range map[string]string{" ": "name is required", strings.Repeat("é", 101): "name must not be longer than 100",
		"a\nb": "name must not contain control characters"} {
		if _, err := CheckedReportName(given); err == nil || err.Error() != message {
			t.Errorf("%q: %v, want an error and err.Error() = %v", given, err, message)
		}
	}
}

func TestDossiersNameReportTemplatesThatThereAre(t *testing.T) {
	past := []es.Event{created, ReportTemplateStored{ID: "a"}, ReportTemplateStored{ID: "b"}, ReportTemplateDeleted{ID: "a"}}
	s, r := estest.Fold(Decider, past...), recordEvents(past...)
	for _, got := range [][]string{s.ExistingReports([]string{"c", "b", "a"}), r.ExistingReports([]string{"c", "b", "a"})} {
		if !slices.Equal(got, []string{"b"}) {
			t.Errorf("%q, want %v", got, []string{"b"})
		}
	}
	if got := s.ExistingReports(nil); got == nil || len(got) != 0 {
		t.Errorf("got %q, want it set and no got", got)
	}
}
