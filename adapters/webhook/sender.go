// Package webhook sends messages to receivers that others have named: over TLS, to public addresses, and nowhere else.
package webhook

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	domain "github.com/seed-62a36931/docket/domain/webhook"
	"github.com/seed-62a36931/docket/processes/webhooks"
)

// Options are the settings of a Sender.
type Options struct {
	Timeout time.Duration // of a message, from the lookup of the name to the end of the answer
	// Networks are those of private and local addresses to which messages are sent all the same, also without TLS.
	Networks []netip.Prefix
	// Lookup returns the addresses of a name; nil: the resolver of the machine.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	// Transport changes how connections are made, such as the roots that TLS trusts; nil: nothing is changed.
	Transport func(*http.Transport)
	Now       func() time.Time // for dates of Retry-After
}

// A Sender posts messages. It is safe for concurrent use.
type Sender struct {
	options Options
	http    *http.Client
}

var _ webhooks.Sender = (*Sender)(nil)

// Bounds of what is read of an answer, and of connections.
const (
	maxHeader      = 32 << 10
	maxBody        = 64 << 10
	connectTime    = 5 * time.Second
	idleTime       = 30 * time.Second
	idlePerHost    = 4
	maxConnections = 256
)

// NewSender returns a sender. It follows no redirect and asks no proxy: messages go to an address that was looked at when
// the connection was made, whatever its name led to before.
func NewSender(o Options) *Sender {
	if o.Lookup == nil {
		o.Lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Sender{options: o}
	t := &http.Transport{
		DialContext:            s.dialPlain,
		TLSHandshakeTimeout:    connectTime,
		ResponseHeaderTimeout:  o.Timeout,
		MaxResponseHeaderBytes: maxHeader,
		MaxIdleConns:           maxConnections,
		MaxIdleConnsPerHost:    idlePerHost,
		IdleConnTimeout:        idleTime,
		ForceAttemptHTTP2:      true,
		DisableCompression:     true,
	}
	if o.Transport != nil {
		o.Transport(t)
	}
	s.http = &http.Client{Transport: t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return s
}

// errAddress refuses a receiver for where it is.
var errAddress = errors.New("the name leads to addresses to which the service does not send: " +
	"private, local or reserved ones, or without TLS")

// plainKey marks the context of a request without TLS.
type plainKey struct{}

// dialPlain connects to one of the addresses of a name that may be sent to. The address that was looked at is the one
// that is connected to.
func (s *Sender) dialPlain(ctx context.Context, network, target string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(target)
	if err != nil {
		return nil, err
	}
	addresses, err := s.lookUp(ctx, host)
	if err != nil {
		return nil, fmt.Errorf("the name cannot be looked up: %w", err)
	}
	plain, _ := ctx.Value(plainKey{}).(bool)
	failure := errAddress
	dialer := net.Dialer{Timeout: connectTime}
	for _, a := range addresses {
		if !domain.MaySendTo(a, s.options.Networks, plain) {
			continue
		}
		c, err := dialer.DialContext(ctx, network, net.JoinHostPort(a.Unmap().String(), port))
		if err == nil {
			return c, nil
		}
		failure = err
	}
	return nil, failure
}

func (s *Sender) lookUp(ctx context.Context, host string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{ip}, nil
	}
	return s.options.Lookup(ctx, host)
}

// Send implements webhooks.Sender. What is told of a failure names neither the address nor what was answered.
func (s *Sender) Send(ctx context.Context, to string, m webhooks.Message) webhooks.Answer {
	ctx, cancel := context.WithTimeout(ctx, s.options.Timeout)
	defer cancel()
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return webhooks.Answer{Failure: "the address is none"}
	}
	r, err := http.NewRequestWithContext(context.WithValue(ctx, plainKey{}, u.Scheme == "http"), http.MethodPost, to, bytes.NewReader(m.Body))
	if err != nil {
		return webhooks.Answer{Failure: "the address is none"}
	}
	r.Header.Set("Content-Type", m.ContentType)
	r.Header.Set("User-Agent", "Docket-Webhooks/1")
	r.Header.Set("webhook-id", m.ID)
	r.Header.Set("webhook-timestamp", strconv.FormatInt(m.Time.Unix(), 10))
	r.Header.Set("webhook-signature", m.Signature)
	answer, err := s.http.Do(r)
	if err != nil {
		return webhooks.Answer{Failure: s.describeFailure(err)}
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, maxBody)) // the status counts; a longer body ends the connection
	out := webhooks.Answer{Status: answer.StatusCode, RetryAfter: s.retryAfter(answer.Header.Get("Retry-After"))}
	switch {
	case answer.StatusCode >= 300 && answer.StatusCode < 400:
		out.Failure = fmt.Sprintf("the receiver answered %d; redirects are not followed", answer.StatusCode)
	case answer.StatusCode >= 400:
		out.Failure = fmt.Sprintf("the receiver answered %d", answer.StatusCode)
	}
	return out
}

// describeFailure tells why there is no answer.
func (s *Sender) describeFailure(err error) string {
	var lookup *net.DNSError
	switch {
	case errors.Is(err, errAddress):
		return errAddress.Error()
	case errors.As(err, &lookup):
		return "the name of the receiver cannot be looked up"
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("the receiver did not answer within %s", s.options.Timeout)
	case errors.Is(err, context.Canceled):
		return "the service was stopped"
	}
	var broken *net.OpError
	if errors.As(err, &broken) {
		return "the receiver cannot be reached: " + cmp.Or(broken.Op, "connect") + " failed"
	}
	var refused net.Error
	if errors.As(err, &refused) && refused.Timeout() {
		return fmt.Sprintf("the receiver did not answer within %s", s.options.Timeout)
	}
	return "the receiver cannot be reached, or its certificate does not hold"
}

// retryAfter returns how long a receiver wants to be left alone, 0 where it does not say.
func (s *Sender) retryAfter(header string) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil && seconds > 0 {
		return time.Duration(min(seconds, 1<<20)) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(s.options.Now()))
	}
	return 0
}
