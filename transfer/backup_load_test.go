package transfer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// A deed is what a client was told is done.
type deed struct {
	made, deleted es.Position // of the file; 0: not deleted
	dossier, file string      // paths
	content       []byte
	word          string // stands in the content and nowhere else
	whole         bool   // the dossier was deleted, not only the file
}

// deeds are those of all clients.
type deeds struct {
	mu   sync.Mutex
	done []deed
}

func (d *deeds) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.done)
}

func positionOf(t testing.TB, a servicetest.Answer) es.Position {
	t.Helper()
	n, err := strconv.ParseUint(a.Header.Get("Docket-Position"), 10, 64)
	if err != nil || n == 0 {
		t.Errorf("position: %v, want n other than 0 and no error", a.Header)
	}
	return es.Position(n)
}

// work makes dossiers with a file each, and deletes some for good, until ctx ends.
func (d *deeds) work(ctx context.Context, c *servicetest.Caller, templatePath string, worker int) {
	pace := time.NewTicker(250 * time.Millisecond)
	defer pace.Stop()
	for n := 0; ctx.Err() == nil; n++ {
		if os.Getenv("DOCKET_TEST_FULL") == "" { // not all that the machine can do, while a process starts
			select {
			case <-ctx.Done():
				return
			case <-pace.C:
			}
		}
		name := fmt.Sprintf("w%dn%d", worker, n)
		one := deed{word: "Quetzal" + name + "x"}
		a, err := c.Do("POST", templatePath+"/dossiers", "application/json", strings.NewReader(`{"name":"`+name+`"}`))
		if err != nil || a.Status != http.StatusCreated {
			c.T.Errorf("%v %d %s, want no error and a.Status = %v", err, a.Status, a.Body, http.StatusCreated)
			return
		}
		var made struct{ ID string }
		a.Decode(c.T, &made)
		one.dossier, one.content = templatePath+"/dossiers/"+made.ID, servicetest.CanaryPDF(one.word)
		form, contentType := servicetest.NewMultipartFile(name+".pdf", one.content)
		if a, err = c.Do("POST", one.dossier+"/files", contentType, form); err != nil || a.Status != http.StatusCreated {
			c.T.Errorf("%v %d %s, want no error and a.Status = %v", err, a.Status, a.Body, http.StatusCreated)
			return
		}
		var up struct{ FileIDs []string }
		a.Decode(c.T, &up)
		one.file, one.made = one.dossier+"/files/"+up.FileIDs[0], positionOf(c.T, a)
		if n%3 > 0 {
			one.whole = n%3 == 2
			a, err := c.Do("DELETE", map[bool]string{true: one.dossier, false: one.file}[one.whole]+"?deletePermanently=true", "", nil)
			if err != nil || a.Status != http.StatusNoContent {
				c.T.Errorf("%v %d %s, want no error and a.Status = %v", err, a.Status, a.Body, http.StatusNoContent)
				return
			}
			one.deleted = positionOf(c.T, a)
		}
		d.mu.Lock()
		d.done = append(d.done, one)
		d.mu.Unlock()
	}
}

// untilDone waits until clients have done so much.
func (d *deeds) untilDone(t *testing.T, n int) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for d.count() < n && !t.Failed() {
		select {
		case <-t.Context().Done():
			t.Fatal("too slow")
		case <-tick.C:
		}
	}
}

// loadSize is how many deeds there are before, during and after a backup.
func loadSize() int {
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		return 150
	}
	return 12
}

// runLoaded runs clients on a service, takes a backup in the middle, and gives what
// they did.
func runLoaded(t *testing.T, s *servicetest.Instance, flags ...string) (*deeds, string, archive.Manifest) {
	t.Helper()
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	templatePath := filepath.Dir(filepath.Dir(s.SignIn("mira", "Str0ng-enough").NewDossier("First")))
	var d deeds
	ctx, stop := context.WithCancel(t.Context())
	var clients sync.WaitGroup
	for n := range 4 {
		c := s.SignIn("mira", "Str0ng-enough")
		clients.Go(func() { d.work(ctx, c, templatePath, n) })
	}
	d.untilDone(t, loadSize())
	path, m := s.Backup(flags...)
	d.untilDone(t, d.count()+loadSize())
	stop()
	clients.Wait()
	return &d, path, m
}

