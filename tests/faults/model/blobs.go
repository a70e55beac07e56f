package model

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// bytes holds what the log says about blobs.
type bytes struct {
	named  map[uuid.UUID]es.Recorded // the first event that names it
	owners map[uuid.UUID]es.Subject
	spare  map[uuid.UUID]bool  // removed on purpose, and may be gone
	erased map[es.Subject]bool // and all below
	files  map[es.StreamID]upload
	bulks  map[es.StreamID]bulk.Started
}

// upload is the current version of a file.
type upload struct {
	dossier  string
	original uuid.UUID
}

// checkBlobs checks that the bytes that the log names exist, and no others.
func checkBlobs(f Facts) (out []Violation) {
	if f.Stored == nil {
		return nil
	}
	b := bytes{
		map[uuid.UUID]es.Recorded{}, map[uuid.UUID]es.Subject{}, map[uuid.UUID]bool{}, map[es.Subject]bool{},
		map[es.StreamID]upload{}, map[es.StreamID]bulk.Started{},
	}
	for _, e := range f.Events {
		b.readEvent(e)
	}
	for id, e := range b.named {
		_, stored := f.Stored[id]
		if gone := b.isGone(b.owners[id]); !stored && !gone && !b.spare[id] {
			out = append(out, Violation{Rule: RuleBlobs, What: fmt.Sprintf("blob %s is missing", id), Events: []es.Recorded{e}})
		}
	}
	for id, place := range f.Stored {
		e, named := b.named[id]
		switch {
		case !named:
			out = append(out, Violation{Rule: RuleBlobs, What: fmt.Sprintf("no event names the blob %s", place)})
		case b.isGone(b.owners[id]):
			out = append(out, Violation{
				Rule: RuleBlobs, What: fmt.Sprintf("blob %s is left of what was deleted for good", place),
				Events: []es.Recorded{e},
			})
		}
	}
	return out
}

// isGone reports whether a subject, or one that it is part of, was deleted for good.
func (b bytes) isGone(s es.Subject) bool {
	for ok := true; ok; s, ok = s.Parent() {
		if b.erased[s] {
			return true
		}
	}
	return false
}

func (b bytes) readEvent(e es.Recorded) {
	eachRef(e.Body, func(ref es.BlobRef) {
		if _, ok := b.named[ref.ID]; !ok {
			b.named[ref.ID], b.owners[ref.ID] = e, ref.Subject
		}
	})
	_, ws, id := e.Stream.Parts()
	switch v := e.Event.(type) {
	case file.Uploaded:
		b.files[e.Stream] = upload{v.Dossier, v.Original.ID}
	case file.Replaced:
		f := b.files[e.Stream]
		b.spare[f.original] = true
		b.files[e.Stream] = upload{f.dossier, v.Original.ID}
	case file.PermanentlyDeleted:
		b.erased[file.SubjectOf(ws, b.files[e.Stream].dossier, id)] = true
	case dossier.PermanentlyDeleted:
		b.erased[dossier.SubjectOf(ws, id)] = true
	case download.Deleted:
		b.erased[download.SubjectOf(ws, id)] = true
	case bulk.Started:
		b.bulks[e.Stream] = v
	case bulk.Finished:
		b.spare[b.bulks[e.Stream].Content.ID], b.spare[b.bulks[e.Stream].Plan.ID] = true, true
	}
}

// eachRef finds the blobs that a body names, at any depth. It treats bodies as JSON only,
// so that new kinds of events are covered too.
func eachRef(body []byte, f func(es.BlobRef)) {
	if !strings.Contains(string(body), `"subject"`) {
		return
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) == nil {
		var ref es.BlobRef
		if json.Unmarshal(body, &ref) == nil && ref.Subject != "" && ref.ID != uuid.Nil {
			f(ref)
		}
		for _, v := range fields {
			eachRef(v, f)
		}
		return
	}
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil {
		for _, v := range list {
			eachRef(v, f)
		}
	}
}
