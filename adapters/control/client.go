package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections/store"
	"github.com/seed-62a36931/docket/projections/upkeep"
)

// A Client sends requests to a service, or to a handler in its own process.
type Client struct{ http *http.Client }

// DialService connects to the service of a data folder; ok is false when none runs.
func DialService(ctx context.Context, dir string) (c *Client, ok bool) {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		address, done, err := socketAddress(dir)
		if err != nil {
			return nil, err
		}
		defer done()
		return new(net.Dialer).DialContext(ctx, "unix", address)
	}
	conn, err := dial(ctx, "", "")
	if err != nil {
		return nil, false
	}
	_ = conn.Close()
	return &Client{&http.Client{Transport: &http.Transport{DialContext: dial}}}, true
}

// NewLocalClient returns a client of a handler in this process.
func NewLocalClient(h http.Handler) *Client { return &Client{&http.Client{Transport: direct{h}}} }

// direct passes requests to a handler without a connection.
type direct struct{ http.Handler }

// RoundTrip implements http.RoundTripper.
func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	w := &answer{header: http.Header{}, status: http.StatusOK}
	d.ServeHTTP(w, r)
	return &http.Response{
		StatusCode: w.status,
		Status:     http.StatusText(w.status),
		Header:     w.header,
		Body:       io.NopCloser(&w.body),
		Request:    r,
	}, nil
}

// answer records what a handler answers.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) { a.status = status }

// Write implements http.ResponseWriter.
func (a *answer) Write(b []byte) (int, error) { return a.body.Write(b) }

// sendRequest sends a request and decodes the answer into into, which may be nil.
func (c *Client) sendRequest(ctx context.Context, method, path string, send, into any) error {
	content, err := json.Marshal(send)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://docket"+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return fmt.Errorf("ask the service: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		var f failure
		if err := json.NewDecoder(answer.Body).Decode(&f); err != nil || f.Message == "" {
			return fmt.Errorf("the service answers %s; is it of this version?", answer.Status)
		}
		return errors.New(f.Message)
	}
	if into == nil {
		return nil
	}
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		return fmt.Errorf("read the service's answer: %w", err)
	}
	return nil
}

func viewPath(view string, more ...string) string {
	path := "/views/" + url.PathEscape(view)
	for _, m := range more {
		path += "/" + url.PathEscape(m)
	}
	return path
}

// ListViews returns the status of all views.
func (c *Client) ListViews(ctx context.Context) (out []upkeep.Status, err error) {
	return out, c.sendRequest(ctx, http.MethodGet, "/views", nil, &out)
}

// BuildView starts or continues a build of a view.
func (c *Client) BuildView(ctx context.Context, view string, o upkeep.Options) error {
	return c.sendRequest(ctx, http.MethodPost, viewPath(view, "build"), o, nil)
}

// SwitchView makes queries use the build as soon as it has caught up.
func (c *Client) SwitchView(ctx context.Context, view string) error {
	return c.sendRequest(ctx, http.MethodPost, viewPath(view, "switch"), nil, nil)
}

// StopBuild ends a build; it can be continued later.
func (c *Client) StopBuild(ctx context.Context, view string) error {
	return c.sendRequest(ctx, http.MethodPost, viewPath(view, "stop"), nil, nil)
}

// ParkedStreams lists the streams of which events are parked in a view.
func (c *Client) ParkedStreams(ctx context.Context, view string) (out []store.ParkedStream, err error) {
	return out, c.sendRequest(ctx, http.MethodGet, viewPath(view, "parked"), nil, &out)
}

// ParkedEvents lists the parked events of a stream in a view.
func (c *Client) ParkedEvents(ctx context.Context, view string, stream es.StreamID) (out []store.Parked, err error) {
	return out, c.sendRequest(ctx, http.MethodGet, viewPath(view, "parked", string(stream)), nil, &out)
}

// RetryParked applies the parked events of a stream.
func (c *Client) RetryParked(ctx context.Context, view string, stream es.StreamID) (out upkeep.Repair, err error) {
	return out, c.sendRequest(ctx, http.MethodPost, viewPath(view, "parked", string(stream), "retry"), nil, &out)
}

// DropParked drops the first n parked events of a stream, upkeep.All of them, and
// applies the others.
func (c *Client) DropParked(ctx context.Context, view string, stream es.StreamID, n int) (out upkeep.Repair, err error) {
	return out, c.sendRequest(ctx, http.MethodPost, viewPath(view, "parked", string(stream), "drop"), n, &out)
}

// ListLetters lists the dead letters of a topic ("" means all) after a number.
func (c *Client) ListLetters(ctx context.Context, topic string, after uint64) (out []Letter, err error) {
	q := url.Values{"topic": {topic}, "after": {strconv.FormatUint(after, 10)}}
	return out, c.sendRequest(ctx, http.MethodGet, "/letters?"+q.Encode(), nil, &out)
}

// GetLetter returns one dead letter.
func (c *Client) GetLetter(ctx context.Context, number uint64) (out Letter, err error) {
	return out, c.sendRequest(ctx, http.MethodGet, fmt.Sprintf("/letters/%d", number), nil, &out)
}

// RetryLetter sends a dead letter's message again.
func (c *Client) RetryLetter(ctx context.Context, number uint64) error {
	return c.sendRequest(ctx, http.MethodPost, fmt.Sprintf("/letters/%d/retry", number), nil, nil)
}

// DropLetter deletes a dead letter.
func (c *Client) DropLetter(ctx context.Context, number uint64) error {
	return c.sendRequest(ctx, http.MethodPost, fmt.Sprintf("/letters/%d/drop", number), nil, nil)
}
