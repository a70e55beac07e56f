package pdf

import "github.com/seed-62a36931/docket/document/layout"

// shared is what the pages of a document share: its styles and tags. The parent
// process is told of each once.
type shared struct {
	ids    map[layout.Style]int32
	styles []layout.Style
	tags   []layout.Tag

	sentStyles, sentTags int
}

// newShared is empty.
func newShared() *shared { return &shared{ids: map[layout.Style]int32{}} }

// add registers a style and returns its number.
func (t *shared) add(s layout.Style) int32 {
	id, ok := t.ids[s]
	if !ok {
		id = int32(len(t.styles))
		t.ids[s] = id
		t.styles = append(t.styles, s)
	}
	return id
}

// news is what was registered since the last call.
func (t *shared) news() news {
	n := news{t.styles[t.sentStyles:], t.tags[t.sentTags:]}
	t.sentStyles, t.sentTags = len(t.styles), len(t.tags)
	return n
}
