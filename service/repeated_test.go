package service_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"sync"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestRepeatedRequests: a request with a key is done once, also when it is sent many
// times at once and when the service was started anew, and its answer is kept no
// longer than what it tells of.
func TestRepeatedRequests(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), args...)
		s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.SignIn("mira", "Str0ng-enough")
		dossiers := path.Dir(c.NewDossier("Somewhere"))
		made := createdAtOnce(t, c, dossiers)
		form, contentType := servicetest.NewMultipartFile("first.pdf", servicetest.SamplePDF(t))
		upload, _ := io.ReadAll(form)
		first := c.SendKeyed("u-1", dossiers+"/"+made+"/files", contentType, upload)
		s.Stop()
		s.Start()
		c = s.SignIn("mira", "Str0ng-enough")
		again := c.SendKeyed("u-1", dossiers+"/"+made+"/files", contentType, upload)
		if first.Status != 201 || again.Status != 201 || !bytes.Equal(first.Body, again.Body) {
			t.Errorf("the upload: %d %s, then %d %s, want first.Status = 201, again.Status = 201 and first.Body = %v",
				first.Status, first.Body, again.Status, again.Body, again.Body)
		}
		var h history
		c.Want(200, "GET", dossiers+"/"+made+"/history?order=asc", nil).Decode(t, &h)
		if types := h.types(); len(types) < 2 || types[1] != "file.uploaded" || countOf(types, "file.uploaded")+
			countOf(types, "file.replaced") != 1 {
			t.Errorf("history: %v, want one upload", types)
		}
		reanalysedOnce(t, c, dossiers+"/"+made, first)
		if a := c.SendKeyed("d-1", dossiers, "application/json", []byte(`{"name":"Other"}`)); a.Status != 422 {
			t.Errorf("another request: %d %s, want 422", a.Status, a.Body)
		}
		c.Want(204, "DELETE", dossiers+"/"+made+"?deletePermanently=true", nil)
		var anew struct{ ID string }
		a := c.SendKeyed("d-1", dossiers, "application/json", []byte(`{"name":"Once"}`))
		if a.Decode(t, &anew); a.Status != 201 || anew.ID == made {
			t.Errorf("after the deletion: %d %s, want a.Status = 201 and anew.ID other than %v", a.Status, a.Body, made)
		}
	})
}

// reanalysedOnce asks twice under one key for another analysis of chosen files.
func reanalysedOnce(t *testing.T, c *servicetest.Caller, dossier string, uploaded servicetest.Answer) {
	t.Helper()
	var stored struct{ FileIDs []string }
	uploaded.Decode(t, &stored)
	file := dossier + "/files/" + stored.FileIDs[0]
	c.AwaitDone(file)
	body := fmt.Appendf(nil, `{"fileIds":[%q]}`, stored.FileIDs[0])
	once := c.SendKeyed("r-1", dossier+"/files/bulk-reanalyse", "application/json", body)
	c.AwaitDone(file)
	twice := c.SendKeyed("r-1", dossier+"/files/bulk-reanalyse", "application/json", body)
	if once.Status != 200 || twice.Status != 200 || !bytes.Equal(once.Body, twice.Body) {
		t.Errorf("reanalysis: %d %s, then %d %s, want once.Status = 200, twice.Status = 200 and once.Body = %v", once.Status,
			once.Body, twice.Status, twice.Body, twice.Body)
	}
	var h history
	c.Want(200, "GET", dossier+"/history?order=asc", nil).Decode(t, &h)
	if n := countOf(h.types(), "file.reanalysis-requested"); n != 1 {
		t.Errorf("%d reanalyses were asked for: %v, want 1", n, h.types())
	}
}

func countOf(all []string, one string) (n int) {
	for _, s := range all {
		if s == one {
			n++
		}
	}
	return n
}

// createdAtOnce sends one creation many times at once, and gives the id that all
// answers agree on.
func createdAtOnce(t *testing.T, c *servicetest.Caller, dossiers string) string {
	t.Helper()
	answers := make([]servicetest.Answer, 12)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = c.SendKeyed("d-1", dossiers, "application/json", []byte(`{"name":"Once"}`)) })
	}
	all.Wait()
	id := ""
	for _, a := range answers {
		var d struct{ ID, Message string }
		if err := json.Unmarshal(a.Body, &d); err != nil {
			t.Fatalf("%d %s, want no error", a.Status, a.Body)
		}
		switch {
		case a.Status == 409 && d.Message == "The request is still running":
		case a.Status != 201 || id != "" && d.ID != id:
			t.Errorf("%d %s beside %s, want 201 for %s", a.Status, a.Body, id, id)
		default:
			id = d.ID
		}
	}
	if id == "" {
		t.Fatal("no request was answered")
	}
	return id
}
