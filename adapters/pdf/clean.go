package pdf

import "github.com/seed-62a36931/docket/document/layout"

// A Cleaning selects what a copy of a PDF leaves out.
type Cleaning struct {
	Watermarks    bool `json:"watermarks,omitempty"`    // annotations, and artifacts that a page draws itself
	ImageMetadata bool `json:"imageMetadata,omitempty"` // Exif, XMP, IPTC and comments of embedded images
}

// removeWatermarks removes the watermarks of a page, and rewrites its content if it
// drew one.
func (in *instance) removeWatermarks(page uint64) error {
	in.eachAnnotation(page, func(_, kind int, _ uint64) (remove bool) { return kind == annotationWatermark })
	r := &objectReader{in: in, fr: in.frameOf(page), settings: layout.ReadSettings{RemoveWatermark: true}}
	removed := false
	for i := min(in.callInt("FPDFPage_CountObjects", page), maxObjects) - 1; i >= 0; i-- {
		o := in.call("FPDFPage_GetObject", page, uint64(i))
		c := surround{m: matrix{1, 0, 0, 1, 0, 0}}
		if r.marksOf(o, &c); !c.watermark {
			continue
		}
		if in.call("FPDFPage_RemoveObject", page, o) == 0 {
			return ErrUnreadable
		}
		in.call("FPDFPageObj_Destroy", o)
		removed = true
	}
	if removed && in.call("FPDFPage_GenerateContent", page) == 0 {
		return ErrUnreadable
	}
	return nil
}
