package layout

// Version counts changes of the layout that can change trees; files that were laid
// out by another version are laid out anew when people ask for another analysis.
const Version = 12

// UnreadablePages lists the pages, from 1, whose text may have to be recognised, or that of
// pictures on them. Pages without any glyph are among them, of which a rendering may show that
// they are blank, and scans with a layer of text, whose picture may tell that it is poor.
func UnreadablePages(doc *Document) (pages []int) {
	for i := range doc.Pages {
		if unread, _ := UnreadOf(&doc.Pages[i]); unread != NothingUnread || doc.Pages[i].Layered || len(doc.Pages[i].Writings) > 0 {
			pages = append(pages, i+1)
		}
	}
	return pages
}

// CountPagesToRecognise counts the pages of a document that certainly need recognition, without
// rendering any: those whose text is unusable, and those that are pictures. text
// reports whether another page has text of its own, or one of them has text next to
// the picture.
func CountPagesToRecognise(doc *Document) (pages int, text bool) {
	for i := range doc.Pages {
		p := &doc.Pages[i]
		unread, _ := UnreadOf(p)
		if unread == NothingUnread || (unread == ImageUnread || p.Layered) && hasText(p) {
			text = true
		}
		if unread != NothingUnread && len(p.Glyphs)+len(p.Images) > 0 || len(p.Writings) > 0 {
			pages++
		}
	}
	return pages, text
}

// NoteNotRecognised is the note of a page whose picture nothing has read.
const NoteNotRecognised = "The text of the page's picture was not recognised"

// noteOf says why a page is empty or not complete, "" when it is whole.
func noteOf(p *Page) string {
	if p.Note != "" || p.Recognised || p.Examined || len(p.Glyphs)+len(p.Images)+p.Unmapped == 0 {
		return p.Note
	}
	if unread, _ := UnreadOf(p); unread == AllUnread || unread == ImageUnread {
		return NoteNotRecognised
	}
	return ""
}

func hasText(p *Page) bool {
	for i := range p.Glyphs {
		if !isBlank(p.Glyphs[i].Rune) {
			return true
		}
	}
	return false
}
