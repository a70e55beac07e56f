package operate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/timestamp"
	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/settings"
)

// AuditBundle writes an evidence bundle.
type AuditBundle struct {
	InWorkspace
	settings.NotarySettings

	Dossier string `placeholder:"ID" xor:"what" required:"" help:"The dossier, and all files that it ever had."`
	File    string `placeholder:"ID" xor:"what" required:"" help:"One file."`
	Output  string `short:"o" required:"" placeholder:"FILE" help:"Where the bundle is written; it must not exist yet."`

	OpenValues   bool          `xor:"open" help:"Show the sealed values of all events: the bundle can be read without keys."`
	OpenPosition []es.Position `xor:"open" placeholder:"POSITION" help:"Show the sealed values of one event. May be given more than once."`

	WitnessPolicy string `env:"DOCKET_WITNESS_POLICY" placeholder:"FILE" help:"Witnesses that are asked to sign the checkpoint, too."`

	TimestampURL string `env:"DOCKET_TIMESTAMP_URL" placeholder:"URL" help:"Time-stamping authority (RFC 3161) that stamps the checkpoint."`
	TimestampCA  string `name:"timestamp-ca" env:"DOCKET_TIMESTAMP_CA" placeholder:"FILE" help:"Root certificates of the authority, in PEM. Default: not checked now."`

	Wait time.Duration `default:"1m" help:"How long a running service may take to sign a checkpoint."`
}

// Help shows how it is used.
func (AuditBundle) Help() string {
	return `Writes a zip with all events of a dossier and its files, or of one file, as the log holds them; the proof that
they are in the log of a signed checkpoint; and the proof that they are all that these streams had. For
the latter an event is recorded that commits to the ends of all streams (log.heads-committed). Personal
data is in it as ciphertext only, but for values that are opened (--open-values, --open-position): these
stand beside their events, with the salts that prove them, and an event tells it (evidence.opened).
Events from before salts cannot be opened.
Whoever has the key of the log verifies it with docket audit verify-bundle, or with the program in Python
that is in it. Works beside a running service. It reads the log whole.

Examples:
  docket audit bundle --data /var/lib/docket --master-key-file /etc/docket/master.key \
      --dossier 9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02 -o evidence.zip
  docket audit bundle --data /var/lib/docket --master-key-file /etc/docket/master.key \
      --file 56ab26e5-eeb3-4249-8c96-03ca49d52333 --open-position 186 -o evidence.zip`
}

// Run writes the bundle.
func (c AuditBundle) Run(ctx context.Context, io terminal.Streams) error {
	if _, err := os.Lstat(c.Output); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s is there already, and is not overwritten", c.Output), err)
	}
	return c.useWorkspace(ctx, io, func(a *service.App) error {
		streams, err := findStreams(ctx, a, c.Workspace, c.Dossier, c.File)
		if err != nil {
			return err
		}
		limited, cancel := context.WithTimeout(ctx, c.Wait)
		defer cancel()
		bundle, err := a.Bundles.MakeBundle(limited, c.Workspace, streams, c.OpenValues, c.OpenPosition)
		if err != nil {
			return err
		}
		encoded, err := bundle.Encode()
		if err == nil {
			err = os.WriteFile(c.Output, encoded, 0o600)
		}
		if err == nil {
			_, err = fmt.Fprintf(io.Out, "%s: %d events of %d streams, %d values opened\n", c.Output, len(bundle.Events)-1, len(streams),
				countOpened(bundle))
		}
		return err
	}, func(cfg *settings.Config) error {
		cfg.NotarySettings = c.NotarySettings
		cfg.WitnessPolicy, cfg.TimestampURL, cfg.TimestampCA = c.WitnessPolicy, c.TimestampURL, c.TimestampCA
		return nil
	})
}

func countOpened(b *evidence.Bundle) (n int) {
	for _, e := range b.Events {
		n += len(e.Opened)
	}
	return n
}

