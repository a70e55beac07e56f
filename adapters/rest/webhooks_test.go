package rest

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/queries"
)

func TestWebhookRequests(t *testing.T) {
	s := newSite(t)
	a := s.do(request("POST", "/api/webhooks", `{"url":"https://example.com/h","description":"Ours","types":["file.","dossier.created"],`+
		`"dossierTemplateId":"`+templateID+`","dossierId":"`+dossierID+`","format":"CLOUDEVENTS","active":false}`))
	c, ok := s.wrote.(commands.SaveWebhook)
	want := commands.SaveWebhook{Request: c.Request, URL: "https://example.com/h", Description: "Ours",
		Types:      []string{"file.", "dossier.created"},
		TemplateID: templateID, DossierID: dossierID, Format: webhook.CloudEvents}
	if !ok || !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, want %+v", s.wrote, want)
	}
	if body := string(a.body); !strings.Contains(body, `"secret":"`+webhook.Secret{1}.Text()+`"`) {
		t.Errorf("got %s, want the secret in it", body)
	}
	s.do(request("PUT", hPath, `{"url":"https://example.com/h","types":null}`))
	if c := s.wrote.(commands.SaveWebhook); c.WebhookID != defID || !c.Active || c.Types != nil || c.Format != "" {
		t.Errorf("got %+v, want the defaults of what is left out", c)
	}
	s.do(request("POST", hPath+"/deliveries/"+fileID+"/resend", ""))
	if c := s.wrote.(commands.NamedWebhook); c.Message != uuid.MustParse(fileID) || c.Event != 7 || c.WebhookID != defID {
		t.Errorf("got %+v, want the event at 7 again", c)
	}
	s.do(request("GET", hPath+"/deliveries?status=DEAD&limit=3", ""))
	if q := s.asked.(queries.AskWebhookDeliveries); q.Status != webhook.Dead {
		t.Errorf("asked for %+v, want dead letters", q)
	}
	s.want(s.do(request("GET", hPath+"/deliveries?status=LOST", "")), 400, "status is not valid")
}

func TestWebhookAnswers(t *testing.T) {
	s := newSite(t)
	var list struct {
		Webhooks []struct {
			Status, StatusReason string
			SentUpTo, Waiting    int
		}
	}
	if err := json.Unmarshal(s.do(request("GET", "/api/webhooks", "")).body, &list); err != nil || len(list.Webhooks) != 3 {
		t.Fatalf("got %+v, %v, want three webhooks", list, err)
	}
	for i, want := range []string{"PAUSED ACCOUNT_ENDED 9 2", "ACTIVE  7 0", "DISABLED GONE 9 2"} {
		w := list.Webhooks[i]
		got, err := json.Marshal([]any{w.Status, w.StatusReason, w.SentUpTo, w.Waiting})
		if err != nil || strings.NewReplacer(`"`, "", "[", "", "]", "", ",", " ").Replace(string(got)) != want {
			t.Errorf("got %s, %v, want %s", got, err, want)
		}
	}
	if body := string(s.do(request("GET", hPath, "")).body); strings.Contains(body, "whsec_") {
		t.Errorf("got %s, want no secret in it", body)
	}
}
