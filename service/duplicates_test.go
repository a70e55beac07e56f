package service_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/workspace"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A duplicateOf names a file and where it is.
type duplicateOf struct{ FileID, DossierID, DossierTemplateID string }

// An uploadTold is what an upload answers.
type uploadTold struct {
	FileIDs    []string
	Duplicates []struct {
		FileID      string
		DuplicateOf duplicateOf
	}
	LeftOut       []struct{ Name, Reason, Message string }
	ReplacedFiles []struct{ FileID string }
}

// A fileTold is what lists and records tell of a file.
type fileTold struct {
	ID, Filename, SHA256 string
	DuplicateOf          *duplicateOf
}

// A duplicateCast is a service with two people who share no dossier.
type duplicateCast struct {
	*servicetest.Room
	mira, otto       *servicetest.Caller
	may, june, other string // dossiers, the last one otto's
}

func newDuplicateCast(t *testing.T, args []string) duplicateCast {
	c := duplicateCast{Room: servicetest.ServeInside(t, args...)}
	c.mira, _ = c.AddAccount("demo", "copymira", "USER", "MANAGER")
	c.otto, _ = c.AddAccount("demo", "copyotto", "USER", "MANAGER")
	c.may, c.june, c.other = c.mira.NewDossier("May"), c.mira.NewDossier("June"), c.otto.NewDossier("Other")
	return c
}

// tellUpload uploads and returns what is told.
func tellUpload(c *servicetest.Caller, dossier, name string, content []byte) (out uploadTold) {
	c.T.Helper()
	body, contentType := servicetest.NewMultipartFile(name, content)
	a, err := c.Do("POST", dossier+"/files", contentType, body)
	if err != nil || a.Status != 201 {
		c.T.Fatalf("upload %s: got %d %s %v, want 201", name, a.Status, a.Body, err)
	}
	a.Decode(c.T, &out)
	return out
}

func pdfOf(text string) []byte { return []byte("%PDF-1.4 " + text) }

func sha256Of(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// placeOf is how a duplicate of a file is told.
func placeOf(dossier, id string) duplicateOf {
	return duplicateOf{id, path.Base(dossier), path.Base(path.Dir(path.Dir(dossier)))}
}

// wantDuplicate wants that a file is told to be a duplicate of another one; nil: of none.
func wantDuplicate(c *servicetest.Caller, dossier, id string, want *duplicateOf) {
	c.T.Helper()
	var f fileTold
	c.Want(200, "GET", dossier+"/files/"+id, nil).Decode(c.T, &f)
	if (f.DuplicateOf == nil) != (want == nil) || want != nil && *f.DuplicateOf != *want {
		c.T.Errorf("%s is a duplicate of %+v, want %+v", f.Filename, f.DuplicateOf, want)
	}
}

// namesOf lists names of files, in their order.
func namesOf(c *servicetest.Caller, path string) string {
	c.T.Helper()
	var list struct{ Files, FileStatus []fileTold }
	c.Want(200, "GET", path, nil).Decode(c.T, &list)
	var names []string
	for _, f := range slices.Concat(list.Files, list.FileStatus) {
		names = append(names, f.Filename)
	}
	return strings.Join(names, " ")
}

// TestDuplicatesAreTold to those who may read both files, in answers, records and lists, and only as long as both are there.
func TestDuplicatesAreTold(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		c := newDuplicateCast(t, args)
		content, other := pdfOf("the same"), pdfOf("another")
		digest := sha256Of(content)
		a := tellUpload(c.mira, c.may, "a.pdf", content)
		original := placeOf(c.may, a.FileIDs[0])
		before := time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
		b := tellUpload(c.mira, c.june, "b.pdf", content)
		if len(a.Duplicates) != 0 || len(b.Duplicates) != 1 || b.Duplicates[0].FileID != b.FileIDs[0] || b.Duplicates[0].DuplicateOf != original {
			t.Fatalf("got %+v, then %+v, want the second alone to be a duplicate of %+v", a, b, original)
		}
		wantDuplicate(c.mira, c.may, a.FileIDs[0], nil)
		wantDuplicate(c.mira, c.june, b.FileIDs[0], &original)

		again := tellUpload(c.mira, c.may, "a.pdf", content)
		if len(again.ReplacedFiles) != 1 || len(again.Duplicates) != 1 || again.Duplicates[0].DuplicateOf.FileID != b.FileIDs[0] {
			t.Errorf("got %+v, want the new version to be a duplicate of the file that has had the bytes longer", again)
		}
		tellUpload(c.mira, c.may, "a.pdf", other)
		wantDuplicate(c.mira, c.june, b.FileIDs[0], nil)
		c.checkZip(t, other)
		c.checkStrangers(t, content)
		c.checkFilters(t, digest, sha256Of(other))
		c.checkRetry(t, pdfOf("tried twice"))
		c.checkDeletion(t, before)
		c.checkNoDigest(t, digest)
	})
}

