package pdf

import "github.com/seed-62a36931/docket/document/layout"

// shared holds the styles and tags that the pages of a document share. Each is sent to
// the parent process once.
type shared struct {
	ids    map[layout.Style]int32
	styles []layout.Style
	tags   []layout.Tag

	sentStyles, sentTags int
}

// newShared returns an empty table.
func newShared() *shared { return &shared{ids: map[layout.Style]int32{}} }

// addStyle registers a style and returns its number.
func (t *shared) addStyle(s layout.Style) int32 {
	id, ok := t.ids[s]
	if !ok {
		id = int32(len(t.styles))
		t.ids[s] = id
		t.styles = append(t.styles, s)
	}
	return id
}

// takeNews returns the styles and tags that were registered since the last call.
func (t *shared) takeNews() news {
	n := news{t.styles[t.sentStyles:], t.tags[t.sentTags:]}
	t.sentStyles, t.sentTags = len(t.styles), len(t.tags)
	return n
}
