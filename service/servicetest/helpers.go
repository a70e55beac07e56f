package servicetest

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"html"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/seed-62a36931/docket/adapters/blobs"
	"github.com/seed-62a36931/docket/adapters/blobs/buckettest"
	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/atrest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/settings"
)

// CompareRebuilt builds all views anew and compares.
func CompareRebuilt(t *testing.T, a *service.App) {
	t.Helper()
	if err := CatchUp(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	running := DumpViews(t, a)
	for _, v := range a.Views {
		if err := a.Storage.Views.Reset(t.Context(), v); err != nil {
			t.Fatal(err)
		}
	}
	if err := CatchUp(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	for table, rebuilt := range DumpViews(t, a) {
		if rebuilt != running[table] {
			t.Errorf("%s differs\nrestored: %.2000s\nrebuilt: %.2000s", table, running[table], rebuilt)
		}
	}
}

// RunDocket runs a command line and gives what it printed; it must succeed.
func RunDocket(t *testing.T, args ...string) string {
	t.Helper()
	out, err := NewCommand(t.Context(), args...).CombinedOutput()
	if err != nil {
		t.Fatalf("docket %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// ExpectFailure runs a command line that must end with exit code 1 and say why.
func ExpectFailure(t *testing.T, reason string, args ...string) (output string) {
	t.Helper()
	out, err := NewCommand(t.Context(), args...).CombinedOutput()
	if err == nil || !bytes.Contains(out, []byte(reason)) || bytes.Contains(out, []byte("panic")) {
		t.Errorf("docket %s: %v, without %q\n%s", strings.Join(args, " "), err, reason, out)
	}
	return string(out)
}

// EachGoldenEvent gives the golden bodies of all aggregates.
func EachGoldenEvent(t *testing.T, f func(name string, env es.Envelope)) {
	t.Helper()
	names, err := filepath.Glob("domain/*/testdata/events/*.json")
	if err != nil || len(names) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, name := range names {
		kind, version, _ := strings.Cut(strings.TrimSuffix(filepath.Base(name), ".json"), ".v")
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		env := es.Envelope{Stream: "golden-demo-1", Version: 1, Type: kind, Body: bytes.TrimSpace(body)}
		env.ID = uuid.NewSHA1(estest.GoldenCommand, fmt.Appendf(nil, "%s\n0", env.Stream))
		if _, err := fmt.Sscan(version, &env.Schema); err != nil {
			t.Fatal(err)
		}
		f(name, env)
	}
}

// ReadBlob reads a blob.
func ReadBlob(t *testing.T, a *service.App, ref es.BlobRef) []byte {
	t.Helper()
	in, err := a.Commands.Blobs.Open(t.Context(), ref)
	if err != nil {
		t.Errorf("%+v: %v", ref, err)
		return nil
	}
	b, err := io.ReadAll(in)
	if err = errors.Join(err, in.Close()); err != nil {
		t.Error(err)
	}
	return b
}

// CheckLog reads the log of a service: bad input is no failure of ours, and no
// secret is in it.
func CheckLog(t *testing.T, s *Instance) {
	t.Helper()
	s.Stop()
	for _, word := range []string{"panicked", "status=500", "request failed", "Str0ng-enough", "eyJ"} {
		if strings.Contains(s.Log.String(), word) {
			t.Errorf("the log holds %q", word)
		}
	}
}

// ObjectStore is a server that services of a test keep their bytes in.
type ObjectStore interface {
	URL(prefix string) string
	Config(prefix string) blobs.BucketConfig
}

// UseObjectStore makes services and tools of this test keep bytes in a place of an object
// store; nil: in a folder.
func UseObjectStore(t *testing.T, s ObjectStore, prefix string) {
	t.Helper()
	url := ""
	if s != nil {
		url = s.URL(prefix)
	}
	t.Setenv("DOCKET_S3", url)
	t.Setenv("DOCKET_S3_REGION", "us-east-1")
	t.Setenv("DOCKET_S3_ACCESS_KEY", buckettest.AccessKey)
	t.Setenv("DOCKET_S3_SECRET_KEY", buckettest.SecretKey)
}

// ListObjects are the keys below a prefix.
func ListObjects(t *testing.T, s ObjectStore, prefix string) (keys []string) {
	t.Helper()
	c := s.Config(prefix)
	client, err := minio.New(c.Address.Host, &minio.Options{Creds: credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""), Region: c.Region})
	if err != nil {
		t.Fatal(err)
	}
	for o := range client.ListObjectsIter(t.Context(), buckettest.Bucket, minio.ListObjectsOptions{Prefix: prefix + "/", Recursive: true}) {
		if o.Err != nil {
			t.Fatal(o.Err)
		}
		keys = append(keys, o.Key)
	}
	return keys
}

var formAction = regexp.MustCompile(`<form[^>]* action="([^"]+)"`)

// SignInAt fills in the sign-in page at an address and follows where it leads.
func SignInAt(address, username, password string) error {
	page, err := http.Get(address)
	if err != nil {
		return err
	}
	defer page.Body.Close()
	text, err := io.ReadAll(page.Body)
	if err != nil {
		return err
	}
	found := formAction.FindSubmatch(text)
	if found == nil {
		return fmt.Errorf("%s: no form in %s", page.Status, text)
	}
	action, err := page.Request.URL.Parse(html.UnescapeString(string(found[1])))
	if err != nil {
		return err
	}
	r, err := http.PostForm(action.String(), url.Values{"username": {username}, "password": {password}})
	if err != nil {
		return err
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("the sign-in ended with %s", r.Status)
	}
	return nil
}

// SingletonTasks is how many parts one process of all runs.
var SingletonTasks = len(projections.All(nil)) + len([]string{"relay", service.Reanalysis, service.TemplateCleanup, service.SignOuts,
	"sweep", "eraser", "leftovers", "scrub", "sessions", "answers", "uploads", "deletions", "evidence", "view-check", "ended",
	service.WebhookTask})

// OpenTools opens the data of a stopped service.
func OpenTools(t testing.TB, s *Instance) *service.App {
	t.Helper()
	cfg := settings.Config{Data: s.Data, Workspace: "demo", UploadLimit: 1, MaxPages: 1, LeaseTime: time.Second, SweepEvery: time.Second,
		Retention: workspace.DefaultRetention, ObjectStore: settings.ObjectStore{S3: os.Getenv("DOCKET_S3"),
			BucketKeys: settings.BucketKeys{S3AccessKey: os.Getenv("DOCKET_S3_ACCESS_KEY"), S3SecretKey: os.Getenv("DOCKET_S3_SECRET_KEY")}}}
	for i, a := range s.Args {
		switch a {
		case "--postgres":
			cfg.Postgres = s.Args[i+1]
		case "--eventstore":
			cfg.EventStore = s.Args[i+1]
		case "--master-key-file":
			cfg.MasterKeyFile = s.Args[i+1]
		}
	}
	if err := cfg.Complete(); err != nil {
		t.Fatal(err)
	}
	app, err := service.OpenTools(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	return app
}

// CatchUp brings all views to the head of the log.
func CatchUp(ctx context.Context, a *service.App) error {
	for _, v := range a.Views {
		m := es.Model[projections.Writer](a.Storage.Views)
		at, err := m.Checkpoint(ctx, v.CheckpointKey())
		if err == nil {
			_, err = es.CatchUp(ctx, a.Log, m, v.Projection, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// DumpViews are the canonical contents of all tables, with their documents opened.
func DumpViews(t *testing.T, a *service.App) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, v := range a.Views {
		for _, table := range v.Tables {
			var b bytes.Buffer
			if err := a.Storage.Views.Dump(t.Context(), table.Name, &b); err != nil {
				t.Fatal(err)
			}
			for line := range bytes.Lines(b.Bytes()) {
				out[table.Name] += openLine(t, a, line)
			}
		}
	}
	return out
}

func openLine(t *testing.T, a *service.App, line []byte) string {
	t.Helper()
	var row map[string]json.RawMessage
	if err := json.Unmarshal(line, &row); err != nil {
		t.Fatal(err)
	}
	if doc, err := atrest.OpenDocument(t.Context(), a.Vault, row["doc"]); err == nil {
		row["doc"] = doc
	}
	b, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	return string(b) + "\n"
}

// AccountWords are names of a person that stand nowhere else.
var AccountWords = map[string]string{"username": "Quetzaluser", "first name": "Quetzalfirst", "last name": "Quetzallast",
	"e-mail address": "Quetzalmail"}

// CanaryWords are words that stand nowhere else.
var CanaryWords = map[string]string{"dossier name": "Quetzalname", "description": "Quetzaltext", "file name": "Quetzalfile",
	"override": "Quetzalvalue", "PDF text": "Quetzalpage"}

// CanaryPDF is a page that says a word.
func CanaryPDF(word string) []byte {
	return DrawPDF("BT /F1 12 Tf 72 720 Td (Invoice No.: " + word + ") Tj ET")
}

// DrawPDF is a page with a content stream, whose font is F1.
func DrawPDF(content string) []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(text string) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(offsets), text)
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>")
	object(fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content))
	object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return b.Bytes()
}

// spellings are the forms in which a word may lie in a file.
func spellings(word string) map[string][]byte {
	out := map[string][]byte{"raw": []byte(word), "lower case": []byte(strings.ToLower(word))}
	var le, be []byte
	for _, u := range utf16.Encode([]rune(word)) {
		le, be = append(le, byte(u), byte(u>>8)), append(be, byte(u>>8), byte(u))
	}
	out["UTF-16LE"], out["UTF-16BE"] = le, be
	for shift := range 3 { // base64 looks different by where the word begins
		whole := base64.StdEncoding.EncodeToString(append(make([]byte, shift), word...))
		out[fmt.Sprintf("base64+%d", shift)] = []byte(whole[(shift*8+5)/6 : len(whole)-4])
	}
	return out
}

// FindSightings looks for the canaries in bytes, and in what inflates out of them.
func FindSightings(where string, b []byte) (seen []string) {
	words := maps.Clone(CanaryWords)
	maps.Copy(words, AccountWords)
	for what, word := range words {
		for form, bytesOf := range spellings(word) {
			if bytes.Contains(b, bytesOf) {
				seen = append(seen, fmt.Sprintf("%s in %s, %s", what, where, form))
			}
		}
	}
	return seen
}

// Inflate returns what compressed streams within bytes hold, beside the bytes.
func Inflate(b []byte) []byte {
	var out bytes.Buffer
	for i := 0; i+2 < len(b); i++ {
		var r io.Reader
		var err error
		switch {
		case b[i] == 0x1f && b[i+1] == 0x8b:
			r, err = gzip.NewReader(bytes.NewReader(b[i:]))
		case b[i] == 0x78 && (b[i+1] == 0x01 || b[i+1] == 0x9c || b[i+1] == 0xda):
			r, err = zlib.NewReader(bytes.NewReader(b[i:]))
		default:
			continue
		}
		if err == nil {
			_, _ = io.Copy(&out, io.LimitReader(r, 16<<20)) // garbage ends with an error, after what there was
		}
	}
	return out.Bytes()
}

// FindContent looks into everything that the keys still open: events, and the
// bytes that they name.
func FindContent(t *testing.T, a *service.App) (seen []string) {
	t.Helper()
	for r, err := range a.Log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, FindSightings(r.Type, fmt.Appendf(nil, "%+v", r.Event))...)
		for _, ref := range FindBlobRefs(t, r.Body) {
			in, err := a.Commands.Blobs.Open(t.Context(), ref)
			if errors.Is(err, es.ErrErased) || errors.Is(err, es.ErrNoBlob) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(in)
			if err = errors.Join(err, in.Close()); err != nil {
				t.Fatal(err)
			}
			seen = append(seen, FindSightings("a blob of "+r.Type, b)...)
			seen = append(seen, FindSightings("an inflated blob of "+r.Type, Inflate(b))...)
		}
	}
	return seen
}

// FindBlobRefs finds the blobs that a body names.
func FindBlobRefs(t *testing.T, body []byte) (out []es.BlobRef) {
	t.Helper()
	var m map[string]json.RawMessage
	if err := json.Unmarshal(body, &m); err != nil {
		t.Fatal(err)
	}
	for _, v := range m {
		var ref es.BlobRef
		if json.Unmarshal(v, &ref) == nil && ref.ID != uuid.Nil {
			out = append(out, ref)
		}
	}
	return out
}

type canaryPaths struct{ Dossier, File string }

// CanaryDossier makes a dossier whose content are the canary words.
func CanaryDossier(t *testing.T, c *Caller, n int) canaryPaths {
	t.Helper()
	dossier := c.NewDossier(fmt.Sprintf("%s %d", CanaryWords["dossier name"], n))
	id := filepath.Base(dossier)
	c.Want(200, "POST", filepath.Dir(dossier),
		map[string]any{"id": id, "name": fmt.Sprintf("%s %d", CanaryWords["dossier name"], n), "description": CanaryWords["description"]})
	file := dossier + "/files/" + c.Upload(dossier, CanaryWords["file name"]+".pdf", CanaryPDF(CanaryWords["PDF text"]))
	c.AwaitDone(file)
	c.Want(204, "POST", file+"/component-overrides",
		map[string]any{"name": "Note", "componentValues": []any{map[string]string{"value": CanaryWords["override"]}}})
	var d struct{ ID, Status string }
	c.Want(200, "POST", dossier+"/downloads", map[string]any{}).Decode(t, &d)
	return canaryPaths{dossier, file}
}

// A StreamedEvent is one frame of a stream, and when it came.
type StreamedEvent struct {
	ID   string
	Type string
	At   time.Time
	Data struct {
		Position          uint64
		Type, Summary     string
		DossierID, FileID *string
		DossierTemplateID *string
		Data              json.RawMessage
		Actor             struct{ Username string }
	}
}

// MaxMemoryGrowth is how much more memory a service may hold at any moment of a transfer
// than before it.
const MaxMemoryGrowth = 64 << 20

type mappingRecord struct {
	ID, Name, FileName  string
	ColumnLabels        []string
	NumberOfLines       int
	Encoding, Delimiter string
}

const (
	wordMain    = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	relsPackage = "http://schemas.openxmlformats.org/package/2006/relationships"
)

// WordDocument is a docx with a headline, a paragraph and a table.
func WordDocument(t *testing.T) []byte {
	t.Helper()
	cell := func(s string) string { return `<w:tc><w:p><w:r><w:t>` + s + `</w:t></w:r></w:p></w:tc>` }
	row := func(a, b string) string { return `<w:tr>` + cell(a) + cell(b) + `</w:tr>` }
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/word/document.xml"` +
			` ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>` +
			`<Override PartName="/word/styles.xml"` +
			` ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="` + relsPackage + `"><Relationship Id="r"` +
			` Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"` +
			` Target="word/document.xml"/></Relationships>`},
		{"word/_rels/document.xml.rels", `<Relationships xmlns="` + relsPackage + `"><Relationship Id="s"` +
			` Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`},
		{"word/styles.xml", `<w:styles xmlns:w="` + wordMain + `">` +
			`<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/>` +
			`<w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>`},
		{"word/document.xml", `<w:document xmlns:w="` + wordMain + `"><w:body>` +
			`<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>Delivery terms</w:t></w:r></w:p>` +
			`<w:p><w:r><w:t>Goods are delivered within ten working days of the order.</w:t></w:r></w:p>` +
			`<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>` +
			row("Item", "Price") + row("Anvil", "12.50") + row("Rope", "3.20") + `</w:tbl><w:p/><w:sectPr/></w:body></w:document>`},
	} {
		part, err := w.Create(p[0])
		if err == nil {
			_, err = io.WriteString(part, p[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readAll(t testing.TB, r *http.Response) string {
	t.Helper()
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// PollFile reads a file every 10 ms, and the list that it is in.
func PollFile(ctx context.Context, c *Caller, file, want string, reads *atomic.Int64) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for ; ctx.Err() == nil; <-tick.C {
		a, err := c.Do("GET", file, "", nil)
		if err != nil || a.Status != 200 || string(a.Body) != want {
			c.T.Errorf("a reader got %d %s, %v, want %s", a.Status, a.Body, err, want)
			return
		}
		list, err := c.Do("GET", path.Dir(file), "", nil)
		if err != nil || list.Status != 200 || !strings.Contains(string(list.Body), path.Base(file)) {
			c.T.Errorf("a reader of the list got %d %s, %v", list.Status, list.Body, err)
			return
		}
		reads.Add(1)
	}
}

// A state of a file in a view: one that no program can read, and one that every program can.
const (
	DamagedFile = `{"PurgeAt":`
	sound       = `{"PurgeAt":"2030-01-01T00:00:00Z"}`
)

// AllRoles are the roles of accounts.
var AllRoles = []string{user.RoleUser, user.RoleManager, user.RoleUserAdmin, user.RoleAdmin, user.RoleAuditor}

// A Grant is a row of the table that was written by hand: the word that each role
// has to fit for an operation.
type Grant struct {
	Operation, Case string
	Words           map[string]string // by role
}

// PermissionTable reads the table.
func PermissionTable(t testing.TB) []Grant {
	t.Helper()
	f, err := os.Open("service/servicetest/testdata/permissions.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := csv.NewReader(f)
	in.Comment = '#'
	rows, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []Grant
	for _, row := range rows[1:] {
		g := Grant{Operation: row[0], Case: row[1], Words: map[string]string{}}
		for i, role := range rows[0][2:] {
			g.Words[role] = row[i+2]
		}
		out = append(out, g)
	}
	return out
}

// HasRole says that an account has a role, itself or by inclusion.
func HasRole(roles []string, role string) bool {
	return slices.Contains(roles, role) || role == user.RoleUser && slices.Contains(roles, user.RoleManager) ||
		role == user.RoleUserAdmin && slices.Contains(roles, user.RoleAdmin)
}

// Open are the words of which one has to fit an account; none when its roles do
// not allow the operation at all.
func (g Grant) Open(roles []string) []string {
	var out []string
	for _, role := range AllRoles {
		if HasRole(roles, role) && g.Words[role] != "no" {
			out = append(out, g.Words[role])
		}
	}
	return out
}

// Await waits until something holds.
func Await(t testing.TB, most time.Duration, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(most); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come to hold")
		}
	}
}

// UncheckedClient is a client whose answers nobody holds against the contract: that takes as long
// as the requests, on the same processors.
var UncheckedClient = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 200}}

// Engines are the storages that every test of the whole runs on, if what it tests depends on how they store, lock and
// search.
func Engines(t *testing.T, test func(t *testing.T, args []string)) {
	onSQLite(t, test)
	onPostgreSQL(t, test)
}

// OneEngine runs a test of what does not depend on the storage on one of them. The name of the test chooses which, so
// that each storage has a share of such tests. With DOCKET_TEST_FULL it runs on both.
func OneEngine(t *testing.T, test func(t *testing.T, args []string)) {
	switch {
	case os.Getenv("DOCKET_TEST_FULL") != "":
		Engines(t, test)
	case crc32.ChecksumIEEE([]byte(t.Name()))%2 == 0:
		onSQLite(t, test)
	default:
		onPostgreSQL(t, test)
	}
}

func onSQLite(t *testing.T, test func(t *testing.T, args []string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, NewMasterKey(t)) })
}

func onPostgreSQL(t *testing.T, test func(t *testing.T, args []string)) {
	t.Run("postgres", func(t *testing.T) { test(t, append(NewMasterKey(t), "--postgres", pgtest.DSN(t))) })
}

// EveryEngine runs a test on each engine, the log in EventStoreDB included.
func EveryEngine(t *testing.T, test func(t *testing.T, args []string)) {
	Engines(t, test)
	t.Run("eventstoredb", func(t *testing.T) { test(t, append(NewMasterKey(t), "--eventstore", EventStore(t))) })
}

// EventStore returns the address of a namespace that was never used: on the server that
// DOCKET_TEST_ESDB names, or on a new one of EventStoreDB's protocol, as strict as 23.10, which
// writes events of its own in between.
func EventStore(t testing.TB) string {
	t.Helper()
	namespace := "#t" + uuid.NewString()[:8]
	if named := os.Getenv("DOCKET_TEST_ESDB"); named != "" {
		return named + namespace
	}
	db := protocoltest.NewDatabase()
	db.WriteBetween(7)
	n, err := protocoltest.Start(db, protocoltest.Config{Version: "23.10.8"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Stop() })
	return "esdb://" + n.Address() + "?tls=false" + namespace
}

// Zip makes a zip of names and contents in turn.
func Zip(t testing.TB, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err == nil {
			_, err = io.WriteString(w, files[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type uploadResult struct {
	FileIDs, ProcessedFileIDs, ProcessedAttributes []string
}
