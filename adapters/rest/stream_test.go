package rest

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/rest/history"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
	"github.com/seed-62a36931/docket/queries"
)

const ePath = "/api/events"

func TestStreamFrames(t *testing.T) {
	s := newSite(t)
	s.history.Entries = []queries.HistoryEntry{someEvents()[1], someEvents()[0]}
	a := s.do(request("GET", ePath, ""))
	want := "retry: 3000\n\n" +
		"id: 5\nevent: \ndata: {\"actor\":{\"id\":\"" + userID + "\",\"username\":\"mira\"},"
	if a.Header.Get("Content-Type") != "text/event-stream" || a.Header.Get("Cache-Control") != "no-store" ||
		!strings.HasPrefix(string(a.body), want) {
		t.Errorf("got %v %s, want an event stream that begins with %q", a.Header, a.body, want)
	}
	frames := strings.Split(string(a.body), "\n\n")
	if len(frames) != 5 || !strings.HasPrefix(frames[2], "id: 9\nevent: file.uploaded\ndata: {") ||
		strings.Count(frames[2], "\n") != 2 || frames[3] != "retry: 3000" {
		t.Errorf("got %q, want 5, the third of event 9, the fourth of retry", frames)
	}
	for _, row := range []struct {
		target, header string
		want           []string
	}{
		{ePath + "?lastEventId=7", "", []string{"id: 9"}},
		{ePath + "?lastEventId=0", "7", []string{"id: 9"}},
		{ePath + "?lastEventId=9", "", nil},
		{ePath + "?lastEventId=", "", []string{"id: 5", "id: 9"}},
		{ePath, "0", []string{"id: 5", "id: 9"}},
		{ePath + "?type=file.", "", []string{"id: 9"}},
		{ePath + "?type=user.&type=file.uploaded", "", []string{"id: 9"}},
		{ePath + "?type=file", "", nil},
	} {
		r := request("GET", row.target, "")
		if row.header != "" {
			r.Header.Set("Last-Event-ID", row.header)
		}
		body := string(s.do(r).body)
		if strings.Count(body, "id: ") != len(row.want) {
			t.Errorf("%s %s: %s, want %d", row.target, row.header, body, len(row.want))
		}
		for _, id := range row.want {
			if !strings.Contains(body, id+"\n") {
				t.Errorf("%s %s: no %s in %s", row.target, row.header, id, body)
			}
		}
	}
	s.roles = []string{user.RoleUser}
	if body := string(s.do(request("GET", ePath, "")).body); strings.Contains(body, "id:") {
		t.Errorf("told of what is not to be heard: %s, want no %q in it", body, "id:")
	}
}

func TestStreamRefuses(t *testing.T) {
	for _, row := range []struct {
		target, header string
		status         int
		message        string
	}{
		{ePath + "?lastEventId=x", "", 400, "lastEventId is not valid"},
		{ePath + "?lastEventId=-1", "", 400, "lastEventId is not valid"},
		{ePath + "?lastEventId=10001", "", 400, "lastEventId is not valid"},
		{ePath, "10001", 400, "Last-Event-ID is not valid"},
		{ePath, "last", 400, "Last-Event-ID is not valid"},
		{ePath + "?lastEventId=99999999999999999999", "", 400, "lastEventId is not valid"},
		{ePath + "?lastEventId=1&lastEventId=1", "", 400, "lastEventId must be given once"},
		{ePath + "?dossierId=x", "", 400, "dossierId is not a valid identifier"},
	} {
		s := newSite(t)
		r := request("GET", row.target, "")
		if row.header != "" {
			r.Header.Set("Last-Event-ID", row.header)
		}
		s.want(s.do(r), row.status, row.message)
	}
	s := newSite(t)
	s.fail = domain.ErrDossierNotFound
	s.want(s.do(request("GET", ePath+"?dossierId="+dossierID, "")), 404, "Dossier not found")
	s.roles = nil
	s.want(s.do(request("GET", ePath, "")), 403, "Access denied")
}

// An opened stream is closed at the end of its test.
type opened struct {
	StatusCode int
	Header     http.Header
	Body       io.Reader
}

// streaming is a site behind a real connection, with streams that stay open.
func streaming(t *testing.T, change ...func(*Config)) (*site, func(token string) opened) {
	s := newSite(t, change...)
	s.waits = make(chan struct{})
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	return s, func(token string) opened {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+ePath, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Body.Close() })
		return opened{a.StatusCode, a.Header, a.Body}
	}
}

func TestTenStreamsForAnAccount(t *testing.T) {
	s, open := streaming(t)
	for i := range history.MaxStreams {
		if a := open("good"); a.StatusCode != http.StatusOK {
			t.Fatal(i, a.StatusCode)
		}
	}
	if a := open("good"); a.StatusCode != http.StatusTooManyRequests || a.Header.Get("Retry-After") == "" {
		t.Error(a.StatusCode, a.Header)
	}
	close(s.waits) // all end
	for a := open("good"); a.StatusCode != http.StatusOK; a = open("good") {
		if a.StatusCode != http.StatusTooManyRequests {
			t.Fatal(a.StatusCode)
		}
	}
}

func TestStreamKeepsAliveAndEndsWithTheSignIn(t *testing.T) {
	s, open := streaming(t, func(c *Config) { c.KeepAlive = 10 * time.Millisecond })
	in := bufio.NewReader(open("good").Body)
	for comments := 0; comments < 3; {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(line, ":") {
			comments++
		}
	}
	s.mu.Lock()
	s.signedOut = true
	s.mu.Unlock()
	rest, err := io.ReadAll(in)
	if err != nil || !strings.HasSuffix(string(rest), retryLine) {
		t.Errorf("%q %v, want no error and %v at its end", rest, err, retryLine)
	}
}

// A client that takes nothing is cut off when the connection holds no more.
func TestSlowReadersAreCutOff(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Pause = 50 * time.Millisecond })
	for i := range 4000 {
		s.history.Entries = append(s.history.Entries, queries.HistoryEntry{Position: uint64(5 + i), Summary: strings.Repeat("x", 5000)})
	}
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		s.handler.ServeHTTP(w, r)
	}))
	defer server.Close()
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "GET "+ePath+" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(5 * time.Minute):
		t.Error("a client that takes nothing is waited for")
	}
}

func TestStreamEndsWithTheToken(t *testing.T) {
	now, ended := time.Now(), atomic.Bool{}
	_, open := streaming(t, func(c *Config) {
		c.Now = func() time.Time {
			if ended.Load() {
				return now.Add(time.Hour)
			}
			return now
		}
	})
	claims := base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, `{"exp":%d}`, now.Add(time.Minute).Unix()))
	answer := open("timed." + claims + ".s")
	ended.Store(true)
	body, err := io.ReadAll(answer.Body)
	if err != nil || string(body) != retryLine+retryLine {
		t.Errorf("got %q, %v, want %q and the end", body, err, retryLine+retryLine)
	}
}

// retryLine tells clients how long to wait before they come back.
const retryLine = "retry: 3000\n\n"
