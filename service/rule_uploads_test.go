package service_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// Rule files that are sound, and faulty.
const (
	soundRule  = "package drools\n\nrule \"X.0.0: nothing\"\nwhen\n  Section()\nthen\nend\n"
	faultyRule = "package drools\n\nrule \"X.0.0: misspelt\"\nwhen\n\tSection(containsStrin(\"a\"))\nthen\nend\n" +
		"query \"getFileAttributes\" FileAttribute() end query \"getComponents\" FileAttribute() end\n"
)

// analysedFile holds the analyses in a file's status.
type analysedFile struct {
	servicetest.FileStatus
	RulesVersion                                    int
	AnalysisRequired, ExcludedFromAutomaticAnalysis bool
	LastLayoutProcessed                             string
	FailedRules                                     int
	RuleFailures                                    []struct {
		Rule, File, Message string
		Line                int
	}
}

// A ruleSite is a service with a template whose rules are changed.
type ruleSite struct {
	*servicetest.Caller
	template, dossier string
}

func newRuleSite(t *testing.T, args []string) *ruleSite {
	t.Helper()
	s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), args...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Rules")
	return &ruleSite{c, path.Dir(path.Dir(dossier)), dossier}
}

// put uploads a rule file.
func (s *ruleSite) put(to string, content []byte) servicetest.Answer {
	s.T.Helper()
	body, contentType := servicetest.NewMultipartFile("rules.drl", content)
	a, err := s.Do("POST", to, contentType, body)
	if err != nil {
		s.T.Fatal(err)
	}
	return a
}

// storeRules uploads a rule file that is sound.
func (s *ruleSite) storeRules(to string, content []byte) servicetest.Answer {
	s.T.Helper()
	a := s.put(to, content)
	if a.Status != 200 {
		s.T.Fatalf("upload to %s: %d %s, want 200", to, a.Status, a.Body)
	}
	return a
}

func (s *ruleSite) file(id string) (f analysedFile) {
	s.T.Helper()
	s.Want(200, "GET", s.dossier+"/files/"+id, nil).Decode(s.T, &f)
	return f
}

// awaitFile waits until a file is done.
func (s *ruleSite) awaitFile(id string) analysedFile {
	s.T.Helper()
	s.AwaitDone(s.dossier + "/files/" + id)
	return s.file(id)
}

// samples are the stock template's sample invoices.
func samples(t *testing.T, n int) (out [][]byte) {
	t.Helper()
	names, err := filepath.Glob("templates/invoice/samples/*.pdf")
	if err != nil || len(names) < n {
		t.Fatal(len(names), err)
	}
	for _, name := range names[:n] {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

func TestRulesAreDownloadedAsTheyWereUploaded(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := newRuleSite(t, args)
		for file, to := range map[string]string{"entity-rules.drl": "/entity-rules", "component-rules.drl": "/component-rules",
			"date-formats.txt": "/date-formats"} {
			want, err := os.ReadFile(filepath.Join("templates/invoice", file))
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Want(200, "GET", s.template+to, nil).Body; !bytes.Equal(got, want) {
				t.Errorf("%s came back as %d bytes instead of %d, want the same bytes", file, len(got), len(want))
			}
			odd := append([]byte("# Größe\r\n\r\n"), want...)
			if file != "date-formats.txt" {
				odd = append([]byte("// Größe\r\n\t"), want...)
			}
			if a := s.storeRules(s.template+to, odd); a.Header.Get("Docket-Position") == "" {
				t.Errorf(`%s: no position, want other than ""`, file)
			}
			if got := s.Want(200, "GET", s.template+to, nil).Body; !bytes.Equal(got, odd) {
				t.Errorf("%s came back changed, want the same bytes", file)
			}
		}
	})
}

