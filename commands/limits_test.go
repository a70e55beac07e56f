package commands_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// wantFault compares a refusal with the sentence that people read; "" wants none.
func wantFault(t *testing.T, name string, err error, want string) {
	t.Helper()
	got := ""
	if f := (*domain.Fault)(nil); errors.As(err, &f) {
		got = f.Message
	} else if err != nil {
		got = err.Error()
	}
	if got != want {
		t.Errorf("%s: got %q, want %q", name, got, want)
	}
}

func TestLimitsOfOverrides(t *testing.T) {
	t.Parallel()
	values := func(n int, text string) []commands.OverrideValue {
		return slices.Repeat([]commands.OverrideValue{{Value: text}}, n)
	}
	long := strings.Repeat("ä", 255)
	for _, row := range []struct {
		name, component string
		values          []commands.OverrideValue
		want            string
	}{
		{"no name", " ", values(1, "1"), "name is required"},
		{"longest name", long, values(1, "1"), ""},
		{"longer name", long + "x", values(1, "1"), "name must not be longer than 255"},
		{"most values", "total", values(1000, ""), ""},
		{"more values", "total", values(1001, ""), "componentValues must not have more than 1000 items"},
		{"longest value", "total", values(1, strings.Repeat("ä", 32000)), ""},
		{"longer value", "total", append(values(1, ""), values(1, strings.Repeat("ä", 32001))...),
			"value must not be longer than 32000"},
		{"most text", "total", values(12, strings.Repeat("x", 32000)), ""},
		{"more text", "total", values(13, strings.Repeat("x", 32000)),
			"The request is too large: what it stores at once may have 384 KiB"},
		{"none", "total", nil, ""},
	} {
		f := newFiling(t)
		id := f.storePDF("a.pdf")
		f.analyseFile(id)
		r := commands.OverrideComponent{Request: request(f.mira), TemplateID: f.templateID, DossierID: f.dossierID,
			FileID: id,
			Name:   row.component, Values: row.values}
		_, err := f.OverrideComponent(t.Context(), r)
		wantFault(t, row.name, err, row.want)
		if got := f.file(id).Overrides; (len(got) == 1) != (row.want == "") {
			t.Errorf("%s: got %d overrides, want one if the request is fine", row.name, len(got))
		}
	}
}

func TestAnOverrideIsKeptAsItIsGiven(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	id := f.storePDF("a.pdf")
	f.analyseFile(id)
	original, rule, description := "0", "A.0.0", "of the invoice"
	places := []file.Place{{Page: 1, Boxes: []document.Rect{{X: 1, Y: 2, Width: 3, Height: 4}}}}
	r := commands.OverrideComponent{Request: request(f.mira), TemplateID: f.templateID, DossierID: f.dossierID,
		FileID: id, Name: "total", Note: "as printed",
		Values: []commands.OverrideValue{{Value: "1", OriginalValue: &original, RuleID: &rule,
			Description: &description,
			References: &[]commands.OverrideReference{{ID: "x", RuleID: "B.0.0", Type: "supplier",
				Page: 2}}, Places: places}, {Value: "2"}}}
	out, err := f.OverrideComponent(t.Context(), r)
	if err != nil || out.ID != id {
		t.Fatalf("got %+v, %v, want no error and out.ID = %v", out, err, id)
	}
	o := f.file(id).Overrides[0]
	first := o.Values[0]
	if o.Name != "total" || o.Note != "as printed" || len(o.Values) != 2 || first.Value != "1" || *first.Original != original ||
		*first.RuleID != rule ||
		*first.Description != description ||
		!slices.Equal(*first.References, []file.Reference{{ID: "x", RuleID: "B.0.0", Type: "supplier", Page: 2}}) ||
		!reflect.DeepEqual(first.Places, places) {
		t.Errorf("got %+v, want total with its note and two values", o)
	}
	if second := o.Values[1]; second.Value != "2" || second.Original != nil || second.RuleID != nil || second.Description != nil ||
		second.References != nil || second.Places != nil {
		t.Errorf("got %+v, want the value 2 alone", second)
	}
	revert := commands.RevertOverrides{Request: request(f.mira), TemplateID: f.templateID, DossierID: f.dossierID,
		FileID: id,
		Names:  []string{"other", "total", "other"}}
	_, err = f.RevertOverrides(t.Context(), revert)
	wantFault(t, "twice", err, "components must not contain duplicates")
	revert.Names = []string{"other", "total"}
	if out, err := f.RevertOverrides(t.Context(), revert); err != nil || out.ID != id || len(f.file(id).Overrides) > 0 {
		t.Errorf("got %+v, %v, %+v, want out.ID = %v, len(f.file(id).Overrides) at most 0 and no error", out, err, f.file(id).Overrides, id)
	}
}