// findStreams returns the streams of a dossier and of all files that it ever had, or of a file, of which one is named. Errors:
// es.ErrNoEvent.
func findStreams(ctx context.Context, a *service.App, workspace, dossier, file string) ([]es.StreamID, error) {
	id, err := uuid.Parse(dossier + file)
	if err != nil {
		return nil, fmt.Errorf("%q is not an identifier, such as 9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02", dossier+file)
	}
	if dossier != "" {
		return a.Bundles.DossierStreams(ctx, workspace, id.String())
	}
	return a.Bundles.FileStreams(ctx, workspace, id.String())
}

// AuditVerifyBundle verifies an evidence bundle.
type AuditVerifyBundle struct {
	File         string `arg:"" optional:"" help:"The bundle."`
	Policy       string `placeholder:"FILE" help:"Whose signatures are wanted (c2sp.org/tlog-policy)."`
	Timestamp    string `placeholder:"FILE" help:"Time stamp of its checkpoint, as docket audit timestamp writes it. Default: those in it."`
	TSACA        string `name:"tsa-ca" placeholder:"FILE" help:"Root certificates, in PEM: the bundle must be stamped by an authority of theirs."`
	Since        string `placeholder:"FILE" help:"Checkpoint that you kept: the log of the bundle must begin with that of it."`
	Consistency  string `placeholder:"FILE" help:"Proof of that, as docket audit consistency --request prints it."`
	Events       bool   `help:"Print the events, too."`
	JSON         bool   `name:"json" help:"Print JSON."`
	Report       string `placeholder:"FILE" help:"Write what is proved, with all events and opened values, as a page for people (HTML)."`
	PrintProgram bool   `help:"Print the program in Python that verifies bundles without Docket."`
	PrintPage    bool   `help:"Print the page that verifies bundles in a browser, without Docket and without a network."`
	SizeLimit    int64  `default:"1073741824" help:"Largest bundle, in bytes; it is read into memory."`
}

// Help shows how it is used.
func (AuditVerifyBundle) Help() string {
	return `Verifies that each event of a bundle is in the log of its checkpoint, that opened values are those that were
sealed, that the streams of the events had no others up to the position that the bundle tells, and that
the checkpoint is signed as a policy asks. Needs no service, database, network or key of Docket. Ends with
exit code 1 when anything does not hold.
A policy is a text such as

  log docket/5d2f3c1b9a7e4410+…
  witness legal witness.example/legal+…
  quorum legal

with the keys that docket audit checkpoint --key and docket witness print, and "quorum none" without witnesses.
With --tsa-ca it also wants the checkpoint to have been stamped by a time-stamping authority (RFC 3161) whose certificate
comes from one of the file, by a time stamp in the bundle or, with --timestamp, by one in a file of its own.
With --since the events of a checkpoint that you kept must be the first ones of the bundle's log. Where the two have not the
same size, that takes a proof, which the operator makes with docket audit consistency KEPT CHECKPOINT --request, the latter
being checkpoint.txt of the bundle.

Examples:
  docket audit verify-bundle evidence.zip --policy policy.txt
  docket audit verify-bundle evidence.zip --policy policy.txt --events
  docket audit verify-bundle evidence.zip --policy policy.txt --report report.html
  docket audit verify-bundle evidence.zip --policy policy.txt --tsa-ca authority.pem
  docket audit verify-bundle evidence.zip --policy policy.txt --timestamp evidence.tsr --tsa-ca authority.pem
  docket audit verify-bundle evidence.zip --policy policy.txt --since kept.txt --consistency proof.txt
  docket audit verify-bundle --print-program > verify.py && python3 verify.py evidence.zip policy.txt
  docket audit verify-bundle --print-page > verify.html    # and open it in a browser`
}

