package protocoltest

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"
)

// limits holds what a metadata stream says about its stream.
type limits struct {
	MaxAge         int64 `json:"$maxAge"` // seconds
	MaxCount       int64 `json:"$maxCount"`
	TruncateBefore int64 `json:"$tb"` // softDeleted: all that is there

	ACL accessList `json:"$acl"`
}

// metaStream returns the name of the stream with the metadata of a stream.
func metaStream(name string) string { return "$$" + name }

// readLimits reads the newest metadata of a stream. d.mu must be held.
func (d *Database) readLimits(name string) (l limits) {
	d.readNewest(metaStream(name), &l)
	return l
}

// readNewest decodes the last event of a stream, if there is one. d.mu must be held.
func (d *Database) readNewest(name string, into any) {
	if s := d.streams[name]; s.lastRevision() >= 0 {
		_ = json.Unmarshal(s.at(s.lastRevision()).Data, into) // what cannot be read limits nothing
	}
}

// truncateStream sets $tb in a stream's metadata and keeps the rest. d.mu must be held.
func (d *Database) truncateStream(name string, before int64) *record {
	fields := map[string]any{}
	if s := d.streams[metaStream(name)]; s.lastRevision() >= 0 {
		_ = json.Unmarshal(s.at(s.lastRevision()).Data, &fields)
	}
	fields["$tb"] = before
	data, err := json.Marshal(fields)
	if err != nil {
		panic(err) // it was JSON before
	}
	return d.writeEvents(metaStream(name), []proposal{{id: uuid.New(), typ: "$metadata", mediaType: "application/json", data: data}})
}

// isSoftDeleted reports whether a stream is soft-deleted. d.mu must be held.
func (d *Database) isSoftDeleted(name string) bool {
	return d.readLimits(name).TruncateBefore == softDeleted
}

// isTombstoned reports whether a stream, or the one whose metadata it holds, is tombstoned. d.mu
// must be held.
func (d *Database) isTombstoned(name string) bool {
	s, owner := d.streams[name], d.streams[strings.TrimPrefix(name, "$$")]
	return s != nil && s.dead || strings.HasPrefix(name, "$$") && owner != nil && owner.dead
}

// visibleEvents returns the events of a stream that its metadata allow to be read. found is
// false for a stream that does not exist or is soft-deleted. d.mu must be held.
func (d *Database) visibleEvents(name string) (events []*record, found bool) {
	s := d.streams[name]
	l := d.readLimits(name)
	if s == nil || l.TruncateBefore == softDeleted {
		return nil, false
	}
	next := s.lastRevision() + 1
	first := max(s.first, min(l.TruncateBefore, next))
	if l.MaxCount > 0 {
		first = max(first, next-l.MaxCount)
	}
	if l.MaxAge > 0 {
		oldest := d.now().Add(-time.Duration(l.MaxAge) * time.Second)
		for first < next && s.at(first).at.Before(oldest) {
			first++
		}
	}
	return s.events[first-s.first:], true
}
