package evidence

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
)

// HeadsCommitted is the type of the event that commits to the heads of all streams.
const HeadsCommitted = "log.heads-committed"

// A ProvenEvent is an event of a bundle that holds.
type ProvenEvent struct {
	Index int64
	Entry
	Body   []byte           // as it is stored
	Opened []es.OpenedField // values of sealed fields that the body commits to
}

// A BundleReport tells what a bundle proves.
type BundleReport struct {
	Checkpoint Checkpoint
	Witnesses  []string // whose signatures the checkpoint has, of those that the policy names
	Events     []ProvenEvent
	Streams    map[es.StreamID]uint64 // how many events each has
	Committed  es.Position            // up to which these are all
}

// headsCommitment is the body of the event that commits to the heads.
type headsCommitment struct {
	Position es.Position `json:"position"`
	Streams  int64       `json:"streams"`
	Root     string      `json:"root"`
}

// VerifyBundle reads a bundle and returns what it proves to somebody with a policy: that each event is, column
// by column and with its body, in the log of the checkpoint; that opened values are those that were sealed;
// and that the streams of the events had no others up to the position to which the last event commits.
// Errors: ErrBundle, ErrCheckpoint, ErrEntry, ErrLeaves.
func VerifyBundle(bundle []byte, p *Policy) (*BundleReport, error) {
	files, err := decodeZip(bundle)
	if err != nil {
		return nil, err
	}
	b, err := parseBundleFiles(files)
	if err != nil {
		return nil, err
	}
	r := &BundleReport{}
	if r.Checkpoint, r.Witnesses, err = p.Open(b.Checkpoint); err != nil {
		return nil, err
	}
	if err := r.checkProofs(b); err != nil {
		return nil, err
	}
	return r, nil
}

// CheckpointOf returns the signed checkpoint of a bundle, or of a file that is one, byte by byte. It verifies no more than
// the form. Errors: ErrBundle, ErrCheckpoint.
func CheckpointOf(file []byte) ([]byte, error) {
	signed := file
	if bytes.HasPrefix(file, []byte("PK")) {
		files, err := decodeZip(file)
		if err != nil {
			return nil, err
		}
		signed = []byte(files[checkpointFile])
	}
	all, rest := SplitCheckpoints(string(signed))
	if len(all) != 1 || rest != "" {
		return nil, fmt.Errorf("%w, nor a bundle with one", ErrCheckpoint)
	}
	_, err := ParseCheckpoint(all[0])
	return signed, err
}

// checkProofs holds events and heads of a bundle against the checkpoint.
func (r *BundleReport) checkProofs(b *Bundle) error {
	leaves, err := r.addEvents(b.Events)
	if err != nil {
		return err
	}
	root, err := RootOfLeaves(r.Checkpoint.N, indexesOf(b.Events), leaves, b.proof)
	if err != nil {
		return fmt.Errorf("the events: %w", err)
	}
	if root != r.Checkpoint.Hash {
		return fmt.Errorf("%w: the events are not those of the log of the checkpoint", ErrBundle)
	}
	return r.checkHeads(b, leaves)
}

// addEvents reads entries, holds bodies against them, and returns the hashes of the leaves.
func (r *BundleReport) addEvents(events []BundleEvent) (leaves []tlog.Hash, err error) {
	for _, e := range events {
		entry, err := ParseEntry(e.Entry)
		if err != nil {
			return nil, fmt.Errorf("index %d: %w", e.Index, err)
		}
		if entry.BodyHash != sha256.Sum256(e.Body) {
			return nil, fmt.Errorf("%w: the body at index %d is not that of its entry", ErrBundle, e.Index)
		}
		if err := checkOpened(e.Body, e.Opened); err != nil {
			return nil, fmt.Errorf("index %d: %w", e.Index, err)
		}
		leaves = append(leaves, tlog.RecordHash(e.Entry))
		r.Events = append(r.Events, ProvenEvent{Index: e.Index, Entry: entry, Body: e.Body, Opened: e.Opened})
	}
	return leaves, nil
}

// checkOpened checks that values are those to which a body commits. Errors: ErrBundle.
func checkOpened(body []byte, opened []es.OpenedField) error {
	if len(opened) == 0 {
		return nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return fmt.Errorf("%w: its body is no JSON: %w", ErrBundle, err)
	}
	for _, o := range opened {
		var sealed map[string]json.RawMessage
		var commitment []byte
		if json.Unmarshal(fields[o.Name], &sealed) != nil || json.Unmarshal(sealed["c"], &commitment) != nil {
			return fmt.Errorf("%w: the body has no commitment to a value of %.80q", ErrBundle, o.Name)
		}
		if sum := es.CommitmentOf(o.Salt, o.Value); len(o.Salt) != es.SaltSize || !bytes.Equal(sum[:], commitment) {
			return fmt.Errorf("%w: the value of %.80q is not the one that the body commits to", ErrBundle, o.Name)
		}
	}
	return nil
}

func indexesOf(events []BundleEvent) (indexes []int64) {
	for _, e := range events {
		indexes = append(indexes, e.Index)
	}
	return indexes
}

// checkHeads checks that the events before the last one are all that their streams had, as the last one
// commits to it.
func (r *BundleReport) checkHeads(b *Bundle, leaves []tlog.Hash) error {
	last := len(r.Events) - 1
	heads, err := r.collectStreams(leaves[:last])
	if err != nil {
		return err
	}
	var committed headsCommitment
	if err := json.Unmarshal(r.Events[last].Body, &committed); err != nil || r.Events[last].Type != HeadsCommitted {
		return fmt.Errorf("%w: its last event is not %s", ErrBundle, HeadsCommitted)
	}
	r.Committed = committed.Position
	if len(b.heads) != len(heads) {
		return fmt.Errorf("%w: it has events of %d streams, and heads of %d", ErrBundle, len(heads), len(b.heads))
	}
	var indexes []int64
	var hashes []tlog.Hash
	for _, h := range b.heads {
		head, known := heads[h.stream]
		if !known {
			return fmt.Errorf("%w: no event is of the stream %.80q, of which there is a head", ErrBundle, h.stream)
		}
		indexes, hashes = append(indexes, h.index), append(hashes, head.leafHash())
	}
	root, err := RootOfLeaves(committed.Streams, indexes, hashes, b.headProof)
	if err != nil {
		return fmt.Errorf("the heads of streams: %w", err)
	}
	if root.String() != committed.Root {
		return fmt.Errorf("%w: a stream does not end where its last event is: events are left out", ErrBundle)
	}
	return nil
}

// collectStreams returns the last event of each stream, of the events before the commitment. Each stream
// must begin at its first event and have no gap.
func (r *BundleReport) collectStreams(leaves []tlog.Hash) (map[es.StreamID]Head, error) {
	heads := map[es.StreamID]Head{}
	r.Streams = map[es.StreamID]uint64{}
	for i, leaf := range leaves {
		e := r.Events[i]
		if e.Version != heads[e.Stream].Version+1 {
			return nil, fmt.Errorf("%w: version %d of %.80q is followed by %d: events are left out", ErrBundle,
				heads[e.Stream].Version, e.Stream, e.Version)
		}
		heads[e.Stream] = Head{Stream: e.Stream, Version: e.Version, Leaf: leaf}
		r.Streams[e.Stream] = e.Version
	}
	return heads, nil
}

// StreamNames returns the streams of the bundle, sorted.
func (r *BundleReport) StreamNames() []es.StreamID {
	var names []es.StreamID
	for name := range r.Streams {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
