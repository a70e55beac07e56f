package service_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/heads"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// tilesOverHTTP reads tiles as a client of another maker would.
type tilesOverHTTP struct{ caller *servicetest.Caller }

func (tilesOverHTTP) Height() int { return 8 }

func (h tilesOverHTTP) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var out [][]byte
	for _, t := range tiles {
		path := strings.TrimPrefix(t.Path(), "tile/8/")
		out = append(out, h.caller.Want(200, "GET", "/api/evidence/tile/"+path, nil).Body)
	}
	return out, nil
}

func (tilesOverHTTP) SaveTiles([]tlog.Tile, [][]byte) {}

// TestAuditorsReadEvidence has an auditor check the log over HTTP: the tiles give the root of the checkpoint,
// the entries give the leaves, events are proven. Entries and proofs are of the own workspace only, and
// content is nowhere.
func TestAuditorsReadEvidence(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.ServeInside(t, append(args, "--checkpoint-every", "1h")...) // and when a bundle asks for one
		manager, _ := s.AddAccount("demo", "mira", user.RoleManager)
		auditor, auditorID := s.AddAccount("demo", "olaf", user.RoleAuditor)
		template := s.ImportTemplate("demo", "Private invoices", "PRIVATE")
		const canary = "Canary-4711"
		made := manager.Want(201, "POST", template+"/dossiers", map[string]any{"name": canary})
		at := made.Header.Get("Docket-Position")
		expectBundle(t, s, auditor, auditorID, filepath.Base(made.Header.Get("Location")))
		expectOpenedBundle(t, s, manager, auditor, template)

		key, _, err := evidence.ReadVerifierKey(s.Data + "/evidence/notary.key")
		if err != nil {
			t.Fatal(err)
		}
		c, err := evidence.OpenCheckpoint(auditor.Want(200, "GET", "/api/evidence/checkpoint", nil).Body, key)
		if err != nil {
			t.Fatal(err)
		}
		leaves, err := tlog.TileHashReader(c.Tree, tilesOverHTTP{auditor}).ReadHashes(leafIndexes(c.N))
		if err != nil {
			t.Fatal(err)
		}
		proof := auditor.Want(200, "GET", "/api/evidence/proofs/"+at, nil).Body
		p, err := evidence.ParseProof(string(proof))
		if err != nil {
			t.Fatal(err)
		}
		if e, _, err := p.Verify(key); err != nil || fmt.Sprint(e.Position) != at || e.Type != "dossier.created" {
			t.Errorf("got position %d, type %s, %v, want %s, dossier.created", e.Position, e.Type, err, at)
		}
		entries := auditor.Want(200, "GET", fmt.Sprintf("/api/evidence/tile/entries/000.p/%d", c.N), nil).Body
		for i, leaf := range leaves {
			n := int(binary.BigEndian.Uint16(entries))
			if tlog.RecordHash(entries[2:2+n]) != leaf {
				t.Errorf("entry %d is not that of its leaf, want %v", i, leaf)
			}
			entries = entries[2+n:]
		}
		if len(entries) > 0 {
			t.Errorf("%d bytes follow the entries, want none", len(entries))
		}
		if found := auditor.Want(200, "GET", "/api/audit/events?type=dossier.&limit=500", nil).Body; strings.Contains(string(found), canary) ||
			!strings.Contains(string(found), "mira: dossier.created") {
			t.Errorf("the auditor is told %s, want it without %v and string(found) with mira: dossier.created", found, canary)
		}
		expectNoEvidence(t, s, manager, at)
	})
}