// A change that is based on versions of components is refused, with the place in the log where
// they are otherwise, until it names those that are there.
func TestComponentsAreChangedAsTheyWereSeen(t *testing.T) {
	t.Parallel()
	f := newFiling(t)
	id := f.storePDF("a.pdf")
	override := commands.OverrideComponent{Request: request(f.mira), TemplateID: f.templateID, DossierID: f.dossierID,
		FileID: id, Name: "total",
		Values: []commands.OverrideValue{{Value: "1"}}}
	first, err := f.OverrideComponent(t.Context(), override)
	if err != nil || first.Seen == "" || first.Seen != f.file(id).ComponentVersion("Total") {
		t.Fatalf("got %+v, %v, want the version of the component", first, err)
	}
	override.Request, override.IfSeen, override.Values[0].Value = request(f.mira), []string{"never", first.Seen}, "2"
	second, err := f.OverrideComponent(t.Context(), override)
	if err != nil || second.Seen == first.Seen {
		t.Fatalf("got %+v, %v, want second.Seen other than %v and no error", second, err, first.Seen)
	}
	checks := commands.SetComponentChecks{Request: request(f.mira), TemplateID: f.templateID, DossierID: f.dossierID,
		FileID: id, Checked: []string{"total"},
		IfSeen: []string{first.Seen}}
	revert := commands.RevertOverrides{Request: request(f.mira), TemplateID: f.templateID, DossierID: f.dossierID,
		FileID: id, Names: []string{"total"},
		IfSeen: []string{first.Seen}}
	override.Request = request(f.mira)
	for name, ask := range map[string]func() (commands.Outcome, error){
		"override": func() (commands.Outcome, error) { return f.OverrideComponent(t.Context(), override) },
		"revert":   func() (commands.Outcome, error) { return f.RevertOverrides(t.Context(), revert) },
		"check":    func() (commands.Outcome, error) { return f.SetComponentChecks(t.Context(), checks) },
	} {
		if out, err := ask(); !errors.Is(err, domain.ErrChanged) || out.Position != second.Position {
			t.Errorf("%s: got %+v, %v, want %v and out.Position = %v", name, out, err, domain.ErrChanged, second.Position)
		}
	}
	checks.IfSeen, revert.IfSeen = []string{second.Seen}, []string{second.Seen}
	if _, err := f.SetComponentChecks(t.Context(), checks); err != nil {
		t.Error(err)
	}
	if out, err := f.RevertOverrides(t.Context(), revert); err != nil || out.Seen != f.file(id).ComponentVersion("total") {
		t.Errorf("got %+v, %v, want the version of the component", out, err)
	}
}

