package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
)

// A Sink receives the content of a backup in the order in which the backup holds it.
// Content without a function is checked and skipped. A function owns what it is given,
// except the reader of a blob.
type Sink struct {
	Event func(es.Envelope) error
	Key   func(subject string, wrapped []byte) error // nil for a tombstone
	Box   func(name string, box []byte) error
	Row   func(view, table string, row projections.Row) error
	Blob  func(path string, size int64, sealed io.Reader) error
}

// maxManifest is the largest manifest in bytes.
const maxManifest = 1 << 20

// ReadFile checks a backup from its first byte to its last and passes the content to
// the sink while it reads: a caller that must not act on a damaged backup reads it
// twice. Errors: ErrForeign, ErrDamaged, ErrNewer, those of the sink and of ctx.
func ReadFile(ctx context.Context, path string, s Sink) (Manifest, error) {
	file, err := os.Open(path)
	if err != nil {
		return Manifest{}, err
	}
	defer file.Close()
	m, err := Read(ctx, file, s)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return m, err
}

// Read does the same as ReadFile, from any reader.
func Read(ctx context.Context, r io.Reader, s Sink) (Manifest, error) {
	d := &reading{ctx: ctx, tar: tar.NewReader(bufio.NewReaderSize(r, 1<<20)), sink: s, tallies: map[string]*tally{}}
	if err := d.checkFormat(); err != nil {
		return Manifest{}, err
	}
	for _, part := range []string{Views, Keys, Boxes, Log, Blobs} {
		d.tallies[part] = newTally()
	}
	for {
		if err := ctx.Err(); err != nil {
			return Manifest{}, err
		}
		h, err := d.tar.Next()
		switch {
		case err != nil:
			return Manifest{}, damagedError("it ends before its manifest", err)
		case h.Name == manifestName:
			return d.readManifest(h)
		}
		if err := d.readEntry(h); err != nil {
			return Manifest{}, err
		}
	}
}

// reading is one pass over a backup.
type reading struct {
	ctx     context.Context
	tar     *tar.Reader
	sink    Sink
	tallies map[string]*tally
	last    es.Position
}

// A sinkError marks an error of the sink, as opposed to one of the backup.
type sinkError struct{ error }

func damagedError(what string, err error) error {
	var own sinkError
	if errors.As(err, &own) {
		return own.error
	}
	if err == nil || errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: %s", ErrDamaged, what)
	}
	return fmt.Errorf("%w: %s: %w", ErrDamaged, what, err)
}

func (d *reading) checkFormat() error {
	h, err := d.tar.Next()
	if err != nil || h.Name != magicName || h.Size != int64(len(magic)) {
		return ErrForeign
	}
	b, err := io.ReadAll(io.LimitReader(d.tar, h.Size))
	if err != nil || string(b) != magic {
		return ErrForeign
	}
	return nil
}

// readEntry reads one entry of a part.
func (d *reading) readEntry(h *tar.Header) error {
	part, _, _ := strings.Cut(h.Name, "/")
	t := d.tallies[part]
	if t == nil || h.Typeflag != tar.TypeReg || isSparse(h) || !chunkPath.MatchString(h.Name) && !blobPath.MatchString(h.Name) {
		return damagedError(fmt.Sprintf("%.100q is no part of a backup", h.Name), nil)
	}
	t.beginEntry(h.Name, h.Size)
	content := io.TeeReader(d.tar, t)
	var err error
	if part == Blobs {
		err = d.readBlob(h, t, content)
	} else {
		err = d.readRecords(part, t, bufio.NewReader(content))
	}
	if err != nil {
		return damagedError(h.Name, err)
	}
	return nil
}

// isSparse reports whether an entry claims content that the file does not hold.
func isSparse(h *tar.Header) bool {
	for name := range h.PAXRecords {
		if strings.HasPrefix(name, "GNU.sparse") {
			return true
		}
	}
	return false
}

