package commands_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/template"
)

// onlySheets is a judge of report templates that takes those called .xlsx.
type onlySheets struct{}

func (onlySheets) Check(filename string, _ []byte) error {
	if !strings.HasSuffix(filename, ".xlsx") {
		return domain.Faultf(domain.Unsupported, "Unsupported file type: %s", filename)
	}
	return nil
}

func trimText(s string) string { return strings.TrimSpace(s) }

func sheet(name, text string) func() (commands.Upload, error) {
	return func() (commands.Upload, error) {
		return commands.Upload{Name: name, Content: strings.NewReader(text)}, nil
	}
}

func noSheet() (commands.Upload, error) { return commands.Upload{}, nil }

func TestAReportTemplateIsStoredChangedAndDeleted(t *testing.T) {
	h, id := importInvoices(t)
	h.Reports = onlySheets{}
	name := func(s string) *string { return &s }
	made, err := h.StoreReportTemplate(t.Context(),
		commands.StoreReportTemplate{Request: admin(), TemplateID: id, Multi: true, Open: sheet("a.xlsx", "one")})
	if err != nil || !made.Created || made.Position == 0 {
		t.Fatalf("%+v, %v, want made.Created, made.Position other than 0 and no error", made, err)
	}
	stored := func() template.StoredReport {
		t.Helper()
		r, err := h.load(t, id).FindReport(made.ID)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := stored(); r.ReportTemplate != (template.ReportTemplate{Name: "a.xlsx", FileName: "a.xlsx", Multi: true}) ||
		h.text(t, r.Blob) != "one" {
		t.Errorf("got %+v, want a.xlsx for several files", r)
	}
	update := commands.StoreReportTemplate{Request: admin(), TemplateID: id, ID: made.ID, Name: name("Sheet"),
		ActiveByDefault: true, Open: noSheet}
	out, err := h.StoreReportTemplate(t.Context(), update)
	if r := stored(); err != nil || out.Created ||
		r.ReportTemplate != (template.ReportTemplate{Name: "Sheet", FileName: "a.xlsx", ActiveByDefault: true}) ||
		h.text(t, r.Blob) != "one" {
		t.Errorf("got %+v, %v, %+v, want Sheet with the bytes of before", out, err, r)
	}
	update.Request = admin()
	if out, err := h.StoreReportTemplate(t.Context(), update); err != nil || out.Position != 0 {
		t.Errorf("the same once more: %+v, %v, want no error and out.Position = 0", out, err)
	}
	update.Request, update.Open = admin(), sheet("b.xlsx", "two")
	if _, err := h.StoreReportTemplate(t.Context(), update); err != nil || stored().FileName != "b.xlsx" ||
		h.text(t, stored().Blob) != "two" {
		t.Errorf("got %v, %+v, want the bytes of b.xlsx", err, stored())
	}
	if out, err := h.DeleteReportTemplate(t.Context(),
		commands.DeleteReportTemplate{Request: admin(), TemplateID: id, ID: made.ID}); err != nil || out.Position == 0 ||
		len(h.load(t, id).Reports) != 0 {
		t.Errorf("%+v, %v, want out.Position other than 0, len(h.load(t, id).Reports) = 0 and no error", out, err)
	}
}

// TestWhatKeepsAReportTemplateOut wants no bytes left of what is refused.
func TestWhatKeepsAReportTemplateOut(t *testing.T) {
	h, id := importInvoices(t)
	h.Reports = onlySheets{}
	held, err := h.StoreReportTemplate(t.Context(),
		commands.StoreReportTemplate{Request: admin(), TemplateID: id, Open: sheet("a.xlsx", "one")})
	if err != nil {
		t.Fatal(err)
	}
	user := admin()
	user.Caller.Roles = []string{"USER", "MANAGER"}
	broken, blank, long := errors.New("the line is cut"), " ", strings.Repeat("x", 101)
	never := func() (commands.Upload, error) {
		t.Error("the upload was begun too early")
		return commands.Upload{}, broken
	}
	blobs := len(h.blobs.blobs)
	for message, change := range map[string]func(*commands.StoreReportTemplate){
		"Access denied":                     func(c *commands.StoreReportTemplate) { c.Request, c.Open = user, never },
		"Dossier template not found":        func(c *commands.StoreReportTemplate) { c.TemplateID, c.Open = uuid.NewString(), never },
		"Report template not found":         func(c *commands.StoreReportTemplate) { c.ID, c.Open = uuid.NewString(), never },
		"name is required":                  func(c *commands.StoreReportTemplate) { c.Name, c.Open = &blank, never },
		"name must not be longer than 100":  func(c *commands.StoreReportTemplate) { c.Name, c.Open = &long, never },
		"name must not be longer than 100 ": func(c *commands.StoreReportTemplate) { c.Open = sheet(long+".xlsx", "x") },
		"file is required":                  func(c *commands.StoreReportTemplate) { c.Open = noSheet },
		"Name already exists":               func(*commands.StoreReportTemplate) {},
		"Unsupported file type: a.docx":     func(c *commands.StoreReportTemplate) { c.Open = sheet("a.docx", "x") },
	} {
		c := commands.StoreReportTemplate{Request: admin(), TemplateID: id, Open: sheet("a.xlsx", "two")}
		change(&c)
		_, err := h.StoreReportTemplate(t.Context(), c)
		if f := (*domain.Fault)(nil); !errors.As(err, &f) || f.Message != trimText(message) || len(h.blobs.blobs) != blobs {
			t.Errorf("%v, want %s; %d blobs after %d", err, message, len(h.blobs.blobs), blobs)
		}
	}
	cut := func() (commands.Upload, error) {
		return commands.Upload{Name: "b.xlsx", Content: io.MultiReader(strings.NewReader("x"), cutShort{broken})}, nil
	}
	if _, err := h.StoreReportTemplate(t.Context(), commands.StoreReportTemplate{Request: admin(), TemplateID: id, Open: cut}); !errors.Is(err, broken) {
		t.Error(err)
	}
	for want, c := range map[error]commands.DeleteReportTemplate{
		domain.ErrAccessDenied:     {Request: user, TemplateID: id, ID: held.ID},
		domain.ErrTemplateNotFound: {Request: admin(), TemplateID: uuid.NewString(), ID: held.ID},
		template.ErrReportNotFound: {Request: admin(), TemplateID: id, ID: uuid.NewString()},
	} {
		if _, err := h.DeleteReportTemplate(t.Context(), c); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	if r := h.load(t, id).Reports; len(r) != 1 || h.text(t, r[0].Blob) != "one" {
		t.Errorf("got %+v, want len(r) = 1 and h.text(t, r[0].Blob) = one", r)
	}
}

// cutShort is a reader that fails.
type cutShort struct{ err error }

func (f cutShort) Read([]byte) (int, error) { return 0, f.err }