func TestWhatAPackageIsAskedFor(t *testing.T) {
	t.Parallel()
	original, preview := template.Original, template.Preview
	for _, row := range []struct {
		name    string
		types   *[]string
		reports func(s *scene) *[]string
		files   func(s *scene) []string
		want    string
		count   int // files
	}{
		{"all originals", &[]string{original}, nil, nil, "", 3},
		{"both", &[]string{original, preview}, nil, nil, "", 3},
		{"two files, one named twice", &[]string{preview}, nil,
			func(s *scene) []string { return []string{s.ids[1], s.ids[0], s.ids[1]} }, "", 2},
		{"evidence", &[]string{download.Evidence}, nil, nil, "", 3},
		{"evidence of a file", &[]string{download.Evidence}, nil, func(s *scene) []string { return s.ids[:1] }, "", 1},
		{"a report", &[]string{}, func(s *scene) *[]string { return &[]string{s.report} }, nil, "", 3},
		{"another type", &[]string{original, "PDF"}, nil, nil,
			"downloadFileTypes must be one of ORIGINAL, PREVIEW, EVIDENCE", 0},
		{"a type twice", &[]string{original, original}, nil, nil, "downloadFileTypes must not contain duplicates", 0},
		{"a report twice", nil, func(s *scene) *[]string { return &[]string{s.report, s.report} }, nil,
			"reportTemplateIds must not contain duplicates", 0},
		{"a report that is not there", nil, func(s *scene) *[]string { return &[]string{s.report, "x"} }, nil,
			"Unknown report template: x", 0},
		{"nothing", &[]string{}, nil, nil, "Nothing to download", 0},
		{"no file", &[]string{original}, nil, func(s *scene) []string { s.trashFiles(s.ids...); return nil }, "Dossier has no files", 0},
		{"a file in the trash", &[]string{original}, nil, func(s *scene) []string { s.trashFiles(s.ids[0]); return s.ids },
			domain.ErrFileNotFound.Message, 0},
		{"a file of another dossier", &[]string{original}, nil, func(s *scene) []string {
			id := uuid.NewString()
			s.append(s.t, file.StreamOf("demo", id), file.Uploaded{Dossier: uuid.NewString(), Version: 1})
			return []string{id}
		}, domain.ErrFileNotFound.Message, 0},
	} {
		s := newScene(t)
		s.Now = func() time.Time { return time.Date(2026, 3, 1, 23, 0, 0, 0, time.FixedZone("", -3600)) }
		r := commands.RequestDownload{Request: request(s.mira), TemplateID: s.templateID, DossierID: s.dossierID,
			FileTypes:    row.types,
			PreviewColor: "#112233"}
		if row.files != nil {
			r.FileIDs = row.files(s)
		}
		if row.reports != nil {
			r.ReportTemplateIDs = row.reports(s)
		}
		out, err := s.downloads.RequestDownload(t.Context(), r)
		wantFault(t, row.name, err, row.want)
		if row.want != "" {
			continue
		}
		got, _, err := es.Load(t.Context(), s.Log, download.Decider, download.StreamOf("demo", out.ID))
		if err != nil || !out.Created || got.User != s.mira.ID || got.Dossier != s.dossierID || got.Template != s.templateID ||
			got.Color != "#112233" ||
			got.Filename.Value != "D-2026-03-02.zip" || len(got.Files) != row.count || !slices.IsSorted(got.Files) && row.files != nil {
			t.Errorf("%s: got %+v as %+v, %v, want a package of %d files with its name and colour",
				row.name, got, out, err, row.count)
		}
	}
}

