//go:build fixture

package upgrade

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMakeFixtures makes the fixtures with an old program, which DOCKET_BINARY
// names. See README.md.
func TestMakeFixtures(t *testing.T) {
	if os.Getenv("DOCKET_BINARY") == "" {
		t.Fatal("DOCKET_BINARY must name the program of the version before")
	}
	writeJSON(t, "flags.json", listFlags(t, findBinary(t)))
	var logKeys map[string][]string
	for _, profile := range profiles {
		t.Run(profile, func(t *testing.T) { logKeys = keepCommon(logKeys, makeFixture(t, profile)) })
	}
	if !t.Failed() {
		writeJSON(t, "logkeys.json", logKeys)
	}
}

// keepCommon keeps the keys of log lines that were seen before, or for the first
// time, and are seen now.
func keepCommon(kept, seen map[string][]string) map[string][]string {
	if kept == nil {
		return seen
	}
	for message, keys := range kept {
		if _, is := seen[message]; !is {
			delete(kept, message)
			continue
		}
		kept[message] = slices.DeleteFunc(keys, func(k string) bool { return !slices.Contains(seen[message], k) })
	}
	return kept
}

// makeFixture fills an installation, packs it, and writes down what the program
// answers on what was packed. It returns the keys of what was logged.
func makeFixture(t *testing.T, profile string) (logKeys map[string][]string) {
	i := newInstallation(t, findBinary(t), profile)
	if err := os.WriteFile(filepath.Join(i.dir, "data.key"), []byte(strings.Repeat("fixture!", 4)), 0o600); err != nil {
		t.Fatal(err)
	}
	began := time.Now().Add(-time.Second)
	i.start()
	requests, dossier := fill(i)
	time.Sleep(2 * time.Second) // what is written beside requests, such as sign-ins, comes to rest
	ended := time.Now()
	requests = append(requests, auditRequests(began, ended)...)
	i.stop()
	packFolder(t, i.dir, filepath.Join(fixtures, profile+".tar.gz"))
	if i.dsn != "" {
		dumpDatabase(t, i.dsn, filepath.Join(fixtures, "postgres.sql.gz"))
	}

	i = restoreInstallation(t, findBinary(t), profile, fixtures)
	replay := []string{"audit", "replay", "--workspace", workspace, "--dossier", dossier, "--until", ended.UTC().Format(time.RFC3339)}
	told := i.runTools([]tool{{Args: []string{"audit", "verify"}}, {Args: replay}, {Args: append(replay, "--json")},
		{Args: []string{"user", "list", "--workspace", workspace}},
		{Args: []string{"client", "list", "--workspace", workspace}}, {Args: []string{"keys", "list", "--workspace", workspace}},
		{Args: []string{"workspace", "list"}}})
	i.start()
	answers := i.perform(requests)
	compareAnswers(t, i.perform(requests), answers) // else they cannot be compared with those of another program
	i.run("", "projections", "rebuild", "--all")
	goOn(i)
	time.Sleep(10 * time.Second) // some metrics are measured every few seconds
	writeJSON(t, profile+".metrics.json", i.listMetrics())
	logKeys = i.listLogKeys()
	i.stop()
	for _, e := range answers {
		if e.Status >= 500 {
			t.Errorf("%s %s: %d %s, want less than 500", e.Method, e.Path, e.Status, e.Answer)
		}
	}
	b, err := json.MarshalIndent(answers, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	writeZipped(t, profile+".answers.json.gz", b)
	writeJSON(t, profile+".tools.json", told)
	return logKeys
}

// A filler fills an installation.
type filler struct {
	i                     *installation
	people                map[string]string // user IDs by name
	admin, olga, mo, anna *caller
	template, main        string // paths of the template and of the dossier with most in it
	requests              []exchange
}

// fill makes a representative installation over HTTP and with the tools, and
// returns the requests whose answers are to be kept, and the ID of a dossier.
func fill(i *installation) (requests []exchange, dossier string) {
	f := &filler{i: i, people: map[string]string{}}
	f.addAccounts()
	f.changeTemplate()
	f.fillMainDossier()
	f.fillOtherDossiers()
	f.changeSettings()
	f.read(time.Now())
	return f.requests, filepath.Base(f.main)
}

// addAccounts makes accounts of several roles, by the tool and over HTTP.
func (f *filler) addAccounts() {
	f.i.run(password+"\n", "user", "add", "--workspace", workspace, "--roles", "MANAGER,ADMIN,USER_ADMIN", "--first-name", "Ada",
		"--email", "ada@example.com", "ada")
	f.admin = f.i.signIn("ada")
	for name, roles := range map[string][]string{"olga": {"MANAGER"}, "mo": {"USER"}, "anna": {"USER"}, "ugo": {"USER_ADMIN"},
		"gone": {"USER"}} {
		var u struct{ ID string }
		f.admin.do("POST", "/api/users", map[string]any{"username": name, "firstName": strings.ToUpper(name[:1]) + name[1:],
			"lastName": "Ünger",
			"email":    name + "@example.com", "roles": roles, "password": password + "-" + name}, &u)
		f.admin.do("POST", "/api/users/"+u.ID+"/password", map[string]any{"newPassword": password}, nil)
		f.people[name] = u.ID
	}
	f.admin.do("PUT", "/api/users/"+f.people["gone"], map[string]any{"firstName": "Goner", "active": false}, nil)
	f.admin.do("PUT", "/api/users/"+f.people["mo"], map[string]any{"firstName": "Moritz", "lastName": "Ünger",
		"email": "moritz@example.com"}, nil)
	if _, err := f.i.requestToken("mo", "not "+password); err == nil {
		f.i.t.Error("a wrong password was accepted")
	}
	f.olga, f.mo, f.anna = f.i.signIn("olga"), f.i.signIn("mo"), f.i.signIn("anna")
}

func (f *filler) readSample(name string) []byte {
	f.i.t.Helper()
	b, err := os.ReadFile(filepath.Join(root(f.i.t), "templates/invoice", name))
	if err != nil {
		f.i.t.Fatal(err)
	}
	return b
}

type identified struct{ ID string }

// create sends a POST and returns the ID of what it made.
func (f *filler) create(path string, body any) string {
	f.i.t.Helper()
	var v identified
	f.admin.do("POST", path, body, &v)
	if v.ID == "" {
		f.i.t.Fatalf(`POST %s: no id, want v.ID other than ""`, path)
	}
	return v.ID
}

// changeTemplate changes the imported template in all its parts, and clones it.
func (f *filler) changeTemplate() {
	var list struct{ DossierTemplates []struct{ ID, Name string } }
	f.admin.do("GET", "/api/dossier-templates", nil, &list)
	f.template = "/api/dossier-templates/" + list.DossierTemplates[0].ID
	t := f.template
	f.admin.do("PUT", t, map[string]any{"description": "Of suppliers", "keepHiddenText": true,
		"settings": map[string]any{"retentionHours": 87600, "fileAttributesConfig": map[string]string{"delimiter": ";",
			"keyColumn": "filename"}}}, nil)
	status := f.create(t+"/dossier-status-definitions", map[string]any{"name": "Wait", "rank": 5, "color": "#112233"})
	spare := f.create(t+"/dossier-status-definitions", map[string]any{"name": "Spare", "rank": 6, "color": "#112244"})
	f.admin.do("PUT", t+"/dossier-status-definitions/"+status, map[string]any{"name": "Waiting", "rank": 7, "color": "#112233"}, nil)
	f.admin.do("DELETE", t+"/dossier-status-definitions/"+spare, nil, nil)
	f.changeEntities()
	f.changeComponents()
	f.changeFiles()
	f.create(t+"/clone", map[string]any{"name": "Invoices, cloned"})
	f.create("/api/dossier-templates", map[string]any{"name": "Empty", "validTo": "2020-01-01T00:00:00Z"})
}

func (f *filler) changeEntities() {
	t := f.template
	entity := f.create(t+"/entity-definitions", map[string]any{"displayName": "Goods", "rank": 70, "kind": "ENTITY",
		"color": "#abcdef", "hasDictionary": true})
	hint := f.create(t+"/entity-definitions", map[string]any{"displayName": "Hint", "rank": 71, "kind": "HINT", "color": "#abcdee"})
	f.admin.do("PUT", t+"/entity-definitions/"+entity, map[string]any{"displayName": "Goods sold", "rank": 72, "hasDictionary": true}, nil)
	f.admin.do("DELETE", t+"/entity-definitions/"+hint, nil, nil)
	var lists []string
	for _, list := range []string{"entries", "false-positives", "false-recommendations"} {
		if r := f.admin.send("PUT", t+"/entity-definitions/"+entity+"/dictionaries/"+list, "text/plain",
			[]byte("Paper\nInk\nStaple\n")); r.status == 204 {
			lists = append(lists, t+"/entity-definitions/"+entity+"/dictionaries/"+list)
		}
	}
	if len(lists) == 0 {
		f.i.t.Fatal("no dictionary was stored")
	}
	f.get("ada", lists...)
}

func (f *filler) changeComponents() {
	at := f.template + "/component-definitions"
	var made []identified
	f.admin.do("POST", at, []map[string]any{{"technicalName": "Note", "displayName": "Note"}, {"technicalName": "Old",
		"displayName": "Old", "description": "x"}}, &made)
	f.admin.do("PUT", at, []map[string]any{{"id": made[0].ID, "displayName": "Remark", "description": "of the clerk"}}, nil)
	f.admin.do("POST", at+"/bulk-delete", map[string]any{"componentIds": []string{made[0].ID, made[1].ID}}, nil)
	f.admin.do("POST", at+"/restore", map[string]any{"componentIds": []string{made[0].ID}}, nil)
	f.get("ada", at+"/"+made[0].ID)
}

// changeFiles changes what is uploaded: attributes, rules, formats, mappings and
// report templates.
func (f *filler) changeFiles() {
	t := f.template
	spare := f.create(t+"/file-attribute-definitions", map[string]any{"name": "Spare", "type": "TEXT"})
	f.admin.do("DELETE", t+"/file-attribute-definitions/"+spare, nil, nil)
	f.create(t+"/dossier-attribute-definitions", map[string]any{"name": "Centre", "type": "TEXT", "editable": true,
		"displayedInDossierList": true})
	f.create(t+"/file-attribute-definitions", map[string]any{"name": "Number", "type": "NUMBER", "editable": true,
		"csvColumnHeader": "no", "primaryAttribute": true})
	f.create(t+"/file-attribute-definitions", map[string]any{"name": "Received", "type": "DATE", "editable": true,
		"csvColumnHeader": "received"})
	for _, name := range []string{"entity-rules", "component-rules"} {
		rules := append(f.readSample(name+".drl"), "\n// changed\n"...)
		f.admin.upload("POST", t+"/"+name, name+".drl", rules, nil)
	}
	f.admin.upload("POST", t+"/date-formats", "date-formats.txt", append(f.readSample("date-formats.txt"), "\nyyyy.MM.dd\n"...), nil)
	var mapping, report, gone identified
	f.admin.upload("POST", t+"/component-mappings?name=Sectors", "sectors.csv", []byte("search_value,mapped_value\nx,A\n"), &mapping)
	f.admin.upload("PUT", t+"/component-mappings/"+mapping.ID+"?name=Sectors", "sectors.csv",
		[]byte("search_value,mapped_value\nx,A\ny,B\n"), nil)
	f.admin.upload("POST", t+"/component-mappings?name=Gone", "gone.csv", []byte("search_value,mapped_value\nx,A\n"), &gone)
	f.admin.do("DELETE", t+"/component-mappings/"+gone.ID, nil, nil)
	sheet := f.readSample("reports/invoice-sheet.docx")
	f.admin.upload("POST", t+"/report-templates?name=Sheet+2&multiFileReport=true", "sheet2.docx", sheet, &report)
	f.admin.upload("PUT", t+"/report-templates/"+report.ID+"?name=Sheet+two", "sheet3.docx", sheet, nil)
	var spareReport identified
	f.admin.upload("POST", t+"/report-templates?name=Spare", "spare.docx", sheet, &spareReport)
	f.admin.do("DELETE", t+"/report-templates/"+spareReport.ID, nil, nil)
	f.get("ada", t+"/component-mappings/"+mapping.ID, t+"/report-templates/"+report.ID)
}

// fillMainDossier makes a dossier with members, attributes and files of all kinds.
func (f *filler) fillMainDossier() {
	d := f.createDossier("Office", map[string]any{"description": "All of 2026", "memberIds": []string{f.people["mo"], f.people["anna"]},
		"approverIds": []string{f.people["anna"]}, "dueDate": "2031-05-31T00:00:00Z"})
	f.main = d
	f.olga.do("PUT", d+"/attributes", map[string]any{"attributeIdToValue": map[string]string{f.find("/dossier-attribute-definitions",
		"Centre"): "4711"}}, nil)
	first := f.uploadFile(f.mo, d, "1-classic.pdf", f.readSample("samples/1-classic.pdf"))
	f.uploadFile(f.mo, d, "sheet.docx", f.readSample("reports/invoice-sheet.docx"))
	broken := f.uploadFile(f.mo, d, "broken.pdf", []byte("%PDF-1.4 broken"))
	var zipped struct{ FileIDs []string }
	f.mo.upload("POST", d+"/files", "all.zip", f.packZip(), &zipped)
	if len(zipped.FileIDs) != 3 {
		f.i.t.Fatalf("the zip brought %d files, want 3", len(zipped.FileIDs))
	}
	for _, id := range zipped.FileIDs {
		f.mo.awaitFile(d + "/files/" + id)
	}
	f.mo.upload("POST", d+"/files", "more.csv", []byte("filename;received\n1-classic.pdf;2026-02-01\n"), nil)
	f.mo.do("PUT", first+"/attributes", map[string]any{"attributeIdToValue": map[string]string{f.find("/file-attribute-definitions",
		"Number"): "7"}}, nil)
	f.override(first)
	f.moveFile(first)
	f.uploadFile(f.mo, d, "1-classic.pdf", f.readSample("samples/2-boxed.pdf")) // another version
	f.download(d, first)
	second, third := d+"/files/"+zipped.FileIDs[0], d+"/files/"+zipped.FileIDs[1]
	f.olga.do("DELETE", broken, nil, nil)
	f.olga.do("DELETE", second, nil, nil)
	f.olga.do("POST", second+"/restore", nil, nil)
	f.olga.do("POST", second+"/reanalyse", nil, nil)
	f.olga.awaitFile(second)
	f.override(second)
	f.deleteForGood(third)
	f.get("mo", second+"/content?type=PDF", second+"/content?type=PREVIEW", first+"/content", first+"/pages/1.png?dpi=50")
}

// find returns the ID of a definition by its name.
func (f *filler) find(list, name string) string {
	f.i.t.Helper()
	var out map[string][]struct{ ID, Name string }
	f.admin.do("GET", f.template+list, nil, &out)
	for _, definitions := range out {
		for _, d := range definitions {
			if d.Name == name {
				return d.ID
			}
		}
	}
	f.i.t.Fatalf("no %s in %s", name, list)
	return ""
}

func (f *filler) createDossier(name string, more map[string]any) string {
	f.i.t.Helper()
	var d identified
	body := map[string]any{"name": name}
	for k, v := range more {
		body[k] = v
	}
	f.olga.do("POST", f.template+"/dossiers", body, &d)
	return f.template + "/dossiers/" + d.ID
}

// uploadFile uploads a file, waits until it is processed and returns its path.
func (f *filler) uploadFile(c *caller, dossier, name string, content []byte) string {
	f.i.t.Helper()
	var up struct{ FileIDs []string }
	c.upload("POST", dossier+"/files", name, content, &up)
	if len(up.FileIDs) != 1 {
		f.i.t.Fatalf("%s brought %d files, want 1", name, len(up.FileIDs))
	}
	path := dossier + "/files/" + up.FileIDs[0]
	status := c.awaitFile(path)
	f.i.t.Log(name, status)
	return path
}

func (f *filler) packZip() []byte {
	f.i.t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range map[string][]byte{
		"b/Größe.pdf": f.readSample("samples/3-sidebar.pdf"), "letter.pdf": f.readSample("samples/4-letter.pdf"),
		"compact.pdf": f.readSample("samples/5-compact.pdf"), "x.txt": []byte("x"),
		"values.csv": []byte("filename;no;received\ngröße.pdf;4711;2026-01-31\n"),
	} {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(content)
		}
		if err != nil {
			f.i.t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		f.i.t.Fatal(err)
	}
	return b.Bytes()
}

// override corrects components of a file and takes one correction back.
func (f *filler) override(file string) {
	for name, value := range map[string]string{"Invoice_Number": "INV-2026-018", "Supplier_Name": "Café Nord", "Due_Date": "01/02/2026"} {
		f.mo.do("POST", file+"/component-overrides", map[string]any{"name": name, "componentValues": []map[string]any{{"value": value,
			"valueDescription": "by hand"}}}, nil)
	}
	f.mo.do("POST", file+"/component-overrides/revert", map[string]any{"components": []string{"Due_Date"}}, nil)
	f.mo.do("POST", file+"/component-overrides", map[string]any{"name": "Currency",
		"componentValues": []map[string]any{{"value": "CHF"}}}, nil)
}

// moveFile moves a file through the workflow and back.
func (f *filler) moveFile(file string) {
	f.mo.do("PUT", file+"/assignee", map[string]any{"assigneeId": f.people["mo"]}, nil)
	f.mo.do("PUT", file+"/workflow-status", map[string]any{"workflowStatus": "UNDER_APPROVAL", "approverId": f.people["anna"]}, nil)
	f.anna.do("PUT", file+"/workflow-status", map[string]any{"workflowStatus": "APPROVED"}, nil)
	f.anna.do("PUT", file+"/workflow-status", map[string]any{"workflowStatus": "UNDER_REVIEW"}, nil)
}

// download has packages made, and deletes one.
func (f *filler) download(dossier, file string) {
	reports := []string{f.find("/report-templates", "Invoice sheet"), f.find("/report-templates", "Invoice summary")}
	var made []string
	for _, request := range []struct {
		path string
		body map[string]any
	}{
		{dossier + "/downloads", map[string]any{}},
		{file + "/downloads", map[string]any{"downloadFileTypes": []string{"ORIGINAL"}, "reportTemplateIds": reports}},
	} {
		var d struct{ DownloadID, ID string }
		f.mo.do("POST", request.path, request.body, &d)
		made = append(made, "/api/downloads/"+d.DownloadID+d.ID)
	}
	for _, path := range made {
		var d struct{ Status string }
		await(f.i.t, path+" to be packed", func() bool {
			f.mo.do("GET", path, nil, &d)
			return d.Status == "READY" || d.Status == "FAILED"
		})
		f.i.t.Log("download", d.Status)
	}
	f.mo.send("GET", made[1]+"/content", "", nil)
	f.get("mo", made[1], made[1]+"/content")
	f.mo.do("DELETE", made[0], nil, nil)
}

// deleteForGood deletes a file permanently and waits until nothing of it is there.
func (f *filler) deleteForGood(path string) {
	f.olga.do("DELETE", path+"?deletePermanently=true", nil, nil)
	await(f.i.t, path+" to be erased", func() bool {
		return f.olga.send("GET", path, "", nil).status == 404
	})
	f.get("olga", path, path+"/history")
}

// fillOtherDossiers makes dossiers in every state.
func (f *filler) fillOtherDossiers() {
	archived, trashed, restored, gone := f.createDossier("Archived", nil), f.createDossier("Trashed", nil), f.createDossier("Restored",
		nil), f.createDossier("Gone", nil)
	note := f.readSample("../../docs/samples/note.pdf")
	for _, d := range []string{archived, trashed, gone} {
		f.uploadFile(f.olga, d, "note.pdf", note)
	}
	f.olga.do("POST", f.template+"/dossiers", map[string]any{"id": filepath.Base(restored), "name": "Restored, renamed",
		"description": "Twice"}, nil)
	f.olga.do("POST", archived+"/archive", nil, nil)
	f.olga.do("DELETE", trashed, nil, nil)
	f.olga.do("DELETE", restored, nil, nil)
	f.olga.do("POST", restored+"/restore", nil, nil)
	f.deleteForGood(gone)
	if r := f.anna.send("DELETE", restored, "", nil); r.status < 400 {
		f.i.t.Errorf("anna deletes a dossier of others: got %d, want a refusal", r.status)
	}
}

// changeSettings changes settings, clients, keys and workspaces by the tools.
func (f *filler) changeSettings() {
	f.i.run("", "workspace", "add", "--retention", "720", "legal")
	f.i.run(password+"\n", "user", "add", "--workspace", "legal", "--roles", "MANAGER,ADMIN", "lena")
	f.i.run("", "client", "add", "--workspace", workspace, "--redirect-uri", "https://app.example/callback", "--password-grant",
		"--public", "app")
	f.i.run("", "workspace", "set", "--refresh-grace", "30s", workspace)
	f.i.run("", "keys", "rotate", "--workspace", workspace)
}

// get notes requests whose answers are kept.
func (f *filler) get(as string, paths ...string) {
	for _, p := range paths {
		f.requests = append(f.requests, exchange{As: as, Method: "GET", Path: p})
	}
}

// read notes the reads of everything that lists and records show.
func (f *filler) read(now time.Time) {
	t := f.template
	f.get("ada", "/api/dossier-templates", "/api/users", "/api/users?username=olga", "/api/license", t, t+"/bundle",
		t+"/history?limit=500&order=asc")
	for _, part := range []string{"entity-rules", "component-rules", "date-formats", "dossier-status-definitions",
		"dossier-attribute-definitions",
		"file-attribute-definitions", "entity-definitions", "report-templates", "component-mappings", "component-definitions",
		"component-definitions?includeSoftDeleted=true"} {
		f.get("ada", t+"/"+part)
	}
	for _, id := range f.people {
		f.get("ugo", "/api/users/"+id)
	}
	f.get("mo", "/api/downloads", "/api/users", t+"/dossiers")
	f.get("anna", t+"/dossiers", t+"/history")
	f.get("ugo", t+"/dossiers")
	all := "?includeActive=true&includeArchived=true&includeArchivedDossiers=true&includeSoftDeleted=true"
	f.get("olga", t+"/dossiers"+all, t+"/dossiers")
	var list struct{ Dossiers []identified }
	f.olga.do("GET", t+"/dossiers"+all, nil, &list)
	if len(list.Dossiers) != 4 {
		f.i.t.Fatalf("%d dossiers, want 4", len(list.Dossiers))
	}
	for _, d := range list.Dossiers {
		f.readDossier(t+"/dossiers/"+d.ID, now.UTC().Format("2006-01-02T15:04:05.000Z"))
	}
	report, err := json.Marshal(map[string]any{"startDate": now.AddDate(0, 0, -1).UTC().Format(time.RFC3339),
		"endDate": now.UTC().Format(time.RFC3339)})
	if err != nil {
		f.i.t.Fatal(err)
	}
	f.requests = append(f.requests, exchange{As: "ada", Method: "POST", Path: "/api/license/usage-reports", Body: string(report)})
}

func (f *filler) readDossier(d, now string) {
	f.get("olga", d, d+"?includeSoftDeleted=true", d+"?asOf="+now, d+"/history?limit=500&order=asc",
		d+"/components?includeDetails=true", d+"/components.xml",
		d+"/components?asOf="+now)
	files := d + "/files?includeActive=true&includeArchived=true&includeSoftDeleted=true"
	f.get("olga", files, d+"/files", d+"/files?asOf="+now)
	f.get("mo", d, files)
	var list struct{ FileStatus []struct{ FileID, ID string } }
	r := f.olga.send("GET", files, "", nil)
	if r.status != 200 {
		return
	}
	if err := json.Unmarshal(r.body, &list); err != nil {
		f.i.t.Fatal(err)
	}
	for _, file := range list.FileStatus {
		at := d + "/files/" + file.ID + file.FileID
		for _, part := range []string{"", "?includeSoftDeleted=true", "?asOf=" + now, "/components", "/components?includeDetails=true",
			"/components.xml",
			"/components?asOf=" + now, "/component-overrides", "/entities", "/history?limit=500&order=asc", "/content"} {
			f.get("olga", at+part)
		}
	}
}

// auditRequests are searches of all that happened while a fixture was made, and
// of nothing that happens when it is used.
func auditRequests(began, ended time.Time) (out []exchange) {
	const format = "2006-01-02T15:04:05.000Z"
	within := "&from=" + began.UTC().Format(format) + "&to=" + ended.UTC().Format(format)
	for _, q := range []string{"order=asc&limit=500", "limit=20", "format=csv", "format=jsonl", "type=component.overridden"} {
		out = append(out, exchange{As: "ada", Method: "GET", Path: "/api/audit/events?" + q + within})
	}
	return out
}

// packFolder packs an installation, without what is made anew at each start.
func packFolder(t *testing.T, dir, archive string) {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if name == "data/cache" {
			return filepath.SkipDir
		}
		return packEntry(w, filepath.ToSlash(name), path, e)
	})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	writeZipped(t, filepath.Base(archive), b.Bytes())
}

func packEntry(w *tar.Writer, name, path string, e fs.DirEntry) error {
	if e.IsDir() {
		return w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o700})
	}
	if !e.Type().IsRegular() {
		return nil // a socket
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o600, Size: int64(len(b))}); err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// dumpDatabase writes a database as statements that any PostgreSQL since 15 runs.
func dumpDatabase(t *testing.T, dsn, dump string) {
	t.Helper()
	out, err := exec.Command("pg_dump", "--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=100", "-d", dsn).Output()
	if err != nil {
		t.Fatalf("pg_dump: %v, want no error", err)
	}
	var b bytes.Buffer
	for line := range bytes.Lines(out) {
		if !bytes.HasPrefix(line, []byte(`\`)) && !bytes.HasPrefix(line, []byte("SET transaction_timeout")) && !bytes.HasPrefix(line,
			[]byte("--")) {
			b.Write(line)
		}
	}
	writeZipped(t, filepath.Base(dump), b.Bytes())
}

func writeZipped(t *testing.T, name string, content []byte) {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(content)
	}
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(fixtures, name), b.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func writeJSON(t *testing.T, name string, v any) {
	t.Helper()
	b, err := json.MarshalIndent(v, "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(fixtures, name), append(b, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
