package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/witness"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// AuditMonitor follows the checkpoints of a log.
type AuditMonitor struct {
	URL       string        `arg:"" help:"Where checkpoint and tiles of the log are, such as https://docket.example/api/evidence."`
	Key       string        `required:"" placeholder:"FILE" help:"Key of the log, as docket audit checkpoint --key prints it."`
	Rotations string        `placeholder:"FILE" help:"Rotations of that key, as docket audit checkpoint --rotations prints them."`
	State     string        `required:"" env:"DOCKET_MONITOR_STATE" placeholder:"FILE" help:"Memory of the monitor."`
	New       bool          `help:"Make a new memory; the first checkpoint is believed."`
	Every     time.Duration `default:"1m" help:"How often the log is looked at."`
	Once      bool          `help:"Look once and end."`

	Witnessed []string `placeholder:"FILE|URL" help:"Checkpoints shown to others: files of them, or addresses of docket witness."`
	Metrics   string   `placeholder:"FILE" help:"Write metrics to a file, in the text format of Prometheus, after each look."`

	Client     string `env:"DOCKET_MONITOR_CLIENT" placeholder:"ID" help:"Client of a service account with the role AUDITOR."`
	SecretFile string `env:"DOCKET_MONITOR_SECRET_FILE" placeholder:"FILE" help:"Its secret."`
	Workspace  string `default:"demo" env:"DOCKET_WORKSPACE" help:"Its workspace."`

	Timeout time.Duration `default:"30s" help:"How long a request may take."`
}

// Help shows how it is used.
func (AuditMonitor) Help() string {
	return `For those who do not trust whoever runs the log. Remembers the newest checkpoint that it has seen; wants each new
one to continue it, and what witnesses and others were shown, by the tiles of the log. When the log has two
histories, or fewer events than before, it keeps both checkpoints in STATE.fork, the proof of it, and ends with
exit code 7, also whenever it is started again. A log that is away or answers nonsense is asked again, and
--once ends with exit code 1. Any log with tiles as c2sp.org/tlog-tiles says can be monitored.

Examples:
  docket client add --data /var/lib/docket --service-account --roles AUDITOR monitor   # by the operator, prints the secret
  docket audit monitor https://docket.example/api/evidence --key docket.pub --state /var/lib/monitor/state --new --once \
      --client monitor --secret-file secret
  docket audit monitor https://docket.example/api/evidence --key docket.pub --state /var/lib/monitor/state \
      --client monitor --secret-file secret --witnessed https://witness.example --metrics /var/lib/node_exporter/docket.prom`
}

// maxMonitorAnswer is how many bytes of an answer are read; a tile has 8 KiB.
const maxMonitorAnswer = 1 << 20

