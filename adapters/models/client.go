package models

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"
)

// Options are the settings of a Client; all but Key are needed.
type Options struct {
	URL         string // of the chat completions
	Model       string
	Key         string        // sent as a bearer token; "" for none
	Timeout     time.Duration // of a question, once it is its turn
	AnswerBytes int           // of an answer; a longer one is an error
	Concurrency int           // questions at the same time; others wait
}

// A Client asks one model. It is safe for concurrent use.
type Client struct {
	options Options
	http    *http.Client
	turns   chan struct{}
}

// envelopeBytes is how much longer than its content a response may be.
const envelopeBytes = 64 << 10

// NewClient returns a client. It follows no redirect: what is sent goes to the address that is set, and
// nowhere else.
func NewClient(o Options) *Client {
	return &Client{options: o, turns: make(chan struct{}, o.Concurrency), http: &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Name returns the name of the model.
func (c *Client) Name() string { return c.options.Model }

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type request struct {
	Model          string            `json:"model"`
	Messages       []message         `json:"messages"`
	Temperature    int               `json:"temperature"`
	MaxTokens      int               `json:"max_tokens"`
	ResponseFormat map[string]string `json:"response_format"`
}

type response struct {
	Choices []struct {
		Message message `json:"message"`
	} `json:"choices"`
}

// Complete asks the model and returns its answer. It waits for its turn, then for as long as Timeout allows.
// Errors hold nothing of the request and of the response.
func (c *Client) Complete(ctx context.Context, instructions, text string) (string, error) {
	select {
	case c.turns <- struct{}{}:
		defer func() { <-c.turns }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	body, err := json.Marshal(request{Model: c.options.Model, MaxTokens: c.options.AnswerBytes, // a token is a byte at least
		Messages:       []message{{"system", instructions}, {"user", text}},
		ResponseFormat: map[string]string{"type": "json_object"}})
	if err != nil {
		return "", errors.New("the question cannot be sent")
	}
	answer, err := c.post(ctx, body)
	if errors.Is(err, context.DeadlineExceeded) {
		return "", fmt.Errorf("it did not answer within %s", c.options.Timeout)
	}
	return answer, err
}

// post sends a request and returns the content of the first choice of the response.
func (c *Client) post(ctx context.Context, body []byte) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.options.URL, bytes.NewReader(body))
	if err != nil {
		return "", errors.New("it cannot be reached")
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	if c.options.Key != "" {
		r.Header.Set("Authorization", "Bearer "+c.options.Key)
	}
	answer, err := c.http.Do(r)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "", context.DeadlineExceeded
	case err != nil:
		return "", errors.New("it cannot be reached")
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("it answered %d", answer.StatusCode)
	}
	if kind, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return "", errors.New("it did not answer with JSON")
	}
	return c.readAnswer(answer.Body)
}

func (c *Client) readAnswer(body io.Reader) (string, error) {
	limit := c.options.AnswerBytes + envelopeBytes
	content, err := io.ReadAll(io.LimitReader(body, int64(limit)+1))
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "", context.DeadlineExceeded
	case err != nil:
		return "", errors.New("its answer broke off")
	case len(content) > limit:
		return "", fmt.Errorf("its answer is longer than %d bytes", c.options.AnswerBytes)
	}
	var told response
	if err := json.Unmarshal(content, &told); err != nil || len(told.Choices) == 0 {
		return "", errors.New("its answer is no chat completion")
	}
	text := told.Choices[0].Message.Content
	if len(text) > c.options.AnswerBytes {
		return "", fmt.Errorf("its answer is longer than %d bytes", c.options.AnswerBytes)
	}
	return text, nil
}
