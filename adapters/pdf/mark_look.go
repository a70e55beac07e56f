package pdf

import (
	"bytes"
	"fmt"
	"strconv"
)

// appearanceOf returns the content of a highlight's appearance: a filled box, in the graphics
// state that PDFium names GS.
func appearanceOf(rgb [3]byte, x0, y0, x1, y1 float32) string {
	n := func(v float32) string { return strconv.FormatFloat(float64(v), 'f', -1, 32) }
	c := func(v byte) string { return n(float32(int(v)*1000/255) / 1000) }
	return fmt.Sprintf("/GS gs %s %s %s rg %s %s %s %s re f", c(rgb[0]), c(rgb[1]), c(rgb[2]), n(x0), n(y0), n(x1-x0), n(y1-y0))
}

// The graphics state of an appearance as PDFium writes it, which paints over the text,
// and the one in its place, which paints like a marker pen: text below stays as dark
// as it is. Both have the same length, so nothing else in the file moves.
var (
	lookOver     = []byte("<</AIS false/BM/Normal/CA .40000001/Type/ExtGState/ca .40000001>>")
	lookMultiply = []byte("<</BM/Multiply/CA .4/ca .4/Type/ExtGState>>                      ")
)

// multiplyMarks changes the appearances of our marks in a file that PDFium saved. It returns
// an error when there are fewer of them than marks: then the library writes them
// differently by now.
func multiplyMarks(saved []byte, marks int) ([]byte, error) {
	if found := bytes.Count(saved, lookOver); found < marks {
		return nil, fmt.Errorf("pdf: %d of %d marks have the appearance that is expected: %w", found, marks, ErrUnreadable)
	}
	return bytes.ReplaceAll(saved, lookOver, lookMultiply), nil
}
