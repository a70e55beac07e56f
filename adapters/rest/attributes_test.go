package rest

import (
	"maps"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain"
)

func TestAttributesAreSetByPutAndPost(t *testing.T) {
	const other = "0d2b7f5e-8a5c-4a52-9a0e-3f6f7d0c1b11"
	for _, method := range []string{"PUT", "POST"} {
		s := newSite(t)
		s.lenient = true
		a := s.do(request(method, fPath+"/attributes", `{"attributeIdToValue":{"`+defID+`":"x","`+other+`":null},"more":1}`))
		got, _ := s.wrote.(commands.SetFileAttributes)
		if want := map[string]string{defID: "x", other: ""}; a.StatusCode != 204 || !maps.Equal(got.Values, want) || got.FileID != fileID {
			t.Errorf("%s: %d, %+v, want a.StatusCode = 204, got.Values = %v and got.FileID = %v", method, a.StatusCode, got, want, fileID)
		}
		if a.Header.Get("Docket-Position") != "42" {
			t.Errorf("%s: %v, want 42", method, a.Header)
		}
	}
}

func TestBadAttributesAreRefused(t *testing.T) {
	for _, row := range []struct{ body, message string }{
		{``, "The request body is not valid JSON"},
		{`{}`, "attributeIdToValue is required"},
		{`{"attributeIdToValue":null}`, "attributeIdToValue is required"},
		{`{"attributeIdToValue":[]}`, "attributeIdToValue must be an object"},
		{`{"attributeIdToValue":{"` + defID + `":7}}`, defID + " must be a string"},
		{`{"attributeIdToValue":{}} x`, "The request body is not valid JSON"},
	} {
		for _, method := range []string{"PUT", "POST"} {
			s := newSite(t)
			s.want(s.do(request(method, fPath+"/attributes", row.body, "Content-Type", "application/json")), 400, row.message)
		}
	}
	s := newSite(t)
	s.want(s.do(request("POST", fPath+"/attributes", `{}`, "Content-Type", "text/plain")), 415, "Content-Type must be application/json")
	s.fail = domain.Faultf(domain.Invalid, "Unknown attribute: x")
	s.want(s.do(request("PUT", fPath+"/attributes", `{"attributeIdToValue":{"x":"1"}}`)), 400, "Unknown attribute: x")
}

func TestPlaceholdersNameTheAttribute(t *testing.T) {
	s := newSite(t)
	for path, want := range map[string]string{"/dossier-attribute-definitions": `"placeholder":"{{dossier.attribute.Logo}}"`,
		"/file-attribute-definitions": `"placeholder":"{{file.attribute.Supplier}}"`, "/report-templates": `"fileName":"summary.xlsx"`} {
		if a := s.do(request("GET", tPath+path, "")); !strings.Contains(string(a.body), want) {
			t.Errorf("%s: %s, want %v in it", path, a.body, want)
		}
	}
}

func TestDossierAttributesAreSet(t *testing.T) {
	s := newSite(t)
	for _, method := range []string{"PUT", "POST"} {
		a := s.do(request(method, sPath+"/attributes", `{"attributeIdToValue":{"`+defID+`":"x","b":null}}`))
		got, ok := s.wrote.(commands.SetDossierAttributes)
		if a.StatusCode != 204 || !ok || got.DossierID != dossierID || len(got.Values) != 2 || got.Values[defID] != "x" ||
			got.Values["b"] != "" {
			t.Errorf("%s: got %d, %+v, want 204 and both values of %s", method, a.StatusCode, got, dossierID)
		}
	}
	s.want(s.do(request("PUT", sPath+"/attributes", `{"attributeIdToValue":{"a":1}}`)), 400, "a must be a string")
}