// expectBundle wants bundles of a dossier that hold, also two at once, and the log to tell for whom and of what.
func expectBundle(t *testing.T, s *servicetest.Room, auditor *servicetest.Caller, auditorID, dossierID string) {
	t.Helper()
	first := auditor.Want(200, "POST", "/api/evidence/bundles/"+dossierID, nil).Body
	_, text, err := evidence.ReadVerifierKey(s.Data + "/evidence/notary.key")
	if err != nil {
		t.Fatal(err)
	}
	policy, err := evidence.ParsePolicy("log " + text + "\nquorum none\n")
	if err != nil {
		t.Fatal(err)
	}
	bundles := make(chan []byte, 2)
	for range cap(bundles) {
		go func() {
			a, _ := auditor.AskUnchecked("POST", "/api/evidence/bundles/"+dossierID, nil, http.Header{})
			bundles <- a.Body
		}()
	}
	for _, bundle := range [][]byte{first, <-bundles, <-bundles} {
		r, err := evidence.VerifyBundle(bundle, policy)
		if err != nil {
			t.Errorf("%v: %.200q, want no error", err, bundle)
			continue
		}
		stream, last := dossier.StreamOf("demo", dossierID), r.Events[len(r.Events)-1]
		if r.Streams[stream] != 1 || r.Events[0].Type != "dossier.created" || last.Actor != auditorID ||
			!strings.Contains(string(last.Body), `"for":"`+string(stream)+`"`) {
			t.Errorf("the bundle tells %v, and ends with %s by %s: %s, want the bundle of the auditor's dossier",
				r.Streams, last.Type, last.Actor, last.Body)
		}
	}
}

// expectOpenedBundle wants bundles with values for an auditor who is a member of the dossier with a role that reads its content,
// of what is not in the trash; neither for one who is a member without such a role, nor for one who has the role and is no
// member.
func expectOpenedBundle(t *testing.T, s *servicetest.Room, manager, auditor *servicetest.Caller, template string) {
	t.Helper()
	reading, readingID := s.AddAccount("demo", "vera", user.RoleAuditor, user.RoleUser)
	stranger, _ := s.AddAccount("demo", "wim", user.RoleAuditor, user.RoleUser)
	made := manager.Want(201, "POST", template+"/dossiers", map[string]any{"name": "Opened-4712", "memberIds": []string{readingID}})
	path := made.Header.Get("Location")
	kept := manager.Upload(path, "kept-4713.pdf", servicetest.CanaryPDF("kept"))
	trashed := manager.Upload(path, "trashed-4714.pdf", servicetest.CanaryPDF("trashed"))
	for _, name := range []string{kept, trashed} {
		manager.AwaitDone(path + "/files/" + name)
	}
	manager.Want(204, "DELETE", path+"/files/"+trashed, nil)
	bundle := "/api/evidence/bundles/" + filepath.Base(path)
	if plain := readBundle(t, s, reading, bundle); openedText(plain) != "" || strings.Contains(string(lastBody(plain)), `"opened"`) {
		t.Errorf(`values that nobody asked for: %s, %s, want openedText(plain) = "" and it without "opened"`, openedText(plain),
			lastBody(plain))
	}
	r := readBundle(t, s, reading, bundle+"?openValues=true")
	shown := openedText(r)
	if !strings.Contains(shown, "Opened-4712") || !strings.Contains(shown, "kept-4713") || strings.Contains(shown, "trashed-4714") {
		t.Errorf("the bundle opens %s, want shown with Opened-4712, shown with kept-4713 and it without trashed-4714", shown)
	}
	if !strings.Contains(string(lastBody(r)), `"opened":true`) {
		t.Errorf("the log does not tell that values were opened: %s, want %q in it", lastBody(r), `"opened":true`)
	}
	if one := openedText(readBundle(t, s, reading, "/api/evidence/bundles/"+kept+"?openValues=true")); !strings.Contains(one, "kept-4713") ||
		strings.Contains(one, "Opened-4712") {
		t.Errorf("the bundle of a file opens %s, want %q in one and no %q in one", one, "kept-4713", "Opened-4712")
	}
	auditor.Want(403, "POST", bundle+"?openValues=true", nil)
	stranger.Want(404, "POST", bundle+"?openValues=true", nil)
	stranger.Want(404, "POST", "/api/evidence/bundles/"+kept+"?openValues=true", nil)
	reading.Want(404, "POST", "/api/evidence/bundles/"+trashed+"?openValues=true", nil)
	reading.Want(400, "POST", bundle+"?openValues=maybe", nil)
	expectOpeningsTold(t, manager, auditor, path, kept, readingID)
	expectPackedEvidence(t, s, manager, path, kept)
}

