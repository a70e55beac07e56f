package evidence

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
)

// bundleFormat names the form of a bundle. Bundles of the first form are verified, too: they have no opened values, and the
// program of then.
const (
	bundleFormat      = "docket-bundle/2"
	firstBundleFormat = "docket-bundle/1"
)

// firstTexts has the SHA-256 of what bundles of the first form have for people.
var firstTexts = map[string]string{
	programFile: "9e3c3e891c5a79ce343941e8f676d7da81713dbf64a9fe4810dd989cbcdd9461",
	readmeFile:  "649ef93089c1c7c45ca3ed31365c40c1c37f7738827e9317471dff95ba3df6d2",
}

// The files of a bundle, in the order in which they stand in it.
const (
	readmeFile     = "README.txt"
	programFile    = "verify.py"
	manifestFile   = "manifest.json"
	eventsFile     = "events.jsonl"
	proofFile      = "proof.txt"
	headsFile      = "heads.txt"
	checkpointFile = "checkpoint.txt"
)

var bundleFiles = []string{readmeFile, programFile, manifestFile, eventsFile, proofFile, headsFile, checkpointFile}

// bundleProgram is the verifier that is in every bundle: Python, and nothing but its standard library.
//
//go:embed verify.py
var bundleProgram string

// BundleProgram returns the program that verifies bundles without Docket, in Python.
func BundleProgram() string { return bundleProgram }

// bundleReadme returns the text for people: the one that the program begins with.
func bundleReadme() string {
	_, text, _ := strings.Cut(bundleProgram, "\"\"\"")
	text, _, _ = strings.Cut(text, "\"\"\"")
	return text
}

// A BundleEvent is an event in a bundle.
type BundleEvent struct {
	Index int64 // of its leaf
	Entry []byte
	Body  []byte // as it is stored

	Opened []es.OpenedField // sealed values that whoever has the bundle may read
}

// bundleHead is where the head of a stream stands in the tree over heads.
type bundleHead struct {
	index  int64
	stream es.StreamID
}

// A Bundle shows that events are in a log, and that they are all that their streams had when the heads of
// all streams were committed, which the last event tells.
type Bundle struct {
	Events     []BundleEvent // in the order of the log
	Checkpoint []byte        // signed

	proof     []Node // of the events in the log
	heads     []bundleHead
	headProof []Node // of the heads in the commitment
}

// An Opener returns the sealed values of an event that a bundle shows.
type Opener func(context.Context, es.Envelope) ([]es.OpenedField, error)

// ErrBundle is the error of bytes that are no bundle, or of a bundle that does not hold.
var ErrBundle = errors.New("this bundle proves nothing")

// encodeFiles returns the content of the files by their names.
func (b *Bundle) encodeFiles() map[string]string {
	var events, heads strings.Builder
	for _, e := range b.Events {
		fmt.Fprintf(&events, "{\"index\":%d,\"entry\":\"%s\",\"body\":\"%s\"%s}\n", e.Index, base64.StdEncoding.EncodeToString(e.Entry),
			base64.StdEncoding.EncodeToString(e.Body), formatOpened(e.Opened))
	}
	for _, h := range b.heads {
		fmt.Fprintf(&heads, "%d %s\n", h.index, h.stream)
	}
	return map[string]string{readmeFile: bundleReadme(), programFile: bundleProgram, eventsFile: events.String(),
		proofFile: formatNodes(b.proof), headsFile: heads.String() + "\n" + formatNodes(b.headProof), checkpointFile: string(b.Checkpoint)}
}

// formatOpened returns the member of a line that has the opened values, empty without any.
func formatOpened(opened []es.OpenedField) string {
	if len(opened) == 0 {
		return ""
	}
	var fields []string
	for _, o := range opened {
		fields = append(fields, fmt.Sprintf("{\"field\":\"%s\",\"salt\":\"%s\",\"value\":\"%s\"}", o.Name,
			base64.StdEncoding.EncodeToString(o.Salt), base64.StdEncoding.EncodeToString(o.Value)))
	}
	return `,"opened":[` + strings.Join(fields, ",") + "]"
}

func formatNodes(nodes []Node) string {
	var b strings.Builder
	for _, n := range nodes {
		fmt.Fprintf(&b, "%d %d %s\n", n.Level, n.Index, n.Hash)
	}
	return b.String()
}

// parseBundleFiles reads what encodeFiles wrote. Errors: ErrBundle.
func parseBundleFiles(files map[string]string) (*Bundle, error) {
	b := &Bundle{Checkpoint: []byte(files[checkpointFile])}
	var err error
	if b.Events, err = parseBundleEvents(files[eventsFile]); err != nil {
		return nil, err
	}
	if b.proof, err = parseNodes(files[proofFile]); err != nil {
		return nil, err
	}
	heads, nodes, found := strings.Cut("\n"+files[headsFile], "\n\n")
	if !found {
		return nil, fmt.Errorf("%w: %s has no empty line", ErrBundle, headsFile)
	}
	for _, line := range strings.Split(strings.TrimPrefix(heads, "\n"), "\n") {
		index, stream, _ := strings.Cut(line, " ")
		n, err := strconv.ParseInt(index, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %.80q is not an index and a stream", ErrBundle, headsFile, line)
		}
		b.heads = append(b.heads, bundleHead{index: n, stream: es.StreamID(stream)})
	}
	if b.headProof, err = parseNodes(nodes); err != nil {
		return nil, err
	}
	return b, b.checkForm(files)
}

// checkForm refuses files that say the same in another way: they have one form only.
func (b *Bundle) checkForm(files map[string]string) error {
	first := files[manifestFile] == formatManifest(firstBundleFormat, files)
	for name, want := range b.encodeFiles() {
		holds := files[name] == want
		if digest, differs := firstTexts[name]; first && differs {
			holds = fmt.Sprintf("%x", sha256.Sum256([]byte(files[name]))) == digest
		}
		if !holds {
			return fmt.Errorf("%w: %s is not of the form of bundles", ErrBundle, name)
		}
	}
	return nil
}

// openedField is an opened value as it stands in a line.
type openedField struct {
	Name  string `json:"field"`
	Salt  []byte
	Value []byte
}

func parseBundleEvents(text string) (events []BundleEvent, err error) {
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		var e struct {
			BundleEvent
			Opened []openedField
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			return nil, fmt.Errorf("%w: line %d of %s: %w", ErrBundle, i+1, eventsFile, err)
		}
		for _, o := range e.Opened {
			e.BundleEvent.Opened = append(e.BundleEvent.Opened, es.OpenedField(o))
		}
		events = append(events, e.BundleEvent)
	}
	return events, nil
}

func parseNodes(text string) (nodes []Node, err error) {
	for _, line := range strings.Split(text, "\n") {
		if line == "" {
			continue
		}
		fields := strings.Split(line, " ")
		if len(fields) != 3 {
			return nil, fmt.Errorf("%w: %.80q is not a level, an index and a hash", ErrBundle, line)
		}
		var n Node
		level, errLevel := strconv.ParseInt(fields[0], 10, 8)
		n.Level = int(level)
		var errIndex, errHash error
		n.Index, errIndex = strconv.ParseInt(fields[1], 10, 64)
		n.Hash, errHash = tlog.ParseHash(fields[2])
		if err := errors.Join(errLevel, errIndex, errHash); err != nil {
			return nil, fmt.Errorf("%w: %.80q is not a level, an index and a hash: %w", ErrBundle, line, err)
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}
