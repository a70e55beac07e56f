package evidence

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
)

// proofFormat begins every proof: c2sp.org/tlog-proof.
const proofFormat = "c2sp.org/tlog-proof@v1"

// A Proof shows that an event is in the log of a checkpoint.
type Proof struct {
	Entry      []byte // of the event
	Index      int64  // of its leaf
	Hashes     tlog.RecordProof
	Checkpoint []byte // signed
}

// String returns the proof as text, in the form of c2sp.org/tlog-proof: the entry is its extra
// data.
func (p Proof) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nextra %s\nindex %d\n", proofFormat, base64.StdEncoding.EncodeToString(p.Entry), p.Index)
	for _, h := range p.Hashes {
		fmt.Fprintln(&b, h)
	}
	return b.String() + "\n" + string(p.Checkpoint)
}

// ErrProof is the error of text that is no proof, or of a proof that does not hold.
var ErrProof = errors.New("this proves nothing")

// ParseProof reads a proof; it verifies nothing. Errors: ErrProof.
func ParseProof(text string) (p Proof, err error) {
	head, checkpoint, found := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	if !found || len(lines) < 3 || lines[0] != proofFormat {
		return p, fmt.Errorf("%w: it is no text of the form %s", ErrProof, proofFormat)
	}
	entry, isEntry := strings.CutPrefix(lines[1], "extra ")
	if p.Entry, err = base64.StdEncoding.Strict().DecodeString(entry); err != nil || !isEntry {
		return Proof{}, fmt.Errorf("%w: its second line is no entry", ErrProof)
	}
	index, isIndex := strings.CutPrefix(lines[2], "index ")
	if p.Index, err = strconv.ParseInt(index, 10, 64); err != nil || !isIndex || strconv.FormatInt(p.Index, 10) != index {
		return Proof{}, fmt.Errorf("%w: its third line is no index", ErrProof)
	}
	for _, line := range lines[3:] {
		h, err := tlog.ParseHash(line)
		if err != nil || h.String() != line {
			return Proof{}, fmt.Errorf("%w: %.60q is no hash", ErrProof, line)
		}
		p.Hashes = append(p.Hashes, h)
	}
	p.Checkpoint = []byte(checkpoint)
	return p, nil
}

// Verify returns what the event is that the proof shows to be in the log, and the checkpoint of the
// log, which key must have signed. Errors: ErrProof, ErrCheckpoint, ErrEntry.
func (p Proof) Verify(key note.Verifier) (Entry, Checkpoint, error) {
	c, err := OpenCheckpoint(p.Checkpoint, key)
	if err != nil {
		return Entry{}, Checkpoint{}, err
	}
	if p.Index < 0 || p.Index >= c.N {
		return Entry{}, Checkpoint{}, fmt.Errorf("%w: the log has %d events, and the index is %d", ErrProof, c.N, p.Index)
	}
	if err := tlog.CheckRecord(p.Hashes, c.N, c.Hash, p.Index, tlog.RecordHash(p.Entry)); err != nil {
		return Entry{}, Checkpoint{}, fmt.Errorf("%w: the entry is not in the log of the checkpoint at index %d", ErrProof, p.Index)
	}
	e, err := ParseEntry(p.Entry)
	return e, c, err
}

// ErrNotCovered is the error of an event that the newest checkpoint does not cover yet.
var ErrNotCovered = errors.New("no checkpoint covers the event yet")

// ProveEvent proves that the event at a position is in the log of the newest checkpoint. Errors:
// es.ErrNoEvent, ErrNotCovered.
func ProveEvent(ctx context.Context, s Store, log es.Store, at es.Position) (p Proof, err error) {
	e, err := log.At(ctx, at)
	if err != nil {
		return p, err
	}
	signed, err := s.LastCheckpoint(ctx)
	if err != nil {
		return p, err
	}
	p = Proof{Entry: EntryOf(e).AppendBinary(nil), Checkpoint: signed}
	var c Checkpoint
	if signed != nil {
		if c, err = ParseCheckpoint(string(signed)); err != nil {
			return p, err
		}
	}
	if p.Index, err = indexOf(ctx, s, log, at); err != nil {
		return p, err
	}
	if p.Index >= c.N {
		return p, fmt.Errorf("position %d: %w", at, ErrNotCovered)
	}
	p.Hashes, err = tlog.ProveRecord(c.N, p.Index, newHashReader(ctx, s))
	return p, err
}

// A Standing tells how an event is proven.
type Standing struct {
	LeafIndex     int64     // of its leaf
	Checkpoint    int64     // how many events the newest checkpoint has, 0 where it lacks this one
	WitnessedBy   []string  // who have signed the newest witnessed checkpoint, nil where it lacks this event
	TimestampedAt time.Time // of the first stamped checkpoint that has this event, zero without one
}

// DescribeProofs tells leaf and checkpoint of some events, in their order. numberOf, where it is not nil, returns how many
// events stand up to a position; otherwise they are counted in the log. Errors: es.ErrNoEvent, ErrCheckpoint.
func (r Reader) DescribeProofs(ctx context.Context, at []es.Position, numberOf func(es.Position) int64) ([]Standing, error) {
	signed, err := r.LastCheckpoint(ctx)
	if err != nil {
		return nil, err
	}
	var newest Checkpoint
	if signed != nil {
		if newest, err = ParseCheckpoint(string(signed)); err != nil {
			return nil, err
		}
	}
	out := make([]Standing, len(at))
	for i, position := range at {
		if numberOf != nil {
			count := numberOf(position)
			out[i].LeafIndex = count - 1
		} else if out[i].LeafIndex, err = indexOf(ctx, r.Store, r.Log, position); err != nil {
			return nil, err
		}
		if out[i].LeafIndex < newest.N {
			out[i].Checkpoint = newest.N
		}
	}
	return out, nil
}

// indexOf returns the index of the leaf of an event: its rank in the log.
func indexOf(ctx context.Context, s Store, log es.Store, at es.Position) (int64, error) {
	tile, first, err := s.TileOf(ctx, at)
	if err != nil || at == first {
		return tile * TileWidth, err
	}
	index := tile * TileWidth
	for e, err := range log.All(ctx, first, es.Filter{}) {
		index++
		if err != nil || e.Position >= at {
			return index, err
		}
	}
	return 0, fmt.Errorf("position %d: %w", at, es.ErrNoEvent)
}
