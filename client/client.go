package client

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/seed-62a36931/docket/client/api"
)

// A Source provides access tokens. All methods may be called concurrently.
type Source interface {
	// Token returns a token that is believed to be valid.
	Token(ctx context.Context) (string, error)
	// Renew returns another token to replace one that the service refused.
	Renew(ctx context.Context, refused string) (string, error)
}

// A Client talks to one service as one account. All methods may be called concurrently.
type Client struct {
	// API has a method for every operation of the contract.
	API *api.ClientWithResponses

	base string
	// Pause is the wait before the first retry; each further wait is twice as long, up to
	// 20 times the first.
	pause time.Duration
}

// An Option changes how a client works.
type Option func(*sender, *Client)

// WithHTTP sends requests through another HTTP client than http.DefaultClient.
func WithHTTP(c *http.Client) Option { return func(s *sender, _ *Client) { s.http = c } }

// WithPause sets the wait before a request is retried or a status is read again; the
// default is 200 ms.
func WithPause(d time.Duration) Option { return func(_ *sender, c *Client) { c.pause = d } }

// New returns a client of the service at an address such as https://docket.example.
func New(base string, tokens Source, options ...Option) (*Client, error) {
	s := &sender{http: http.DefaultClient, tokens: tokens}
	c := &Client{base: strings.TrimRight(base, "/"), pause: 200 * time.Millisecond}
	for _, o := range options {
		o(s, c)
	}
	s.pause = c.pause
	var err error
	c.API, err = api.NewClientWithResponses(c.base, api.WithHTTPClient(s))
	return c, err
}

// maxAttempts is the maximum number of attempts of a request.
const maxAttempts = 4

// sender sends requests with a token. A request that the service cannot handle now, or
// whose token is refused, is sent again where that is safe. Reads name the position of the
// last write, so that they see it whichever node answers.
type sender struct {
	http   *http.Client
	tokens Source
	pause  time.Duration
	at     atomic.Uint64 // Docket-Position of the last write
}

// Do implements api.HttpRequestDoer.
func (s *sender) Do(req *http.Request) (*http.Response, error) {
	token, err := s.tokens.Token(req.Context())
	if err != nil {
		return nil, err
	}
	renewed := false
	for try := 1; ; try++ {
		resp, err := s.sendOnce(req, token)
		again := try < maxAttempts && isRepeatable(req)
		switch {
		case err != nil:
			if !again || !isIdempotent(req) || req.Context().Err() != nil {
				return nil, err
			}
			err = sleepFor(req.Context(), s.pause<<(try-1))
		case resp.StatusCode == http.StatusUnauthorized && again && !renewed:
			renewed = true
			if token, err = s.tokens.Renew(req.Context(), token); err != nil {
				return resp, nil //nolint:nilerr // the refusal says more
			}
			discardBody(resp)
		case again &&
			(resp.StatusCode == http.StatusTooManyRequests ||
				isIdempotent(req) && (resp.StatusCode == http.StatusServiceUnavailable || isStillRunning(resp))):
			discardBody(resp)
			err = sleepFor(req.Context(), max(retryAfter(resp), s.pause<<(try-1)))
		default:
			return resp, nil
		}
		if err == nil {
			err = rewindBody(req)
		}
		if err != nil {
			return nil, err
		}
	}
}

func (s *sender) sendOnce(req *http.Request, token string) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+token)
	reads := req.Method == http.MethodGet || req.Method == http.MethodHead
	if at := s.at.Load(); reads && at > 0 && req.Header.Get("Docket-Position") == "" {
		req.Header.Set("Docket-Position", strconv.FormatUint(at, 10))
	}
	resp, err := s.http.Do(req)
	if err == nil && !reads {
		s.noteWrite(resp.Header.Get("Docket-Position"))
	}
	return resp, err
}

// noteWrite records the highest position that a write returned.
func (s *sender) noteWrite(position string) {
	at, err := strconv.ParseUint(position, 10, 64)
	for old := s.at.Load(); err == nil && at > old && !s.at.CompareAndSwap(old, at); old = s.at.Load() {
	}
}

// isRepeatable reports whether a request can be sent a second time at all.
func isRepeatable(req *http.Request) bool { return req.Body == nil || req.GetBody != nil }

// isIdempotent reports whether sending a request twice has the same effect and answer as sending
// it once.
func isIdempotent(req *http.Request) bool {
	return req.Method == http.MethodGet || req.Method == http.MethodHead || req.Header.Get("Idempotency-Key") != ""
}

// isStillRunning reports whether the service still handles an earlier sending of a request,
// such as one whose connection broke. The answer can be read afterwards.
func isStillRunning(resp *http.Response) bool {
	if resp.StatusCode != http.StatusConflict {
		return false
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return err == nil && bytes.Contains(body, []byte("The request is still running"))
}

func rewindBody(req *http.Request) (err error) {
	if req.GetBody != nil {
		req.Body, err = req.GetBody()
	}
	return err
}

// discardBody reads the rest of an answer, so that its connection can be used again.
func discardBody(resp *http.Response) {
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
	_ = resp.Body.Close()
}

// maxRetryAfter is the longest wait that a service may ask for.
const maxRetryAfter = 30 * time.Second

func retryAfter(resp *http.Response) time.Duration {
	seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return min(time.Duration(seconds)*time.Second, maxRetryAfter)
}

func sleepFor(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// Fixed is a source of one token that is never renewed.
type Fixed string

// Token returns the token.
func (f Fixed) Token(context.Context) (string, error) { return string(f), nil }

// Renew always fails.
func (Fixed) Renew(context.Context, string) (string, error) {
	return "", errors.New("the token cannot be renewed")
}
