package rest

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/queries"
)

func TestContentOfFiles(t *testing.T) {
	for _, row := range []struct {
		path   string
		header []string
		status int
		body   string
		opened int
	}{
		{"/content", nil, 200, "PK\x03\x04 a package of bytes", 1},
		{"/content?type=PREVIEW", []string{"Range", "bytes=5-13"}, 206, "a package", 1},
		{"/content", []string{"Range", "bytes=0-1", "If-Range", `"t1"`}, 206, "PK", 1},
		{"/content", []string{"Range", "bytes=0-1, 3-4"}, 200, "PK\x03\x04 a package of bytes", 1},
		{"/content", []string{"Range", "bytes=0-1", "If-Range", `"t0"`}, 200, "PK\x03\x04 a package of bytes", 1},
		{"/content?type=PREVIEW", []string{"If-None-Match", `"t1"`}, 304, "", 0},
		{"/pages/3.png", []string{"If-None-Match", `"t0"`}, 200, "PK\x03\x04 a package of bytes", 1},
		{"/pages/3.png", []string{"If-None-Match", `"t1"`}, 304, "", 0},
	} {
		s := newSite(t)
		a := s.do(request("GET", fPath+row.path, "", row.header...))
		if a.StatusCode != row.status || string(a.body) != row.body || a.Header.Get("ETag") != `"t1"` || s.opened != row.opened {
			t.Errorf("%s %q: %d %q, tag %s, opened %d times, want %d %q, tag \"t1\", opened %d times",
				row.path, row.header, a.StatusCode, a.body, a.Header.Get("ETag"), s.opened, row.status, row.body, row.opened)
		}
		if a.Header.Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%s: %q, want private, no-cache", row.path, a.Header)
		}
	}
	s := newSite(t)
	a := s.do(request("GET", fPath+"/content", ""))
	if want := `inline; filename="Gr__e.pdf"; filename*=utf-8''Gr%C3%B6%C3%9Fe.pdf`; a.Header.Get("Content-Disposition") != want {
		t.Errorf("got %q, want %v", a.Header, want)
	}
	a = s.do(request("HEAD", fPath+"/pages/1.png", ""))
	if a.Header.Get("Content-Type") != "image/png" || a.Header.Get("Content-Length") != "23" || len(a.body) > 0 {
		t.Errorf(`got %q, want a.Header.Get("Content-Type") = image/png, a.Header.Get("Content-Length") = 23 and no a.body`, a.Header)
	}
	s.want(s.do(request("GET", fPath+"/content", "", "Range", "bytes=99-")), 416, "The range is not satisfiable")
}

func TestContentOfFilesIsAskedForAsWritten(t *testing.T) {
	s := newSite(t)
	s.do(request("GET", fPath+"/content?type=", ""))
	if q, ok := s.asked.(queries.AskContent); !ok || q.Type != "ORIGINAL" || q.FileID != fileID || q.DossierID != dossierID {
		t.Errorf("got %+v, want ORIGINAL of %s", s.asked, fileID)
	}
	s.do(request("GET", fPath+"/pages/7.png", ""))
	if q, ok := s.asked.(queries.AskPage); !ok || q.Page != 7 || q.DPI != 100 {
		t.Errorf("got %+v, want page 7 at 100 dpi", s.asked)
	}
	s.do(request("GET", fPath+"/pages/12.png?dpi=18&crop=-40,690.5,300,24", ""))
	if q, ok := s.asked.(queries.AskPage); !ok || q.DPI != 18 || q.Crop == nil ||
		*q.Crop != (document.Rect{X: -40, Y: 690.5, Width: 300, Height: 24}) {
		t.Errorf("got %+v, want the crop at 18 dpi", s.asked)
	}
	s.do(request("GET", fPath+"/pages/12.png?dpi=300&crop=", ""))
	if q, ok := s.asked.(queries.AskPage); !ok || q.Page != 12 || q.DPI != 300 || q.Crop != nil {
		t.Errorf("got %+v, want all of page 12 at 300 dpi", s.asked)
	}
}

func TestContentOfFilesRefusesBadParameters(t *testing.T) {
	for path, says := range map[string]string{
		"/content?type=PNG":     "type must be one of ORIGINAL, PDF, PREVIEW",
		"/content?type=preview": "type must be one of ORIGINAL, PDF, PREVIEW",
		"/pages/0.png":          "page is not valid", "/pages/-1.png": "page is not valid", "/pages/x.png": "page is not valid",
		"/pages/1.5.png": "page is not valid", "/pages/99999999999999999999.png": "page is not valid",
		"/pages/1.png?dpi=17": "dpi is not valid", "/pages/1.png?dpi=301": "dpi is not valid", "/pages/1.png?dpi=x": "dpi is not valid",
		"/pages/1.png?crop=1,2,3": "crop is not valid", "/pages/1.png?crop=1,2,3,-4": "crop is not valid",
		"/pages/1.png?crop=1,2,3,4,5": "crop is not valid", "/pages/1.png?crop=1,2,NaN,4": "crop is not valid",
	} {
		s := newSite(t)
		s.want(s.do(request("GET", fPath+path, "")), 400, says)
		if s.asked != nil {
			t.Errorf("%s was asked for, want s.asked = nil", path)
		}
	}
	s := newSite(t)
	s.want(s.do(request("GET", fPath+"/pages/1.jpg", "")), 404, "Not found")
}
