package evidence_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
)

// goldenEvents are events whose entries and leaf hashes stand in testdata/entries.txt and
// never change.
func goldenEvents() []es.Envelope {
	plain := es.Envelope{ID: uuid.MustParse("2d3c7a56-0f63-5b62-8d0f-b6fd1c1f2b1e"), Stream: "file-demo-9a11b6de6c1f4a8e9b592f5a6f2f7c02",
		Version: 3, Position: 42, Time: time.Date(2026, 11, 24, 9, 30, 15, 123456000, time.UTC), Type: "file.workflow-changed", Schema: 1,
		Meta: es.Meta{Actor: "1f0c", Workspace: "demo", Command: uuid.MustParse("11111111-2222-4333-8444-555555555555"),
			Correlation: uuid.MustParse("66666666-7777-4888-9999-aaaaaaaaaaaa"), Causation: 41,
			Trace: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"},
		Body: []byte(`{"status":"APPROVED"}`)}
	bare := es.Envelope{Position: 1, Version: 1, Time: time.Unix(0, 0).UTC()}
	strange := plain
	strange.Stream, strange.Type, strange.Actor = "żółć-\x00-🙂", "\xff\xfe", strings.Repeat("a", 300)
	strange.Body, strange.Position, strange.Version = bytes.Repeat([]byte{0}, 70000), math.MaxUint64, math.MaxInt64
	strange.Time = time.Date(1, 1, 1, 0, 0, 0, 100, time.UTC)
	return []es.Envelope{plain, bare, strange}
}

// TestEntriesStay wants the entries of golden events to be byte for byte what they ever were.
func TestEntriesStay(t *testing.T) {
	want, err := os.Open("testdata/entries.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer want.Close()
	lines := bufio.NewScanner(want)
	for i, e := range goldenEvents() {
		entry := evidence.EntryOf(e).AppendBinary(nil)
		got := fmt.Sprintf("%x %x", entry, evidence.LeafHash(e))
		if !lines.Scan() || lines.Text() != got {
			t.Errorf("event %d: got\n%s\nwant\n%s", i, got, lines.Text())
		}
		if sum := sha256.Sum256(append([]byte{0}, entry...)); !bytes.Equal(sum[:], hash(evidence.LeafHash(e))) {
			t.Errorf("event %d: the leaf hash is not SHA-256 of 0x00 and the entry, want the same bytes", i)
		}
		back, err := evidence.ParseEntry(entry)
		if err != nil || !reflect.DeepEqual(back, evidence.EntryOf(e)) {
			t.Errorf("event %d: read back as %+v, %v, want %+v", i, back, err, evidence.EntryOf(e))
		}
	}
	if lines.Scan() {
		t.Error("an event of testdata/entries.txt is not tested any more")
	}
}

func hash[T ~[32]byte](h T) []byte { return h[:] }

// TestEveryColumnCounts changes each field of an event and wants another leaf.
func TestEveryColumnCounts(t *testing.T) {
	for name, change := range map[string]func(*es.Envelope){
		"position":    func(e *es.Envelope) { e.Position++ },
		"stream":      func(e *es.Envelope) { e.Stream += "x" },
		"version":     func(e *es.Envelope) { e.Version++ },
		"id":          func(e *es.Envelope) { e.ID[15]++ },
		"time":        func(e *es.Envelope) { e.Time = e.Time.Add(1) },
		"type":        func(e *es.Envelope) { e.Type = "file.workflow-changee" },
		"schema":      func(e *es.Envelope) { e.Schema++ },
		"actor":       func(e *es.Envelope) { e.Actor = "1f0d" },
		"workspace":   func(e *es.Envelope) { e.Workspace = "" },
		"command":     func(e *es.Envelope) { e.Command[0]++ },
		"correlation": func(e *es.Envelope) { e.Correlation[0]++ },
		"causation":   func(e *es.Envelope) { e.Causation = 0 },
		"trace":       func(e *es.Envelope) { e.Trace = "" },
		"body":        func(e *es.Envelope) { e.Body = []byte(`{"status":"APPROVEd"}`) },
		"moved text":  func(e *es.Envelope) { e.Actor, e.Workspace = e.Actor+e.Workspace, "" },
	} {
		changed := goldenEvents()[0]
		change(&changed)
		if evidence.LeafHash(changed) == evidence.LeafHash(goldenEvents()[0]) {
			t.Errorf("%s: another event has the same leaf, want another", name)
		}
	}
	if n := reflect.TypeFor[evidence.Entry]().NumField(); n != 9 {
		t.Errorf("an entry has %d fields, and this test knows of 9, want 9", n)
	}
}

// FuzzParseEntry wants bytes to be refused or to be the one form of what they read as.
func FuzzParseEntry(f *testing.F) {
	for _, e := range goldenEvents() {
		entry := evidence.EntryOf(e).AppendBinary(nil)
		f.Add(entry)
		f.Add(entry[:len(entry)-1])
		f.Add(append(entry, 0))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := evidence.ParseEntry(b)
		if err != nil {
			if !errors.Is(err, evidence.ErrEntry) {
				t.Errorf("got %v, want %v", err, evidence.ErrEntry)
			}
			return
		}
		if again := e.AppendBinary(nil); !bytes.Equal(again, b) {
			t.Errorf("%s reads as %+v, which is written as %s, want the same bytes",
				hex.EncodeToString(b), e, hex.EncodeToString(again))
		}
	})
}
