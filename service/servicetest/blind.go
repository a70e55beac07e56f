package servicetest

import (
	"context"
	"encoding/json"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/service/settings"
)

// hiddenAfter is an environment variable: the path of a file that says after what position reads of the log
// yield nothing, for as long as it is there.
const hiddenAfter = "DOCKET_TEST_HIDDEN_AFTER"

// A BlindInstance is a service whose log can be made to yield nothing after some position.
type BlindInstance struct {
	*Instance
	file string
}

// ServeBlind starts a service whose log yields everything until it is told otherwise.
func ServeBlind(t testing.TB, args ...string) *BlindInstance {
	t.Helper()
	dir := t.TempDir()
	b := &BlindInstance{file: filepath.Join(dir, "hidden-after")}
	b.Instance = launchWith(t, filepath.Join(dir, "data"), []string{hiddenAfter + "=" + b.file}, args)
	b.AwaitReady()
	return b
}

// HideAfterHead lets reads of the log, by the service and by tools, yield nothing of what is appended from
// now on. It returns the position of the last event that they yield.
func (b *BlindInstance) HideAfterHead() es.Position {
	b.T.Helper()
	head := b.Views()[0].Head
	next := b.file + ".next"
	err := os.WriteFile(next, []byte(strconv.FormatUint(uint64(head), 10)), 0o600)
	if err == nil {
		err = os.Rename(next, b.file)
	}
	if err != nil {
		b.T.Fatal(err)
	}
	return head
}

// HideNothing lets reads of the log yield everything again.
func (b *BlindInstance) HideNothing() {
	b.T.Helper()
	if err := os.Remove(b.file); err != nil {
		b.T.Fatal(err)
	}
}

// A ViewStatus is what docket projections list tells of a view.
type ViewStatus struct {
	View   string
	Head   es.Position
	Builds []struct {
		Key    string
		At     es.Position
		Served bool
	}
	LogFault string
}

// IsBehind reports whether the view is to take in more of the log.
func (v ViewStatus) IsBehind() bool {
	for _, b := range v.Builds {
		if b.At < v.Head {
			return true
		}
	}
	return v.LogFault != ""
}

// Views returns what docket projections list tells.
func (b *BlindInstance) Views() (all []ViewStatus) {
	b.T.Helper()
	out := b.MustRunTool("projections", "list", "--json")
	if err := json.Unmarshal([]byte(out), &all); err != nil || len(all) == 0 {
		b.T.Fatalf("%v: %s", err, out)
	}
	return all
}

// blindLog yields nothing after the position that a file holds.
type blindLog struct {
	*estest.Blind
	file string
}

// newBlindLog wraps a log.
func newBlindLog(log settings.ClosableLog, file string) settings.ClosableLog {
	return blindLog{estest.NewBlind(log), file}
}

// All implements es.Store.
func (b blindLog) All(ctx context.Context, after es.Position, f es.Filter) iter.Seq2[es.Envelope, error] {
	if text, err := os.ReadFile(b.file); err == nil {
		at, _ := strconv.ParseUint(string(text), 10, 64)
		b.HideAfter(es.Position(at))
	} else {
		b.HideNothing()
	}
	return b.Blind.All(ctx, after, f)
}
