package commands_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/analysis"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// What a request gives behind its file counts as if it stood before it, and is checked as well; what cannot be read is the
// failure of reading.
func TestFieldsBehindTheFile(t *testing.T) {
	t.Parallel()
	broken := errors.New("the line is cut")
	cut := func() (commands.Upload, error) { return commands.Upload{Name: "a.csv", Content: cutShort{broken}}, nil }
	const table = "search_value;mapped_value\na;1\n"
	for _, row := range []struct {
		name     string
		open     func() (commands.Upload, error)
		complete func(*commands.StoreMapping)
		want     string
		stored   string // the name of the mapping
	}{
		{"a name", csvOf("a.csv", table), func(r *commands.StoreMapping) { r.Name = ptr("Late") }, "", "Late"},
		{"no name", csvOf("a.csv", table), func(*commands.StoreMapping) {}, "", "a.csv"},
		{"an encoding", csvOf("a.csv", table), func(r *commands.StoreMapping) { r.Encoding = "EBCDIC" }, "Unknown encoding: EBCDIC", ""},
		{"no content", csvOf("a.csv", ""), nil, "The file is empty", ""},
		{"a cut line", cut, nil, broken.Error(), ""},
	} {
		s := newScene(t)
		before, blobs := len(s.house.load(t, s.templateID).Mappings), s.blobs.count()
		_, err := s.StoreMapping(t.Context(), commands.StoreMapping{Request: request(s.admin), TemplateID: s.templateID,
			Encoding: template.UTF8, Delimiter: ";", Open: row.open, Complete: row.complete})
		wantFault(t, row.name, err, row.want)
		mappings := s.house.load(t, s.templateID).Mappings
		if (len(mappings) > before) != (row.want == "") || row.stored != "" && mappings[len(mappings)-1].Name != row.stored {
			t.Errorf("%s: got the mappings %+v, want %q", row.name, mappings, row.stored)
		}
		if row.want != "" && s.blobs.count() != blobs {
			t.Errorf("%s: %d blobs are left, want none", row.name, s.blobs.count()-blobs)
		}
	}
	s := newScene(t)
	out, err := s.StoreReportTemplate(t.Context(),
		commands.StoreReportTemplate{Request: request(s.admin), TemplateID: s.templateID,
			Open: sheet("new.xlsx", "sheet"), Complete: func(r *commands.StoreReportTemplate) { r.Name, r.Multi = ptr("Late"), true }})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := s.house.load(t, s.templateID).FindReport(out.ID); err != nil || r.Name != "Late" || !r.Multi || !out.Created {
		t.Errorf("a report template: got %+v, %v, want r.Name = Late, r.Multi, out.Created and no error", r, err)
	}
	_, err = s.StoreReportTemplate(t.Context(), commands.StoreReportTemplate{Request: request(s.admin),
		TemplateID: s.templateID,
		Open:       sheet("new.xlsx", "sheet"), Complete: func(r *commands.StoreReportTemplate) { r.Name = ptr(" ") }})
	if domain.KindOf(err) != domain.Invalid {
		t.Errorf("a report template without a name: got %v, want a refusal", err)
	}
	_, err = s.StoreRuleFile(t.Context(), commands.StoreRuleFile{Request: request(s.admin), TemplateID: s.templateID,
		File: template.EntityRules, Open: cut})
	wantFault(t, "rules of a cut line", err, broken.Error())
	if _, err = s.StoreMapping(t.Context(), commands.StoreMapping{Request: request(s.admin), TemplateID: s.templateID,
		MappingID: uuid.NewString(), Encoding: template.UTF8, Delimiter: ";", Open: csvOf("a.csv",
			table)}); !errors.Is(err, template.ErrMappingNotFound) {
		t.Errorf("a mapping that is not there: got %v, want %v", err, template.ErrMappingNotFound)
	}
}

