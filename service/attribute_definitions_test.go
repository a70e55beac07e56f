package service_test

import (
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestAttributesThatGo sets values of attributes and deletes the definitions.
func TestAttributesThatGo(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		s := newPartSite(t, args)
		const ofDossiers, ofFiles = "/dossier-attribute-definitions", "/file-attribute-definitions"
		centre := s.createDefinition(ofDossiers, map[string]any{"name": "Centre", "type": "TEXT", "editable": true})
		number := s.createDefinition(ofFiles, map[string]any{"name": "Number", "type": "NUMBER", "editable": true,
			"csvColumnHeader": "No", "primaryAttribute": true, "displayedInFileList": true})
		received := s.createDefinition(ofFiles, map[string]any{"name": "Received", "type": "DATE",
			"csvColumnHeader": "Received", "primaryAttribute": true, "filterable": true})
		s.shows(ofFiles, "Number:NUMBER:No:false:true:false:true:{{file.attribute.Number}} "+
			"Received:DATE:Received:true:false:true:false:{{file.attribute.Received}}",
			"name", "type", "csvColumnHeader", "primaryAttribute", "displayedInFileList", "filterable", "editable", "placeholder")
		s.shows(ofDossiers, "Centre:TEXT:true:false:false:{{dossier.attribute.Centre}}", "name", "type", "editable",
			"displayedInDossierList", "filterable", "placeholder")
		s.refusesAttributes(centre, number, received)

		dossier := s.NewDossierOf("Follows", "Attributes")
		s.Want(204, "PUT", dossier+"/attributes", map[string]any{"attributeIdToValue": map[string]string{centre: "4711"}})
		file := dossier + "/files/" + s.Upload(dossier, "a.pdf", []byte("%PDF-1.4 broken"))
		s.AwaitDone(file)
		s.Want(204, "PUT", file+"/attributes", map[string]any{"attributeIdToValue": map[string]string{number: "7"}})
		s.UploadFile(dossier, "list.csv", []byte("filename,Received\na,2024-05-31\n"))
		s.HasAttributes(file, "a.pdf", map[string]string{number: "7", received: "2024-05-31"})
		before := time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
		s.Want(200, "PUT", s.template+ofFiles+"/"+number, map[string]any{"name": "No.", "type": "NUMBER"})
		s.shows(ofFiles, "No.::false:false Received:Received:true:false", "name", "csvColumnHeader", "primaryAttribute",
			"displayedInFileList")
		s.ExpectFailure(400, "Attribute is read-only: No.", "PUT", file+"/attributes", "application/json",
			strings.NewReader(`{"attributeIdToValue":{"`+number+`":"8"}}`))
		for _, path := range []string{ofDossiers + "/" + centre, ofFiles + "/" + number} {
			s.Want(204, "DELETE", s.template+path, nil)
			s.Want(404, "DELETE", s.template+path, nil)
		}
		s.HasAttributes(file, "a.pdf", map[string]string{received: "2024-05-31"})
		if got := s.fields(dossier, "dossierAttributes") + s.fields(dossier+"?asOf="+before, "dossierAttributes"); got != `[{"attributeIdToValue":{}}][{"attributeIdToValue":{"`+centre+`":"4711"}}]` {
			t.Errorf("of the dossier: %s, want 4711 before, and nothing now", got)
		}
		for path, id := range map[string]string{dossier: centre, file: number} {
			s.ExpectFailure(400, "Unknown attribute: "+id, "PUT", path+"/attributes", "application/json",
				strings.NewReader(`{"attributeIdToValue":{"`+id+`":""}}`))
		}
		s.createDefinition(ofFiles, map[string]any{"name": "Number", "type": "TEXT", "csvColumnHeader": "no"})
		s.HasAttributes(file, "a.pdf", map[string]string{received: "2024-05-31"})
		servicetest.CheckLog(t, s.Service)
	})
}

func (s *partSite) refusesAttributes(centre, number, received string) {
	s.T.Helper()
	const ofDossiers, ofFiles = "/dossier-attribute-definitions", "/file-attribute-definitions"
	s.refuses(ofDossiers, append(s.common(ofDossiers, centre, `{"name":"New","type":"TEXT"}`, "Dossier attribute definition not found"),
		refusal{"POST", ofDossiers, `{"name":"Centre","type":"TEXT"}`, 409, "Name already exists"},
		refusal{"POST", ofDossiers, `{"name":"A"}`, 400, "type is required"},
		refusal{"POST", ofDossiers, `{"name":"A","type":"BOOL"}`, 400, "type must be one of DATE, IMAGE, NUMBER, TEXT"},
		refusal{"PUT", ofDossiers + "/" + centre, `{"name":"Centre","type":"DATE"}`, 400, "type cannot be changed"},
		refusal{"PUT", ofDossiers + "/" + centre, `{"name":"{Centre}"}`, 400, "name must not contain braces"},
		refusal{"PUT", ofDossiers + "/" + centre, `{"name":"Centre","editable":"yes"}`, 400, "editable must be a boolean"})...)
	shown := []string{s.createDefinition(ofFiles, map[string]any{"name": "B", "type": "TEXT", "displayedInFileList": true}),
		s.createDefinition(ofFiles, map[string]any{"name": "C", "type": "TEXT", "displayedInFileList": true})}
	s.refuses(ofFiles, append(s.common(ofFiles, number, `{"name":"New","type":"TEXT"}`, "File attribute definition not found"),
		refusal{"POST", ofFiles, `{"name":"A","type":"IMAGE"}`, 400, "type must be one of DATE, NUMBER, TEXT"},
		refusal{"POST", ofFiles, `{"name":"A","type":"TEXT","displayedInFileList":true}`, 400, "At most 3 attributes can be displayed"},
		refusal{"PUT", ofFiles + "/" + received, `{"name":"Received","displayedInFileList":true}`, 400,
			"At most 3 attributes can be displayed"},
		refusal{"POST", ofFiles, `{"name":"A","type":"TEXT","csvColumnHeader":"NO"}`, 409, "Name already exists"},
		refusal{"PUT", ofFiles + "/" + received, `{"name":"Received","csvColumnHeader":" no "}`, 409, "Name already exists"},
		refusal{"PUT", ofFiles + "/" + received, `{"name":"Number"}`, 409, "Name already exists"},
		refusal{"PUT", ofFiles + "/" + received, `{"name":"Received","type":"NUMBER"}`, 400, "type cannot be changed"})...)
	for _, id := range shown {
		s.Want(204, "DELETE", s.template+ofFiles+"/"+id, nil)
	}
}