func TestATemplateIsIncompleteUntilBothRuleFilesAreStored(t *testing.T) {
	t.Parallel()
	empty := t.TempDir()
	if err := os.WriteFile(filepath.Join(empty, "template.yaml"), []byte("format: 1\nname: The beginning\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := newRuleSite(t, append(servicetest.NewMasterKey(t), "--import", empty))
	var list struct {
		DossierTemplates []struct{ ID, Name, Status string }
	}
	s.Want(200, "GET", "/api/dossier-templates", nil).Decode(t, &list)
	at := "/api/dossier-templates/" + list.DossierTemplates[1].ID // by name
	if list.DossierTemplates[1].Name != "The beginning" || list.DossierTemplates[1].Status != "INCOMPLETE" {
		t.Fatalf("got %+v, want list.DossierTemplates[1].Name = The beginning and list.DossierTemplates[1].Status = INCOMPLETE", list)
	}
	for to, want := range map[string]string{"/entity-rules": "Entity rules not found", "/component-rules": "Component rules not found"} {
		if a := s.Want(404, "GET", at+to, nil); !strings.Contains(string(a.Body), want) {
			t.Errorf("%s: %s, want %v in it", to, a.Body, want)
		}
	}
	if a := s.Want(200, "GET", at+"/date-formats", nil); !strings.Contains(string(a.Body), "d.M.yyyy\n") {
		t.Errorf("the stock list is %q, want %q in it", a.Body, "d.M.yyyy\n")
	}
	s.Want(409, "POST", at+"/dossiers", map[string]any{"name": "Too early"})
	s.storeRules(at+"/entity-rules", []byte(soundRule))
	s.storeRules(at+"/component-rules", []byte(strings.Replace(soundRule, "Section", "Entity", 1)))
	s.Want(201, "POST", at+"/dossiers", map[string]any{"name": "In time"})
}

func TestFaultyRulesAreRefusedWithPlaces(t *testing.T) {
	t.Parallel()
	s := newRuleSite(t, servicetest.NewMasterKey(t))
	before := s.Want(200, "GET", s.template+"/entity-rules", nil).Body
	type told struct {
		Errors []struct {
			Line, Column int
			Message      string
		}
	}
	for name, c := range map[string]struct {
		content      []byte
		line, column int
	}{
		"misspelt method": {[]byte(faultyRule), 5, 10},
		"empty file":      {nil, 1, 1},
		"latin 1":         {[]byte(soundRule + "// caf\xe9\n"), 1, 1},
		"utf 16":          {[]byte("\xff\xfer\x00u\x00l\x00e\x00"), 1, 1},
		"nul bytes":       {[]byte("rule \"X.0.0\"\nwhen \x00 then end\n"), 2, 6},
		"new of a number": {[]byte("package drools\n\nrule \"X.0.0\"\nwhen Document() then\n  int x = new int();\nend\n"), 5, 15},
		"no identifier":   {[]byte("rule \"nothing\"\nwhen then end\n"), 1, 6},
	} {
		for query, status := range map[string]int{"": 422, "?dryRun=false": 422, "?dryRun=true": 200} {
			a := s.put(s.template+"/entity-rules"+query, c.content)
			var e told
			a.Decode(t, &e)
			if a.Status != status || len(e.Errors) == 0 || e.Errors[0].Line != c.line || e.Errors[0].Column != c.column ||
				e.Errors[0].Message == "" {
				t.Errorf("%s%s: got %d %.300s, want %d with an error at %d:%d",
					name, query, a.Status, a.Body, status, c.line, c.column)
			}
		}
	}
	if a := s.put(s.template+"/entity-rules?dryRun=true", []byte(soundRule)); a.Status != 200 || strings.TrimSpace(string(a.Body)) != `{"errors":[]}` {
		t.Errorf(`a sound file: %d %s, want a.Status = 200 and strings.TrimSpace(string(a.Body)) = {"errors":[]}`, a.Status, a.Body)
	}
	if a := s.put(s.template+"/entity-rules", bytes.Repeat([]byte("// x\n"), 1<<21)); a.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("10 MiB: %d %s, want %v", a.Status, a.Body, http.StatusRequestEntityTooLarge)
	}
	if now := s.Want(200, "GET", s.template+"/entity-rules", nil).Body; !bytes.Equal(now, before) {
		t.Error("a file that was refused was stored")
	}
	a := s.put(s.template+"/date-formats", []byte("dd.MM.yyyy\n\n  dd.bb.yyyy\r\n"))
	if want := `[{"line":3,"message":"Unknown pattern letter: b","pattern":"dd.bb.yyyy"}]`; a.Status != 400 || strings.TrimSpace(string(a.Body)) != want {
		t.Errorf("date formats: %d %s, want a.Status = 400 and strings.TrimSpace(string(a.Body)) = %v", a.Status, a.Body, want)
	}
	if a := s.put(s.template+"/date-formats", []byte("\xff\xfed\x00")); a.Status != 400 || !strings.Contains(string(a.Body), `"line":1`) || !strings.Contains(string(a.Body), `"pattern":""`) {
		t.Errorf(`date formats in UTF-16: %d %s, want a.Status = 400, string(a.Body) with "line":1 and string(a.Body) with `+
			`"pattern":""`, a.Status, a.Body)
	}
	s.Service.AddUser("ugo", "Str0ng-enough", "MANAGER")
	other := s.Service.SignIn("ugo", "Str0ng-enough")
	other.Want(403, "GET", s.template+"/entity-rules", nil)
	s.Want(404, "GET", "/api/dossier-templates/00000000-0000-4000-8000-000000000000/entity-rules", nil)
}

func TestStoredRulesReanalyseFromTheStoredTree(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := newRuleSite(t, args)
		pdfs := samples(t, 3)
		id, trashed := s.Upload(s.dossier, "a.pdf", pdfs[0]), s.Upload(s.dossier, "b.pdf", pdfs[1])
		body, contentType := servicetest.NewMultipartFile("c.pdf", pdfs[2])
		var left struct{ FileIDs []string }
		a, err := s.Do("POST", s.dossier+"/files?disableAutomaticAnalysis=true", contentType, body)
		if err != nil {
			t.Fatal(err)
		}
		a.Decode(t, &left)
		first := s.awaitFile(id)
		s.awaitFile(trashed)
		s.awaitFile(left.FileIDs[0])
		s.Want(204, "DELETE", s.dossier+"/files/"+trashed, nil)

		rules := s.Want(200, "GET", s.template+"/component-rules", nil).Body
		if again := s.storeRules(s.template+"/component-rules", rules); again.Header.Get("Docket-Position") != "" {
			t.Error("the same bytes were stored again")
		}
		changed := append(slices.Clip(rules),
			[]byte("\nrule \"Mark.0.0: a mark\"\nwhen\nthen\n  componentCreationService.create(\"Mark.0.0\", \"Mark\", "+
				"\"here\", \"\");\nend\n")...)
		s.storeRules(s.template+"/component-rules", changed)
		if f := s.file(id); f.ProcessingStatus == "PROCESSED" && f.NumberOfAnalyses == 1 || f.AnalysisRequired {
			t.Errorf("right after the upload the file is %+v, want no end of its first analysis", f)
		}
		f := s.awaitFile(id)
		if f.ProcessingStatus != "PROCESSED" || f.NumberOfAnalyses != 2 || f.RulesVersion != first.RulesVersion+1 ||
			f.LastLayoutProcessed != first.LastLayoutProcessed || f.AnalysisRequired {
			t.Errorf("before %+v\nafter  %+v, want one more analysis of the stored layout", first, f)
		}
		var found fileComponents
		s.Want(200, "GET", s.dossier+"/files/"+id+"/components", nil).Decode(t, &found)
		if !slices.Equal(found.Components["Mark"], []string{"here"}) {
			t.Errorf("components: %v, want %v", found.Components, []string{"here"})
		}
		if f := s.file(left.FileIDs[0]); f.ProcessingStatus != "PROCESSED" || f.NumberOfAnalyses != 0 || !f.ExcludedFromAutomaticAnalysis {
			t.Errorf("a file without automatic analysis: %+v, want no analysis", f)
		}
		var gone analysedFile
		s.Want(200, "GET", s.dossier+"/files/"+trashed+"?includeSoftDeleted=true", nil).Decode(t, &gone)
		if gone.NumberOfAnalyses != 1 || !gone.AnalysisRequired {
			t.Errorf("a soft-deleted file: %+v, want gone.NumberOfAnalyses = 1 and gone.AnalysisRequired", gone)
		}
		s.storeRules(s.template+"/date-formats", []byte("yyyy-MM-dd\n"))
		if f := s.awaitFile(id); f.NumberOfAnalyses != 3 || f.RulesVersion != first.RulesVersion+2 {
			t.Errorf("after other date formats: %+v, want f.NumberOfAnalyses = 3 and f.RulesVersion = %v", f, first.RulesVersion+2)
		}
		toldWhy(t, s, id)
	})
}