// An analysis lacks something that the template stored: it fails with what is missing, and has no result.
func TestAnAnalysisWithoutItsBytes(t *testing.T) {
	t.Parallel()
	b := acme()
	b.DateFormats = []byte("yyyy\n")
	tree := letter("Acme writes: Invoice no. 4711")
	for name, ref := range map[string]func(template.State) es.BlobRef{
		"entity rules":    func(s template.State) es.BlobRef { return s.Entity },
		"component rules": func(s template.State) es.BlobRef { return s.Component },
		"date formats":    func(s template.State) es.BlobRef { return s.DateFormats },
		"a mapping":       func(s template.State) es.BlobRef { return s.Mappings[0].Blob },
		"a dictionary":    func(s template.State) es.BlobRef { return s.Dictionaries[0].Blob },
	} {
		h := newHouse()
		id := h.importBundle(t, b)
		if err := h.blobs.Remove(t.Context(), ref(h.load(t, id))); err != nil {
			t.Fatal(err)
		}
		r, used, err := analysis.NewAnalyser(h.Commands.Base, analysis.AnalyserOptions{}).Analyse(t.Context(), "demo",
			id, tree, nil)
		if !errors.Is(err, es.ErrNoBlob) || len(r.Components)+len(r.Entities) > 0 || used.Text.Name != "Acme" {
			t.Errorf("%s: got %+v of %q, %v; want that the bytes are not there", name, r, used.Text.Name, err)
		}
	}
	h := newHouse()
	a := analysis.NewAnalyser(h.Commands.Base, analysis.AnalyserOptions{})
	if _, _, err := a.Analyse(t.Context(), "demo", uuid.NewString(), tree, nil); !errors.Is(err, domain.ErrTemplateNotFound) {
		t.Errorf("no template: got %v, want %v", err, domain.ErrTemplateNotFound)
	}
	_, used, err := a.Analyse(t.Context(), "demo", h.create(t, "Plain"), tree, nil)
	if wantFault(t, "no rules", err, "The dossier template has no rules"); used.Text.Name != "Plain" {
		t.Errorf("no rules: tells of the template %+v, want used.Text.Name = %q", used, "Plain")
	}
	// A mapping that cannot be read any more is named.
	id := h.importBundle(t, acme())
	h.blobs.blobs[h.load(t, id).Mappings[0].Blob.ID] = []byte(strings.Repeat("x",
		int(h.load(t, id).Mappings[0].Blob.Size)))
	_, _, err = a.Analyse(t.Context(), "demo", id, tree, nil)
	wantFault(t, "a broken mapping", err, "The component mapping Names cannot be read")
}

// What the caller may not see is told before what is wrong with the request, and that before what a file does not allow.
func TestWhatIsWrongFirstWithChangesOfFiles(t *testing.T) {
	t.Parallel()
	assignNobody := commands.FilesChange{Action: bulk.Assign, Assignee: nothingsID}
	for name, row := range map[string]struct {
		prepare func(c *drawer)
		want    string
	}{
		"a file that is gone": {func(c *drawer) { c.happens(c.ids[1], file.PermanentlyDeleted{}) }, domain.ErrFileNotFound.Message},
		"a file of others": {func(c *drawer) { c.happens(c.ids[1], file.WorkflowChanged{To: file.Approved}) },
			"Unknown user: " + nothingsID},
		"nothing but the user": {func(*drawer) {}, "Unknown user: " + nothingsID},
	} {
		c := newDrawer(t)
		row.prepare(c)
		_, err := c.ChangeFiles(t.Context(), c.changing(c.mira, assignNobody, c.ids...))
		wantFault(t, name, err, row.want)
	}
	c := newDrawer(t)
	approver := commands.FilesChange{Action: bulk.Move, To: file.UnderReview, Approver: nothingsID}
	if _, err := c.ChangeFiles(t.Context(), c.changing(c.mira, approver, c.ids...)); err != nil {
		t.Errorf("an approver where nobody is to approve: got %v, want it not to matter", err)
	}
	free := commands.FilesChange{Action: bulk.Assign}
	if out, err := c.ChangeFiles(t.Context(), c.changing(c.mira, free, c.ids...)); err != nil || len(out.IDs) != 3 {
		t.Errorf("given to nobody: got %+v, %v, want no error and len(out.IDs) = 3", out, err)
	}
	if f := c.file(c.ids[0]); f.Assignee != "" {
		t.Errorf("the file is still assigned to %s, want nobody", f.Assignee)
	}
}

// A mark on a component of a file whose result is missing is refused: whether there is such a component cannot be told.
func TestMarksNeedTheResult(t *testing.T) {
	t.Parallel()
	c := newDrawer(t)
	// By an event of before names were told, and without bytes.
	c.analysedAs(c.ids[0], es.BlobRef{Subject: c.file(c.ids[0]).Original.Subject, ID: uuid.New()})
	_, err := c.SetComponentChecks(t.Context(), commands.SetComponentChecks{Request: request(c.mira),
		TemplateID: c.templateID,
		DossierID:  c.dossierID, FileID: c.ids[0], Checked: []string{"total"}})
	if !errors.Is(err, es.ErrNoBlob) || len(c.file(c.ids[0]).Checks) > 0 {
		t.Errorf("got %v, %+v; want that the bytes are not there", err, c.file(c.ids[0]).Checks)
	}
}