// Run verifies the bundle and prints what it proves.
func (c AuditVerifyBundle) Run(io terminal.Streams) error {
	if c.PrintProgram {
		_, err := fmt.Fprint(io.Out, evidence.BundleProgram())
		return err
	}
	if c.PrintPage {
		_, err := fmt.Fprint(io.Out, evidence.BundlePage())
		return err
	}
	if c.File == "" || c.Policy == "" {
		return errors.New("a bundle and --policy are needed")
	}
	if c.Timestamp != "" && c.TSACA == "" {
		return errors.New("--timestamp needs --tsa-ca: whose time stamps you trust")
	}
	if c.Consistency != "" && c.Since == "" {
		return errors.New("--consistency needs --since: the checkpoint that you kept")
	}
	if err := c.checkReportFile(); err != nil {
		return err
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	if info.Size() > c.SizeLimit {
		return fmt.Errorf("%s has %d bytes, and --size-limit is %d", c.File, info.Size(), c.SizeLimit)
	}
	text, err := os.ReadFile(c.Policy)
	if err != nil {
		return err
	}
	policy, err := evidence.ParsePolicy(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", c.Policy, err)
	}
	bundle, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	report, err := evidence.VerifyBundle(bundle, policy)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	since, err := c.verifySince(report.Checkpoint)
	if err != nil {
		return err
	}
	stamps, err := c.verifyTimestamps(bundle)
	if err != nil {
		return err
	}
	if err := c.writeReport(report, since, stamps); err != nil {
		return err
	}
	return c.printReport(io, report, since, stamps)
}

// verifySince returns how many events the checkpoint of --since has, with which the log of a checkpoint begins; 0 where nobody asks.
func (c AuditVerifyBundle) verifySince(newer evidence.Checkpoint) (int64, error) {
	if c.Since == "" {
		return 0, nil
	}
	older, _, err := readOneCheckpoint(c.Since)
	if err != nil {
		return 0, err
	}
	var proof tlog.TreeProof
	if c.Consistency != "" {
		text, err := os.ReadFile(c.Consistency)
		if err != nil {
			return 0, err
		}
		r, err := evidence.ParseWitnessRequest(string(text))
		if err != nil {
			return 0, fmt.Errorf("%s: %w", c.Consistency, err)
		}
		proof = r.Proof
	}
	if err := evidence.CheckContinuation(proof, older, newer); err != nil {
		if c.Consistency == "" {
			err = fmt.Errorf("%w; give --consistency with what docket audit consistency --request prints for both checkpoints", err)
		}
		return 0, fmt.Errorf("--since %s: %w", c.Since, err)
	}
	return older.N, nil
}

// verifyTimestamps returns what the time stamps of the bundle's checkpoint say that hold, the earliest first; none where
// nobody asks. Errors: timestamp.ErrToken where none holds.
func (c AuditVerifyBundle) verifyTimestamps(bundle []byte) ([]timestamp.Stamp, error) {
	if c.TSACA == "" {
		return nil, nil
	}
	signed, err := evidence.CheckpointOf(bundle)
	if err != nil {
		return nil, err
	}
	if c.Timestamp != "" {
		stamp, err := verifyTimestamp(c.Timestamp, c.TSACA, signed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Timestamp, err)
		}
		return []timestamp.Stamp{*stamp}, nil
	}
	in, err := evidence.StampsOf(signed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.File, err)
	}
	if len(in) == 0 {
		return nil, fmt.Errorf("%s: %w: there is none in it; docket audit timestamp has its checkpoint stamped", c.File, timestamp.ErrToken)
	}
	var stamps []timestamp.Stamp
	var refusals []error
	for _, s := range in {
		stamp, err := verifyResponse(s.Response, c.TSACA, s.Stamped)
		if err != nil {
			refusals = append(refusals, err)
			continue
		}
		stamps = append(stamps, *stamp)
	}
	if len(stamps) == 0 {
		return nil, fmt.Errorf("%s: %w", c.File, errors.Join(refusals...))
	}
	slices.SortStableFunc(stamps, func(a, b timestamp.Stamp) int { return a.Time.Compare(b.Time) })
	return stamps, nil
}

