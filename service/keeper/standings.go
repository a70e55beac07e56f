package keeper

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/timestamp"
	"github.com/seed-62a36931/docket/service/numbering"
)

// evidenceReader implements history.EvidenceReader.
type evidenceReader struct {
	evidence.Reader
	keeper *Keeper
}

// NewEvidenceReader returns what reads the tree and what is kept beside it.
func (k *Keeper) NewEvidenceReader() evidenceReader {
	return evidenceReader{evidence.Reader{Store: k.storage.Evidence, Log: k.log.Store}, k}
}

// DescribeProofs implements history.EvidenceReader. Signatures of witnesses and time stamps are those that this process, or one
// with the same data folder, has kept.
func (r evidenceReader) DescribeProofs(ctx context.Context, at []es.Position) ([]evidence.Standing, error) {
	var numberOf func(es.Position) int64
	if log, ok := r.keeper.storage.Log.(numbering.Log); ok {
		numberOf = log.NumberOf
	}
	out, err := r.Reader.DescribeProofs(ctx, at, numberOf)
	if err != nil {
		return nil, err
	}
	witnessed, signers, err := r.keeper.Anchors.lastWitnessed()
	if err != nil {
		return nil, err
	}
	stamped, err := stampedSizes(r.keeper.config.TimestampsPath())
	if err != nil {
		return nil, err
	}
	stamps := map[int64]timestamp.Stamp{}
	for i := range out {
		if out[i].LeafIndex < witnessed {
			out[i].WitnessedBy = signers
		}
		n, _ := slices.BinarySearch(stamped, out[i].LeafIndex+1)
		if n == len(stamped) {
			continue
		}
		stamp, known := stamps[stamped[n]]
		if !known {
			if stamp, err = r.keeper.Anchors.readStamp(stamped[n]); err != nil {
				return nil, err
			}
			stamps[stamped[n]] = stamp
		}
		out[i].TimestampedAt = stamp.Time
	}
	return out, nil
}

// witnessedTail is more than a checkpoint with the signatures of all witnesses has, in bytes.
const witnessedTail = 64 << 10

// lastWitnessed returns the size of the newest checkpoint that witnesses have signed, and which of those of the policy they are;
// 0 where no witnesses are asked, or none has signed yet.
func (n *Anchors) lastWitnessed() (size int64, signers []string, err error) {
	policy, err := n.config.ReadWitnessPolicy()
	if err != nil || policy == nil {
		return 0, nil, err
	}
	text, err := readTail(n.config.WitnessedPath(), witnessedTail)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil, nil
	}
	if err != nil {
		return 0, nil, err
	}
	text = text[:bytes.LastIndex(text, []byte("\n\n"))+1] // what is being written has no end yet
	parts := bytes.Split(text, []byte("\n\n"))
	if n := len(parts); !bytes.HasPrefix(parts[n-1], []byte("— ")) { // a text whose signatures are being written
		parts = parts[:n-1]
	}
	if len(parts) < 2 { // text and signatures
		return 0, nil, nil
	}
	c, signers, err := policy.Open(bytes.Join(parts[len(parts)-2:], []byte("\n\n")))
	if errors.Is(err, evidence.ErrCheckpoint) { // signed under another policy
		return 0, nil, nil
	}
	return c.N, signers, err
}

// readTail returns the last bytes of a file, so many at most.
func readTail(file string, most int64) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.NewSectionReader(f, max(0, info.Size()-most), most))
}

// stampedSizes returns the sizes of the checkpoints that were stamped, ascending.
func stampedSizes(folder string) (sizes []int64, err error) {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, f := range files {
		name, isStamp := strings.CutSuffix(f.Name(), ".tsr")
		if n, err := strconv.ParseInt(name, 10, 64); isStamp && err == nil {
			sizes = append(sizes, n)
		}
	}
	slices.Sort(sizes)
	return sizes, err
}

// readStamp returns what the stamp that is kept of a checkpoint says.
func (n *Anchors) readStamp(size int64) (stamp timestamp.Stamp, err error) {
	base := filepath.Join(n.config.TimestampsPath(), strconv.FormatInt(size, 10))
	signed, err := os.ReadFile(base + ".txt")
	if err != nil {
		return stamp, err
	}
	response, err := os.ReadFile(base + ".tsr")
	if err == nil {
		stamp, err = timestamp.Verify(response, signed, nil)
	}
	if err != nil {
		return stamp, fmt.Errorf("%s.tsr: %w", base, err)
	}
	return stamp, nil
}
