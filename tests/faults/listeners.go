package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/tests/faults/model"
)

// listeners hear of the events of a run as programs of customers do: one follows the feed, one takes the messages of a
// webhook, and answers many of them with an error or a redirect, or too late.
type listeners struct {
	client *client
	server *httptest.Server
	end    context.CancelFunc
	ended  chan struct{}
	hook   string // path of the webhook

	mu    sync.Mutex
	read  es.Position // the feed was read up to there
	asked int         // messages of the webhook, also those that were not taken
	feed  model.Listener
	taken model.Listener
}

// newListeners makes a webhook and begins to follow the feed from the end of the log. The caller closes them.
func newListeners(ctx context.Context, c *client) (*listeners, error) {
	after := c.notePosition(0)
	l := &listeners{client: c, ended: make(chan struct{}), read: after,
		feed: model.Listener{Name: "the feed", After: after}, taken: model.Listener{Name: "the webhook"}}
	l.server = httptest.NewServer(http.HandlerFunc(l.takeMessage))
	body, _ := json.Marshal(map[string]any{"url": l.server.URL, "types": []string{"file.", "component."}}) // a plain map
	got := c.sendUntilKnown(ctx, request{method: http.MethodPost, path: "/api/webhooks", contentType: "application/json", body: body})
	var made struct{ Webhook webhookState }
	if err := json.Unmarshal(got.body, &made); err != nil || got.outcome != model.Acknowledged {
		l.server.Close()
		return nil, fmt.Errorf("make a webhook: %d %.200s %w %w", got.status, got.body, err, got.failure)
	}
	l.hook, l.taken.After = "/api/webhooks/"+made.Webhook.ID, made.Webhook.SentUpTo
	following, end := context.WithCancel(ctx)
	l.end = end
	go func() { l.followFeed(following); close(l.ended) }()
	return l, nil
}

func (l *listeners) close() {
	l.end()
	<-l.ended
	l.server.CloseClientConnections() // messages that are answered late
	l.server.Close()
}

// A webhookState is what the API tells of a webhook.
type webhookState struct {
	ID                   string
	Status               string
	SentUpTo             es.Position
	Waiting, DeadLetters int
}

// A message tells of an event, in the feed or from a webhook.
type message struct {
	ID       uuid.UUID
	Position es.Position
	Type     string
	FileID   string
}

func (m message) notice() model.Notice {
	return model.Notice{ID: m.ID, Position: m.Position, Type: m.Type, File: m.FileID}
}

// followFeed reads the feed until ctx ends.
func (l *listeners) followFeed(ctx context.Context) {
	for ctx.Err() == nil {
		path := fmt.Sprintf("/api/events/feed?after=%d&limit=100&wait=2", l.position())
		got := l.client.sendUntilKnown(ctx, request{method: http.MethodGet, path: path})
		var page struct {
			Events    []message
			NextAfter es.Position
		}
		if got.outcome != model.Acknowledged || json.Unmarshal(got.body, &page) != nil {
			sleepFor(ctx, pause)
			continue
		}
		l.mu.Lock()
		for _, m := range page.Events {
			l.feed.Heard = append(l.feed.Heard, m.notice())
		}
		l.read = page.NextAfter
		l.mu.Unlock()
	}
}

func (l *listeners) position() es.Position {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.read
}

// takeMessage takes most messages of the webhook: it answers one of five with an error or a redirect, and one of fifty too
// late.
func (l *listeners) takeMessage(w http.ResponseWriter, r *http.Request) {
	var m struct{ Data message }
	body, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(body, &m) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return // the sender was killed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	switch {
	case l.asked%10 == 1:
		w.WriteHeader(http.StatusInternalServerError)
	case l.asked%10 == 4:
		http.Redirect(w, r, l.server.URL, http.StatusTemporaryRedirect)
	case l.asked%50 == 7:
		l.mu.Unlock()
		<-r.Context().Done() // the sender gives up
		l.mu.Lock()
	default:
		l.taken.Heard = append(l.taken.Heard, m.Data.notice())
		w.WriteHeader(http.StatusNoContent)
	}
}

// awaitListeners waits until both were told of everything up to a position, and returns what they heard.
func (l *listeners) awaitListeners(ctx context.Context, end es.Position) ([]model.Listener, error) {
	ctx, cancel := context.WithTimeout(ctx, quietWithin)
	defer cancel()
	for {
		var hook webhookState
		got := l.client.sendUntilKnown(ctx, request{method: http.MethodGet, path: l.hook})
		if err := json.Unmarshal(got.body, &hook); err != nil && ctx.Err() == nil {
			return nil, fmt.Errorf("look at the webhook: %d %.200s %w", got.status, got.body, err)
		}
		if hook.Status == "ACTIVE" && hook.SentUpTo >= end && hook.Waiting == 0 && l.position() >= end {
			l.mu.Lock()
			defer l.mu.Unlock()
			feed, taken := l.feed, l.taken
			feed.Heard, taken.Heard = slices.Clone(feed.Heard), slices.Clone(taken.Heard)
			return []model.Listener{feed, taken}, nil
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("up to position %d not all was told: the feed is at %d, and the webhook is %+v", end, l.position(), hook)
		}
		sleepFor(ctx, 200*time.Millisecond)
	}
}