// checkZip: entries are duplicates of each other, and of what is there.
func (c duplicateCast) checkZip(t *testing.T, other []byte) {
	t.Helper()
	twice := string(pdfOf("twice"))
	out := tellUpload(c.mira, c.june, "z.zip", servicetest.Zip(t, "z1.pdf", twice, "z2.pdf", twice, "z3.pdf", string(other)))
	if len(out.FileIDs) != 3 || len(out.Duplicates) != 2 {
		t.Fatalf("a zip: got %+v, want three files, two of them duplicates", out)
	}
	for i, want := range map[int]string{1: out.FileIDs[0], 2: "of a.pdf"} {
		d := out.Duplicates[i-1]
		if d.FileID != out.FileIDs[i] || i == 1 && d.DuplicateOf.FileID != want || i == 2 && d.DuplicateOf.DossierID != path.Base(c.may) {
			t.Errorf("entry %d: got %+v, want a duplicate of %s", i, d, want)
		}
	}
}

// checkStrangers: who cannot read a file is not told of it, and neither is a key that is for uploads alone.
func (c duplicateCast) checkStrangers(t *testing.T, content []byte) {
	t.Helper()
	out := tellUpload(c.otto, c.other, "o.pdf", content)
	if len(out.Duplicates) != 0 {
		t.Errorf("a stranger is told %+v, want nothing", out.Duplicates)
	}
	wantDuplicate(c.otto, c.other, out.FileIDs[0], nil)
	if got := namesOf(c.otto, "/api/files?sha256="+sha256Of(content)); got != "o.pdf" {
		t.Errorf("a stranger finds %q by digest, want o.pdf", got)
	}
	key, _ := createKey(c.mira, map[string]any{"scopes": []string{"uploadFile"}})
	if out := tellUpload(key, c.may, "k.pdf", content); len(out.Duplicates) != 0 {
		t.Errorf("a key for uploads is told %+v, want nothing", out.Duplicates)
	}
	c.mira.Want(204, "DELETE", c.may+"/files/"+tellUpload(key, c.may, "k.pdf", content).FileIDs[0]+"?deletePermanently=true", nil)
}

