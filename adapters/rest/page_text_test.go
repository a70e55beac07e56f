package rest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/queries"
)

func TestWordsOfAPageAsWritten(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", fPath+"/pages/4/text", ""))
	if q, ok := s.asked.(queries.AskPageText); !ok || q.Page != 4 || q.FileID != fileID {
		t.Errorf("got %+v, want page 4 of %s", s.asked, fileID)
	}
	want := `{"height":841.89,"lines":[{"node":"n17","words":[["Study",60,757.1,27.3,11.7,null]]},{"node":null,"words":[["7",0,0,0,0,71]]}],` +
		`"ocr":true,"page":4,"rotation":90,"width":595.28}`
	if got := strings.TrimSpace(string(a.body)); got != want || a.Header.Get("ETag") != `"t1"` {
		t.Errorf("tag %s: got %s, want %s", a.Header.Get("ETag"), got, want)
	}
}

// TestTreesHaveTheFormOfDocketLayout reads the answer as what the command prints.
func TestTreesHaveTheFormOfDocketLayout(t *testing.T) {
	s := newSite(t)
	a := s.do(request("GET", fPath+"/tree?page=2", ""))
	if q, ok := s.asked.(queries.AskTree); !ok || q.Page != 2 {
		t.Errorf("got %+v, want page 2", s.asked)
	}
	found, err := s.FileTree(t.Context(), queries.AskTree{})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := found.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got document.Outline
	if err := json.Unmarshal(a.body, &got); err != nil {
		t.Fatal(err)
	}
	for i := range tree.Nodes[0].Children { // lists are never null
		tree.Nodes[0].Children[i].Children = []document.OutlineNode{}
	}
	want, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(got); err != nil || string(again) != string(want) {
		t.Errorf("got %s, %v\nwant %s", again, err, want)
	}
}

// What the reader has by its tag is not made again.
func TestTextsThatAreKnownAreNotSent(t *testing.T) {
	for _, path := range []string{"/pages/1/text", "/tree"} {
		s := newSite(t)
		a := s.do(request("GET", fPath+path, "", "If-None-Match", `"t0", "t1"`))
		if a.StatusCode != 304 || len(a.body) > 0 || a.Header.Get("ETag") != `"t1"` || s.opened != 0 {
			t.Errorf(`%s: %d %q, read %d times, want a.StatusCode = 304, no a.body, a.Header.Get("ETag") = "t1" and s.opened = `+
				`0`, path, a.StatusCode, a.body, s.opened)
		}
		if a = s.do(request("GET", fPath+path, "", "If-None-Match", `"t0"`)); a.StatusCode != 200 || s.opened != 1 {
			t.Errorf("%s: %d, read %d times, want a.StatusCode = 200 and s.opened = 1", path, a.StatusCode, s.opened)
		}
		if a.Header.Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%s: %q, want private, no-cache", path, a.Header)
		}
	}
}

func TestPagesOfTextAreNumbers(t *testing.T) {
	for path, says := range map[string]string{"/pages/0/text": "page is not valid", "/pages/x/text": "page is not valid",
		"/tree?page=0": "page is not valid", "/tree?page=1&page=2": "page must be given once"} {
		s := newSite(t)
		s.want(s.do(request("GET", fPath+path, "")), 400, says)
	}
}
