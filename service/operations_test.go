package service_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// operation is an operation as the API tells it.
type operation struct {
	ID, Kind, State string
	Ended           *string
	Total, Done     int
	Result          struct {
		FileIDs []string
		Skipped []struct{ FileID, Message string }
	}
	Analysis struct{ Requested, Waiting int }
}

// sendLater sends a request that does not wait for the work.
func sendLater(c *servicetest.Caller, key, path, body string) servicetest.Answer {
	c.T.Helper()
	req, err := http.NewRequestWithContext(c.T.Context(), "POST", c.Service.Base+path, strings.NewReader(body))
	if err != nil {
		c.T.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bearer " + c.Token}, "Prefer": {"wait=5, Respond-Async"}}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		c.T.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		c.T.Fatal(err)
	}
	return servicetest.Answer{Status: r.StatusCode, Header: r.Header, Body: b}
}

// begin sends a request that does not wait, and returns its operation.
func begin(c *servicetest.Caller, key, path, body string) (o operation) {
	c.T.Helper()
	a := sendLater(c, key, path, body)
	if a.Status == 202 {
		a.Decode(c.T, &o)
	}
	if h := a.Header; a.Status != 202 || h.Get("Location") != "/api/operations/"+o.ID || h.Get("Retry-After") == "" ||
		h.Get("Preference-Applied") != "respond-async" || h.Get("Docket-Position") == "" {
		c.T.Fatalf("POST %s: %d %v %s, want 202 and an operation", path, a.Status, a.Header, a.Body)
	}
	return o
}

func readOperation(c *servicetest.Caller, id string) (o operation) {
	c.T.Helper()
	c.Want(200, "GET", "/api/operations/"+id, nil).Decode(c.T, &o)
	return o
}

func awaitEnd(c *servicetest.Caller, id string) (o operation) {
	c.T.Helper()
	servicetest.Await(c.T, 3*time.Minute, func() bool {
		o = readOperation(c, id)
		return o.Ended != nil && o.Analysis.Waiting == 0
	})
	return o
}

// uploadMany stores small files in a dossier by a zip, and returns their identifiers, sorted.
func uploadMany(c *servicetest.Caller, d string, number int) []string {
	c.T.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for n := range number {
		w, err := z.Create(fmt.Sprintf("%03d.pdf", n))
		if err == nil {
			_, err = w.Write([]byte("%PDF-1.7 nothing"))
		}
		if err != nil {
			c.T.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		c.T.Fatal(err)
	}
	return slices.Sorted(slices.Values(c.UploadFile(d, "many.zip", b.Bytes()).FileIDs))
}

// TestOperationsOverHTTP deletes files without waiting, repeats the request, looks at it as others, and has files analysed.
func TestOperationsOverHTTP(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		for _, name := range []string{"mira", "olga"} {
			s.AddUser(name, "Str0ng-enough", "MANAGER")
		}
		c, olga := s.SignIn("mira", "Str0ng-enough"), s.SignIn("olga", "Str0ng-enough")
		d := c.NewDossier("Later")
		files := uploadMany(c, d, 70)
		analysed := begin(c, "", d+"/reanalyse", "")
		if o := awaitEnd(c, analysed.ID); o.State != "DONE" || o.Kind != "reanalyseDossier" || o.Done != 70 ||
			o.Analysis.Requested != 70 || !slices.Equal(slices.Sorted(slices.Values(o.Result.FileIDs)), files) {
			t.Errorf("got %+v, want 70 files analysed", o)
		}
		o := begin(c, "once", d+"/files/bulk-delete", ids(files...))
		if again := begin(c, "once", d+"/files/bulk-delete", ids(files...)); again.ID != o.ID {
			t.Errorf("the repeated request is operation %s, want %s", again.ID, o.ID)
		}
		done := awaitEnd(c, o.ID)
		if done.State != "DONE" || done.Total != 70 || done.Done != 70 ||
			!slices.Equal(slices.Sorted(slices.Values(done.Result.FileIDs)), files) || c.ListNames(d+"/files") != "" {
			t.Errorf("got %+v, and the files %q, want all deleted", done, c.ListNames(d+"/files"))
		}
		var list struct{ Operations []operation }
		c.Want(200, "GET", "/api/operations?limit=10", nil).Decode(t, &list)
		if len(list.Operations) != 2 || list.Operations[0].ID != o.ID {
			t.Errorf("got %+v, want two operations, the last first", list.Operations)
		}
		olga.Want(200, "GET", "/api/operations?limit=10", nil).Decode(t, &list)
		if len(list.Operations) != 0 {
			t.Errorf("another account lists %+v, want nothing", list.Operations)
		}
		c.SendJSON(204, "POST", d+"/files/restore", ids(files...)) // whoever waits is answered as ever
		refuseBadOperations(c, olga, d, o.ID)
	})
}