// TestARefusedPackageIsExplained to members and readers, who are told what they can do, and to nobody else.
func TestARefusedPackageIsExplained(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.happens(s.ids[1], file.Assigned{Assignee: s.olga.ID})
	reader := user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleUser}}
	manager := user.Principal{Workspace: "demo", ID: uuid.NewString(), Roles: []string{user.RoleManager}}
	for _, row := range []struct {
		name   string
		caller user.Principal
		files  []string
		want   string
	}{
		{"all files", s.mira, nil, "Access denied: a file is assigned to another member. Choose files"},
		{"somebody else's file", s.mira, s.ids[:2],
			"Access denied: a file is assigned to another member. Choose files"},
		{"files that are nobody's", s.mira, []string{s.ids[0], s.ids[2]}, ""},
		{"the owner", s.olga, nil, ""},
		{"a manager who may not read the files", manager, nil, "Access denied"},
	} {
		_, err := s.downloads.RequestDownload(t.Context(),
			commands.RequestDownload{Request: request(row.caller), TemplateID: s.templateID,
				DossierID: s.dossierID, FileIDs: row.files, FileTypes: &[]string{template.Original}})
		refused := row.want != ""
		var f *domain.Fault
		if errors.As(err, &f) != refused || errors.Is(err, domain.ErrAccessDenied) != refused ||
			refused && (f.Kind != domain.Forbidden || !strings.HasPrefix(f.Message, row.want) || row.want == "Access denied" &&
				f.Message != row.want) {
			t.Errorf("%s: %v, want %q", row.name, err, row.want)
		}
	}
	public := uuid.NewString()
	s.append(t, dossier.StreamOf("demo", public), dossier.Created{Details: dossier.Details{Owner: s.olga.ID,
		Members: []string{s.olga.ID}},
		Template: s.templateID, Visibility: dossier.Public, Text: es.Seal(dossier.SubjectOf("demo", public),
			dossier.Text{Name: "P"})})
	id := uuid.NewString()
	s.append(t, file.StreamOf("demo", id), file.Uploaded{Dossier: public, Template: s.templateID, Version: 1})
	_, err := s.downloads.RequestDownload(t.Context(),
		commands.RequestDownload{Request: request(reader), TemplateID: s.templateID,
			DossierID: public, FileIDs: []string{id}})
	if !errors.Is(err, domain.ErrAccessDenied) || !strings.HasPrefix(err.Error(),
		"Access denied: packages are for the members of the dossier.") {
		t.Errorf("a reader of a public dossier: %v, want %v and %q at its beginning", err, domain.ErrAccessDenied,
			"Access denied: packages are for the members of the dossier.")
	}
}

// TestFileTypesOfAPackageAreThoseOfTheTemplate as it is when the package is asked for, not as it
// was when the dossier was made.
func TestFileTypesOfAPackageAreThoseOfTheTemplate(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, types := range [][]string{{template.Preview}, {template.Original, template.Preview}} {
		if _, err := s.UpdateTemplate(t.Context(), commands.UpdateTemplate{Request: request(s.admin), TemplateID: s.templateID,
			TemplateFields: commands.TemplateFields{DownloadFileTypes: &types}}); err != nil {
			t.Fatal(err)
		}
		out, err := s.downloads.RequestDownload(t.Context(),
			commands.RequestDownload{Request: request(s.mira), TemplateID: s.templateID, DossierID: s.dossierID})
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := es.Load(t.Context(), s.Log, download.Decider, download.StreamOf("demo", out.ID))
		if err != nil || !slices.Equal(got.FileTypes, types) {
			t.Errorf("got %v, %v, want %v", got.FileTypes, err, types)
		}
	}
}

