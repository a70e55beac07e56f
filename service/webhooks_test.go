package service_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// A receiver takes messages and misbehaves as it is told.
type receiver struct {
	t      *testing.T
	server *httptest.Server

	mu     sync.Mutex
	secret string
	next   func(n int, w http.ResponseWriter) // answers the nth message
	taken  []received                         // answered with 2xx
	count  int
}

// A received message is one whose signature holds.
type received struct {
	ID, Type string
	Data     struct {
		Position      uint64
		DossierID     string
		FileID        *string
		Type          string
		Link          *string
		Specversion   string
		SpecVersionID string
	}
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{t: t}
	r.server = httptest.NewServer(http.HandlerFunc(r.take))
	t.Cleanup(r.server.Close)
	return r
}

func (r *receiver) take(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	if err != nil {
		return // the service was killed
	}
	id, at := q.Header.Get("webhook-id"), q.Header.Get("webhook-timestamp")
	r.mu.Lock()
	defer r.mu.Unlock()
	if !signatureHolds(r.secret, id+"."+at+"."+string(body), q.Header.Get("webhook-signature")) {
		r.t.Errorf("message %s: the signature %s does not hold, want one by %s", id, q.Header.Get("webhook-signature"), r.secret)
	}
	m := received{ID: id}
	if err := json.Unmarshal(body, &m); err != nil {
		r.t.Errorf("message %s: %v of %s, want JSON", id, err, body)
	}
	m.ID = id
	r.count++
	status := &noted{ResponseWriter: w, status: 200}
	if r.next != nil {
		r.next(r.count, status)
	}
	if status.status < 300 {
		r.taken = append(r.taken, m)
	}
}

// noted remembers a status.
type noted struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (n *noted) WriteHeader(status int) {
	n.status = status
	n.ResponseWriter.WriteHeader(status)
}

// signatureHolds checks a signature as the specification has it, without the code that made it.
func signatureHolds(secret, signed, header string) bool {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(signed))
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for one := range strings.SplitSeq(header, " ") {
		if hmac.Equal([]byte(one), []byte(want)) {
			return true
		}
	}
	return false
}

// misbehave has the receiver answer with next.
func (r *receiver) misbehave(next func(n int, w http.ResponseWriter)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.next = next
}

// messages are those that were taken, in the order of their first arrival.
func (r *receiver) messages() (out []received) {
	r.mu.Lock()
	defer r.mu.Unlock()
	seen := map[string]bool{}
	for _, m := range r.taken {
		if !seen[m.ID] {
			out = append(out, m)
		}
		seen[m.ID] = true
	}
	return out
}

// webhookFlags let a service send to a receiver of a test, and soon again.
func webhookFlags(t *testing.T) []string {
	return append(servicetest.NewMasterKey(t), "--webhook-networks", "127.0.0.0/8", "--webhook-first-pause", "20ms",
		"--webhook-max-pause", "200ms", "--webhook-timeout", "2s")
}

// A webhookAnswer is a webhook as the API shows it.
type webhookAnswer struct {
	ID, Status       string
	StatusReason     *string
	Waiting          int
	DeadLetters      int
	Withheld         int
	SentUpTo         uint64
	LostDeadLetters  int
	DossierTemplate  string
	LastModifiedTime string
}

// newWebhook makes a webhook of a caller that sends to a receiver.
func newWebhook(c *servicetest.Caller, r *receiver, settings map[string]any) webhookAnswer {
	c.T.Helper()
	var made struct {
		Webhook webhookAnswer
		Secret  string
	}
	body := map[string]any{"url": r.server.URL + "/hook?x=1"}
	for k, v := range settings {
		body[k] = v
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	c.Want(201, "POST", "/api/webhooks", body).Decode(c.T, &made)
	r.secret = made.Secret
	return made.Webhook
}

// feedOf reads all events of the feed that a caller may read after a position.
func feedOf(c *servicetest.Caller, after uint64, query string) (ids []string) {
	c.T.Helper()
	for {
		var page struct {
			Events    []struct{ ID string }
			NextAfter uint64
			HasMore   bool
		}
		c.Want(200, "GET", fmt.Sprintf("/api/events/feed?limit=500&after=%d%s", after, query), nil).Decode(c.T, &page)
		for _, e := range page.Events {
			ids = append(ids, e.ID)
		}
		if after = page.NextAfter; !page.HasMore {
			return ids
		}
	}
}

// webhookKills is how often the service is killed.
func webhookKills() int {
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		return 50
	}
	return 1
}