// expectOpeningsTold wants histories and the audit search to tell who opened which values: of the dossier once, of a file once more,
// and nothing of bundles without values or of those that were refused.
func expectOpeningsTold(t *testing.T, manager, auditor *servicetest.Caller, path, kept, readingID string) {
	t.Helper()
	dossierID := filepath.Base(path)
	for _, row := range []struct {
		caller *servicetest.Caller
		path   string
		want   []string
	}{
		{manager, path + "/history?order=asc&limit=500",
			[]string{"vera opened the sealed values of this dossier in an evidence bundle, and of its files: 1",
				"vera opened the sealed values of this file in an evidence bundle"}},
		{manager, path + "/files/" + kept + "/history?order=asc&limit=500",
			[]string{"vera opened the sealed values of this file in an evidence bundle"}},
		{auditor, "/api/audit/events?type=evidence.opened&order=asc", []string{"vera: evidence.opened", "vera: evidence.opened"}},
		{auditor, "/api/audit/events?type=evidence.opened&order=asc&dossierId=" + dossierID,
			[]string{"vera: evidence.opened", "vera: evidence.opened"}},
	} {
		var page struct {
			Events []struct{ Type, Summary string }
		}
		body := row.caller.Want(200, "GET", row.path, nil).Body
		if err := json.Unmarshal(body, &page); err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, e := range page.Events {
			if e.Type == heads.OpenedName {
				told = append(told, e.Summary)
			}
		}
		if !slices.Equal(told, row.want) || !strings.Contains(string(body), readingID) {
			t.Errorf("%s: got %q, want %q by %s in %.600s", row.path, told, row.want, readingID, body)
		}
	}
}

// expectPackedEvidence wants packages of evidence that hold: of a whole dossier, with a file that is in the trash; of a file; and
// beside originals.
func expectPackedEvidence(t *testing.T, s *servicetest.Room, manager *servicetest.Caller, path, file string) {
	t.Helper()
	evidenceAlone := []string{"EVIDENCE"}
	whole := verifyBundle(t, s, manager.FetchPackageBytes(path+"/downloads", map[string]any{"downloadFileTypes": evidenceAlone}))
	if len(whole.Streams) != 3 || openedText(whole) != "" {
		t.Errorf(`the package of a dossier tells %v, and opens %q, want len(whole.Streams) = 3 and openedText(whole) = ""`,
			whole.Streams, openedText(whole))
	}
	one := verifyBundle(t, s, manager.FetchPackageBytes(path+"/files/bulk-download",
		map[string]any{"fileIds": []string{file}, "downloadFileTypes": evidenceAlone}))
	if len(one.Streams) != 1 {
		t.Errorf("the package of a file tells %v, want 1", one.Streams)
	}
	both := manager.FetchPackage(path, map[string]any{"downloadFileTypes": []string{"EVIDENCE", "ORIGINAL"},
		"reportTemplateIds": []string{}})
	if r := verifyBundle(t, s, both["Evidence/evidence.zip"]); len(r.Streams) != 3 || len(both) != 2 {
		t.Errorf("the package of both has %d entries, and its bundle tells %v, want len(r.Streams) = 3 and len(both) = 2",
			len(both), r.Streams)
	}
}

// readBundle fetches a bundle that holds.
func readBundle(t *testing.T, s *servicetest.Room, caller *servicetest.Caller, path string) *evidence.BundleReport {
	t.Helper()
	return verifyBundle(t, s, caller.Want(200, "POST", path, nil).Body)
}