// Who manages accounts makes none of programs, and an address that no stream holds yet is taken when the account is
// saved.
func TestAccountsOfBefore(t *testing.T) {
	p := newPeople(t)
	_, err := p.CreateUser(t.Context(), commands.CreateUser{Request: p.as("uma"),
		Person: user.Person{Username: "robot"}, Service: true})
	p.want(err, "Access denied")
	old := uuid.NewString()
	person := user.Person{Username: "old", Email: "old@example.org"}
	p.house.append(t, user.StreamOf("demo", old), user.Created{Roles: []string{user.RoleUser},
		Person: es.Seal(user.SubjectOf("demo", old), person)})
	p.ids["old"] = old
	_, err = p.UpdateUser(t.Context(), commands.UpdateUser{Request: p.as("ada"), UserID: old, FirstName: ptr("Odo")})
	p.want(err, "")
	if s := p.now("old"); s.EmailHold.Key == "" || s.Person.FirstName != "Odo" {
		t.Errorf("got %+v, want the address to be held", s)
	}
	_, err = p.UpdateUser(t.Context(), commands.UpdateUser{Request: p.as("ada"), UserID: p.ids["ben"],
		Email: ptr("OLD@example.org")})
	p.want(err, "E-mail already exists")
}

// What an office document really is, and what a zip may hold, is told with the refusal.
func TestWhatIsTakenInIsTold(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	const odt = "an OpenDocument file (odt, ods, odp) or an e-book (epub)"
	for name, content := range map[string]string{
		"alone":  zipOf(t, "mimetype", "application/vnd.oasis.opendocument.text"),
		"first":  zipOf(t, "mimetype", "application/epub+zip", "content.xml", "<x/>"),
		"behind": zipOf(t, "content.xml", "<x/>", "mimetype", "application/epub+zip"),
	} {
		_, err := f.UploadFile(t.Context(), f.sends(f.mira, "a.docx", content))
		if domain.KindOf(err) != domain.Unsupported || strings.Contains(err.Error(), odt) != (name != "behind") {
			t.Errorf("mimetype %s: got %v, want Unsupported, without the name of a format", name, err)
		}
	}
	out, err := f.zip(zipOf(t, "a.pdf", "%PDF-1.7", "b.exe", "MZ", "c\u202etxt.pdf", "%PDF-1.7", ".d.pdf", "%PDF-1.7"))
	if err != nil || len(out.FileIDs) != 1 {
		t.Fatalf("got %+v, %v, want no error and len(out.FileIDs) = 1", out, err)
	}
	reasons := map[bulk.Reason]string{}
	for _, l := range out.LeftOut {
		reasons[l.Reason] = l.Detail
	}
	if d := reasons[bulk.Unsupported]; !strings.HasPrefix(d, "The file type is not supported; in a zip may be ") ||
		!strings.Contains(d, ", ") || !strings.Contains(d, " and ") || !strings.Contains(d, "pdf") || strings.Contains(d, "zip,") {
		t.Errorf("unsupported: %q, want a sentence that lists pdf and not zip", d)
	}
	if d := reasons[bulk.BadName]; !strings.HasPrefix(d, "The file name ") {
		t.Errorf("a deceiving name: %q, want %q at its beginning", d, "The file name ")
	}
	if d, there := reasons[bulk.Hidden]; !there || d != "" {
		t.Errorf("a hidden file: %q, want no more than the reason", d)
	}
}

// A status is taken back by naming none; one that the template does not have, and an empty one, are refused.
func TestStatusOfADossier(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	set := func(value *string) error {
		_, err := s.SaveDossier(t.Context(), commands.SaveDossier{Request: request(s.olga), TemplateID: s.templateID,
			ID: s.dossierID, Name: "D",
			StatusID: commands.Change[string]{Given: true, Value: value}})
		return err
	}
	unknown := uuid.NewString()
	wantFault(t, "a status", set(&s.status), "")
	wantFault(t, "the same", set(&s.status), "")
	wantFault(t, "unknown", set(&unknown), "Unknown dossier status: "+unknown)
	wantFault(t, "empty", set(ptr("")), "Unknown dossier status: ")
	wantFault(t, "none", set(nil), "")
	wantFault(t, "none again", set(nil), "")
}
