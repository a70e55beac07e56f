package models

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands/candidates"
)

var _ candidates.Model = (*Client)(nil)

// completion is a response whose answer has the given text.
func completion(text string) string {
	b, _ := json.Marshal(map[string]any{"choices": []any{
		map[string]any{"message": map[string]string{"role": "assistant", "content": text}}}})
	return string(b)
}

func clientOf(address string, timeout time.Duration) *Client {
	return NewClient(Options{URL: address, Model: "small", Key: "secret-key", Timeout: timeout, AnswerBytes: 1000, Concurrency: 2})
}

func TestAnAnswerIsReturned(t *testing.T) {
	var got request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.Header.Get("Authorization") != "Bearer secret-key" {
			t.Errorf(`%s with %q, want r.Method = MethodPost and r.Header.Get("Authorization") = Bearer secret-key`, r.Method,
				r.Header.Get("Authorization"))
		}
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_, _ = io.WriteString(w, completion(`{"a":"ä"}`))
	}))
	defer server.Close()
	answer, err := clientOf(server.URL, time.Minute).Complete(t.Context(), "read a", "text")
	if err != nil || answer != `{"a":"ä"}` {
		t.Errorf("got %q, %v, want no error and answer = %q", answer, err, `{"a":"ä"}`)
	}
	if got.Model != "small" || got.Temperature != 0 || got.MaxTokens != 1000 || len(got.Messages) != 2 ||
		got.Messages[0] != (message{"system", "read a"}) || got.Messages[1] != (message{"user", "text"}) {
		t.Errorf("asked %+v, want the model small at temperature 0 and two messages", got)
	}
}

// TestBadServersGiveNoAnswer has servers that fail in every way; the errors name neither text nor key.
func TestBadServersGiveNoAnswer(t *testing.T) {
	var visited atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visited.Add(1) }))
	defer other.Close()
	say := func(kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			_, _ = io.WriteString(w, body)
		}
	}
	for _, row := range []struct {
		name    string
		handler http.HandlerFunc
		want    string
	}{
		{"an error", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "private text", 500) }, "it answered 500"},
		{"too many requests", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429) }, "it answered 429"},
		{"another host", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		}, "it answered 307"},
		{"a page", say("text/html", "<p>private text</p>"), "it did not answer with JSON"},
		{"no content type", say("", completion("{}")), "it did not answer with JSON"},
		{"broken JSON", say("application/json", `{"choices":[`), "its answer is no chat completion"},
		{"no choice", say("application/json", `{"choices":[]}`), "its answer is no chat completion"},
		{"a list", say("application/json", `[]`), "its answer is no chat completion"},
		{"a long answer", say("application/json", completion(strings.Repeat("x", 1001))), "its answer is longer than 1000 bytes"},
		{"an endless answer", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, strings.Repeat(" ", 4096)); err != nil {
					return
				}
			}
		}, "its answer is longer than 1000 bytes"},
		{"a broken connection", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, "{")
		}, "its answer broke off"},
	} {
		server := httptest.NewServer(row.handler)
		answer, err := clientOf(server.URL, time.Minute).Complete(t.Context(), "read", "private text")
		if answer != "" || err == nil || err.Error() != row.want {
			t.Errorf("%s: got %q and %v, want %q", row.name, answer, err, row.want)
		}
		server.CloseClientConnections()
		server.Close()
	}
	if visited.Load() != 0 {
		t.Errorf("a redirect was followed %d times, want 0", visited.Load())
	}
}

func TestSlowServersAreLeft(t *testing.T) {
	gone := make(chan struct{})
	for name, begin := range map[string]string{"nothing comes": "", "it stops in the middle": `{"choices"`} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			if begin != "" {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, begin)
				w.(http.Flusher).Flush()
			}
			select {
			case <-r.Context().Done():
			case <-gone:
			}
		}))
		_, err := clientOf(server.URL, 50*time.Millisecond).Complete(t.Context(), "read", "text")
		if err == nil || err.Error() != "it did not answer within 50ms" {
			t.Errorf("%s: %v, want an error and err.Error() = it did not answer within 50ms", name, err)
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, err := clientOf(server.URL, time.Minute).Complete(ctx, "read", "text"); err == nil {
			t.Errorf("%s: an answer after the caller has stopped, want an error", name)
		}
		server.CloseClientConnections()
		defer server.Close()
	}
	close(gone)
}

