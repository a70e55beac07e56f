package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/tests/faults/model"
)

// The account that all clients use.
const account, password = "mira", "Str0ng-enough"

const (
	attemptTime = 8 * time.Second        // for one sending of a request
	patience    = 5 * time.Minute        // for a request with all its repetitions
	pause       = 150 * time.Millisecond // before the first repetition; it grows
)

// A client sends requests as a well-behaved one does: to any API node, again to another
// when one cannot answer, with the same Idempotency-Key.
type client struct {
	fronts []string // addresses of the API nodes, as their proxies give them
	http   *http.Client
	mu     sync.Mutex
	token  string
	at     es.Position // of the last write that was answered
}

func newClient(c *cluster) *client {
	out := &client{
		http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16, IdleConnTimeout: 5 * time.Second}, Timeout: attemptTime},
	}
	for _, n := range c.withRole("api") {
		out.fronts = append(out.fronts, "http://"+n.front.Address())
	}
	return out
}

// A request can be sent any number of times.
type request struct {
	method, path, contentType string
	body                      []byte
	key                       string // Idempotency-Key, "" without one
}

// A reply is the last answer to a request, and what is known of its outcome.
type reply struct {
	status  int
	body    []byte
	at      es.Position
	tries   int
	outcome model.Outcome
	failure error // of the last sending that got no answer
	doubted bool  // some sending before the last one may have been done
	sent    []model.Attempt
}

// sendUntilKnown sends a request until its outcome is known, or patience ends.
func (c *client) sendUntilKnown(ctx context.Context, r request) reply {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out := reply{outcome: model.Unknown}
	for wait := pause; ; wait = min(2*wait, time.Second) {
		out.tries++
		a := model.Attempt{Request: uuid.NewString(), Method: r.method, Begun: time.Now().UTC()}
		out.status, out.body, out.at, out.failure = c.sendOnce(ctx, r, a.Request)
		a.Ended, a.Status, a.Position = time.Now().UTC(), out.status, out.at
		if out.failure != nil {
			a.Failure = out.failure.Error()
		}
		out.sent = append(out.sent, a)
		switch {
		case out.failure == nil && out.status < 300:
			out.outcome = model.Acknowledged
			return out
		case out.failure == nil && !isTransient(out):
			if !out.doubted {
				out.outcome = model.Refused
			}
			return out
		case out.failure != nil || out.status >= 500 || out.status == http.StatusConflict:
			out.doubted = true
		}
		select {
		case <-ctx.Done():
			return out
		case <-time.After(wait):
		}
	}
}

// isTransient reports whether an answer says nothing about the request.
func isTransient(r reply) bool {
	switch r.status {
	case http.StatusUnauthorized, http.StatusTooManyRequests:
		return true
	case http.StatusConflict:
		return bytes.Contains(r.body, []byte("still running"))
	}
	return r.status >= 500
}

// sendOnce sends a request to any API node, under a name that its log has too.
func (c *client) sendOnce(ctx context.Context, r request, name string) (int, []byte, es.Position, error) {
	front := c.fronts[rand.IntN(len(c.fronts))]
	token, err := c.accessToken(ctx, front)
	if err != nil {
		return 0, nil, 0, err
	}
	req, err := http.NewRequestWithContext(ctx, r.method, front+r.path, bytes.NewReader(r.body))
	if err != nil {
		return 0, nil, 0, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("X-Request-Id", name)
	if r.contentType != "" {
		req.Header.Set("Content-Type", r.contentType)
	}
	if r.key != "" {
		req.Header.Set("Idempotency-Key", r.key)
	}
	if r.method == http.MethodGet {
		req.Header.Set("Docket-Position", strconv.FormatUint(uint64(c.notePosition(0)), 10))
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, nil, 0, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if resp.StatusCode == http.StatusUnauthorized {
		c.signOut(token)
	}
	at, _ := strconv.ParseUint(resp.Header.Get("Docket-Position"), 10, 64) // 0 without one
	if err == nil && r.method != http.MethodGet {
		c.notePosition(es.Position(at))
	}
	return resp.StatusCode, body, es.Position(at), err
}

// notePosition records the highest position that was returned, and returns it.
func (c *client) notePosition(at es.Position) es.Position {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = max(c.at, at)
	return c.at
}

// accessToken returns the token, a new one where there is none.
func (c *client) accessToken(ctx context.Context, front string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token != "" {
		return c.token, nil
	}
	form := url.Values{
		"grant_type": {"password"}, "client_id": {"docket-cli"}, "username": {account},
		"password": {password}, "scope": {"openid"},
	}
	req, err := http.NewRequestWithContext(
		ctx, http.MethodPost, front+"/auth/realms/demo/protocol/openid-connect/token",
		strings.NewReader(form.Encode()),
	)
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := c.http.Do(req)
	if err != nil {
		return "", fmt.Errorf("sign in: %w", err)
	}
	defer resp.Body.Close()
	var answer struct {
		Token string `json:"access_token"`
	}
	body, err := io.ReadAll(resp.Body)
	if err = errors.Join(err, json.Unmarshal(body, &answer)); err != nil || answer.Token == "" {
		return "", fmt.Errorf("sign in: %d %.200s %w", resp.StatusCode, body, err)
	}
	c.token = answer.Token
	return c.token, nil
}

// signOut removes a token that was refused.
func (c *client) signOut(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token == token {
		c.token = ""
	}
}