// verifyBundle returns what a bundle proves to somebody who trusts the key of the log.
func verifyBundle(t *testing.T, s *servicetest.Room, bundle []byte) *evidence.BundleReport {
	t.Helper()
	_, key, err := evidence.ReadVerifierKey(s.Data + "/evidence/notary.key")
	if err != nil {
		t.Fatal(err)
	}
	policy, err := evidence.ParsePolicy("log " + key + "\nquorum none\n")
	if err != nil {
		t.Fatal(err)
	}
	r, err := evidence.VerifyBundle(bundle, policy)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// openedText returns all values that a bundle shows.
func openedText(r *evidence.BundleReport) string {
	var b strings.Builder
	for _, e := range r.Events {
		for _, o := range e.Opened {
			fmt.Fprintf(&b, "%s %s = %s\n", e.Type, o.Name, o.Value)
		}
	}
	return b.String()
}

// lastBody returns the body of the event that commits to the heads of streams.
func lastBody(r *evidence.BundleReport) []byte { return r.Events[len(r.Events)-1].Body }

// leafIndexes returns the indexes of leaves among the stored hashes of a tree.
func leafIndexes(size int64) (out []int64) {
	for i := range size {
		out = append(out, tlog.StoredHashIndex(0, i))
	}
	return out
}

// expectNoEvidence asks as those who may not, and as an auditor of another workspace.
func expectNoEvidence(t *testing.T, s *servicetest.Room, manager *servicetest.Caller, at string) {
	t.Helper()
	accountAdmin, _ := s.AddAccount("demo", "keeper", user.RoleUserAdmin)
	id := uuid.NewString()
	auditor := s.SignInUser("demo", "olaf")
	auditor.Want(404, "POST", "/api/evidence/bundles/"+id, nil)
	auditor.Want(405, "GET", "/api/evidence/bundles/"+id, nil)
	manager.Want(403, "POST", "/api/evidence/bundles/"+id, nil)
	accountAdmin.Want(403, "POST", "/api/evidence/bundles/"+id, nil)
	for _, path := range []string{"checkpoint", "tile/0/000.p/1", "tile/entries/000.p/1", "proofs/" + at} {
		manager.Want(403, "GET", "/api/evidence/"+path, nil)
		accountAdmin.Want(403, "GET", "/api/evidence/"+path, nil)
		a, err := http.Get(s.Base + "/api/evidence/" + path)
		if err != nil {
			t.Fatal(err)
		}
		if _ = a.Body.Close(); a.StatusCode != 401 {
			t.Errorf("%s without a token: %d, want 401", path, a.StatusCode)
		}
	}
	for _, path := range []string{"/api/users", "/api/downloads", "/api/dossiers", "/api/files", "/api/trash", "/api/license"} {
		auditor.Want(403, "GET", path, nil)
	}
	s.AddWorkspace("other")
	stranger, _ := s.AddAccount("other", "oskar", user.RoleAuditor)
	stranger.AwaitStatus(200, "/api/evidence/checkpoint") // the log is that of the installation
	stranger.Want(200, "GET", "/api/evidence/tile/0/000.p/1", nil)
	stranger.Want(404, "GET", "/api/evidence/proofs/"+at, nil)
	stranger.Want(403, "GET", "/api/evidence/tile/entries/000.p/1", nil)
}

// TestEvidenceIsForEverybody with --share-evidence: hashes are, and nothing else.
func TestEvidenceIsForEverybody(t *testing.T) {
	t.Parallel()
	s := servicetest.ServeInside(t, append(servicetest.NewMasterKey(t), "--checkpoint-every", "100ms", "--share-evidence")...)
	status := func(path string) int {
		a, err := http.Get(s.Base + "/api/evidence/" + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = a.Body.Close()
		return a.StatusCode
	}
	servicetest.Await(t, 2*time.Minute, func() bool { return status("checkpoint") == 200 })
	for path, want := range map[string]int{"tile/0/000.p/1": 200, "tile/entries/000.p/1": 401, "proofs/1": 401} {
		if got := status(path); got != want {
			t.Errorf("%s without a token: %d, want %d", path, got, want)
		}
	}
}