func (d *reading) readBlob(h *tar.Header, t *tally, content io.Reader) error {
	t.part.Records++
	watched := &watchedReader{r: content}
	if d.sink.Blob != nil {
		if err := d.sink.Blob(strings.TrimPrefix(h.Name, Blobs+"/"), h.Size, watched); err != nil && watched.err == nil {
			return sinkError{err}
		}
	}
	_, err := io.Copy(io.Discard, watched)
	return err
}

// watchedReader remembers why a reader failed, so that its errors can be told from those of
// its caller.
type watchedReader struct {
	r   io.Reader
	err error
}

// Read implements io.Reader.
func (w *watchedReader) Read(b []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}

// readRecords reads all records of a chunk.
func (d *reading) readRecords(part string, t *tally, r *bufio.Reader) error {
	for {
		f, err := readRecord(r)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			t.part.Records++
			err = d.passRecord(part, f)
		}
		if err != nil {
			return err
		}
	}
}

func (d *reading) passRecord(part string, f *fields) error {
	switch part {
	case Log:
		e, err := f.readEvent()
		if err == nil && e.Position <= d.last {
			err = fmt.Errorf("position %d follows %d", e.Position, d.last)
		}
		d.last = e.Position
		return passOn(err, d.sink.Event != nil, func() error { return d.sink.Event(e) })
	case Views:
		view, table, row, err := f.readRow()
		return passOn(err, d.sink.Row != nil, func() error { return d.sink.Row(view, table, row) })
	case Keys:
		name, value, err := f.readNamed()
		return passOn(err, d.sink.Key != nil, func() error { return d.sink.Key(name, value) })
	default:
		name, value, err := f.readNamed()
		if err == nil && value == nil {
			err = errRecord
		}
		return passOn(err, d.sink.Box != nil, func() error { return d.sink.Box(name, value) })
	}
}

// passOn passes a record that was read without an error to the sink, if the sink wants
// it.
func passOn(err error, wanted bool, f func() error) error {
	if err != nil || !wanted {
		return err
	}
	if err := f(); err != nil {
		return sinkError{err}
	}
	return nil
}

// readManifest reads the end of a backup and compares it with what was read before.
func (d *reading) readManifest(h *tar.Header) (m Manifest, err error) {
	text, err := d.readSmall(h)
	if err != nil {
		return m, err
	}
	h, err = d.tar.Next()
	if err != nil || h.Name != manifestSum {
		return m, damagedError("it ends before the digest of its manifest", err)
	}
	digest, err := d.readSmall(h)
	if err != nil {
		return m, err
	}
	sum := sha256.Sum256(text)
	if string(bytes.TrimSpace(digest)) != hex.EncodeToString(sum[:]) {
		return m, damagedError("the manifest is not what was written", nil)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, damagedError("the manifest", err)
	}
	if m.Format > Format {
		return m, fmt.Errorf("%w: its format is %d, this program reads up to %d; restore with version %s",
			ErrNewer, m.Format, Format, m.Program)
	}
	for part, t := range d.tallies {
		if t.partSum() != m.Parts[part] {
			return m, damagedError("part "+part+" is not what was written", nil)
		}
	}
	if d.last > m.Position {
		return m, damagedError(fmt.Sprintf("it holds position %d but tells of %d", d.last, m.Position), nil)
	}
	if _, err := d.tar.Next(); !errors.Is(err, io.EOF) {
		return m, damagedError("something stands behind its end", err)
	}
	return m, nil
}

// readSmall reads the content of an entry whose size is bounded.
func (d *reading) readSmall(h *tar.Header) ([]byte, error) {
	if h.Size > maxManifest {
		return nil, damagedError(h.Name+" is too large", nil)
	}
	b, err := io.ReadAll(d.tar)
	if err != nil {
		return nil, damagedError(h.Name, err)
	}
	return b, nil
}