// answers checks over HTTP that what was done up to a position is there, what was
// deleted by then is not, and nothing of later is half there.
func (d *deeds) answers(t *testing.T, c *servicetest.Caller, at es.Position) {
	t.Helper()
	before, gone, after := 0, 0, 0
	for _, one := range d.done {
		a, err := c.Do("GET", one.file, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case one.made > at:
			after++
			if a.Status != 200 && a.Status != 404 { // the last event of an upload may be behind the position
				t.Errorf("made at %d: %d, want a.Status = 200 or a.Status = 404", one.made, a.Status)
			}
		case one.deleted == 0:
			before++
			if a.Status != 200 {
				t.Errorf("made at %d: %d %s, want 200", one.made, a.Status, a.Body)
			}
		case one.deleted <= at:
			gone++
			if a.Status != 404 {
				t.Errorf("deleted at %d: %d %s, want 404", one.deleted, a.Status, a.Body)
			}
			if a, _ := c.Do("GET", one.dossier+"?includeSoftDeleted=true", "", nil); one.whole != (a.Status == 404) {
				t.Errorf("deleted at %d: the dossier answers %d, want 404: %v", one.deleted, a.Status, one.whole)
			}
		}
	}
	t.Logf("position %d: %d there, %d deleted, %d made later", at, before, gone, after)
	if before == 0 || gone == 0 || after == 0 {
		t.Error("too little load to tell anything")
	}
}

// contents checks the bytes, and that no word of what was deleted can be opened or
// stands in any file.
func (d *deeds) contents(t *testing.T, a *service.App, at es.Position) {
	t.Helper()
	open := openAll(t, a)
	for _, one := range d.done {
		state, _, err := es.Load(t.Context(), a.Log, file.Decider, file.StreamOf("demo", filepath.Base(one.file)))
		if err != nil {
			t.Fatal(err)
		}
		above, _, err := es.Load(t.Context(), a.Log, dossier.Decider, dossier.StreamOf("demo", filepath.Base(one.dossier)))
		if err != nil {
			t.Fatal(err)
		}
		whole := state.Phase == file.Active && above.Phase == dossier.Active // also what was deleted behind the position
		if one.made <= at && (one.deleted == 0) && !whole {
			t.Errorf("%s, made at %d: phase %d, want the file whole", one.file, one.made, state.Phase)
		}
		if whole {
			if b := servicetest.ReadBlob(t, a, state.Original); !bytes.Equal(b, one.content) {
				t.Errorf("%s, made at %d, deleted at %d: %d bytes of %d, want the same bytes",
					one.file, one.made, one.deleted, len(b), len(one.content))
			}
		}
		if one.deleted > 0 && one.deleted <= at && bytes.Contains(open, []byte(one.word)) {
			t.Errorf("%s, deleted at %d, can be opened, want it closed", one.word, one.deleted)
		}
	}
}

// openAll is everything that the keys open: events and the bytes that they name.
func openAll(t *testing.T, a *service.App) []byte {
	t.Helper()
	var out bytes.Buffer
	for r, err := range a.Log.All(t.Context(), 0, es.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%+v\n", r.Event)
		for _, ref := range servicetest.FindBlobRefs(t, r.Body) {
			in, err := a.Commands.Blobs.Open(t.Context(), ref)
			if errors.Is(err, es.ErrErased) || errors.Is(err, es.ErrNoBlob) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			_, err = io.Copy(&out, in)
			if err = errors.Join(err, in.Close()); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out.Bytes()
}
