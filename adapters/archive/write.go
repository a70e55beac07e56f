package archive

import (
	"archive/tar"
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
)

// chunkBytes is the approximate size in bytes of an entry of records.
const chunkBytes = 4 << 20

// A Writer writes a backup to a temporary file and renames it when it is complete. Only
// one goroutine may use it.
type Writer struct {
	path    string
	file    *os.File
	buffer  *bufio.Writer
	tar     *tar.Writer
	chunks  map[string][]byte
	tallies map[string]*tally
	written int64 // bytes of contents
	record  []byte
}

// ErrExists means that the path of the backup is already taken.
var ErrExists = errors.New("there is a file of that name, and a backup overwrites none")

// Create begins a backup. Errors: ErrExists.
func Create(path string) (*Writer, error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, ErrExists), err)
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".unfinished-*") // mode 0600
	if err != nil {
		return nil, fmt.Errorf("begin a backup: %w", err)
	}
	buffer := bufio.NewWriterSize(file, 1<<20)
	w := &Writer{
		path:    path,
		file:    file,
		buffer:  buffer,
		tar:     tar.NewWriter(buffer),
		chunks:  map[string][]byte{},
		tallies: map[string]*tally{},
	}
	for _, part := range []string{Views, Keys, Boxes, Log, Blobs} {
		w.tallies[part] = newTally()
	}
	if err := w.writeEntry(magicName, []byte(magic)); err != nil {
		return nil, errors.Join(err, w.Abort())
	}
	return w, nil
}

// Size returns roughly how many bytes were written so far.
func (w *Writer) Size() int64 { return w.written }

// AddEvent adds an event. They come in the order of their positions.
func (w *Writer) AddEvent(e es.Envelope) error { return w.addRecord(Log, appendEvent(w.record[:0], e)) }

// AddKey adds a wrapped key of a subject, nil for the tombstone of a destroyed one.
func (w *Writer) AddKey(subject string, wrapped []byte) error {
	return w.addRecord(Keys, appendNamed(w.record[:0], subject, wrapped))
}

// AddBox adds a sealed secret under its name.
func (w *Writer) AddBox(name string, box []byte) error {
	return w.addRecord(Boxes, appendNamed(w.record[:0], name, box))
}

// AddRow adds a row of a view; view is its checkpoint key.
func (w *Writer) AddRow(view, table string, row projections.Row) error {
	record, err := appendRow(w.record[:0], view, table, row)
	if err != nil {
		return err
	}
	return w.addRecord(Views, record)
}

// addRecord appends a record to the chunk of its part.
func (w *Writer) addRecord(part string, record []byte) error {
	w.record = record // its memory serves the next one
	if len(record) > maxRecord {
		return fmt.Errorf("a record of %d bytes in %s, at most %d", len(record), part, maxRecord)
	}
	w.tallies[part].part.Records++
	w.chunks[part] = appendBytes(w.chunks[part], record)
	if len(w.chunks[part]) < chunkBytes {
		return nil
	}
	return w.flushChunk(part)
}

// flushChunk writes the chunk of a part as an entry.
func (w *Writer) flushChunk(part string) error {
	chunk := w.chunks[part]
	if len(chunk) == 0 {
		return nil
	}
	w.chunks[part] = chunk[:0]
	t := w.tallies[part]
	name := fmt.Sprintf("%s/%06d", part, t.part.Entries+1)
	t.beginEntry(name, int64(len(chunk)))
	_, _ = t.Write(chunk)
	return w.writeEntry(name, chunk)
}

// AddBlob adds sealed bytes of a known size under their path on disk.
func (w *Writer) AddBlob(path string, size int64, r io.Reader) error {
	name := Blobs + "/" + path
	if !blobPath.MatchString(name) {
		return fmt.Errorf("%q is no path of a blob", path)
	}
	t := w.tallies[Blobs]
	t.part.Records++
	t.beginEntry(name, size)
	if err := w.writeHeader(name, size); err != nil {
		return err
	}
	n, err := io.Copy(io.MultiWriter(w.tar, t), io.LimitReader(r, size))
	w.written += n
	if err == nil && n < size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("back up %s: %w", path, err)
	}
	return nil
}

func (w *Writer) writeEntry(name string, content []byte) error {
	err := w.writeHeader(name, int64(len(content)))
	if err == nil {
		_, err = w.tar.Write(content)
		w.written += int64(len(content))
	}
	return err
}

func (w *Writer) writeHeader(name string, size int64) error {
	if err := w.tar.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: time.Unix(0, 0)}); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	return nil
}

// Finish completes the manifest, writes it at the end, and renames the backup once it
// is on stable storage. It returns the manifest as written and the size of the file in
// bytes.
func (w *Writer) Finish(m Manifest) (Manifest, int64, error) {
	m.Format, m.Parts = Format, map[string]Part{}
	for part, t := range w.tallies {
		if err := w.flushChunk(part); err != nil {
			return m, 0, err
		}
		m.Parts[part] = t.partSum()
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return m, 0, err
	}
	text = append(text, '\n')
	sum := sha256.Sum256(text)
	err = w.writeEntry(manifestName, text)
	if err == nil {
		err = w.writeEntry(manifestSum, []byte(hex.EncodeToString(sum[:])+"\n"))
	}
	if err == nil {
		err = w.tar.Close()
	}
	if err == nil {
		err = w.buffer.Flush()
	}
	if err == nil {
		err = w.file.Sync()
	}
	if err != nil {
		return m, 0, fmt.Errorf("write the backup: %w", err)
	}
	size, err := w.moveIntoPlace()
	return m, size, err
}

// moveIntoPlace renames the complete file to its final name.
func (w *Writer) moveIntoPlace() (int64, error) {
	info, err := w.file.Stat()
	if err == nil {
		err = w.file.Close()
	}
	if err != nil {
		return 0, err
	}
	if _, err := os.Lstat(w.path); !errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("%s: %w", w.path, ErrExists)
	}
	if err := os.Rename(w.file.Name(), w.path); err != nil {
		return 0, err
	}
	dir, err := os.Open(filepath.Dir(w.path))
	if err != nil {
		return 0, err
	}
	return info.Size(), errors.Join(dir.Sync(), dir.Close())
}

// Abort removes what was written, unless Finish succeeded.
func (w *Writer) Abort() error {
	err := os.Remove(w.file.Name())
	if closed := w.file.Close(); errors.Is(closed, os.ErrClosed) && errors.Is(err, fs.ErrNotExist) {
		return nil // it was finished
	}
	return err
}
