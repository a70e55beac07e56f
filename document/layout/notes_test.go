package layout

import "testing"

// TestPagesSayWhatTheyLack wants a note on pages that show something unread, and none on those that are whole or blank.
func TestPagesSayWhatTheyLack(t *testing.T) {
	scan := []Picture{{Box: Box{0, 0, 595, 842}}}
	for name, c := range map[string]struct {
		page Page
		want string
	}{
		"a scan":                  {Page{Images: scan}, NoteNotRecognised},
		"fonts that tell nothing": {Page{Unmapped: 400}, NoteNotRecognised},
		"a scan that was read":    {Page{Images: scan, Recognised: true}, ""},
		"a blank scan":            {Page{Images: scan, Examined: true}, ""},
		"a scan without words":    {Page{Images: scan, Recognised: true, Note: "nothing found"}, "nothing found"},
		"nothing":                 {Page{}, ""},
		"what cannot be read":     {Page{Note: "broken"}, "broken"},
	} {
		c.page.Width, c.page.Height = 595, 842
		if got := BuildTree(&Document{Pages: []Page{c.page}}).Pages[0].Note; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if got := BuildTree(&newCanvas().text(72, 700, "The seller delivers the goods and the buyer pays").doc).Pages[0].Note; got != "" {
		t.Errorf("a page of text: %q, want nothing", got)
	}
}
