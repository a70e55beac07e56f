package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"path"
	"sync"
	"testing"
)

// keyed sends a request with an Idempotency-Key.
func (c *caller) keyed(key, path, contentType string, body []byte) answer {
	c.t.Helper()
	req, err := http.NewRequest("POST", c.s.base+path, bytes.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Idempotency-Key", key)
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Error(err)
		return answer{}
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		c.t.Error(err)
	}
	return answer{r.StatusCode, r.Header, b}
}

// TestRepeatedRequests: a request with a key is done once, also when it is sent many
// times at once and when the service was started anew, and its answer is kept no
// longer than what it tells of.
func TestRepeatedRequests(t *testing.T) {
	engines(t, func(t *testing.T, args []string) {
		s := serve(t, path.Join(t.TempDir(), "data"), args...)
		s.user("mira", "Str0ng-enough", "MANAGER", "ADMIN")
		c := s.as("mira", "Str0ng-enough")
		dossiers := path.Dir(c.newDossier("Somewhere"))
		made := createdAtOnce(t, c, dossiers)
		form, contentType := multipartFile("first.pdf", sample(t))
		upload, _ := io.ReadAll(form)
		first := c.keyed("u-1", dossiers+"/"+made+"/files", contentType, upload)
		s.stop()
		s.start()
		c = s.as("mira", "Str0ng-enough")
		again := c.keyed("u-1", dossiers+"/"+made+"/files", contentType, upload)
		if first.status != 201 || again.status != 201 || !bytes.Equal(first.body, again.body) {
			t.Errorf("the upload: %d %s, then %d %s", first.status, first.body, again.status, again.body)
		}
		var h history
		c.want(200, "GET", dossiers+"/"+made+"/history?order=asc", nil).into(t, &h)
		if types := h.types(); len(types) < 2 || types[1] != "file.uploaded" || countOf(types, "file.uploaded")+countOf(types, "file.replaced") != 1 {
			t.Errorf("history: %v", types)
		}
		if a := c.keyed("d-1", dossiers, "application/json", []byte(`{"name":"Other"}`)); a.status != 422 {
			t.Errorf("another request: %d %s", a.status, a.body)
		}
		c.want(204, "DELETE", dossiers+"/"+made+"?deletePermanently=true", nil)
		var anew struct{ ID string }
		a := c.keyed("d-1", dossiers, "application/json", []byte(`{"name":"Once"}`))
		if a.into(t, &anew); a.status != 201 || anew.ID == made {
			t.Errorf("after the deletion: %d %s", a.status, a.body)
		}
	})
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
func createdAtOnce(t *testing.T, c *caller, dossiers string) string {
	t.Helper()
	answers := make([]answer, 12)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = c.keyed("d-1", dossiers, "application/json", []byte(`{"name":"Once"}`)) })
	}
	all.Wait()
	id := ""
	for _, a := range answers {
		var d struct{ ID, Message string }
		if err := json.Unmarshal(a.body, &d); err != nil {
			t.Fatalf("%d %s", a.status, a.body)
		}
		switch {
		case a.status == 409 && d.Message == "The request is still running":
		case a.status != 201 || id != "" && d.ID != id:
			t.Errorf("%d %s beside %s", a.status, a.body, id)
		default:
			id = d.ID
		}
	}
	if id == "" {
		t.Fatal("no request was answered")
	}
	return id
}
