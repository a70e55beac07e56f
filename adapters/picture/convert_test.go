package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"regexp"
	"strings"
	"testing"
)

// encode returns a picture of a size in a format.
func encode(t *testing.T, format string, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	var err error
	if format == "png" {
		err = png.Encode(&b, img)
	} else {
		err = jpeg.Encode(&b, img, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withExif returns a JPEG with an Exif header that tells orientation and dots per inch.
func withExif(photo []byte, turn uint16, dots uint32) []byte {
	order := binary.BigEndian
	body := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x02")
	body = order.AppendUint16(order.AppendUint16(body, tagOrientation), 3)
	body = order.AppendUint16(order.AppendUint16(order.AppendUint32(body, 1), turn), 0)
	body = order.AppendUint16(order.AppendUint16(body, tagResolution), 5)
	body = order.AppendUint32(order.AppendUint32(body, 1), 38)
	body = order.AppendUint32(body, 0)
	body = order.AppendUint32(order.AppendUint32(body, dots), 1)
	out := append([]byte{0xFF, 0xD8, 0xFF, 0xE1}, byte((len(body)+2)>>8), byte(len(body)+2))
	return append(append(out, body...), photo[2:]...)
}

// twoPages returns a TIFF with two pages of gray, 1 x 2 and 3 x 1 pixels.
func twoPages(order binary.AppendByteOrder, mark string) []byte {
	b := order.AppendUint32([]byte(mark), 8)
	for page, size := range [][2]int{{1, 2}, {3, 1}} {
		entries := [][3]uint32{{256, 4, uint32(size[0])}, {257, 4, uint32(size[1])}, {258, 4, 8}, {259, 4, 1}, {262, 4, 1},
			{273, 4, uint32(len(b) + 2 + 8*12 + 4)}, {278, 4, uint32(size[1])}, {279, 4, uint32(size[0] * size[1])}}
		b = order.AppendUint16(b, uint16(len(entries)))
		for _, e := range entries {
			b = order.AppendUint16(order.AppendUint16(b, uint16(e[0])), uint16(e[1]))
			b = order.AppendUint32(order.AppendUint32(b, 1), e[2])
		}
		next := uint32(0)
		if page == 0 {
			next = uint32(len(b) + 4 + size[0]*size[1])
		}
		b = append(order.AppendUint32(b, next), bytes.Repeat([]byte{0x80}, size[0]*size[1])...)
	}
	return b
}

// boxes matches the sizes of pages.
var boxes = regexp.MustCompile(`MediaBox\[0 0 ([\d.]+ [\d.]+)\]`)

func TestConvert(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 400, 200))
	photo := encode(t, "jpeg", img)
	for name, c := range map[string]struct {
		file    string
		content []byte
		want    []string // sizes of the pages
		has     string
	}{
		"jpeg": {"a.JPG", photo, []string{"144.000 72.000"}, "144.000 0.000 0.000 72.000 0.000 0.000 cm"},
		"jpeg, turned": {"a.jpeg", withExif(photo, 6, 400), []string{"36.000 72.000"},
			"0.000 -72.000 36.000 0.000 0.000 72.000 cm"},
		"jpeg, a resolution of none": {"a.jpeg", withExif(photo, 1, 1), []string{"144.000 72.000"}, "DCTDecode"},
		"png":                        {"a.png", encode(t, "png", img), []string{"144.000 72.000"}, "DeviceGray"},
		"png in colours": {"a.png", encode(t, "png", image.NewNRGBA(image.Rect(0, 0, 4, 2))),
			[]string{"1.440 0.720"}, "DeviceRGB"},
		"tiff, little end first": {"a.tif", twoPages(binary.LittleEndian, "II*\x00"),
			[]string{"0.360 0.720", "1.080 0.360"}, "Width 3/Height 1"},
		"tiff, big end first": {"a.tiff", twoPages(binary.BigEndian, "MM\x00*"),
			[]string{"0.360 0.720", "1.080 0.360"}, "Count 2"},
		"a photo larger than any desk": {"a.png", encode(t, "png", image.NewGray(image.Rect(0, 0, 1169, 11690))),
			[]string{"84.168 841.680"}, "Gray"},
	} {
		pdf, _, err := Converter{}.Convert(t.Context(), c.file, c.content)
		if err != nil {
			t.Errorf("%s: %v, want no error", name, err)
			continue
		}
		var sizes []string
		for _, m := range boxes.FindAllSubmatch(pdf, -1) {
			sizes = append(sizes, string(m[1]))
		}
		if strings.Join(sizes, ", ") != strings.Join(c.want, ", ") || !bytes.Contains(pdf, []byte(c.has)) {
			t.Errorf("%s: pages of %q, want %q; must have %q", name, sizes, c.want, c.has)
		}
	}
}

func TestWhatIsNoPictureIsRefused(t *testing.T) {
	huge := encode(t, "png", image.NewGray(image.Rect(0, 0, 100, 100)))
	loop := twoPages(binary.LittleEndian, "II*\x00")
	photo := encode(t, "jpeg", image.NewGray(image.Rect(0, 0, 100, 100)))
	for name, c := range map[string]struct {
		file    string
		content []byte
		want    error
	}{
		"nothing":                     {"a.jpg", nil, ErrBroken},
		"cut":                         {"a.png", huge[:len(huge)-20], ErrCut},
		"a photo that is cut":         {"a.jpg", photo[:len(photo)*2/3], ErrCut},
		"a photo cut in its tables":   {"a.jpg", photo[:100], ErrCut},
		"a tiff without pages":        {"a.tiff", []byte("II*\x00\x00\x00\x00\x00"), ErrBroken},
		"a tiff that ends in a page":  {"a.tiff", loop[:20], ErrBroken},
		"a name of no picture":        {"a.pdf", []byte("%PDF-1.7"), ErrBroken},
		"more pixels than allowed":    {"a.png", encode(t, "png", image.NewGray(image.Rect(0, 0, 101, 100))), ErrTooLarge},
		"a tiff with too many pages":  {"a.tif", loop, ErrTooLarge},
		"a tiff of another byte mark": {"a.tif", []byte("XX*\x00aaaabbbb"), ErrBroken},
	} {
		if _, _, err := (Converter{Limits{Pixels: 10_000, Pages: 1}}).Convert(t.Context(), c.file, c.content); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// TestPicturesOfOtherFormatsAreNamed wants to be told what a picture is that is not what its name says.
func TestPicturesOfOtherFormatsAreNamed(t *testing.T) {
	scan := encode(t, "png", image.NewGray(image.Rect(0, 0, 10, 10)))
	_, _, err := Converter{}.Convert(t.Context(), "a.jpg", scan)
	if err == nil || err.Error() != "The picture cannot be read: by its content it is a PNG image" {
		t.Error(err)
	}
	packed := twoPages(binary.LittleEndian, "II*\x00")
	packed[10+3*12+8] = 77 // the value of the tag of compression
	if _, _, err = (Converter{}).Convert(t.Context(), "a.tif", packed); err == nil || !strings.Contains(err.Error(), "compression value 77 is not supported") {
		t.Error(err)
	}
}

// TestAllPagesAreBounded refuses a TIFF whose pages are within the limit one by one, and not together.
func TestAllPagesAreBounded(t *testing.T) {
	scan := twoPages(binary.LittleEndian, "II*\x00") // pages of two and three pixels
	for all, want := range map[int]error{5: nil, 4: ErrTooLarge} {
		if _, _, err := (Converter{Limits{Pixels: 3, AllPixels: all}}).Convert(t.Context(), "a.tif", scan); !errors.Is(err, want) {
			t.Errorf("%d pixels: %v, want %v", all, err, want)
		}
	}
}

// TestTransparentIsWhite puts a picture that shows nothing on white ground.
func TestTransparentIsWhite(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.Set(1, 0, color.NRGBA{255, 0, 0, 255})
	r, err := zlib.NewReader(bytes.NewReader(pageOf(img).packed))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, []byte{255, 255, 255, 255, 0, 0}) {
		t.Errorf("got %v, %v, want no error and the same bytes", got, err)
	}
}

// TestOrientation says for each orientation where the stored picture's upper left, upper right and
// lower left corners are seen.
func TestOrientation(t *testing.T) {
	const w, h = 30, 20
	lu, ru, ll, rl := [2]float64{0, h}, [2]float64{w, h}, [2]float64{0, 0}, [2]float64{w, 0}
	for turn, want := range map[orientation][3][2]float64{
		1: {lu, ru, ll}, 2: {ru, lu, rl}, 3: {rl, ll, ru}, 4: {ll, rl, lu},
		5: {lu, ll, ru}, 6: {ru, rl, lu}, 7: {rl, ru, ll}, 8: {ll, lu, rl},
	} {
		m := turn.matrix(w, h)
		for i, at := range [][2]float64{{0, 1}, {1, 1}, {0, 0}} {
			got := [2]float64{m[0]*at[0] + m[2]*at[1] + m[4], m[1]*at[0] + m[3]*at[1] + m[5]}
			if got != want[i] {
				t.Errorf("orientation %d, corner %d: %v, want %v", turn, i, got, want[i])
			}
		}
	}
}

// TestAPhotoThatIsCutAnywhereSaysSo cuts a photo at every length behind its tables.
func TestAPhotoThatIsCutAnywhereSaysSo(t *testing.T) {
	scene := image.NewRGBA(image.Rect(0, 0, 40, 40))
	for i := range scene.Pix {
		scene.Pix[i] = byte(i * i * 31 >> 3)
	}
	photo := encode(t, "jpeg", scene)
	for n := len(photo) - 3; n > 100; n-- {
		if _, _, err := (Converter{}).Convert(t.Context(), "a.jpg", photo[:n]); !errors.Is(err, ErrCut) {
			t.Errorf("%d of %d bytes: got %v, want %v", n, len(photo), err, ErrCut)
		}
	}
}
