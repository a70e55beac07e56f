package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"strings"
	"testing"
)

// slope returns a picture whose shades grow to the right and, when it is in colour, whose red grows downwards.
func slope(w, h int, coloured bool) image.Image {
	grey, colours := image.NewGray(image.Rect(0, 0, w, h)), image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			grey.SetGray(x, y, color.Gray{Y: uint8(20 + 200*x/w)})
			colours.SetRGBA(x, y, color.RGBA{R: uint8(250 * y / h), G: uint8(250 * x / w), B: 40, A: 255})
		}
	}
	if coloured {
		return colours
	}
	return grey
}

// splitTables returns the tables of a JPEG as a picture of none, and the JPEG without them.
func splitTables(t *testing.T, raw []byte) (tables, rest []byte) {
	t.Helper()
	tables, rest = []byte{0xFF, 0xD8}, []byte{0xFF, 0xD8}
	for at := 2; at+4 <= len(raw); {
		end := at + 2 + int(binary.BigEndian.Uint16(raw[at+2:]))
		switch raw[at+1] {
		case 0xDB, 0xC4:
			tables = append(tables, raw[at:end]...)
		case 0xDA:
			return append(tables, 0xFF, 0xD9), append(rest, raw[at:]...)
		default:
			rest = append(rest, raw[at:end]...)
		}
		at = end
	}
	t.Fatal("a JPEG without pixels")
	return nil, nil
}

// A jpegTIFF says how a TIFF is made of JPEGs.
type jpegTIFF struct {
	order         binary.AppendByteOrder
	width, height int // of a strip or tile
	tiled, tables bool
	old           bool
	colours       uint32
	alter         map[uint32]uint32 // values of tags
}

// encode returns the TIFF of a picture.
func (k jpegTIFF) encode(t *testing.T, img image.Image) []byte {
	t.Helper()
	mark := "II*\x00"
	if k.order == binary.AppendByteOrder(binary.BigEndian) {
		mark = "MM\x00*"
	}
	size := img.Bounds()
	body, parts, tables := make([]byte, 8), [][2]uint32{}, []byte(nil)
	for y := 0; y < size.Dy(); y += k.height {
		for x := 0; x < size.Dx(); x += k.width {
			part := image.NewRGBA(image.Rect(0, 0, k.width, k.height))
			for py := range k.height {
				for px := range k.width {
					part.Set(px, py, img.At(min(x+px, size.Dx()-1), min(y+py, size.Dy()-1)))
				}
			}
			var b bytes.Buffer
			var one image.Image = part
			if _, ok := img.(*image.Gray); ok {
				g := image.NewGray(part.Rect)
				for i := range g.Pix {
					g.Pix[i] = part.Pix[4*i]
				}
				one = g
			}
			if err := jpeg.Encode(&b, one, &jpeg.Options{Quality: 92}); err != nil {
				t.Fatal(err)
			}
			raw := b.Bytes()
			if k.tables {
				tables, raw = splitTables(t, raw)
			}
			parts = append(parts, [2]uint32{uint32(len(body)), uint32(len(raw))})
			body = append(body, raw...)
		}
	}
	tablesAt := uint32(len(body))
	body = append(body, tables...)
	startsAt := uint32(len(body))
	for _, p := range parts {
		body = k.order.AppendUint32(body, p[0])
	}
	for _, p := range parts {
		body = k.order.AppendUint32(body, p[1])
	}
	starts, lengths, n := startsAt, startsAt+4*uint32(len(parts)), uint32(len(parts))
	if n == 1 {
		starts, lengths = parts[0][0], parts[0][1]
	}
	samples := uint32(3)
	if _, ok := img.(*image.Gray); ok {
		samples = 1
	}
	entries := [][4]uint32{{256, 4, 1, uint32(size.Dx())}, {257, 4, 1, uint32(size.Dy())}, {259, 4, 1, 7},
		{262, 4, 1, k.colours}, {277, 4, 1, samples}}
	switch {
	case k.old:
		entries[2][3] = 6
		entries = append(entries, [4]uint32{513, 4, 1, parts[0][0]}, [4]uint32{514, 4, 1, parts[0][1]})
	case k.tiled:
		entries = append(entries, [4]uint32{322, 4, 1, uint32(k.width)}, [4]uint32{323, 4, 1, uint32(k.height)},
			[4]uint32{324, 4, n, starts}, [4]uint32{325, 4, n, lengths})
	default:
		entries = append(entries, [4]uint32{273, 4, n, starts}, [4]uint32{278, 4, 1, uint32(k.height)}, [4]uint32{279, 4, n, lengths})
	}
	if k.tables {
		entries = append(entries, [4]uint32{347, 7, uint32(len(tables)), tablesAt})
	}
	for i, e := range entries {
		if v, ok := k.alter[e[0]]; ok {
			entries[i][3] = v
		}
	}
	out := append(k.order.AppendUint32([]byte(mark), uint32(len(body))), body[8:]...)
	out = k.order.AppendUint16(out, uint16(len(entries)))
	for _, e := range entries {
		out = k.order.AppendUint16(k.order.AppendUint16(out, uint16(e[0])), uint16(e[1]))
		out = k.order.AppendUint32(k.order.AppendUint32(out, e[2]), e[3])
	}
	return k.order.AppendUint32(out, 0)
}

