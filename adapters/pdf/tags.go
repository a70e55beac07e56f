package pdf

import (
	"unicode/utf16"

	"github.com/seed-62a36931/docket/document/layout"
)

// Limits of reading a structure tree.
const (
	maxTags     = 50_000 // of a page
	maxTagDepth = 64
)

// roleArtifact is the role that tagged documents give to what is not content.
const roleArtifact = "Artifact"

// pageTags are the tags of a page by the marked content that they hold.
type pageTags struct {
	shared   *shared
	content  map[int]int32 // marked content id -> index of the tag plus 1
	artifact int32         // the tag of artifacts plus 1, 0 before the first
	seen     int
}

// tagsOf reads the structure tree of a page; nil when there is none.
func tagsOf(in *instance, page uint64, sh *shared) *pageTags {
	tree := in.call("FPDF_StructTree_GetForPage", page)
	if tree == 0 {
		return nil
	}
	defer in.call("FPDF_StructTree_Close", tree)
	n := in.callInt("FPDF_StructTree_CountChildren", tree)
	if n <= 0 {
		return nil
	}
	t := &pageTags{shared: sh, content: map[int]int32{}}
	for i := range n {
		t.addElement(in, in.call("FPDF_StructTree_GetChildAtIndex", tree, uint64(i)), -1, 0)
	}
	return t
}

// addElement registers an element of the tree and those below it.
func (t *pageTags) addElement(in *instance, e uint64, parent int32, depth int) {
	if t.seen++; e == 0 || t.seen > maxTags || depth > maxTagDepth {
		return
	}
	id := int32(len(t.shared.tags))
	t.shared.tags = append(t.shared.tags, layout.Tag{Role: in.textOf("FPDF_StructElement_GetType", e), Parent: parent})
	for i := range min(in.callInt("FPDF_StructElement_CountChildren", e), maxTags) {
		if content := in.callInt("FPDF_StructElement_GetChildMarkedContentID", e, uint64(i)); content >= 0 {
			t.content[content] = id + 1
			continue
		}
		t.addElement(in, in.call("FPDF_StructElement_GetChildAtIndex", e, uint64(i)), id, depth+1)
	}
}

// artifactTag returns the tag that all artifacts of the page share.
func (t *pageTags) artifactTag() int32 {
	if t.artifact == 0 {
		t.shared.tags = append(t.shared.tags, layout.Tag{Role: roleArtifact, Parent: -1})
		t.artifact = int32(len(t.shared.tags))
	}
	return t.artifact
}

// marksOf adds the properties of the marked content around an object.
func (r *objectReader) marksOf(o uint64, c *surround) {
	const most = 32
	for i := range min(r.in.callInt("FPDFPageObj_CountMarks", o), most) {
		mark := r.in.call("FPDFPageObj_GetMark", o, uint64(i))
		if r.markName(mark) != roleArtifact {
			continue
		}
		if r.tags != nil {
			c.tag = r.tags.artifactTag()
		}
		c.watermark = c.watermark || r.settings.RemoveWatermark && r.isWatermark(o, mark, c.m)
	}
	if r.tags == nil {
		return
	}
	if id := r.in.callInt("FPDFPageObj_GetMarkedContentID", o); id >= 0 {
		if tag := r.tags.content[id]; tag != 0 {
			c.tag = tag
		}
	}
}

// markName returns the tag of a marked content sequence.
func (r *objectReader) markName(mark uint64) string {
	p := uint64(r.in.scratch)
	if r.in.call("FPDFPageObjMark_GetName", mark, p+4, nameSize, p) == 0 {
		return ""
	}
	return r.in.wideAt(r.in.scratch+4, int(u32(r.in.viewMemory(r.in.scratch, 4))))
}

// isWatermark reports whether an artifact is a watermark. PDFium reports that the
// artifact has a subtype, but not which; those besides watermarks are in the margins,
// or name the edge to which they are attached.
func (r *objectReader) isWatermark(o, mark uint64, m matrix) bool {
	const name, margin = 4, 0.12
	if r.markType(mark, "Subtype") != name || r.markType(mark, "Attached") != 0 {
		return false
	}
	p := uint64(r.in.scratch)
	if r.in.call("FPDFPageObj_GetBounds", o, p, p+4, p+8, p+12) == 0 {
		return false
	}
	var at [4]float32
	r.in.readFloats(r.in.scratch, at[:])
	b := r.placeBox(layout.Box{X0: at[0], Y0: at[1], X1: at[2], Y1: at[3]}, m, true)
	across := r.fr.rotation%180 == 90
	if across {
		return b.X1 > margin*r.fr.width && b.X0 < (1-margin)*r.fr.width
	}
	return b.Y1 > margin*r.fr.height && b.Y0 < (1-margin)*r.fr.height
}

// markType returns the type of an entry of the properties of marked content, 0 for
// none.
func (r *objectReader) markType(mark uint64, key string) int {
	k := r.in.put(append([]byte(key), 0))
	defer r.in.free(k)
	return r.in.callInt("FPDFPageObjMark_GetParamValueType", mark, uint64(k))
}

// textOf calls a function that writes a text in UTF-16 to a buffer and returns its
// length in bytes, the end included. Longer texts are empty.
func (in *instance) textOf(fn string, args ...uint64) string {
	n := in.callInt(fn, append(args, uint64(in.scratch), nameSize)...)
	return in.wideAt(in.scratch, n)
}

// wideAt decodes n bytes of UTF-16, the last two of which are zero.
func (in *instance) wideAt(p uint32, n int) string {
	if n < 2 || n > nameSize {
		return ""
	}
	b := in.viewMemory(p, n-2)
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
	}
	return string(utf16.Decode(units))
}
