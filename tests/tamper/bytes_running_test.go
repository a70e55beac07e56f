package tamper

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// An alteration is something done to the stored bytes of a service that runs.
type alteration struct {
	name             string
	of               func(all []string, whole map[string]string) map[string]string // "": removed
	folder           bool                                                          // the folder goes, with the name of the installation
	missing, damaged int                                                           // -1: all
}

var alterations = []alteration{
	{name: "all removed", missing: -1, of: func(all []string, _ map[string]string) map[string]string {
		out := map[string]string{}
		for _, file := range all {
			out[file] = ""
		}
		return out
	}},
	{name: "the folder removed", missing: -1, folder: true},
	{name: "one flipped", damaged: 1, of: func(all []string, whole map[string]string) map[string]string {
		b := []byte(whole[all[0]])
		b[len(b)/2] ^= 1
		return map[string]string{all[0]: string(b)}
	}},
	{name: "one exchanged", damaged: 2, of: func(all []string, whole map[string]string) map[string]string {
		return map[string]string{all[0]: whole[all[1]], all[1]: whole[all[0]]}
	}},
}

// TestLostBytesAreToldByAllMeans alters stored bytes beside a service that runs: its scrub finds them by itself, and its health and
// metric, the audit, a backup and the next start tell of them. What is put back is found, too.
func TestLostBytesAreToldByAllMeans(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		v := newVictim(t, args)
		v.Args = append(v.Args, "--scrub-every", "1s", "--scrub-rate", "0")
		for _, a := range alterations {
			t.Run(a.name, func(t *testing.T) { v.expectTold(t, a) })
		}
		v.expectNothing(t, "--bytes")
	})
}

// expectTold alters bytes of a service that runs, and expects all of its parts to say so.
func (v *victim) expectTold(t *testing.T, a alteration) {
	v.Start()
	v.awaitScrub(t, 0, 0)
	all := v.blobFiles(t)
	whole := map[string]string{}
	for _, file := range all {
		whole[file] = readText(t, file)
	}
	missing, damaged := a.missing, a.damaged
	if missing < 0 {
		missing = len(all)
	}
	folder := filepath.Join(v.Data, "blobs")
	var err error
	if a.folder {
		err = os.Rename(folder, folder+".away")
	} else {
		err = writeOrRemove(a.of(all, whole))
	}
	if err != nil {
		t.Fatal(err)
	}

	v.awaitScrub(t, missing, damaged)
	v.tellHealth(t, a, missing+damaged)
	want := fmt.Sprintf("%d missing, %d damaged", missing, damaged)
	tell(t, "verify", servicetest.ExpectFailure(t, want, v.audit("verify", "--bytes")...), "damaged", "missing: blob")
	backup := []string{"backup", "--to", filepath.Join(t.TempDir(), "backup.tar")}
	words := "are not the bytes that the log names"
	if missing > 0 {
		words = "lacks the bytes of"
	}
	tell(t, "backup", servicetest.ExpectFailure(t, words, append(backup, v.DataFlags()...)...), words)
	v.Stop()
	v.tellStart(t, a, missing+damaged)

	if a.folder {
		err = errors.Join(os.RemoveAll(folder), os.Rename(folder+".away", folder))
	} else {
		err = writeOrRemove(whole)
	}
	if err != nil {
		t.Fatal(err)
	}
	v.expectWholeAtStart(t)
}

// awaitScrub waits until the metric tells what a reading of all stored bytes found, and logs that of the metric and of the log.
func (v *victim) awaitScrub(t *testing.T, missing, damaged int) {
	t.Helper()
	servicetest.Await(t, 2*time.Minute, func() bool {
		return v.Metric("docket_scrub_end_timestamp_seconds") > 0 && v.Metric(`docket_scrub_blobs{state="missing"}`) == float64(missing) &&
			v.Metric(`docket_scrub_blobs{state="damaged"}`) == float64(damaged)
	})
	if missing+damaged > 0 {
		t.Logf("metric: docket_scrub_blobs missing %d, damaged %d", missing, damaged)
		servicetest.Await(t, 5*time.Minute, func() bool { return strings.Contains(v.Log.String(), "stored bytes are lost") })
		tell(t, "scrub", v.Log.String(), "stored bytes are lost")
	}
}

// tellHealth expects the health of a service to tell how many blobs are lost, and to be down without the folder.
func (v *victim) tellHealth(t *testing.T, a alteration, lost int) {
	t.Helper()
	health := v.readHealth(t)
	if want := fmt.Sprintf("%d blobs are missing or damaged", lost); !strings.Contains(health, want) {
		t.Errorf("health does not have %q: %s", want, health)
	}
	if a.folder && !strings.Contains(health, `"bytes":"DOWN"`) {
		t.Errorf("health does not tell of the folder: %s", health)
	}
	t.Log("health: " + health)
}

// tellStart expects the next start to tell of lost bytes, or to refuse a folder that holds none of them.
func (v *victim) tellStart(t *testing.T, a alteration, lost int) {
	t.Helper()
	if a.folder {
		const refused = "holds none of the"
		serve := append([]string{"serve", "--listen", "127.0.0.1:0", "--admin-listen", ""}, v.DataFlags()...)
		tell(t, "start", servicetest.ExpectFailure(t, refused, append(serve, v.MasterKeyFlags()...)...), refused)
		return
	}
	const told = "stored bytes are lost, as the last reading of all found"
	v.Start()
	servicetest.Await(t, 2*time.Minute, func() bool { return strings.Contains(v.Log.String(), told) })
	tell(t, "start", v.Log.String(), told)
	want := fmt.Sprintf("%d blobs are missing or damaged", lost)
	servicetest.Await(t, 5*time.Minute, func() bool { return strings.Contains(v.readHealth(t), want) })
	v.Stop()
}

// tell logs the lines of a report that have any of some words.
func tell(t *testing.T, who, report string, words ...string) {
	t.Helper()
	for line := range strings.Lines(report) {
		if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(line, w) }) {
			t.Logf("%s: %s", who, strings.TrimSpace(line))
			return
		}
	}
}

// writeOrRemove gives files a content, and removes those that get none.
func writeOrRemove(files map[string]string) (err error) {
	for file, content := range files {
		if content == "" {
			err = errors.Join(err, os.Remove(file))
			continue
		}
		err = errors.Join(err, os.WriteFile(file, []byte(content), 0o600))
	}
	return err
}

// blobFiles returns all files of stored bytes, those first that differ from each other.
func (v *victim) blobFiles(t *testing.T) []string {
	t.Helper()
	files := v.blobs(t)
	root := filepath.Join(v.Data, "blobs")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Dir(path) != root && !slices.Contains(files, path) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