func TestCertificatesAreChecked(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("asked without trust") }))
	defer server.Close()
	if _, err := clientOf(server.URL, time.Minute).Complete(t.Context(), "read", "text"); err == nil || err.Error() != "it cannot be reached" {
		t.Errorf("got %v, want an error and err.Error() = it cannot be reached", err)
	}
	server.Close()
	if _, err := clientOf("http://127.0.0.1:1/", time.Minute).Complete(t.Context(), "read", "text"); err == nil || err.Error() != "it cannot be reached" {
		t.Errorf("nobody listens: %v, want an error and err.Error() = it cannot be reached", err)
	}
}

// TestQuestionsWaitForTheirTurn has ten questions, of which two are asked at the same time.
func TestQuestionsWaitForTheirTurn(t *testing.T) {
	var now, most atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		defer now.Add(-1)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, completion("{}"))
	}))
	defer server.Close()
	client := clientOf(server.URL, time.Minute)
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if _, err := client.Complete(t.Context(), "read", "text"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if most.Load() > 2 {
		t.Errorf("%d questions at the same time, want 2 at most", most.Load())
	}
}

func TestSettingsAreChecked(t *testing.T) {
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte("secret-key\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	good := LanguageModel{ModelURL: "https://models.example/v1/chat/completions", Model: "small", ModelKeyFile: key,
		ModelTimeout:     time.Minute,
		ModelPromptBytes: 1, ModelAnswerBytes: 1, ModelCalls: 1, ModelConcurrency: 1}
	asker, err := good.Open()
	if err != nil || asker.Model.(*Client).options.Key != "secret-key" || asker.Limits.Calls != 1 {
		t.Errorf("got %+v, %v, want the key of the file, and 1 call", asker, err)
	}
	if asker, err := (LanguageModel{}).Open(); asker != nil || err != nil {
		t.Errorf("without an address: %v, %v, want asker = nil and no error", asker, err)
	}
	for _, row := range []struct {
		change func(*LanguageModel)
		want   string
	}{
		{func(s *LanguageModel) { s.ModelURL = "models.example" }, "--model-url: it is no address"},
		{func(s *LanguageModel) { s.ModelURL = "ftp://models.example" }, "--model-url: it is no address"},
		{func(s *LanguageModel) { s.ModelURL = "https://me:secret@models.example" }, "--model-url: it is no address"},
		{func(s *LanguageModel) { s.ModelURL = "http://models.example/v1" }, "--model-url: http is for a server on this machine alone"},
		{func(s *LanguageModel) { s.Model = "" }, "--model: "},
		{func(s *LanguageModel) { s.ModelTimeout = 0 }, "--model-timeout"},
		{func(s *LanguageModel) { s.ModelPromptBytes = 0 }, "--model-prompt-bytes"},
		{func(s *LanguageModel) { s.ModelAnswerBytes = 2 << 20 }, "--model-answer-bytes"},
		{func(s *LanguageModel) { s.ModelCalls = 21 }, "--model-calls"},
		{func(s *LanguageModel) { s.ModelConcurrency = -1 }, "--model-concurrency"},
		{func(s *LanguageModel) { s.ModelKeyFile = key + "-none" }, "--model-key-file"},
		{func(s *LanguageModel) { s.ModelKeyFile = empty }, "--model-key-file"},
	} {
		s := good
		row.change(&s)
		if _, err := s.Open(); err == nil || !strings.HasPrefix(err.Error(), row.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%+v: got %v, want %q", s, err, row.want)
		}
	}
	for _, local := range []string{"http://127.0.0.1:11434/v1/chat/completions", "http://localhost/v1", "http://[::1]:8000/"} {
		s := good
		s.ModelURL = local
		if _, err := s.Open(); err != nil {
			t.Errorf("%s: %v, want no error", local, err)
		}
	}
}