func (c AuditVerifyBundle) printReport(io terminal.Streams, r *evidence.BundleReport, since int64, stamps []timestamp.Stamp) error {
	if c.JSON {
		out := json.NewEncoder(io.Out)
		out.SetIndent("", "  ")
		report := reportOf(r, stamps, c.Events)
		report.Since = since
		return out.Encode(report)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "the bundle holds\nlog: %s, %d events\nwitnesses: %s\n", r.Checkpoint.Origin, r.Checkpoint.N,
		orDash(strings.Join(r.Witnesses, ", ")))
	if since > 0 {
		fmt.Fprintf(&b, "since: the first %d events are those of %s\n", since, c.Since)
	}
	for _, stamp := range stamps {
		fmt.Fprintf(&b, "stamped: %s by %s\n", stamp.Time.Format(time.RFC3339Nano), printable(stamp.Authority))
	}
	for _, name := range r.StreamNames() {
		fmt.Fprintf(&b, "%s: all %d events up to position %d\n", printable(name), r.Streams[name], r.Committed)
	}
	if c.Events {
		for _, e := range r.Events {
			fmt.Fprintf(&b, "%d %s %s %s %s %s\n", e.Position, e.Time.Format(time.RFC3339Nano), printable(e.Actor), printable(e.Type),
				printable(e.Stream), printable(e.Body))
			for _, o := range e.Opened {
				fmt.Fprintf(&b, "    %s = %s\n", printable(o.Name), printable(o.Value))
			}
		}
	}
	_, err := fmt.Fprint(io.Out, b.String())
	return err
}

// printable returns text without what moves the cursor of a terminal.
func printable[T ~string | ~[]byte](text T) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, string(text))
}

// bundleReport is the JSON answer about a bundle that holds.
type bundleReport struct {
	Log       string                 `json:"log"`
	Size      int64                  `json:"size"`
	Root      string                 `json:"root"`
	Witnesses []string               `json:"witnesses"`
	Stamped   *bundleStamp           `json:"stamped,omitempty"` // the earliest time stamp that holds
	Since     int64                  `json:"since,omitempty"`   // events of the checkpoint that was kept
	Streams   map[es.StreamID]uint64 `json:"streams"`           // with the number of their events
	Committed es.Position            `json:"committedPosition"`
	Events    []bundleEvent          `json:"events,omitempty"`
}

type bundleStamp struct {
	Time      time.Time `json:"time"`
	Authority string    `json:"authority"`
}

type bundleEvent struct {
	Index    int64                      `json:"index"`
	Position es.Position                `json:"position"`
	Time     time.Time                  `json:"time"`
	Actor    string                     `json:"actor"`
	Type     string                     `json:"type"`
	Stream   es.StreamID                `json:"stream"`
	Version  uint64                     `json:"version"`
	Body     json.RawMessage            `json:"body"`
	Opened   map[string]json.RawMessage `json:"opened,omitempty"`
}

func reportOf(r *evidence.BundleReport, stamps []timestamp.Stamp, withEvents bool) bundleReport {
	out := bundleReport{Log: r.Checkpoint.Origin, Size: r.Checkpoint.N, Root: r.Checkpoint.Hash.String(),
		Witnesses: append([]string{}, r.Witnesses...), Streams: r.Streams, Committed: r.Committed}
	if len(stamps) > 0 {
		out.Stamped = &bundleStamp{Time: stamps[0].Time, Authority: stamps[0].Authority}
	}
	if withEvents {
		for _, e := range r.Events {
			event := bundleEvent{Index: e.Index, Position: e.Position, Time: e.Time, Actor: e.Actor, Type: e.Type, Stream: e.Stream,
				Version: e.Version, Body: e.Body}
			for _, o := range e.Opened {
				if event.Opened == nil {
					event.Opened = map[string]json.RawMessage{}
				}
				event.Opened[o.Name] = o.Value
			}
			out.Events = append(out.Events, event)
		}
	}
	return out
}