// TestWhatADossierMayName and who may change what of it.
func TestWhatADossierMayName(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	list := func(ids ...string) *[]string { return &ids }
	due := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		name string
		by   func(s *scene) user.Principal
		ask  func(s *scene, r *commands.SaveDossier)
		want func(s *scene) string
	}{
		{"members twice", byOlga, func(s *scene, r *commands.SaveDossier) { r.MemberIDs = list(s.mira.ID, s.mira.ID) },
			func(*scene) string { return "memberIds must not contain duplicates" }},
		{"approvers twice", byOlga, func(s *scene, r *commands.SaveDossier) { r.ApproverIDs = list(s.mira.ID, s.mira.ID) },
			func(*scene) string { return "approverIds must not contain duplicates" }},
		{"reports twice", byOlga, func(s *scene, r *commands.SaveDossier) { r.ReportTemplateIDs = list(s.report, s.report) },
			func(*scene) string { return "reportTemplateIds must not contain duplicates" }},
		{"an owner without the role", byOlga, func(s *scene, r *commands.SaveDossier) { r.OwnerID = text(s.mira.ID) },
			func(s *scene) string { return "The account lacks the role MANAGER: " + s.mira.ID }},
		{"an owner who is disabled", byOlga, func(s *scene, r *commands.SaveDossier) {
			s.append(t, user.StreamOf("demo", s.mira.ID), user.Disabled{})
			r.OwnerID = text(s.mira.ID)
		}, func(s *scene) string { return "The account is disabled: " + s.mira.ID }},
		{"a member who is an administrator only", byOlga, func(s *scene, r *commands.SaveDossier) { r.MemberIDs = list(s.admin.ID) },
			func(s *scene) string { return "The account lacks the role USER: " + s.admin.ID }},
		{"an owner who is not there", byOlga, func(_ *scene, r *commands.SaveDossier) { r.OwnerID = text("x") },
			func(*scene) string { return "Unknown owner: x" }},
		{"a member who is not there", byOlga, func(s *scene, r *commands.SaveDossier) { r.MemberIDs = list(s.olga.ID, "x") },
			func(*scene) string { return "Unknown user: x" }},
		{"an approver who is not there", byOlga, func(s *scene, r *commands.SaveDossier) { r.ApproverIDs = list("x") },
			func(*scene) string { return "Unknown user: x" }},
		{"a report that is not there", byOlga, func(_ *scene, r *commands.SaveDossier) { r.ReportTemplateIDs = list("x") },
			func(*scene) string { return "Unknown report template: x" }},
		{"a status that is not there", byOlga, func(_ *scene, r *commands.SaveDossier) {
			r.StatusID = commands.Change[string]{Given: true, Value: text("x")}
		}, func(*scene) string { return "Unknown dossier status: x" }},
		{"an empty status", byOlga, func(_ *scene, r *commands.SaveDossier) {
			r.StatusID = commands.Change[string]{Given: true, Value: text("")}
		}, func(*scene) string { return "Unknown dossier status: " }},
		{"no status", byOlga, func(_ *scene, r *commands.SaveDossier) { r.StatusID.Given = true }, nil},
		{"a user", byMira, func(*scene, *commands.SaveDossier) {}, func(*scene) string { return domain.ErrAccessDenied.Message }},
		{"people, by a manager", byManager, func(s *scene, r *commands.SaveDossier) {
			r.MemberIDs, r.ApproverIDs = list(s.olga.ID, s.mira.ID, s.account), list(s.mira.ID)
		}, nil},
		{"the name, by a manager", byManager, func(_ *scene, r *commands.SaveDossier) { r.Name = "Other" },
			func(*scene) string { return "Only the owner may change name" }},
		{"the description, by a manager", byManager, func(_ *scene, r *commands.SaveDossier) { r.Description = text("x") },
			func(*scene) string { return "Only the owner may change description" }},
		{"the due date, by a manager", byManager, func(_ *scene, r *commands.SaveDossier) {
			r.DueDate = commands.Change[time.Time]{Given: true, Value: &due}
		}, func(*scene) string { return "Only the owner may change dueDate" }},
		{"the reports, by a manager", byManager, func(s *scene, r *commands.SaveDossier) { r.ReportTemplateIDs = list(s.report) },
			func(*scene) string { return "Only the owner may change reportTemplateIds" }},
		{"the status, by a manager", byManager, func(s *scene, r *commands.SaveDossier) {
			r.StatusID = commands.Change[string]{Given: true, Value: text(s.status)}
		}, func(*scene) string { return "Only the owner may change dossierStatusId" }},
		{"everything, by the owner", byOlga, func(s *scene, r *commands.SaveDossier) {
			r.Name, r.Description, r.DueDate = "Other", text("x"), commands.Change[time.Time]{Given: true, Value: &due}
			r.StatusID, r.ReportTemplateIDs = commands.Change[string]{Given: true,
				Value: text(s.status)}, list(s.report)
		}, nil},
	} {
		s := newScene(t)
		r := commands.SaveDossier{Request: request(row.by(s)), TemplateID: s.templateID, ID: s.dossierID, Name: "D"}
		row.ask(s, &r)
		_, err := s.SaveDossier(t.Context(), r)
		want := ""
		if row.want != nil {
			want = row.want(s)
		}
		wantFault(t, row.name, err, want)
	}
}