// refuseBadOperations wants requests for operations to be refused that are another's, or none.
func refuseBadOperations(c, olga *servicetest.Caller, d, id string) {
	c.T.Helper()
	olga.ExpectRefusal(404, "Operation not found", "GET", "/api/operations/"+id, "")
	olga.ExpectRefusal(404, "Operation not found", "POST", "/api/operations/"+id+"/cancel", "")
	c.ExpectRefusal(404, "Operation not found", "GET", "/api/operations/"+nobodysID, "")
	c.ExpectRefusal(400, "operationId is not a valid identifier", "GET", "/api/operations/x", "")
	c.ExpectRefusal(400, "sort is not valid", "GET", "/api/operations?sort=kind", "")
	c.ExpectRefusal(400, "cursor is not valid", "GET", "/api/operations?cursor=x", "")
	for _, body := range []string{`{"fileIds":[]}`, `{"fileIds":["x"]}`, `{}`} {
		if a := sendLater(c, "", d+"/files/bulk-delete", body); a.Status != 400 {
			c.T.Errorf("%s: %d %s, want 400, before anything is begun", body, a.Status, a.Body)
		}
	}
	if a := sendLater(c, "", d+"/files/bulk-delete", ids(nobodysID)); a.Status != 404 {
		c.T.Errorf("a file that is not there: %d %s, want 404, before anything is begun", a.Status, a.Body)
	}
}

// TestAnOperationGoesOnAfterAKill kills the service behind the answer of an operation, and cancels another one: the first
// is carried out whole by the next process, the second says what was done.
func TestAnOperationGoesOnAfterAKill(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER")
		c := s.SignIn("mira", "Str0ng-enough")
		d := c.NewDossier("Killed later")
		files := uploadMany(c, d, 150)
		o := begin(c, "killed", d+"/files/bulk-delete", ids(files...))
		s.Kill()
		s.Start()
		c = s.SignIn("mira", "Str0ng-enough")
		if again := begin(c, "killed", d+"/files/bulk-delete", ids(files...)); again.ID != o.ID {
			t.Errorf("the repeated request is operation %s, want %s", again.ID, o.ID)
		}
		if done := awaitEnd(c, o.ID); done.State != "DONE" || done.Done != 150 ||
			!slices.Equal(slices.Sorted(slices.Values(done.Result.FileIDs)), files) || c.ListNames(d+"/files") != "" {
			t.Errorf("got %+v, and the files %q, want all deleted, each told once", done, c.ListNames(d+"/files"))
		}
		back := begin(c, "", d+"/files/restore", ids(files...))
		c.Want(200, "POST", "/api/operations/"+back.ID+"/cancel", nil)
		stopped := awaitEnd(c, back.ID)
		if active := len(strings.Fields(c.ListNames(d + "/files"))); stopped.State != "CANCELLED" && stopped.Done != 150 ||
			len(stopped.Result.FileIDs) != stopped.Done || active != stopped.Done {
			t.Errorf("got %s with %d done, %d told, and %d active, want the same", stopped.State, stopped.Done,
				len(stopped.Result.FileIDs), active)
		}
		var rest []string
		for _, id := range files {
			if !slices.Contains(stopped.Result.FileIDs, id) {
				rest = append(rest, id)
			}
		}
		if len(rest) > 0 { // whose names the operation has given back
			c.SendJSON(204, "POST", d+"/files/restore", ids(rest...))
		}
	})
}
