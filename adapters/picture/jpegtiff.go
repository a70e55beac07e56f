package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"

	"golang.org/x/image/tiff"
)

// Numbers of the tags of a TIFF whose pixels are JPEGs, and the values that matter.
const (
	tagWidth       = 0x0100
	tagHeight      = 0x0101
	tagCompression = 0x0103
	tagColours     = 0x0106
	tagStrips      = 0x0111
	tagSamples     = 0x0115
	tagRows        = 0x0116
	tagStripSizes  = 0x0117
	tagPlanar      = 0x011C
	tagTileWidth   = 0x0142
	tagTileHeight  = 0x0143
	tagTiles       = 0x0144
	tagTileSizes   = 0x0145
	tagTables      = 0x015B
	tagWholeJPEG   = 0x0201 // of the old way: where a JPEG of the whole picture stands
	tagJPEGLength  = 0x0202

	jpegOld, jpegNew = 6, 7
	whiteIsZero      = 0
	coloursRGB       = 2
	mostStrips       = 100_000
)

// A directory holds the tags of a page of a TIFF.
type directory struct {
	content []byte
	order   binary.ByteOrder
	entries map[uint16][]byte // of twelve bytes
}

// readDirectory reads the directory that stands at an offset of a TIFF.
func readDirectory(content []byte, at uint32, order binary.ByteOrder) directory {
	const entry = 12
	d := directory{content: content, order: order, entries: map[uint16][]byte{}}
	if int64(at)+2 > int64(len(content)) {
		return d
	}
	list := content[at+2:]
	for i := range int(order.Uint16(content[at:])) {
		if (i+1)*entry > len(list) {
			break
		}
		e := list[i*entry : (i+1)*entry]
		d.entries[order.Uint16(e)] = e
	}
	return d
}

// bytesOf returns the bytes of a tag's values, and how many bytes each has; nil when there are none.
func (d directory) bytesOf(tag uint16) (values []byte, size int) {
	e := d.entries[tag]
	if e == nil {
		return nil, 0
	}
	sizes := map[uint16]int{1: 1, 3: 2, 4: 4, 7: 1}
	size = sizes[d.order.Uint16(e[2:])]
	n := int64(d.order.Uint32(e[4:])) * int64(size)
	if n <= 4 {
		return e[8 : 8+n], size
	}
	at := int64(d.order.Uint32(e[8:]))
	if at+n > int64(len(d.content)) {
		return nil, 0
	}
	return d.content[at : at+n], size
}

// numbers returns the values of a tag.
func (d directory) numbers(tag uint16) (out []int64) {
	values, size := d.bytesOf(tag)
	for ; size > 0 && len(values) >= size && len(out) < mostStrips; values = values[size:] {
		switch size {
		case 1:
			out = append(out, int64(values[0]))
		case 2:
			out = append(out, int64(d.order.Uint16(values)))
		default:
			out = append(out, int64(d.order.Uint32(values)))
		}
	}
	return out
}

// number returns the first value of a tag, or another one when there is none.
func (d directory) number(tag uint16, other int64) int64 {
	if all := d.numbers(tag); len(all) > 0 {
		return all[0]
	}
	return other
}

// isJPEG reports whether the pixels of a page are packed as JPEGs.
func (d directory) isJPEG() bool {
	c := d.number(tagCompression, 1)
	return c == jpegOld || c == jpegNew
}

// size returns how many pixels the page has, across and down.
func (d directory) size() image.Config {
	const most = 1 << 20
	return image.Config{Width: int(min(d.number(tagWidth, 0), most)), Height: int(min(d.number(tagHeight, 0), most))}
}

// errJPEGKind is a page whose pixels are in JPEGs of a kind that is not read.
var errJPEGKind = tiff.UnsupportedError("JPEG compression of an old kind")

