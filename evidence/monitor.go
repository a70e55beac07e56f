package evidence

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/mod/sumdb/tlog"
)

// A Monitor follows the checkpoints of a log for somebody who does not trust whoever runs it. It remembers
// the newest that it has seen, and keeps what shows that the log has two histories.
type Monitor struct {
	keys   LogKeys
	file   string
	memory *os.File
	end    int64 // of what is complete in the memory
	last   Checkpoint
	signed []byte // the last checkpoint, nil for none
}

var (
	// ErrTwoHistories is the error of a log that has shown one history before, or to somebody else, and
	// another one now; or less than before.
	ErrTwoHistories = errors.New("the log has two histories")
	// ErrUnverifiable is the error of tiles that do not belong to the checkpoint that was shown with them.
	ErrUnverifiable = errors.New("the tiles are not those of the checkpoint")
)

// A ShownCheckpoint is a checkpoint that a log has shown to somebody.
type ShownCheckpoint struct {
	Signed []byte
	Source string // whom it was shown to, for people
}

// forkSuffix ends the name of the file in which a monitor keeps two histories.
const forkSuffix = ".fork"

// OpenMonitor opens a monitor whose memory is in a file; create makes a new one, in which the first checkpoint
// that it sees is believed. A file that is missing, or there already, is refused. Errors: ErrTwoHistories where
// the monitor has found two histories before.
func OpenMonitor(file string, keys LogKeys, create bool) (m *Monitor, err error) {
	mode := os.O_RDWR
	if create {
		mode |= os.O_CREATE | os.O_EXCL
	}
	m = &Monitor{keys: keys, file: file}
	if m.memory, err = os.OpenFile(file, mode, 0o644); err != nil {
		return nil, fmt.Errorf("the memory of the monitor: %w", err)
	}
	if err := m.load(); err != nil {
		return nil, errors.Join(fmt.Errorf("the memory of the monitor in %s: %w", file, err), m.memory.Close())
	}
	return m, nil
}

// load reads the memory, and cuts off what a crash left half written.
func (m *Monitor) load() error {
	if err := syscall.Flock(int(m.memory.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return fmt.Errorf("another process uses it: %w", err)
	}
	switch _, err := os.Stat(m.file + forkSuffix); {
	case err == nil:
		return fmt.Errorf("%w: see %s", ErrTwoHistories, m.file+forkSuffix)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	text, err := io.ReadAll(m.memory)
	if err != nil {
		return err
	}
	signed, rest, err := splitRecords(string(text))
	if err != nil {
		return err
	}
	if len(signed) > 0 {
		m.signed = []byte(signed[len(signed)-1])
		if m.last, err = m.keys.Open(m.signed); err != nil {
			return err
		}
	}
	m.end = int64(len(text) - len(rest))
	return errors.Join(m.memory.Truncate(m.end), m.memory.Sync(), syncFolder(filepath.Dir(m.file)))
}

// Last returns the newest checkpoint that the monitor has seen; the zero value for none.
func (m *Monitor) Last() Checkpoint { return m.last }

// Close closes the memory.
func (m *Monitor) Close() error { return m.memory.Close() }

// Observe holds the newest checkpoint that a log shows against all that the monitor has seen and against what it
// has shown to others, such as witnesses, before. tiles are those of the log. Checkpoints that continue the
// last one are remembered, on the disk when it returns. Errors: ErrTwoHistories, of which the proof is kept;
// ErrUnverifiable and errors of tiles, after which it can be asked again; ErrCheckpoint.
func (m *Monitor) Observe(newest ShownCheckpoint, others []ShownCheckpoint, tiles tlog.TileReader) error {
	c, err := m.keys.Open(newest.Signed)
	if err != nil {
		return fmt.Errorf("%s: %w", newest.Source, err)
	}
	tree := verifiedTree{tree: c.Tree, reader: tlog.TileHashReader(c.Tree, tiles)}
	kept := ShownCheckpoint{Signed: m.signed, Source: "the memory of the monitor"}
	if err := m.compare(tree, newest, kept, m.last); err != nil {
		return err
	}
	for _, other := range others {
		o, err := m.keys.Open(other.Signed)
		if err != nil {
			return fmt.Errorf("%s: %w", other.Source, err)
		}
		if err := m.compare(tree, newest, other, o); err != nil {
			return err
		}
	}
	if c.N == m.last.N {
		return nil
	}
	return m.remember(c, newest.Signed)
}

// compare wants the log of the newest checkpoint to begin with that of an older one, and keeps both where it
// does not.
func (m *Monitor) compare(tree verifiedTree, newest, older ShownCheckpoint, c Checkpoint) error {
	reason, err := tree.contradicts(c.Tree)
	if err != nil {
		return fmt.Errorf("%s: %w", newest.Source, err)
	}
	if reason == "" {
		return nil
	}
	err = fmt.Errorf("%w: %s has %s than %s", ErrTwoHistories, newest.Source, reason, older.Source)
	text := fmt.Sprintf("%s\n%s\n", strings.TrimSuffix(string(older.Signed), "\n")+"\n", newest.Signed)
	if failed := writeSynced(m.file+forkSuffix, text, 0o644); failed != nil {
		return errors.Join(err, fmt.Errorf("the two checkpoints could not be kept: %w", failed))
	}
	return fmt.Errorf("%w; both checkpoints are in %s", err, m.file+forkSuffix)
}

// remember appends a checkpoint to the memory, synced.
func (m *Monitor) remember(c Checkpoint, signed []byte) error {
	record := string(signed) + "\n"
	if _, err := m.memory.WriteAt([]byte(record), m.end); err != nil {
		return errors.Join(err, m.memory.Truncate(m.end))
	}
	if err := m.memory.Sync(); err != nil {
		return err
	}
	m.end += int64(len(record))
	m.last, m.signed = c, signed
	return nil
}

// A verifiedTree is a tree whose hashes are read from tiles that are checked against its root.
type verifiedTree struct {
	tree   tlog.Tree
	reader tlog.HashReader
}

// contradicts returns what the tree has that an older one has not, in words, and "" where it continues it.
func (t verifiedTree) contradicts(older tlog.Tree) (reason string, err error) {
	switch {
	case older.N > t.tree.N:
		return fmt.Sprintf("fewer events (%d, not %d)", t.tree.N, older.N), nil
	case older.N == 0:
		return "", nil
	}
	root := t.tree.Hash
	if older.N < t.tree.N {
		if root, err = tlog.TreeHash(older.N, t.reader); err != nil {
			return "", fmt.Errorf("%w: %w", ErrUnverifiable, err)
		}
	}
	if root != older.Hash {
		return fmt.Sprintf("another history of the first %d events", older.N), nil
	}
	return "", nil
}
