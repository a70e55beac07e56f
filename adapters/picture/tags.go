package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
)

// An orientation says how a stored picture is turned or mirrored, as in the tag of Exif and TIFF.
type orientation int

// upright is a picture that is stored as it is seen.
const upright orientation = 1

// isSideways reports whether rows of the stored picture are columns of what is seen.
func (o orientation) isSideways() bool { return o >= 5 && o <= 8 }

// matrix returns the transformation of PDF that shows the stored picture upright on a page of a
// width and height.
func (o orientation) matrix(w, h float64) [6]float64 {
	switch o {
	case 2:
		return [6]float64{-w, 0, 0, h, w, 0}
	case 3:
		return [6]float64{-w, 0, 0, -h, w, h}
	case 4:
		return [6]float64{w, 0, 0, -h, 0, h}
	case 5:
		return [6]float64{0, -h, -w, 0, w, h}
	case 6:
		return [6]float64{0, -h, w, 0, 0, h}
	case 7:
		return [6]float64{0, h, w, 0, 0, 0}
	case 8:
		return [6]float64{0, h, -w, 0, w, 0}
	}
	return [6]float64{w, 0, 0, h, 0, 0}
}

// tags are those of a directory of TIFF or Exif that matter, zero where they are missing.
type tags struct {
	turn       uint16
	resolution float64
	unit       uint16
}

// Numbers of tags.
const (
	tagOrientation = 0x0112
	tagResolution  = 0x011A
	tagUnit        = 0x0128
)

// orientation returns how the picture is stored.
func (t tags) orientation() orientation {
	if t.turn < 1 || t.turn > 8 {
		return upright
	}
	return orientation(t.turn)
}

// dpi returns the dots per inch, 0 when they are not told.
func (t tags) dpi() float64 {
	const perCentimetre = 3
	if t.unit == perCentimetre {
		return t.resolution * 2.54
	}
	return t.resolution
}

// readTags reads the directory that stands at an offset of a TIFF.
func readTags(content []byte, at uint32, order binary.ByteOrder) (t tags) {
	const entry = 12
	if int64(at)+2 > int64(len(content)) {
		return t
	}
	n := int(order.Uint16(content[at:]))
	list := content[at+2:]
	for i := 0; i < n && (i+1)*entry <= len(list); i++ {
		e := list[i*entry:]
		switch order.Uint16(e) {
		case tagOrientation:
			t.turn = order.Uint16(e[8:])
		case tagUnit:
			t.unit = order.Uint16(e[8:])
		case tagResolution:
			if place := int64(order.Uint32(e[8:])); place+8 <= int64(len(content)) {
				over, under := order.Uint32(content[place:]), order.Uint32(content[place+4:])
				if under > 0 {
					t.resolution = float64(over) / float64(under)
				}
			}
		}
	}
	return t
}

// tiffPages returns where the directories of a TIFF stand, and its order of bytes.
func tiffPages(content []byte, most int) (starts []uint32, order binary.ByteOrder, err error) {
	const header, entry = 8, 12
	switch {
	case len(content) < header:
		return nil, nil, errFormat
	case bytes.HasPrefix(content, []byte("II*\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(content, []byte("MM\x00*")):
		order = binary.BigEndian
	default:
		return nil, nil, errFormat
	}
	seen := map[uint32]bool{}
	for at := order.Uint32(content[4:]); at != 0 && !seen[at]; {
		if int64(at)+2 > int64(len(content)) {
			return nil, nil, errFormat
		}
		if len(starts) == most {
			return nil, nil, ErrTooLarge
		}
		seen[at], starts = true, append(starts, at)
		next := int64(at) + 2 + entry*int64(order.Uint16(content[at:]))
		if next+4 > int64(len(content)) {
			break
		}
		at = order.Uint32(content[next:])
	}
	if len(starts) == 0 {
		return nil, nil, errFormat
	}
	return starts, order, nil
}

// pngDPI returns the dots per inch that a PNG tells, 0 for none.
func pngDPI(content []byte) float64 {
	at := bytes.Index(content, []byte("pHYs"))
	const perMetre = 1
	if at < 0 || at+13 > len(content) || content[at+12] != perMetre {
		return 0
	}
	return float64(binary.BigEndian.Uint32(content[at+4:])) * 0.0254
}

// readJPEG reads size, colours and orientation of a JPEG; its pixels stay packed.
func readJPEG(content []byte, l Limits) ([]page, error) {
	size, format, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	if format != "jpeg" {
		return nil, errFormat
	}
	if err := l.checkSize(size); err != nil {
		return nil, err
	}
	p := page{width: size.Width, height: size.Height, jpeg: content, turn: upright,
		gray: size.ColorModel == color.GrayModel, inverse: size.ColorModel == color.CMYKModel}
	told := 0.0
	segments, pixels := jpegSegments(content)
	if !bytes.Contains(content[pixels:], []byte{0xFF, 0xD9}) { // the mark of the end; some programs forget it
		if _, err := jpeg.Decode(bytes.NewReader(content)); err != nil {
			return nil, err
		}
	}
	for _, segment := range segments {
		switch body := segment.body; {
		case segment.kind == 0xE0 && bytes.HasPrefix(body, []byte("JFIF\x00")) && len(body) >= 10:
			told = jfifDPI(body)
		case segment.kind == 0xE1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")):
			exif := body[6:]
			if starts, order, err := tiffPages(exif, 2); err == nil {
				t := readTags(exif, starts[0], order)
				p.turn = t.orientation()
				if told == 0 {
					told = t.dpi()
				}
			}
		}
	}
	p.dpi = chooseDPI(told, p.width, p.height)
	return []page{p}, nil
}

// jfifDPI returns the dots per inch of a JFIF header, 0 for none.
func jfifDPI(body []byte) float64 {
	dots := float64(binary.BigEndian.Uint16(body[8:]))
	switch body[7] {
	case 1: // per inch
		return dots
	case 2: // per centimetre
		return dots * 2.54
	}
	return 0
}

// A segment is a part of a JPEG in front of its pixels.
type segment struct {
	kind byte
	body []byte
}

// jpegSegments returns the segments in front of the pixels, and where these begin.
func jpegSegments(content []byte) (out []segment, at int) {
	for at = 2; at+4 <= len(content) && content[at] == 0xFF; {
		kind := content[at+1]
		if kind == 0xDA { // pixels
			break
		}
		size := int(binary.BigEndian.Uint16(content[at+2:]))
		if size < 2 || at+2+size > len(content) {
			break
		}
		out = append(out, segment{kind, content[at+4 : at+2+size]})
		at += 2 + size
	}
	return out, min(at, len(content))
}