// decodeJPEG returns the pixels of a page that is packed as JPEGs: one for each strip or tile, whose tables
// may stand in a tag, or one for the whole page. Its size was checked.
func (d directory) decodeJPEG() (image.Image, error) {
	size := d.size()
	if d.number(tagCompression, 1) == jpegOld {
		return d.decodeWhole(size)
	}
	width, height := d.number(tagTileWidth, int64(size.Width)), d.number(tagTileHeight, d.number(tagRows, int64(size.Height)))
	starts, lengths := d.numbers(tagTiles), d.numbers(tagTileSizes)
	if len(starts) == 0 {
		starts, lengths = d.numbers(tagStrips), d.numbers(tagStripSizes)
		height = min(height, int64(size.Height))
	}
	if d.number(tagPlanar, 1) != 1 {
		return nil, errJPEGKind
	}
	if width <= 0 || height <= 0 || len(starts) == 0 || len(lengths) < len(starts) {
		return nil, errFormat
	}
	tables, _ := d.bytesOf(tagTables)
	var page draw.Image = image.NewGray(image.Rect(0, 0, size.Width, size.Height))
	if d.number(tagSamples, 1) > 1 {
		page = image.NewRGBA(image.Rect(0, 0, size.Width, size.Height))
	}
	across := (int64(size.Width) + width - 1) / width
	down := (int64(size.Height) + height - 1) / height
	for i, at := range starts[:min(int64(len(starts)), across*down)] {
		if at+lengths[i] > int64(len(d.content)) {
			return nil, ErrCut
		}
		part, err := d.decodePart(joinTables(tables, d.content[at:at+lengths[i]]), width, height)
		if err != nil {
			return nil, err
		}
		x, y := int(int64(i)%across*width), int(int64(i)/across*height)
		draw.Draw(page, image.Rect(x, y, x+int(width), y+int(height)), part, part.Bounds().Min, draw.Src)
	}
	return page, nil
}

// decodeWhole returns the pixels of a page that is one JPEG in the old way.
func (d directory) decodeWhole(size image.Config) (image.Image, error) {
	at, n := d.number(tagWholeJPEG, 0), d.number(tagJPEGLength, 0)
	if at == 0 { // some programs have it as the only strip
		at, n = d.number(tagStrips, 0), d.number(tagStripSizes, 0)
		if len(d.numbers(tagStrips)) != 1 {
			return nil, errJPEGKind
		}
	}
	if at <= 0 || at >= int64(len(d.content)) {
		return nil, errJPEGKind
	}
	if n <= 0 || at+n > int64(len(d.content)) {
		n = int64(len(d.content)) - at
	}
	raw := d.content[at : at+n]
	if !bytes.HasPrefix(raw, []byte{0xFF, 0xD8}) {
		return nil, errJPEGKind
	}
	return d.decodePart(raw, int64(size.Width), int64(size.Height))
}

// decodePart returns the pixels of a JPEG that has no more than those of its part.
func (d directory) decodePart(raw []byte, width, height int64) (image.Image, error) {
	told, err := jpeg.DecodeConfig(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	if int64(told.Width) > width+16 || int64(told.Height) > height+16 { // whole blocks may reach beyond
		return nil, errFormat
	}
	part, err := jpeg.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	if y, ok := part.(*image.YCbCr); ok && d.number(tagColours, 0) == coloursRGB && !hasMarks(raw) {
		return planesOf(y), nil
	}
	if g, ok := part.(*image.Gray); ok && d.number(tagColours, 1) == whiteIsZero {
		for i := range g.Pix {
			g.Pix[i] = 255 - g.Pix[i]
		}
	}
	return part, nil
}

// joinTables puts the tables of a JPEG that has none before its first segment.
func joinTables(tables, raw []byte) []byte {
	if len(tables) < 4 || !bytes.HasPrefix(tables, []byte{0xFF, 0xD8}) || !bytes.HasPrefix(raw, []byte{0xFF, 0xD8}) {
		return raw
	}
	tables = bytes.TrimSuffix(tables, []byte{0xFF, 0xD9})
	return append(bytes.Clone(tables), raw[2:]...)
}

// hasMarks reports whether a JPEG tells itself what its colours are.
func hasMarks(raw []byte) bool {
	segments, _ := jpegSegments(raw)
	for _, s := range segments {
		if s.kind == 0xEE || s.kind == 0xE0 {
			return true
		}
	}
	return false
}

// planesOf returns a picture whose planes are red, green and blue, and not what a JPEG usually has.
func planesOf(y *image.YCbCr) image.Image {
	out := image.NewRGBA(y.Rect)
	for py := y.Rect.Min.Y; py < y.Rect.Max.Y; py++ {
		for px := y.Rect.Min.X; px < y.Rect.Max.X; px++ {
			c := y.COffset(px, py)
			out.SetRGBA(px, py, color.RGBA{R: y.Y[y.YOffset(px, py)], G: y.Cb[c], B: y.Cr[c], A: 255})
		}
	}
	return out
}