// Run looks at the log until ctx ends or the log has two histories.
func (c AuditMonitor) Run(ctx context.Context, io terminal.Streams) (err error) {
	if (c.Client == "") != (c.SecretFile == "") {
		return terminal.ReportMisuse(io, "--client and --secret-file belong together")
	}
	if c.Every <= 0 || c.Timeout <= 0 {
		return terminal.ReportMisuse(io, "--every and --timeout must be longer than nothing")
	}
	keys, err := followKey(c.Key, c.Rotations)
	if err != nil {
		return err
	}
	m, err := evidence.OpenMonitor(c.State, keys, c.New)
	if errors.Is(err, evidence.ErrTwoHistories) {
		return errors.Join(terminal.ErrForked, err, c.writeMetrics(monitorRound{log: keys[0].Name(), forked: true}))
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	return c.follow(ctx, io, m, keys[0])
}

// follow looks at the log again and again.
func (c AuditMonitor) follow(ctx context.Context, io terminal.Streams, m *evidence.Monitor, key note.Verifier) error {
	c.URL = strings.TrimSuffix(c.URL, "/")
	site := &monitoredLog{ctx: ctx, client: &http.Client{Timeout: c.Timeout}, command: c, origin: key.Name()}
	failures := 0
	for {
		err := site.look(m)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		round := monitorRound{log: key.Name(), last: m.Last(), forked: errors.Is(err, evidence.ErrTwoHistories)}
		if err == nil {
			round.verified = time.Now()
			_, err = fmt.Fprintf(io.Out, "time=%s log=%s size=%d root=%s result=ok\n", round.verified.UTC().Format(time.RFC3339), key.Name(),
				m.Last().N, m.Last().Hash)
			if err != nil {
				return err
			}
		} else {
			failures++
		}
		round.failures = failures
		failed := c.writeMetrics(round)
		switch {
		case round.forked:
			return errors.Join(terminal.ErrForked, err, failed)
		case failed != nil:
			return failed
		case c.Once:
			return err
		case err != nil:
			_, _ = fmt.Fprintf(io.Err, "time=%s log=%s result=failed error=%q\n", time.Now().UTC().Format(time.RFC3339), key.Name(), err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(c.Every):
		}
	}
}

// A monitorRound is the outcome of a look at the log.
type monitorRound struct {
	log      string
	last     evidence.Checkpoint
	verified time.Time // zero when it failed
	forked   bool
	failures int // since the start
}

// writeMetrics writes the file of metrics, whole at any moment.
func (c AuditMonitor) writeMetrics(r monitorRound) error {
	if c.Metrics == "" {
		return nil
	}
	forked := 0
	if r.forked {
		forked = 1
	}
	text := fmt.Sprintf("# TYPE docket_monitor_forked gauge\ndocket_monitor_forked{log=%q} %d\n"+
		"# TYPE docket_monitor_size gauge\ndocket_monitor_size{log=%q} %d\n"+
		"# TYPE docket_monitor_failures_total counter\ndocket_monitor_failures_total{log=%q} %d\n",
		r.log, forked, r.log, r.last.N, r.log, r.failures)
	if !r.verified.IsZero() {
		text += fmt.Sprintf("# TYPE docket_monitor_verified_seconds gauge\ndocket_monitor_verified_seconds{log=%q} %d\n",
			r.log, r.verified.Unix())
	}
	partial := filepath.Join(filepath.Dir(c.Metrics), "."+filepath.Base(c.Metrics)+".partial")
	if err := os.WriteFile(partial, []byte(text), 0o644); err != nil {
		return fmt.Errorf("--metrics: %w", err)
	}
	return os.Rename(partial, c.Metrics)
}

// A monitoredLog reads checkpoint and tiles over HTTP.
type monitoredLog struct {
	ctx     context.Context
	client  *http.Client
	command AuditMonitor
	origin  string
	token   string
	expires time.Time
}

// look has a monitor observe what the log shows now. What others were shown is read first, so that the log
// is at least as far.
func (l *monitoredLog) look(m *evidence.Monitor) error {
	var others []evidence.ShownCheckpoint
	for _, source := range l.command.Witnessed {
		shown, err := l.readShown(source)
		if err != nil {
			return fmt.Errorf("--witnessed %s: %w", source, err)
		}
		others = append(others, shown...)
	}
	if err := l.signIn(); err != nil {
		return err
	}
	signed, err := l.get(l.command.URL+"/checkpoint", l.token)
	if err != nil {
		return err
	}
	return m.Observe(evidence.ShownCheckpoint{Signed: signed, Source: l.command.URL}, others, l)
}

// readShown reads checkpoints that others were shown, from a file or a witness.
func (l *monitoredLog) readShown(source string) (shown []evidence.ShownCheckpoint, err error) {
	var text []byte
	if !strings.Contains(source, "://") {
		text, err = os.ReadFile(source)
	} else {
		text, err = l.get(strings.TrimSuffix(source, "/")+witness.ShownPath+"?log="+url.QueryEscape(l.origin), "")
	}
	signed, _ := evidence.SplitCheckpoints(evidence.RepairMailed(string(text)))
	for _, one := range signed {
		shown = append(shown, evidence.ShownCheckpoint{Signed: []byte(one), Source: source})
	}
	return shown, err
}

// Height implements tlog.TileReader.
func (*monitoredLog) Height() int { return 8 }

// ReadTiles implements tlog.TileReader.
func (l *monitoredLog) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var out [][]byte
	for _, t := range tiles {
		content, err := l.get(l.command.URL+"/tile/"+strings.TrimPrefix(t.Path(), "tile/8/"), l.token)
		if err != nil {
			return nil, err
		}
		out = append(out, content)
	}
	return out, nil
}

// SaveTiles implements tlog.TileReader. Nothing is kept: a look reads few tiles.
func (*monitoredLog) SaveTiles([]tlog.Tile, [][]byte) {}

// get fetches an address.
func (l *monitoredLog) get(address, token string) ([]byte, error) {
	r, err := http.NewRequestWithContext(l.ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return l.send(r)
}

func (l *monitoredLog) send(r *http.Request) ([]byte, error) {
	a, err := l.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = a.Body.Close() }() // it was read
	body, err := io.ReadAll(io.LimitReader(a.Body, maxMonitorAnswer))
	if err == nil && a.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %d: %.200q", r.URL.Redacted(), a.StatusCode, body)
	}
	return body, err
}

// signIn gets a token for the client, when there is one, and the last token ends soon.
func (l *monitoredLog) signIn() error {
	if l.command.Client == "" || time.Until(l.expires) > l.command.Timeout {
		return nil
	}
	secret, err := os.ReadFile(l.command.SecretFile)
	if err != nil {
		return err
	}
	site, err := url.Parse(l.command.URL)
	if err != nil {
		return err
	}
	site.Path = "/auth/realms/" + l.command.Workspace + "/protocol/openid-connect/token"
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {l.command.Client},
		"client_secret": {strings.TrimSpace(string(secret))}}
	r, err := http.NewRequestWithContext(l.ctx, http.MethodPost, site.String(), strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	body, err := l.send(r)
	if err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	var answer struct {
		Token   string `json:"access_token"`
		Seconds int64  `json:"expires_in"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || answer.Token == "" {
		return fmt.Errorf("sign in: %s gives no token", site.Redacted())
	}
	l.token, l.expires = answer.Token, time.Now().Add(time.Duration(answer.Seconds)*time.Second)
	return nil
}