// TestWebhooksSurviveKills kills the service while it sends to a receiver that answers now with 500, now with a redirect
// and now not in time: each event that the owner may read arrives, those of a file in their order.
func TestWebhooksSurviveKills(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), webhookFlags(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c, r := s.SignIn("mira", "Str0ng-enough"), newReceiver(t)
	r.misbehave(func(n int, w http.ResponseWriter) {
		switch n % 5 {
		case 1:
			w.WriteHeader(http.StatusInternalServerError)
		case 3:
			w.Header().Set("Location", "http://127.0.0.1:1/")
			w.WriteHeader(http.StatusTemporaryRedirect)
		}
	})
	w := newWebhook(c, r, map[string]any{"types": []string{"file.", "dossier."}})
	for k := range webhookKills() {
		dossier := c.NewDossier(fmt.Sprintf("Kills %d", k))
		for i := range 3 {
			c.UploadSmall(dossier+"/files", fmt.Sprintf("a%d.pdf", i))
		}
		had := len(r.messages())
		servicetest.Await(t, 5*time.Minute, func() bool { return len(r.messages()) > had })
		s.Kill()
		s.Start()
		c = s.SignIn("mira", "Str0ng-enough")
	}
	begin := w.SentUpTo
	var want []string
	servicetest.Await(t, 2*time.Minute, func() bool {
		want = feedOf(c, begin, "&types=file.&types=dossier.")
		return len(r.messages()) >= len(want)
	})
	at := map[string]int{}
	for i, m := range r.messages() {
		at[m.ID] = i
	}
	for _, id := range want {
		if _, ok := at[id]; !ok {
			t.Errorf("the event %s was not sent, want each of %d", id, len(want))
		}
	}
	last := map[string]uint64{}
	for _, m := range r.messages() {
		if m.Data.FileID == nil {
			continue
		}
		if m.Data.Position < last[*m.Data.FileID] {
			t.Errorf("the event at %d came behind that at %d of file %s, want them in order", m.Data.Position, last[*m.Data.FileID],
				*m.Data.FileID)
		}
		last[*m.Data.FileID] = m.Data.Position
	}
	if len(want) < 3 || len(last) < 3 {
		t.Errorf("got %d events of %d files, want some of three files at least", len(want), len(last))
	}
}

// TestWebhooksEndWithRights sends nothing of a dossier to who is no member any more, pauses for an account that has ended,
// and goes on when it is back.
func TestWebhooksEndWithRights(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), webhookFlags(t)...)
	s.AddUser("olga", "Str0ng-enough", "MANAGER", "ADMIN")
	s.AddUser("mira", "Str0ng-enough", "USER")
	owner, member, r := s.SignIn("olga", "Str0ng-enough"), s.SignIn("mira", "Str0ng-enough"), newReceiver(t)
	var me struct{ ID string }
	member.Want(200, "GET", "/api/me", nil).Decode(t, &me)
	dossier := owner.NewDossier("Rights")
	id := dossier[strings.LastIndex(dossier, "/")+1:]
	list := dossier[:strings.LastIndex(dossier, "/")]
	people := func(ids ...string) {
		owner.Want(200, "POST", list, map[string]any{"id": id, "name": "Rights", "memberIds": append([]string{}, ids...)})
	}
	people(me.ID)
	w := newWebhook(member, r, map[string]any{"dossierId": id})
	read := func() (w2 webhookAnswer) {
		member.Want(200, "GET", "/api/webhooks/"+w.ID, nil).Decode(t, &w2)
		return w2
	}
	owner.UploadSmall(dossier+"/files", "seen.pdf")
	servicetest.Await(t, 5*time.Minute, func() bool { return len(r.messages()) > 0 && read().Waiting == 0 })
	r.misbehave(func(_ int, w http.ResponseWriter) { w.WriteHeader(http.StatusServiceUnavailable) })
	owner.UploadSmall(dossier+"/files", "waits.pdf")
	servicetest.Await(t, 5*time.Minute, func() bool { return read().Waiting > 0 })
	people()
	r.misbehave(nil)
	had := len(r.messages())
	owner.UploadSmall(dossier+"/files", "unseen.pdf")
	servicetest.Await(t, 5*time.Minute, func() bool { w := read(); return w.Withheld > 1 && w.Waiting == 0 })
	if got := len(r.messages()); got != had {
		t.Errorf("got %d messages behind the end of the membership, want %d", got, had)
	}
	people(me.ID)
	owner.Want(200, "PUT", "/api/users/"+me.ID, map[string]any{"active": false})
	owner.UploadSmall(dossier+"/files", "later.pdf")
	admins := func() (w2 webhookAnswer) {
		owner.Want(200, "GET", "/api/webhooks/"+w.ID, nil).Decode(t, &w2)
		return w2
	}
	servicetest.Await(t, 5*time.Minute, func() bool { return admins().Status == "PAUSED" })
	if got := len(r.messages()); got != had || *admins().StatusReason != "ACCOUNT_ENDED" {
		t.Errorf("got %d messages and %s of an account that ended, want %d and ACCOUNT_ENDED", got, *admins().StatusReason, had)
	}
	owner.Want(200, "PUT", "/api/users/"+me.ID, map[string]any{"active": true, "roles": []string{"USER"}})
	servicetest.Await(t, 5*time.Minute, func() bool { return len(r.messages()) > had && admins().Status == "ACTIVE" })
}