// checkFilters: lists choose duplicates, and files of a digest.
func (c duplicateCast) checkFilters(t *testing.T, digest, other string) {
	t.Helper()
	for query, want := range map[string]string{
		c.june + "/files?duplicates=true":                                   "z2.pdf z3.pdf",
		c.june + "/files?duplicates=false&sort=-added":                      "z1.pdf b.pdf",
		c.june + "/files?duplicates=true&sort=-filename":                    "z3.pdf z2.pdf",
		c.june + "/files?duplicates=true&q=3":                               "z3.pdf",
		c.june + "/files?sha256=" + strings.ToUpper(digest):                 "b.pdf",
		c.june + "/files?sha256=" + digest + "&sort=filename":               "b.pdf",
		c.june + "/files?sha256=" + strings.Repeat("0", 64):                 "",
		"/api/files?sha256=" + other + "&sort=-added":                       "z3.pdf a.pdf",
		"/api/files?sha256=" + other + "&duplicates=true":                   "z3.pdf",
		"/api/files?duplicates=true&dossierId=" + path.Base(c.june):         "z2.pdf z3.pdf",
		"/api/files?duplicates=true&dossierId=" + path.Base(c.may):          "",
		"/api/files?duplicates=false&sort=added&limit=2&workflowStatus=NEW": "a.pdf b.pdf",
	} {
		if got := namesOf(c.mira, query); got != want {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
	var first, second struct {
		Files      []fileTold
		NextCursor string
		Total      *int
	}
	c.mira.Want(200, "GET", "/api/files?limit=1&sha256="+other, nil).Decode(t, &first)
	c.mira.Want(200, "GET", "/api/files?limit=1&sha256="+other+"&cursor="+first.NextCursor, nil).Decode(t, &second)
	if len(first.Files) != 1 || len(second.Files) != 1 || first.Files[0].ID == second.Files[0].ID || first.Total != nil ||
		second.NextCursor != "" {
		t.Errorf("pages of a digest: got %+v, then %+v, want one file each, no total and an end", first, second)
	}
	for query, message := range map[string]string{"sha256=xyz": "sha256 is not valid", "sha256=" + digest + "0": "sha256 is not valid",
		"duplicates=maybe": "duplicates must be true or false", "sha256=" + digest + "&sha256=" + digest: "sha256 must be given once"} {
		for _, list := range []string{"/api/files?", c.june + "/files?"} {
			c.mira.ExpectRefusal(400, message, "GET", list+query, "")
		}
	}
}

// checkRetry: a repetition is told what the first request was.
func (c duplicateCast) checkRetry(t *testing.T, content []byte) {
	t.Helper()
	tellUpload(c.mira, c.may, "first.pdf", content)
	body, contentType := servicetest.NewMultipartFile("retried.pdf", content)
	sent, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	one := c.mira.SendKeyed("copied", c.june+"/files", contentType, sent)
	two := c.mira.SendKeyed("copied", c.june+"/files", contentType, sent)
	var out uploadTold
	one.Decode(t, &out)
	if len(out.Duplicates) != 1 || !bytes.Equal(one.Body, two.Body) {
		t.Errorf("got %s, then %s, want one duplicate twice", one.Body, two.Body)
	}
}

// checkDeletion: files in the trash, and deleted ones, have no duplicates; reads of the past tell of none.
func (c duplicateCast) checkDeletion(t *testing.T, before string) {
	t.Helper()
	content := pdfOf("to be deleted")
	first := tellUpload(c.mira, c.may, "d1.pdf", content).FileIDs[0]
	second := tellUpload(c.mira, c.june, "d2.pdf", content).FileIDs[0]
	want := placeOf(c.may, first)
	wantDuplicate(c.mira, c.june, second, &want)
	for _, step := range []struct {
		method, path string
		status       int
		want         *duplicateOf
	}{{"DELETE", "/files/" + first, 204, nil}, {"POST", "/files/" + first + "/restore", 200, &want},
		{"DELETE", "/files/" + first + "?deletePermanently=true", 204, nil}} {
		c.mira.Want(step.status, step.method, c.may+step.path, nil)
		wantDuplicate(c.mira, c.june, second, step.want)
	}
	if out := tellUpload(c.mira, c.may, "d1.pdf", content); out.FileIDs[0] == first || out.Duplicates[0].DuplicateOf.FileID != second {
		t.Errorf("uploaded anew: got %+v, want a new file, a duplicate of %s", out, second)
	}
	c.mira.Want(204, "DELETE", c.may, nil)
	wantDuplicate(c.mira, c.june, second, nil)
	c.mira.Want(200, "POST", c.may+"/restore", nil)
	a := c.mira.Want(200, "GET", c.may+"/files?asOf="+before, nil)
	if bytes.Contains(a.Body, []byte("duplicateOf")) {
		t.Errorf("the past tells of duplicates: %s", a.Body)
	}
}

// checkNoDigest: nothing that is stored has the digest of a content in the clear.
func (c duplicateCast) checkNoDigest(t *testing.T, digest string) {
	t.Helper()
	raw, err := hex.DecodeString(digest)
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(c.Data, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(digest)) || bytes.Contains(b, raw) {
			t.Errorf("%s has a digest in the clear, want none", path)
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Error(err)
	}
}

// TestDuplicatesAreRefused where the workspace says so: alone, in zips, and when many come at once.
func TestDuplicatesAreRefused(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		c := newDuplicateCast(t, args)
		content := pdfOf("once")
		first := tellUpload(c.mira, c.may, "a.pdf", content).FileIDs[0]
		tellUpload(c.mira, c.may, "former.pdf", pdfOf("former"))
		tellUpload(c.mira, c.june, "former.pdf", pdfOf("former"))
		_, err := c.App.Commands.ChangeWorkspace(t.Context(), c.NewRequest("demo"), func(s *workspace.Settings) { s.RefuseDuplicates = true })
		if err != nil {
			t.Fatal(err)
		}
		refusal := fmt.Sprintf("A file with this content exists: %s in dossier %s", first, path.Base(c.may))
		for _, name := range []string{"b.pdf", "former.pdf"} {
			c.mira.RefuseUpload(c.june, name, content, 409, refusal)
		}
		key, _ := createKey(c.mira, map[string]any{"scopes": []string{"uploadFile"}})
		key.RefuseUpload(c.june, "b.pdf", content, 409, "A file with this content exists")
		if got := namesOf(c.mira, c.june+"/files"); got != "former.pdf" {
			t.Errorf("after refusals the dossier has %q, want former.pdf", got)
		}
		if out := tellUpload(c.mira, c.may, "a.pdf", content); len(out.ReplacedFiles) != 1 {
			t.Errorf("the same bytes for the same file: got %+v, want a new version", out)
		}
		tellUpload(c.otto, c.other, "o.pdf", content)

		out := tellUpload(c.mira, c.june, "z.zip", servicetest.Zip(t, "copy.pdf", string(content), "new.pdf", string(pdfOf("new")),
			"once more.pdf", string(pdfOf("new"))))
		if len(out.FileIDs) != 1 || len(out.LeftOut) != 2 || out.LeftOut[0].Reason != "duplicate" || out.LeftOut[1].Reason != "duplicate" ||
			out.LeftOut[0].Name != "copy.pdf" || out.LeftOut[1].Name != "once more.pdf" {
			t.Errorf("a zip: got %+v, want new.pdf alone, and two duplicates left out", out)
		}
		c.checkRace(t)
		c.mira.Want(204, "DELETE", c.may+"/files/"+first, nil)
		if out := tellUpload(c.mira, c.june, "b.pdf", content); len(out.Duplicates) != 0 {
			t.Errorf("after the deletion of the other: got %+v, want no duplicate", out)
		}
	})
}

// checkRace: of many uploads of the same bytes at once, one is stored.
func (c duplicateCast) checkRace(t *testing.T) {
	t.Helper()
	const uploads = 8
	var all sync.WaitGroup
	statuses := make([]int, uploads)
	for i := range uploads {
		all.Go(func() {
			body, contentType := servicetest.NewMultipartFile(fmt.Sprintf("race%d.pdf", i), pdfOf("race"))
			a, err := c.mira.Do("POST", []string{c.may, c.june}[i%2]+"/files", contentType, body)
			if err == nil {
				statuses[i] = a.Status
			}
		})
	}
	all.Wait()
	slices.Sort(statuses)
	if want := append([]int{201}, slices.Repeat([]int{409}, uploads-1)...); !slices.Equal(statuses, want) {
		t.Errorf("of %d at once: got %v, want %v", uploads, statuses, want)
	}
}
