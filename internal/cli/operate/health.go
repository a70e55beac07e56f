package operate

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/seed-62a36931/docket/internal/cli/terminal"
)

// Health asks a process of the service how it is, where there is no other program to
// ask with, such as in a container.
type Health struct {
	AdminListen string        `default:"127.0.0.1:8081" env:"DOCKET_ADMIN_LISTEN" help:"Address of health checks, as the service has it."`
	Live        bool          `help:"Ask only whether it runs, not whether it can answer requests."`
	Timeout     time.Duration `default:"5s" help:"How long to wait for the answer."`
}

// Help shows how it is used.
func (Health) Help() string {
	return `Ends with 0 when the process is ready, and with 1 when it is not or does not answer.

Examples:
  docket health
  docket health --live --admin-listen 10.0.0.5:8081`
}

// Run asks.
func (h Health) Run(ctx context.Context, out terminal.Streams) error {
	host, port, err := net.SplitHostPort(h.AdminListen)
	if err != nil {
		return fmt.Errorf("--admin-listen: %w", err)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() { // it listens everywhere
		host = "127.0.0.1"
	}
	path := "/health/ready"
	if h.Live {
		path = "/health/live"
	}
	ctx, cancel := context.WithTimeout(ctx, h.Timeout)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+path, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(out.Out, strings.TrimSpace(string(body))); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return terminal.ErrReported
	}
	return nil
}