func TestTIFFsOfJPEGsAreRead(t *testing.T) {
	little, big := binary.AppendByteOrder(binary.LittleEndian), binary.AppendByteOrder(binary.BigEndian)
	for _, c := range []struct {
		name     string
		kind     jpegTIFF
		coloured bool
	}{
		{"one strip", jpegTIFF{order: little, width: 100, height: 70, colours: 1}, false},
		{"strips", jpegTIFF{order: little, width: 100, height: 16, colours: 1}, false},
		{"strips with tables apart", jpegTIFF{order: big, width: 100, height: 16, tables: true, colours: 1}, false},
		{"colours", jpegTIFF{order: little, width: 100, height: 24, tables: true, colours: 6}, true},
		{"tiles", jpegTIFF{order: big, width: 32, height: 32, tiled: true, tables: true, colours: 6}, true},
		{"the old way", jpegTIFF{order: little, width: 100, height: 70, old: true, colours: 6}, true},
		{"the old way, grey", jpegTIFF{order: big, width: 100, height: 70, old: true, colours: 1}, false},
	} {
		want := slope(100, 70, c.coloured)
		content := c.kind.encode(t, want)
		starts, order, err := tiffPages(content, 10)
		if err != nil {
			t.Fatal(err)
		}
		got, err := readDirectory(content, starts[0], order).decodeJPEG()
		if err != nil || got.Bounds() != want.Bounds() {
			t.Errorf("%s: %v, want a picture of %v", c.name, err, want.Bounds())
			continue
		}
		for _, at := range [][2]int{{3, 3}, {97, 3}, {50, 35}, {3, 66}, {97, 66}} {
			r, g, b, _ := got.At(at[0], at[1]).RGBA()
			wr, wg, wb, _ := want.At(at[0], at[1]).RGBA()
			for i, d := range []int{int(r) - int(wr), int(g) - int(wg), int(b) - int(wb)} {
				if max(d, -d) > 14<<8 {
					t.Errorf("%s: colour %d at %v is off by %d of 255, want at most 14", c.name, i, at, d>>8)
				}
			}
		}
		pdf, _, err := Converter{}.Convert(t.Context(), "a.tif", content)
		if err != nil || !bytes.Contains(pdf, []byte("/Width 100/Height 70")) {
			t.Errorf("%s: %v, want a PDF of the picture", c.name, err)
		}
	}
}

func TestTIFFsOfBrokenJPEGsAreRefused(t *testing.T) {
	kind := jpegTIFF{order: binary.LittleEndian, width: 100, height: 16, colours: 1}
	img := slope(100, 70, false)
	for name, alter := range map[string]map[uint32]uint32{
		"nothing at its place": {273: 1 << 30}, "no rows": {278: 0}, "a strip of more pixels": {257: 20, 278: 1 << 30},
		"too many pixels": {256: 1 << 20, 257: 1 << 20}, "no width": {256: 0},
	} {
		k := kind
		if name == "a strip of more pixels" {
			k.height = 70
			alter = map[uint32]uint32{257: 20, 278: 20}
		}
		k.alter = alter
		if _, _, err := (Converter{}).Convert(t.Context(), "a.tif", k.encode(t, img)); err == nil || !strings.HasPrefix(err.Error(), "The picture ") {
			t.Errorf("%s: %v, want a refusal", name, err)
		}
	}
	old := jpegTIFF{order: binary.LittleEndian, width: 100, height: 70, old: true, colours: 1, alter: map[uint32]uint32{513: 1}}
	if _, _, err := (Converter{}).Convert(t.Context(), "a.tif", old.encode(t, img)); err == nil || !strings.Contains(err.Error(), "JPEG compression of an old kind is not supported") {
		t.Errorf("the old way without a JPEG: %v, want a refusal", err)
	}
}

// FuzzJPEGTIFF holds that no bytes crash the reader or make it take more pixels than it may.
func FuzzJPEGTIFF(f *testing.F) {
	t := &testing.T{}
	for _, k := range []jpegTIFF{
		{order: binary.LittleEndian, width: 20, height: 8, tables: true, colours: 1},
		{order: binary.BigEndian, width: 16, height: 16, tiled: true, colours: 6},
		{order: binary.LittleEndian, width: 20, height: 20, old: true, colours: 6},
	} {
		f.Add(slices.Clip(k.encode(t, slope(20, 20, k.colours == 6))))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		_, _, _ = Converter{Limits: Limits{Pixels: 10_000, Pages: 3}}.Convert(t.Context(), "a.tif", content)
	})
}
