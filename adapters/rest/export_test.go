package rest

import (
	"strings"
	"testing"
)

func TestXMLIsReadByAccept(t *testing.T) {
	for accept, want := range map[string]string{"": "application/json", "*/*": "application/json",
		"application/xml": "application/xml", "text/xml": "application/xml",
		"application/json, application/xml;q=0.9": "application/json", "application/json;q=0.5, application/xml": "application/xml",
		"text/html, application/xml;q=0.9, */*;q=0.8": "application/xml", "application/xml;q=0": "application/json",
		";;": "application/json"} {
		for _, path := range []string{fPath + "/components", sPath + "/components"} {
			a := newSite(t).do(request("GET", path, "", "Accept", accept))
			if got := a.Header.Get("Content-Type"); a.StatusCode != 200 || !strings.HasPrefix(got, want) {
				t.Errorf("%s, Accept %q: %d %s, want a.StatusCode = 200 and %v at its beginning", path, accept, a.StatusCode, got, want)
			}
		}
	}
	for _, path := range []string{fPath + "/components.xml", sPath + "/components.xml?includeDetails=true"} {
		if a := newSite(t).do(request("GET", path, "")); a.StatusCode != 200 || a.Header.Get("Content-Type") != "application/xml" || !strings.HasPrefix(string(a.body), "<?xml") {
			t.Errorf(`%s: %d %v %s, want a.StatusCode = 200, a.Header.Get("Content-Type") = application/xml and it to begin `+
				`with <?xml`, path, a.StatusCode, a.Header, a.body)
		}
	}
}
