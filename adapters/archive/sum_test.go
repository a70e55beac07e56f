package archive_test

import (
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/archive"
)

// TestSums are the same for the same content, and differ in the part that differs.
func TestSums(t *testing.T) {
	of := func(change func(kind string) bool) map[string]archive.Part {
		s := archive.NewSum()
		for i, e := range events(50) {
			e.ID, e.Command, e.Correlation = [16]byte{byte(i)}, [16]byte{1}, [16]byte{2}
			if change("event") && i == 30 {
				e.Body = append(e.Body, ' ')
			}
			s.AddEvent(e)
		}
		s.AddKey("demo", []byte("wrapped"))
		if change("tombstone") {
			s.AddKey("demo/a", []byte{})
		} else {
			s.AddKey("demo/a", nil)
		}
		if change("name") {
			s.AddBox("se", []byte("cretbox"))
		} else {
			s.AddBox("secret", []byte("box"))
		}
		until := time.UnixMicro(1_700_000_000_000_000)
		if change("time") {
			until = until.Add(time.Microsecond)
		}
		s.AddAnswer("id", until, []byte("box"))
		content := "sealed"
		if change("bytes") {
			content = "sEaled"
		}
		if err := s.AddBlob("a/b", 6, strings.NewReader(content)); err != nil {
			t.Fatal(err)
		}
		return s.Parts()
	}
	same := of(func(string) bool { return false })
	if n := same[archive.Log].Records; n != 50 || same[archive.Keys].Records != 2 {
		t.Errorf("%+v, want n = 50 and same[archive.Keys].Records = 2", same)
	}
	for kind, part := range map[string]string{"": "", "event": archive.Log, "tombstone": archive.Keys, "name": archive.Boxes,
		"time": archive.Answers, "bytes": archive.Blobs} {
		for name, p := range of(func(k string) bool { return k == kind }) {
			if (p.SHA256 == same[name].SHA256) != (name != part) {
				t.Errorf("another %s: %s %+v, was %+v, want another digest of %s alone",
					kind, name, p, same[name], part)
			}
		}
	}
	if err := archive.NewSum().AddBlob("a/b", 7, strings.NewReader("sealed")); err == nil {
		t.Error("bytes cut short were taken")
	}
}
