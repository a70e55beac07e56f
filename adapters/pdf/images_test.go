package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document/layout"
)

// photo is a red JPEG with metadata of every kind, each of which says "secret", and
// with segments that belong to the picture.
func photo(t testing.TB) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 16, 16))
	for i := range 256 {
		img.Set(i%16, i/16, color.RGBA{200, 0, 0, 255})
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	out := []byte{0xFF, 0xD8}
	for _, s := range []struct {
		kind    byte
		content string
	}{
		{0xE0, "JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"}, {0xE1, "Exif\x00\x00secret"},
		{0xE1, "http://ns.adobe.com/xap/1.0/\x00secret"}, {0xE2, "MPF\x00secret"},
		{0xE2, "ICC_PROFILE\x00\x01\x01kept"}, {0xED, "Photoshop 3.0\x008BIMsecret"}, {0xEE, "Ducky secret"}, {0xFE, "secret"},
	} {
		out = append(binary.BigEndian.AppendUint16(append(out, 0xFF, s.kind), uint16(2+len(s.content))), s.content...)
	}
	return append(out, b.Bytes()[2:]...)
}

// findJPEGs are all JPEGs of a file, whether they are compressed once more or not.
func findJPEGs(t *testing.T, file []byte) (out []byte) {
	t.Helper()
	for _, stream := range anyStream.FindAll(file[:bytes.Index(file, []byte("%%EOF"))], -1) {
		body := bytes.TrimLeft(bytes.TrimPrefix(stream, []byte("stream")), "\r\n")
		if r, err := zlib.NewReader(bytes.NewReader(body)); err == nil {
			var b bytes.Buffer
			if _, err := b.ReadFrom(r); err != nil {
				t.Fatal(err)
			}
			body = b.Bytes()
		}
		if bytes.HasPrefix(body, []byte{0xFF, 0xD8}) {
			out = append(out, body...)
		}
	}
	return out
}

// TestMetadataOfImagesIsLeftOut of copies, unless it is wanted, and the picture stays.
func TestMetadataOfImagesIsLeftOut(t *testing.T) {
	pool := testPool(t, "serve", nil)
	const dict = "/Type/XObject/Subtype/Image/Width 16/Height 16/BitsPerComponent 8/ColorSpace/DeviceRGB/Metadata 11 0 R/Filter"
	xmp := [2]string{"/Type/Metadata/Subtype/XML", "<x:xmpmeta>(secret >> endstream</x:xmpmeta>"}
	for name, image := range map[string][2]string{
		"plain":        {dict + "/DCTDecode", string(photo(t))},
		"in a list":    {dict + "[/DCTDecode]", string(photo(t))},
		"packed twice": {dict + "[/FlateDecode/DCTDecode]", string(deflate(photo(t)))},
	} {
		p := paper{content: wholePage, resources: imageI, streams: map[int][2]string{10: image, 11: xmp}}
		for want, c := range map[bool]Cleaning{true: {}, false: {ImageMetadata: true}} {
			out, err := pool.Mark(t.Context(), p.pdf(), []Mark{orange}, Meta{"photo.pdf", "Docket"}, c)
			if err != nil {
				t.Fatalf("%s: %v, want no error", name, err)
			}
			all := findJPEGs(t, out)
			if got := bytes.Contains(all, []byte("secret")); got != want {
				t.Errorf("%s: with %+v the image says the secret: %t, want %v", name, c, got, want)
			}
			if got := bytes.Contains(out, []byte("secret")); got != want {
				t.Errorf("%s: with %+v the file says the secret: %t, want %v", name, c, got, want)
			}
			if !bytes.Contains(all, []byte("ICC_PROFILE\x00\x01\x01kept")) || !bytes.Contains(all, []byte("JFIF")) {
				t.Errorf("%s: with %+v the image lost more than metadata, want %q in all and %q in all", name, c,
					"ICC_PROFILE\x00\x01\x01kept", "JFIF")
			}
			if rgb := colorAt(t, pool, out, 150, 20); rgb[0] < 180 || rgb[1] > 40 || rgb[2] > 40 {
				t.Errorf("%s: with %+v the image is %v, want rgb[0] at least 180, rgb[1] at most 40 and rgb[2] at most 40", name, c, rgb)
			}
		}
	}
}

// TestWatermarksAreLeftOutOfCopies that are drawn without them.
func TestWatermarksAreLeftOutOfCopies(t *testing.T) {
	pool := testPool(t, "serve", nil)
	p := paper{resources: "/XObject<</X 10 0 R>>",
		streams: map[int][2]string{10: {"/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</F 5 0 R>>>>",
			"BT /F 12 Tf 80 20 Td (copy) Tj ET"}},
		content: "BT /F 12 Tf 20 20 Td (text) Tj ET /Artifact <</Type/Pagination/Subtype/Watermark>> BDC BT /F 12 Tf 20 60 Td " +
			"(draft) Tj ET EMC " +
			"/Artifact <</Type/Pagination/Subtype/Footer>> BDC BT /F 6 Tf 20 3 Td (foot) Tj ET EMC /Artifact " +
			"<</Subtype/Watermark>> BDC /X Do EMC "}
	for want, c := range map[string]Cleaning{"text draft foot copy": {}, "text foot": {Watermarks: true}} {
		out, err := pool.Mark(t.Context(), p.pdf(), []Mark{orange}, Meta{"draft.pdf", "Docket"}, c)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := pool.Read(t.Context(), out, layout.ReadSettings{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Fields(words(doc.Pages[0])); len(got) != len(strings.Fields(want)) {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}
