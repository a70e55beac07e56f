package scope

import (
	"bytes"
	"encoding/json"
	"sync"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
)

// A TemplateCache keeps the templates that were read last, as documents and as records:
// nearly every request goes through its template, and templates change seldom. A nil one
// keeps nothing.
type TemplateCache struct {
	mu     sync.Mutex
	latest map[es.StreamID]templateRead
}

// NewTemplateCache makes an empty one.
func NewTemplateCache() *TemplateCache {
	return &TemplateCache{latest: map[es.StreamID]templateRead{}}
}

type templateRead struct {
	doc    []byte
	record template.Record
}

// mostTemplatesRead is how many are kept.
const mostTemplatesRead = 64

// readRecord gives the record of a template's document. It is shared and must not be changed.
func (t *TemplateCache) readRecord(of es.StreamID, doc []byte) (template.Record, error) {
	if kept, ok := t.latestRead(of); ok && bytes.Equal(kept.doc, doc) {
		return kept.record, nil
	}
	var r template.Record
	if err := json.Unmarshal(doc, &r); err != nil {
		return template.Record{}, err
	}
	if t == nil {
		return r, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.latest) >= mostTemplatesRead {
		t.latest = map[es.StreamID]templateRead{}
	}
	t.latest[of] = templateRead{bytes.Clone(doc), r}
	return r, nil
}

func (t *TemplateCache) latestRead(stream es.StreamID) (templateRead, bool) {
	if t == nil {
		return templateRead{}, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	kept, ok := t.latest[stream]
	return kept, ok
}