// toldWhy looks for the system in the history of a file that was analysed again.
func toldWhy(t *testing.T, s *ruleSite, id string) {
	t.Helper()
	var h history
	s.Want(200, "GET", s.dossier+"/files/"+id+"/history?limit=500", nil).Decode(t, &h)
	asked := 0
	for _, e := range h.Events {
		if e.Type == "file.reanalysis-requested" {
			asked++
			if e.Actor.Username != "system" {
				t.Errorf("asked by %+v, want e.Actor.Username = %q", e.Actor, "system")
			}
		}
	}
	if asked != 2 {
		t.Errorf("%d requests in the history, want 2", asked)
	}
}

func TestARuleThatFailsLosesItsValuesOnlyUntilItIsRepaired(t *testing.T) {
	t.Parallel()
	s := newRuleSite(t, servicetest.NewMasterKey(t))
	pdfs := samples(t, 2)
	hit, other := s.Upload(s.dossier, "a.pdf", pdfs[0]), s.Upload(s.dossier, "b.pdf", pdfs[1])
	s.awaitFile(hit)
	s.awaitFile(other)
	var whole, partial fileComponents
	s.Want(200, "GET", s.dossier+"/files/"+hit+"/components", nil).Decode(t, &whole)
	number := whole.Components["Invoice_Number"][0]
	rules := s.Want(200, "GET", s.template+"/component-rules", nil).Body
	lines := bytes.Count(rules, []byte("\n"))
	failing := append(slices.Clip(rules), fmt.Appendf(nil,
		"\nrule \"Bad.0.0: too short\"\nwhen\n  $e: Entity(type == \"invoice_number\", value == %q)\nthen\n  "+
			"$e.getValue().substring(1000);\nend\n", number)...)
	s.storeRules(s.template+"/component-rules", failing)
	f := s.awaitFile(hit)
	if f.ProcessingStatus != "PROCESSED" || f.FailedRules != 1 || len(f.RuleFailures) != 1 || f.NumberOfAnalyses != 2 {
		t.Fatalf("the file that is hit: %+v, want one failed rule in its second analysis", f)
	}
	if r := f.RuleFailures[0]; r.Rule != "Bad.0.0: too short" || r.File != "COMPONENT" || r.Line != lines+6 || r.Message == "" {
		t.Errorf("the rule that failed: %+v, want line %d", r, lines+6)
	}
	s.Want(200, "GET", s.dossier+"/files/"+hit+"/components", nil).Decode(t, &partial)
	if partial.FailedRules != 1 || !reflect.DeepEqual(partial.Components, whole.Components) {
		t.Errorf("got %+v, want the values of the other rules: %+v", partial, whole)
	}
	var list struct {
		Files []struct {
			ID          string
			FailedRules int
		}
	}
	s.Want(200, "GET", "/api/files?attention=true", nil).Decode(t, &list)
	if !slices.ContainsFunc(list.Files, func(f struct {
		ID          string
		FailedRules int
	}) bool {
		return f.ID == hit && f.FailedRules == 1
	}) {
		t.Errorf("files that need attention: %+v, want %s", list, hit)
	}
	if f := s.awaitFile(other); f.ProcessingStatus != "PROCESSED" || f.FailedRules != 0 || f.NumberOfAnalyses != 2 {
		t.Errorf("another file: %+v, want f.ProcessingStatus = PROCESSED, f.FailedRules = 0 and f.NumberOfAnalyses = 2", f)
	}
	s.storeRules(s.template+"/component-rules", rules)
	if f := s.awaitFile(hit); f.ProcessingStatus != "PROCESSED" || f.FailedRules != 0 || f.RuleFailures != nil ||
		f.NumberOfAnalyses != 3 || f.AnalysisRequired {
		t.Errorf("after the repair: %+v, want no failed rule in its third analysis", f)
	}
	if f := s.awaitFile(other); f.ProcessingStatus != "PROCESSED" || f.NumberOfAnalyses != 3 {
		t.Errorf("another file, after the repair: %+v, want f.ProcessingStatus = %q and f.NumberOfAnalyses = 3", f, "PROCESSED")
	}
}

