package snakecase

import "testing"

func TestFromName(t *testing.T) {
	for in, want := range map[string]string{
		"Invoice Number": "invoice_number",
		"StudyTitle":     "study_title",
		"Größe (mm)":     "grosse_mm",
		"Invoice_Number": "invoice_number",
		"GLP":            "glp",
		"No2Way":         "no2_way",
		"  a--b  ":       "a_b",
		"Crème Brûlée":   "creme_brulee",
		"€ — !":          "",
		"":               "",
		"HTTPServer":     "http_server",
		"VATNo":          "vat_no",
		"StudyIDOf":      "study_id_of",
		"IDs":            "ids",
		"PDFsOfABC":      "pdfs_of_abc",
		"ÄÖÜber":         "ao_uber",
		"HTTP2Server":    "http2_server",
	} {
		if got := FromName(in); got != want {
			t.Errorf("FromName(%q) = %q, want %q", in, got, want)
		}
		if once := FromName(in); FromName(once) != once {
			t.Errorf("FromName(%q) is not stable: %q, want %v", once, FromName(once), once)
		}
	}
}

// TestNamesWithInitials that were made before initials ended a word go on meaning their
// component.
func TestNamesWithInitials(t *testing.T) {
	if got := FromNameUnbroken("HTTPServer"); got != "httpserver" {
		t.Errorf("the form of before is %q, want %q", got, "httpserver")
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"HTTPServer", "http_server", true}, {"HTTPServer", "httpserver", true}, {"HTTP Server", "HTTPServer", true},
		{"httpserver", "http_server", false}, {"HTTPServer", "HTTPServers", false}, {"a_b", "ab", false},
	} {
		if Same(c.a, c.b) != c.same || Same(c.b, c.a) != c.same {
			t.Errorf("%s and %s: not %t", c.a, c.b, c.same)
		}
	}
	x := Index[int]{}
	x.Add("httpserver", 1)
	if at, ok := x.Find("HTTPServer"); at != 1 || !ok {
		t.Errorf("a definition of before is not found: %d, want 1", at)
	}
	x.Add("http_server", 2)
	for name, want := range map[string]int{"HTTPServer": 2, "http server": 2, "HttpServer": 2, "httpserver": 1} {
		if at, ok := x.Find(name); at != want || !ok {
			t.Errorf("%s: %d, want %d", name, at, want)
		}
	}
	if _, ok := x.Find("server"); ok {
		t.Error("what is not there is found")
	}
}
