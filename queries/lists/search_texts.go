package lists

import (
	"context"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/queries/cache"
	"github.com/seed-62a36931/docket/queries/views"
)

// Where a text is looked for.
const (
	InName      = "name"      // and, of dossiers, the description
	InAttribute = "attribute" // values of attributes
	InValue     = "value"     // values of components
)

// A TextMatch is what a text was found in that is no name.
type TextMatch struct {
	In    string // InAttribute or InValue
	ID    string // of the attribute
	Name  string // of the component
	Value string // 200 characters at most, around the text
}

// A TextCache keeps the values of files that were searched last, so that a search need not open every file again.
type TextCache = cache.Cache[[]TextMatch]

// NewTextCache makes a cache of about so many bytes.
func NewTextCache(bytes int) *TextCache { return cache.New[[]TextMatch](bytes) }

const (
	// openedAsNames is how many names may be opened in the time that takes to read the values of a file.
	openedAsNames = 10
	// matchLength bounds what is shown of a value, in characters.
	matchLength = 200
)

// looksIn reports whether a text is looked for there; in names unless something else is asked for.
func looksIn(places []string, place string) bool {
	return slices.Contains(places, place) || len(places) == 0 && place == InName
}

// matchTexts finds the first value of each file that has the text, by the keys of files; opened is how many files
// had to be opened,
// in names.
func (l fileList) matchTexts(
	ctx context.Context, files []listedFile,
) (found map[string]TextMatch, opened int, err error) {
	found = map[string]TextMatch{}
	places := slices.DeleteFunc(slices.Clone(l.ask.In), func(place string) bool { return place == InName })
	if len(places) == 0 || l.ask.Query == "" {
		return found, 0, nil
	}
	era := l.q.texts.CurrentEra()
	var unread []string
	for _, f := range files {
		texts, ok := l.q.texts.Get(f.place(l.ask.Caller.Workspace))
		if !ok {
			unread = append(unread, f.key)
		} else if m, ok := matchText(texts, places, l.ask.Query); ok {
			found[f.key] = m
		}
	}
	records, err := views.RecordsByKey[file.Record](ctx, l.q.views, "files", unread)
	if err != nil {
		return nil, 0, err
	}
	for _, f := range files {
		r, ok := records[f.key]
		if !ok {
			continue
		}
		texts, err := l.q.readTexts(ctx, r)
		if err != nil {
			return nil, 0, err
		}
		f.updated = r.LastUpdated.UnixMicro() // it may have changed since the row was read
		subject, key := f.place(l.ask.Caller.Workspace)
		l.q.texts.Put(subject, key, texts, sizeOfTexts(texts), era)
		if m, ok := matchText(texts, places, l.ask.Query); ok {
			found[f.key] = m
		}
	}
	return found, len(unread) * openedAsNames, nil
}

// readTexts reads all values of a file; those whose bytes are gone for good are left out.
func (q *Lists) readTexts(ctx context.Context, r file.Record) (out []TextMatch, err error) {
	for id, value := range r.Attributes {
		if !strings.Contains(value, ";base64,") { // a picture
			out = append(out, TextMatch{In: InAttribute, ID: id, Value: value})
		}
	}
	slices.SortFunc(out, func(a, b TextMatch) int { return strings.Compare(a.ID, b.ID) })
	details, err := q.results.ComponentDetails(ctx, r)
	if views.IsGone(err) {
		return out, nil
	}
	for _, c := range details {
		for _, v := range c.Values {
			out = append(out, TextMatch{In: InValue, Name: c.Name, Value: v.Value})
		}
	}
	return out, err
}

// sizeOfTexts is about what values take in memory, in bytes.
func sizeOfTexts(texts []TextMatch) int {
	size := nameOverhead
	for _, t := range texts {
		size += 64 + len(t.In) + len(t.ID) + len(t.Name) + len(t.Value)
	}
	return size
}

// matchText returns the first text in one of some places that contains a part, whatever the case.
func matchText(texts []TextMatch, places []string, part string) (TextMatch, bool) {
	at := slices.IndexFunc(texts, func(t TextMatch) bool {
		return slices.Contains(places, t.In) && matchesName(t.Value, part)
	})
	if at < 0 {
		return TextMatch{}, false
	}
	m := texts[at]
	m.Value = excerpt(m.Value, part)
	return m, true
}

// excerpt shortens a long text to what is around a part of it.
func excerpt(text, part string) string {
	all := []rune(text)
	if len(all) <= matchLength {
		return text
	}
	before, _, _ := strings.Cut(strings.ToLower(text), strings.ToLower(part))
	from := max(0, min(len([]rune(before))-matchLength/4, len(all)-matchLength))
	return string(all[from : from+matchLength])
}
