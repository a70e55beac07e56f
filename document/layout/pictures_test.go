package layout

import (
	"testing"

	"github.com/seed-62a36931/docket/document"
)

func TestPicturesBesideText(t *testing.T) {
	scan := Box{0, 0, 600, 800}
	cut := typePage(300, prose())
	for i := range 8 {
		y := float32(700 - 10*i)
		cut = scanPage(cut, Box{50, y, 450, y + 10})
	}
	layered := scanPage(typePage(700, prose()), scan)
	layered.Layered = true
	twice := scanPage(scanPage(typePage(300, "Dear Madam"), Box{50, 600, 300, 700}), Box{50, 600, 300, 700})
	for _, c := range []struct {
		name string
		page *Page
		want []Box
	}{
		{"a banner", scanPage(typePage(300, "Dear Madam"), Box{50, 700, 500, 780}), []Box{{50, 700, 500, 780}}},
		{"half outside of the page", scanPage(typePage(300, "Dear Madam"), Box{400, 700, 900, 780}), []Box{{400, 700, 600, 780}}},
		{"an icon", scanPage(typePage(300, "Dear Madam"), Box{50, 700, 70, 720}), nil},
		{"a rule", scanPage(typePage(300, "Dear Madam"), Box{50, 700, 550, 703}), nil},
		{"strips", cut, []Box{{50, 630, 450, 710}}},
		{"drawn twice", twice, []Box{{50, 600, 300, 700}}},
		{"a scan with its layer", layered, nil},
		{"a scan", scanPage(&Page{Width: 600, Height: 800}, scan), nil},
	} {
		var got []Box
		for _, p := range PicturesBesideText(c.page) {
			got = append(got, p.Box)
		}
		if len(got) != len(c.want) || len(got) == 1 && got[0] != c.want[0] {
			t.Errorf("%s: pictures at %v, want %v", c.name, got, c.want)
		}
	}
}

func TestPagesWithTextInPicturesAreUnread(t *testing.T) {
	page := typePage(300, prose())
	page.Writings = []Writing{{Box: Box{50, 700, 500, 780}, Letters: 40}}
	doc := &Document{Pages: []Page{*typePage(300, prose()), *page}}
	if got := UnreadablePages(doc); len(got) != 1 || got[0] != 2 {
		t.Errorf("unreadable pages %v, want page 2", got)
	}
	if n, text := CountPagesToRecognise(doc); n != 1 || !text {
		t.Errorf("%d pages to recognise, other text %v; want 1 and other text", n, text)
	}
}

func TestTextInPicturesIsTold(t *testing.T) {
	for _, c := range []struct {
		name    string
		writing Writing
		want    document.FindingKind
		count   int
		values  bool
	}{
		{"read", Writing{Letters: 60, Tried: true, Words: 12}, document.FindingPictureTextRead, 12, false},
		{"not tried", Writing{Letters: 60}, document.FindingPicturesNotRead, 1, true},
		{"nothing certain", Writing{Letters: 60, Tried: true}, document.FindingPicturesNotRead, 1, true},
		{"few letters", Writing{Letters: 12}, document.FindingPicturesNotRead, 1, false},
		{"few letters, nothing certain", Writing{Letters: 12, Tried: true}, "", 0, false},
	} {
		page := typePage(300, "Dear Madam")
		c.writing.Box = Box{50, 700, 500, 780}
		page.Writings = []Writing{c.writing}
		all := BuildTree(&Document{Pages: []Page{*page}, Styles: []Style{{Size: 10}}}).Findings
		if c.want == "" {
			if len(all) > 0 {
				t.Errorf("%s: findings %v, want none", c.name, all)
			}
			continue
		}
		if len(all) != 1 || all[0].Kind != c.want || all[0].Count != c.count || all[0].Values != c.values || all[0].Page != 1 {
			t.Errorf("%s: findings %+v, want %s of %d, values %v", c.name, all, c.want, c.count, c.values)
		}
		if len(all) == 1 && (all[0].Box == nil || *all[0].Box != document.Rect{X: 50, Y: 700, Width: 450, Height: 80}) {
			t.Errorf("%s: box %v, want that of the picture", c.name, all[0].Box)
		}
	}
}
