package operate

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/internal/terminal"
)

// Health asks a process of the service how it is, where there is no other program to
// ask with, such as in a container.
type Health struct {
	AdminListen string        `default:"127.0.0.1:8081" env:"DOCKET_ADMIN_LISTEN" help:"Address of health checks, as the service has it."`
	Live        bool          `help:"Ask only whether it runs, not whether it can answer requests."`
	Timeout     time.Duration `default:"5s" help:"How long to wait for the answer."`
	Wait        time.Duration `default:"0s" help:"How long to ask again while it is not ready, as behind a start; 0 asks once."`
}

// Help shows how it is used.
func (Health) Help() string {
	return `Ends with 0 when the process is ready, and with 1 when it is not or does not answer.

Examples:
  docket health
  docket health --wait 1m
  docket health --live --admin-listen 10.0.0.5:8081`
}

// healthPause is how long Health waits before it asks again.
const healthPause = 200 * time.Millisecond

// Run asks until the process is ready, or the time to wait is over, and prints the last answer.
func (h Health) Run(ctx context.Context, out terminal.Streams) error {
	address, err := h.address()
	if err != nil {
		return err
	}
	var status int
	var body []byte
	for end := time.Now().Add(h.Wait); ; {
		status, body, err = h.ask(ctx, address)
		if err == nil && status == http.StatusOK || !time.Now().Before(end) {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(healthPause):
		}
	}
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(out.Out, strings.TrimSpace(string(body))); err != nil {
		return err
	}
	if status != http.StatusOK {
		return terminal.ErrReported
	}
	return nil
}

// address returns the address of the check.
func (h Health) address() (string, error) {
	host, port, err := net.SplitHostPort(h.AdminListen)
	if err != nil {
		return "", fmt.Errorf("--admin-listen: %w", err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() { // it listens everywhere
		host = "127.0.0.1"
	}
	path := "/health/ready"
	if h.Live {
		path = "/health/live"
	}
	return "http://" + net.JoinHostPort(host, port) + path, nil
}

// ask returns status and body of one answer.
func (h Health) ask(ctx context.Context, address string) (status int, body []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, h.Timeout)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, nil, err
	}
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(io.LimitReader(answer.Body, 64<<10))
	return answer.StatusCode, body, err
}
