package rest

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestFetch(t *testing.T) {
	rows := []struct {
		name    string
		headers []string
		status  int
		body    string
	}{
		{"whole", nil, 200, "PK\x03\x04 a package of bytes"},
		{"range", []string{"Range", "bytes=5-13"}, 206, "a package"},
		{"suffix", []string{"Range", "bytes=-5"}, 206, "bytes"},
		{"two ranges", []string{"Range", "bytes=0-1,5-6"}, 200, "PK\x03\x04 a package of bytes"},
		{"many ranges", []string{"Range", "bytes=" + strings.Repeat("0-0,", 1500) + "1-1"}, 200, "PK\x03\x04 a package of bytes"},
		{"range of this package", []string{"Range", "bytes=0-1", "If-Range", `"` + downloadID + `"`}, 206, "PK"},
		{"range of another", []string{"Range", "bytes=0-1", "If-Range", `"x"`}, 200, "PK\x03\x04 a package of bytes"},
		{"known", []string{"If-None-Match", `"` + downloadID + `"`}, 304, ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := newSite(t)
			a := s.do(request("GET", pPath+"/content", "", row.headers...))
			if a.StatusCode != row.status || string(a.body) != row.body {
				t.Errorf("%d %q, want a.StatusCode = %v and string(a.body) = %v", a.StatusCode, a.body, row.status, row.body)
			}
			if want := `attachment; filename="Gr__e _1_.zip"; filename*=utf-8''Gr%C3%B6%C3%9Fe%20%221%22.zip`; row.status < 300 && a.Header.Get("Content-Disposition") != want {
				t.Error(a.Header.Get("Content-Disposition"))
			}
			if recorded := s.wrote != nil; recorded != (row.status < 300) {
				t.Error("recorded as a fetch:", recorded)
			}
		})
	}
	s := newSite(t)
	a := s.do(request("GET", pPath+"/content", "", "Range", "bytes=99-"))
	s.want(a, 416, "The range is not satisfiable")
	if a.Header.Get("Content-Range") != "bytes */23" || a.Header.Get("Content-Disposition") != "" {
		t.Error(a.Header)
	}
	if s.do(request("HEAD", pPath+"/content", "")); s.wrote != nil {
		t.Error("HEAD or a refused range was recorded as a fetch")
	}
}

// The same answer goes over a real connection, with its length.
func TestOverTheWire(t *testing.T) {
	s := newSite(t)
	server := httptest.NewServer(s.handler)
	defer server.Close()
	r, _ := http.NewRequest("HEAD", server.URL+pPath+"/content", nil)
	r.Header.Set("Authorization", "Bearer good")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.ContentLength != 23 || !slices.Equal(response.Header["Accept-Ranges"], []string{"bytes"}) {
		t.Error(response.ContentLength, response.Header)
	}
}
