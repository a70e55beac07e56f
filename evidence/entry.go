package evidence

import (
	"crypto/sha256"
	"encoding/binary"
	"time"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/seed-62a36931/docket/domain/es"
)

// entryFormat begins every entry. An entry never changes its form: the tree of a log
// that exists must come out the same for ever.
const entryFormat = "docket-event/1"

// An Entry holds the columns of an event in the tree: everything that the store holds of it, and
// of the body its hash.
type Entry struct {
	Position es.Position
	Stream   es.StreamID
	Version  uint64
	ID       uuid.UUID
	Time     time.Time
	Type     string
	Schema   int
	es.Meta
	BodyHash [sha256.Size]byte // SHA-256 of the body as it is stored
}

// EntryOf returns the entry of an event.
func EntryOf(e es.Envelope) Entry {
	return Entry{Position: e.Position, Stream: e.Stream, Version: e.Version, ID: e.ID, Time: e.Time, Type: e.Type, Schema: e.Schema,
		Meta: e.Meta, BodyHash: sha256.Sum256(e.Body)}
}

// LeafHash returns the hash of the leaf of an event, SHA-256(0x00 ‖ entry).
func LeafHash(e es.Envelope) tlog.Hash {
	return sha256.Sum256(appendLeaf(make([]byte, 0, 512), &e))
}

// appendLeaf appends what is hashed for the leaf of an event.
func appendLeaf(b []byte, e *es.Envelope) []byte {
	entry := EntryOf(*e)
	return entry.AppendBinary(append(b, leafPrefix))
}

// leafPrefix stands before an entry when it is hashed, so that a leaf is no node (RFC 6962).
const leafPrefix = 0x00

// AppendBinary appends the entry in the form docket-event/1: the name of the form and the
// fields in the order of the struct, each behind its length in four bytes, big endian.
// Numbers are eight bytes, big endian; a time is its seconds since 1970 in eight bytes and
// its nanoseconds in four; ids are their 16 bytes; texts are as they are.
func (e Entry) AppendBinary(b []byte) []byte {
	b = appendField(b, entryFormat)
	b = appendNumber(b, uint64(e.Position))
	b = appendField(b, e.Stream)
	b = appendNumber(b, e.Version)
	b = appendField(b, e.ID[:])
	b = binary.BigEndian.AppendUint32(b, 12)
	b = binary.BigEndian.AppendUint64(b, uint64(e.Time.Unix()))
	b = binary.BigEndian.AppendUint32(b, uint32(e.Time.Nanosecond()))
	b = appendField(b, e.Type)
	b = appendNumber(b, uint64(e.Schema))
	b = appendField(b, e.Actor)
	b = appendField(b, e.Workspace)
	b = appendField(b, e.Command[:])
	b = appendField(b, e.Correlation[:])
	b = appendNumber(b, uint64(e.Causation))
	b = appendField(b, e.Trace)
	return appendField(b, e.BodyHash[:])
}

func appendField[T ~string | ~[]byte](b []byte, field T) []byte {
	return append(binary.BigEndian.AppendUint32(b, uint32(len(field))), field...)
}

func appendNumber(b []byte, n uint64) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(b, 8), n)
}
