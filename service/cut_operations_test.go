package service_test

import (
	"encoding/json"
	"net/http"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/seed-62a36931/docket/adapters/eventstoredb/protocoltest"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// cutSentence is the message of requests that need events which are no longer there.
const cutSentence = "Events of this were removed from the event store; those who run the service find more in its log"

// cutOperations are requests that read or write the stream of a file or of a dossier, by what their
// path begins with. FILE stands for the id of the file.
var cutOperations = map[string][]struct{ method, path, body string }{
	"file": {
		{"GET", "/history", ""},
		{"POST", "/component-overrides", `{"name":"A","componentValues":[{"value":"1"}]}`},
		{"POST", "/component-overrides/revert", `{"components":["A"]}`},
		{"PUT", "/component-checks", `{"checked":["Invoice_Number"]}`},
		{"PUT", "/assignee", `{"assigneeId":null}`},
		{"PUT", "/workflow-status", `{"workflowStatus":"UNDER_REVIEW"}`},
		{"PUT", "/attributes", `{"attributeIdToValue":{}}`},
		{"PUT", "/extraction", `{"automatic":false}`},
		{"POST", "/reanalyse", ""},
		{"POST", "/restore", ""},
		{"DELETE", "", ""},
		{"POST", "/../bulk-assign", `{"fileIds":["FILE"],"assigneeId":null}`},
		{"POST", "/../bulk-workflow-status", `{"fileIds":["FILE"],"workflowStatus":"UNDER_REVIEW"}`},
		{"POST", "/../bulk-attributes", `{"fileIds":["FILE"],"attributeIdToValue":{}}`},
		{"POST", "/../bulk-reanalyse", `{"fileIds":["FILE"]}`},
		{"POST", "/../bulk-delete", `{"fileIds":["FILE"]}`},
		{"POST", "/../restore", `{"fileIds":["FILE"]}`},
	},
	"dossier": {
		{"GET", "/history", ""},
		{"PUT", "/attributes", `{"attributeIdToValue":{}}`},
		{"POST", "/archive", ""},
		{"POST", "/restore", ""},
		{"POST", "/reanalyse", ""},
		{"POST", "/downloads", `{"downloadFileTypes":["ORIGINAL"],"reportTemplateIds":[]}`},
		{"POST", "/files/bulk-delete", `{"fileIds":["FILE"]}`},
		{"PUT", "/files/FILE/assignee", `{"assigneeId":null}`},
		{"POST", "/files/FILE/component-overrides", `{"name":"A","componentValues":[{"value":"1"}]}`},
		{"DELETE", "", ""},
	},
}

// TestOperationsOnCutStreams cuts the streams of a file and of a dossier on the server, and sends
// requests that need their events: each is answered with 409 and the sentence that says
// what has happened, none as if the thing were not there or the service had failed.
func TestOperationsOnCutStreams(t *testing.T) {
	t.Parallel()
	n, err := protocoltest.Start(protocoltest.NewDatabase(), protocoltest.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = n.Stop() })
	address := "esdb://" + n.Address() + "?tls=false"
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), "--eventstore", address)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	whole, cut := c.NewDossier("Whole"), c.NewDossier("Cut")
	for _, d := range []string{whole, cut} { // a second event, so that something is missing
		for _, way := range [][2]string{{"DELETE", ""}, {"POST", "/restore"}} {
			if a, err := c.Do(way[0], d+way[1], "", nil); err != nil || a.Status >= 300 {
				t.Fatalf("%s %s: got %d %s and %v, want no error and a.Status less than 300",
					way[0], way[1], a.Status, a.Body, err)
			}
		}
	}
	inWhole, inCut := c.Upload(whole, "a.pdf", servicetest.SamplePDF(t)), c.Upload(cut, "b.pdf", servicetest.SamplePDF(t))
	c.AwaitDone(whole + "/files/" + inWhole)
	c.AwaitDone(cut + "/files/" + inCut)
	for _, row := range []struct {
		thing, path, file string
		stream            es.StreamID
	}{
		{"file", whole + "/files/" + inWhole, inWhole, file.StreamOf("demo", inWhole)},
		{"dossier", cut, inCut, dossier.StreamOf("demo", path.Base(cut))},
	} {
		var limit esdb.StreamMetadata
		limit.SetMaxCount(1)
		if _, err := esdbClient(t, address).SetStreamMetadata(t.Context(), string(row.stream), esdb.AppendToStreamOptions{},
			limit); err != nil {
			t.Fatal(err)
		}
		for _, o := range cutOperations[row.thing] {
			at := path.Clean(row.path + strings.ReplaceAll(o.path, "FILE", row.file))
			a, err := c.Do(o.method, at, "application/json", strings.NewReader(strings.ReplaceAll(o.body, "FILE", row.file)))
			if err != nil {
				t.Fatal(err)
			}
			var f struct{ Message string }
			if err := json.Unmarshal(a.Body, &f); err != nil || a.Status != http.StatusConflict || f.Message != cutSentence {
				t.Errorf("%s: %s %s: got %d %.200s, want 409 and what has happened", row.thing, o.method, o.path, a.Status, a.Body)
			}
		}
		in, contentType := servicetest.NewMultipartFile("c.pdf", servicetest.SamplePDF(t))
		if row.thing == "dossier" {
			c.ExpectFailure(409, cutSentence, "POST", row.path+"/files", contentType, in)
		}
	}
	if strings.Contains(s.Log.String(), "status=500") {
		t.Error("a stream that was cut was taken for a failure of ours")
	}
}