// TestWebhooksByAPI tests, resends, rolls and deletes, and disables a webhook whose receiver is gone.
func TestWebhooksByAPI(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(webhookFlags(t), "--webhook-retry-time", "1ms")...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c, r := s.SignIn("mira", "Str0ng-enough"), newReceiver(t)
	w := newWebhook(c, r, map[string]any{"types": []string{"dossier.created"}})
	path := "/api/webhooks/" + w.ID
	read := func() (w webhookAnswer) { c.Want(200, "GET", path, nil).Decode(t, &w); return w }
	c.Want(202, "POST", path+"/test", nil)
	servicetest.Await(t, 5*time.Minute, func() bool { return len(r.messages()) == 1 })
	if m := r.messages()[0]; m.Type != "webhook.test" {
		t.Errorf("got a message of type %s, want webhook.test", m.Type)
	}
	r.misbehave(func(_ int, w http.ResponseWriter) { w.WriteHeader(http.StatusBadGateway) })
	c.NewDossier("Dead")
	servicetest.Await(t, 5*time.Minute, func() bool { return read().DeadLetters == 1 })
	var dead struct {
		Deliveries []struct {
			ID     string
			Answer int
			Tries  int
		}
	}
	c.Want(200, "GET", path+"/deliveries?status=DEAD", nil).Decode(t, &dead)
	if len(dead.Deliveries) != 1 || dead.Deliveries[0].Answer != http.StatusBadGateway {
		t.Fatalf("got %+v, want one dead letter that was answered with 502", dead)
	}
	r.misbehave(nil)
	var rolled struct{ Secret string }
	c.Want(200, "POST", path+"/secret", nil).Decode(t, &rolled)
	c.Want(202, "POST", path+"/deliveries/"+dead.Deliveries[0].ID+"/resend", nil) // signed by the old secret, too
	servicetest.Await(t, 5*time.Minute, func() bool { return len(r.messages()) == 2 && read().DeadLetters == 0 })
	r.mu.Lock()
	if r.secret == rolled.Secret {
		t.Error("got the same secret again, want another")
	}
	r.secret = rolled.Secret
	r.mu.Unlock()
	c.NewDossier("Signed anew")
	servicetest.Await(t, 5*time.Minute, func() bool { return len(r.messages()) == 3 })
	r.misbehave(func(_ int, w http.ResponseWriter) { w.WriteHeader(http.StatusGone) })
	c.NewDossier("Gone")
	servicetest.Await(t, 5*time.Minute, func() bool { return read().Status == "DISABLED" })
	if reason := *read().StatusReason; reason != "GONE" {
		t.Errorf("got the reason %s, want GONE", reason)
	}
	c.Want(409, "POST", path+"/test", nil)
	c.Want(204, "DELETE", path, nil)
	c.Want(404, "GET", path, nil)
}
