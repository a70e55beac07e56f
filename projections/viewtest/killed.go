package viewtest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
)

// whereName tells a child of RunKilled the place that it writes to.
const whereName = "DOCKET_TEST_VIEWS_WHERE"

// perBatch is how many rows a child puts with each step of the checkpoint.
const perBatch = 7

// IsChild reports whether this process was started by RunKilled, and must not
// prepare anything.
func IsChild() bool { return os.Getenv(whereName) != "" }

// RunKilled kills processes in the middle of projecting and compares the rows
// with the checkpoint. The test that calls it is run again in each child, where
// open is given the same where (a path, connection settings) as here.
func RunKilled(t *testing.T, where string, open func(t testing.TB, where string) Engine) {
	if IsChild() {
		projectUntilKilled(t, open(t, os.Getenv(whereName)))
		return
	}
	var last es.Position
	for round := range 3 {
		killChild(t, where, 20+round*13)
		e := open(t, where)
		must(t, e.Prepare(t.Context(), thingsView(1)))
		at, rows := readSettled(t, e)
		if at <= last || len(rows) != int(at)*perBatch {
			t.Fatalf("checkpoint at %d, before %d, with %d rows", at, last, len(rows))
		}
		for i, key := range rows {
			if want := batchKey(es.Position(i/perBatch+1), i%perBatch); key != want {
				t.Fatalf("row %d is %s, want %s", i, key, want)
			}
		}
		last = at
	}
}

// readSettled reads checkpoint and rows of one moment: a server may still commit what
// a killed client sent.
func readSettled(t *testing.T, e Engine) (es.Position, []string) {
	t.Helper()
	for {
		before, err := e.Checkpoint(t.Context(), "things_v1")
		must(t, err)
		rows := queryStrings(t, e, "SELECT key FROM things ORDER BY key")
		after, err := e.Checkpoint(t.Context(), "things_v1")
		must(t, err)
		if before == after {
			return after, rows
		}
	}
}

func batchKey(at es.Position, i int) string { return fmt.Sprintf("%08d/%d", at, i) }

// projectUntilKilled puts batch after batch until the process is killed.
func projectUntilKilled(t *testing.T, e Engine) {
	must(t, e.Prepare(t.Context(), thingsView(1)))
	at, err := e.Checkpoint(t.Context(), "things_v1")
	must(t, err)
	for ; ; at++ {
		must(t, e.Update(t.Context(), "things_v1", at, at+1, func(w projections.Writer) error {
			for i := range perBatch {
				if err := w.Put(t.Context(), "things",
					thingRow(batchKey(at+1, i), "o", int64(i), true, `{"text":"`+strings.Repeat("x", 3000)+`"}`)); err != nil {
					return err
				}
			}
			return nil
		}))
		fmt.Printf("stored %d\n", at+1)
	}
}

// killChild starts a child and kills it after a number of batches.
func killChild(t *testing.T, where string, batches int) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), whereName+"="+where)
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	must(t, err)
	lines := bufio.NewScanner(out)
	for stored := 0; stored < batches && lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "stored ") {
			stored++
		} else {
			t.Log(lines.Text())
		}
	}
	must(t, child.Process.Kill())
	_ = child.Wait()
}
