// Package archive is the form of a backup: one file, a tar, for every engine.
//
//	docket-backup      says what this is
//	views/000001 ...   rows of read models, if asked for
//	keys/000001 ...    wrapped keys and tombstones, as the vault keeps them
//	boxes/000001 ...   sealed secrets, as the vault keeps them
//	log/000001 ...     envelopes in the order of their positions
//	blobs/<path>       sealed bytes, under the path that the disk gives them
//	manifest.json      position, time, counts and a SHA-256 of each part
//	manifest.sha256    the SHA-256 of the manifest
//
// Entries of log and blobs may alternate. Everything but the manifest is written
// and read as a stream; events keep every byte, so that a backup of one engine
// can be restored into another.
package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"regexp"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// Format is the form that this program writes, and the newest that it reads.
const Format = 1

// Failures of reading. They are wrapped with what was found.
var (
	ErrForeign = errors.New("this is no backup of docket")
	ErrDamaged = errors.New("the backup is damaged or cut off")
	ErrNewer   = errors.New("a newer program made the backup")
)

// The parts of a backup.
const (
	Views = "views"
	Keys  = "keys"
	Boxes = "boxes"
	Log   = "log"
	Blobs = "blobs"
)

const (
	magicName    = "docket-backup"
	magic        = "docket backup\n"
	manifestName = "manifest.json"
	manifestSum  = "manifest.sha256"
)

// A Manifest tells what a backup holds.
type Manifest struct {
	Format   int             `json:"format"`
	Program  string          `json:"program"` // version of the program that made it
	Engine   string          `json:"engine"`  // of the installation that it was made of
	Time     time.Time       `json:"time"`    // when the position was fixed
	Position es.Position     `json:"position"`
	Parts    map[string]Part `json:"parts"`
	Views    []View          `json:"views,omitempty"`
	// Checkpoint is the newest signed checkpoint of the log before the position was fixed; "" where there was none, or where
	// events have other numbers in the backup than in the log.
	Checkpoint string `json:"checkpoint,omitempty"`
}

// A Part holds the count, size and digest of one part.
type Part struct {
	Entries int64  `json:"entries"`
	Records int64  `json:"records"` // events, keys, secrets, rows or blobs
	Bytes   int64  `json:"bytes"`   // of the entries' contents
	SHA256  string `json:"sha256"`  // of names, sizes and contents of the entries
}

// A View is a read model of which rows were written.
type View struct {
	Key    string            `json:"key"` // name and version
	At     es.Position       `json:"at"`  // up to where it held the log
	Tables map[string]string `json:"tables,omitempty"`
}

// A tally counts and digests a part while it is read or written.
type tally struct {
	part Part
	hash hash.Hash
}

func newTally() *tally { return &tally{hash: sha256.New()} }

// beginEntry adds the name and size of an entry; its content follows by Write.
func (t *tally) beginEntry(name string, size int64) {
	t.part.Entries++
	t.part.Bytes += size
	fmt.Fprintf(t.hash, "%s\n%d\n", name, size)
}

// Write adds content.
func (t *tally) Write(b []byte) (int, error) { return t.hash.Write(b) }

func (t *tally) partSum() Part {
	p := t.part
	p.SHA256 = hex.EncodeToString(t.hash.Sum(nil))
	return p
}

var (
	chunkPath = regexp.MustCompile(`^(views|keys|boxes|log)/[0-9]{6,12}$`)
	blobPath  = regexp.MustCompile(`^blobs/(([0-9a-f]{32}/){1,16}[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$`)
)