// byManager is a manager who is an approver of nothing and owns nothing, but belongs to
// the dossier.
func byManager(s *scene) user.Principal {
	return user.Principal{Workspace: "demo", ID: s.mira.ID, Roles: []string{user.RoleManager}}
}

func TestADossierNeedsAnActiveTemplate(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	past := s.Now().Add(-time.Hour)
	fields := commands.TemplateFields{ValidTo: commands.Change[time.Time]{Given: true, Value: &past}}
	if _, err := s.UpdateTemplate(t.Context(), commands.UpdateTemplate{Request: request(s.admin), TemplateID: s.templateID,
		TemplateFields: fields}); err != nil {
		t.Fatal(err)
	}
	_, err := s.SaveDossier(t.Context(), commands.SaveDossier{Request: request(s.olga), TemplateID: s.templateID,
		Name: "New"})
	wantFault(t, "after its time", err, "Dossier template is not active")
	name, later := "Other", s.Now()
	from := commands.Change[time.Time]{Given: true, Value: &later}
	for _, fields := range []commands.TemplateFields{{ValidFrom: from}, {ValidFrom: from, Name: &name}} {
		r := commands.UpdateTemplate{Request: request(s.admin), TemplateID: s.templateID, TemplateFields: fields}
		if _, err := s.UpdateTemplate(t.Context(), r); domain.KindOf(err) != domain.Invalid ||
			s.house.load(t, s.templateID).Text.Name == name {
			t.Errorf("a time that ends before it begins: got %v, want a refusal, and the name of before", err)
		}
	}
}