func TestRulesThatComeDuringARunMeanOneMore(t *testing.T) {
	t.Parallel()
	s := newRuleSite(t, servicetest.NewMasterKey(t))
	id := s.Upload(s.dossier, "a.pdf", servicetest.SamplePDF(t))
	first := s.awaitFile(id)
	rules := s.Want(200, "GET", s.template+"/component-rules", nil).Body
	slow := append(slices.Clip(rules),
		[]byte("\nrule \"Slow.0.0: counts\"\nwhen\nthen\n  int n = 0;\n  for (int i = 0; i < 20000000; i++) { n = n + 1; }\nend\n")...)
	s.storeRules(s.template+"/component-rules", slow)
	deadline := time.Now().Add(2 * time.Minute)
	for s.file(id).ProcessingStatus != "ANALYSE" {
		if time.Now().After(deadline) {
			t.Fatal("the run does not begin")
		}
		time.Sleep(5 * time.Millisecond) // a client that polls
	}
	s.storeRules(s.template+"/component-rules", rules)
	f := s.awaitFile(id)
	if f.ProcessingStatus != "PROCESSED" || f.NumberOfAnalyses != 3 || f.RulesVersion != first.RulesVersion+2 || f.AnalysisRequired {
		t.Errorf("got %+v, want the third analysis, by the rules of two changes later", f)
	}
}
