package archive

import (
	"fmt"
	"io"
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// Answers are the stored answers of requests, a part that sums have and backups do not.
const Answers = "answers"

// A Sum counts and digests the content of an installation in the form in which a backup
// would hold it: two installations are equal where their sums are. Only one goroutine
// may use it.
type Sum struct {
	tallies map[string]*tally
	record  []byte
}

// NewSum returns an empty sum.
func NewSum() *Sum {
	s := &Sum{tallies: map[string]*tally{}}
	for _, part := range []string{Log, Keys, Boxes, Blobs, Answers} {
		s.tallies[part] = newTally()
	}
	return s
}

// AddEvent adds an event. Events come in the order of their positions.
func (s *Sum) AddEvent(e es.Envelope) { s.addRecord(Log, appendEvent(s.record[:0], e)) }

// AddKey adds a wrapped key, nil for a tombstone. Keys come in the order of their
// subjects.
func (s *Sum) AddKey(subject string, wrapped []byte) {
	s.addRecord(Keys, appendNamed(s.record[:0], subject, wrapped))
}

// AddBox adds a sealed secret. Secrets come in the order of their names.
func (s *Sum) AddBox(name string, box []byte) {
	s.addRecord(Boxes, appendNamed(s.record[:0], name, box))
}

// AddAnswer adds the stored answer of a request. Answers come in the order of their ids.
func (s *Sum) AddAnswer(id string, until time.Time, box []byte) {
	s.addRecord(Answers, appendBytes(fmt.Appendf(s.record[:0], "%d ", until.UnixMicro()), append([]byte(id+" "), box...)))
}

func (s *Sum) addRecord(part string, record []byte) {
	s.record = record // its memory serves the next one
	t := s.tallies[part]
	t.part.Records++
	t.part.Bytes += int64(len(record))
	fmt.Fprintf(t.hash, "%d\n", len(record))
	_, _ = t.Write(record)
}

// AddBlob adds sealed bytes of a known size; with a nil reader only name and size count.
// Blobs come in the order of their paths.
func (s *Sum) AddBlob(path string, size int64, sealed io.Reader) error {
	t := s.tallies[Blobs]
	t.part.Records++
	t.beginEntry(path, size)
	if sealed == nil {
		return nil
	}
	n, err := io.Copy(t, sealed)
	if err == nil && n != size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}

// Parts returns the counts and digests so far, by name of the part.
func (s *Sum) Parts() map[string]Part {
	out := map[string]Part{}
	for name, t := range s.tallies {
		out[name] = t.partSum()
	}
	return out
}