func TestAMappingIsAnotherUnderAnotherName(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	store := func(name string) commands.Outcome {
		t.Helper()
		out, err := s.StoreMapping(t.Context(), commands.StoreMapping{Request: request(s.admin),
			TemplateID: s.templateID,
			MappingID:  s.mapping, Name: &name,
			Encoding: template.UTF8, Delimiter: ";", Open: csvOf("m.csv", "search_value;mapped_value\na;1\n")})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if out := store("M"); out.Position != 0 {
		t.Errorf("the same again: got %+v, want out.Position = 0", out)
	}
	if out := store("N"); out.Position == 0 || s.house.load(t, s.templateID).Mappings[0].Name != "N" {
		t.Errorf("another name: got %+v, want the mapping N, changed", out)
	}
	out, err := s.DeleteMapping(t.Context(), commands.DeleteMapping{Request: request(s.admin), TemplateID: s.templateID,
		MappingID: s.mapping})
	if err != nil || out.ID != s.mapping {
		t.Errorf("got %+v, %v; want the id of the mapping", out, err)
	}
}

func TestAnAccountIsFoundByItsName(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	if id, err := s.UserByName(t.Context(), request(user.SystemPrincipal("demo")), "NORA"); err != nil || id != s.account {
		t.Errorf("got %q, %v; want %s", id, err, s.account)
	}
	if id, err := s.UserByName(t.Context(), request(user.SystemPrincipal("demo")), "nobody"); !errors.Is(err, domain.ErrUserNotFound) || id != "" {
		t.Errorf("got %q, %v; want %v", id, err, domain.ErrUserNotFound)
	}
}

func TestTheSameDictionaryIsReadToBeCompared(t *testing.T) {
	t.Parallel()
	estest.EachFault(t, func(f *estest.Faults) error {
		s := newScene(t)
		heal := s.fail(f)
		defer heal()
		r := commands.SetDictionary{Request: request(s.admin), TemplateID: s.templateID, EntityID: s.entity,
			List:    template.ListEntries,
			Content: []byte("Acme\nZeta")}
		out, err := s.SetDictionary(t.Context(), r)
		if out.Position != 0 {
			t.Errorf("after %s: got %+v, want no change", f.Failed(), out)
		}
		return err
	})
}

// TestDeletionsAreFinishedWhereTheyWereLeft as the log tells them.
func TestDeletionsAreFinishedWhereTheyWereLeft(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"file", "dossier", "package"} {
		estest.EachFault(t, func(f *estest.Faults) error {
			s := newScene(t)
			switch what {
			case "file":
				s.happens(s.ids[0], file.PermanentlyDeleted{})
			case "dossier":
				s.append(t, theDossier(s), dossier.PermanentlyDeleted{})
			default:
				s.append(t, thePackage(s), download.Deleted{})
			}
			var last es.Recorded
			for e, err := range s.Log.All(t.Context(), 0, es.Filter{}) {
				if err != nil {
					t.Fatal(err)
				}
				last = e
			}
			blobs := len(s.blobs.blobs)
			heal := s.fail(f)
			err := s.FinishDeletion(t.Context(), last)
			heal()
			if again := s.FinishDeletion(t.Context(), last); again != nil {
				t.Errorf("%s, after %s: got %v, want no failure", what, f.Failed(), again)
			}
			want := map[string]int{"file": 1, "dossier": 3, "package": 0}[what]
			if gone := blobs - len(s.blobs.blobs); gone != want {
				t.Errorf("%s, after %s: %d blobs are gone, want %d", what, f.Failed(), gone, want)
			}
			return err
		})
	}
}

func TestReportTemplatesNeedAReporter(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.Commands.Reports = nil
	_, err := s.StoreReportTemplate(t.Context(), commands.StoreReportTemplate{Request: request(s.admin),
		TemplateID: s.templateID,
		Open:       uploadOf("sheet")})
	wantFault(t, "without a reporter", err, "report templates are not handled here")
}

// TestAFailedCloneLeavesNoBytes wherever it fails before it appends anything.
func TestAFailedCloneLeavesNoBytes(t *testing.T) {
	t.Parallel()
	estest.EachFault(t, func(f *estest.Faults) error {
		s := newScene(t)
		blobs := len(s.blobs.blobs)
		heal := s.fail(f)
		defer heal()
		_, err := s.CloneTemplate(t.Context(), commands.CloneTemplate{Request: request(s.admin),
			TemplateID: s.templateID, Name: "Copy"})
		copying := strings.Contains(f.Failed(), "put a blob") || strings.Contains(f.Failed(), "open a blob")
		if n := len(s.blobs.blobs) - blobs; copying && n > 0 {
			t.Errorf("after %s: %d blobs are left, want none", f.Failed(), n)
		}
		return err
	})
}

// lostPackages cannot tell which packages hold a file.
type lostPackages struct{}

var errLostPackages = errors.New("the packages cannot be looked up")

func (lostPackages) Holding(context.Context, string, string, string) ([]string, error) {
	return nil, errLostPackages
}

// TestADeletionIsNotFinishedWithoutItsPackages and is tried again.
func TestADeletionIsNotFinishedWithoutItsPackages(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.Packages = lostPackages{}
	r := commands.DeleteFile{Request: request(s.mira), TemplateID: s.templateID, DossierID: s.dossierID,
		FileID: s.ids[0], Permanently: true}
	if _, err := s.DeleteFile(t.Context(), r); !errors.Is(err, errLostPackages) {
		t.Errorf("got %v, want %v", err, errLostPackages)
	}
}
