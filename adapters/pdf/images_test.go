package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
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
	s, ok := openSaved(file[:bytes.Index(file, []byte("%%EOF"))+len("%%EOF")])
	if !ok {
		t.Fatal("the form of the saved file is not known")
	}
	for n := range s.at {
		image, ok := s.readStream(n)
		if !ok || !imageType.Match(image.dict) {
			continue
		}
		if r, err := zlib.NewReader(bytes.NewReader(image.body)); err == nil {
			var b bytes.Buffer
			if _, err := b.ReadFrom(r); err != nil {
				t.Fatal(err)
			}
			image.body = b.Bytes()
		}
		out = append(out, image.body...)
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

func TestMetadataOfJPEG2000IsLeftOut(t *testing.T) {
	box := func(kind, content string) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(content)))) + kind + content
	}
	long := "\x00\x00\x00\x01xml " + string(binary.BigEndian.AppendUint64(nil, 16+6)) + "secret"
	b := []byte(box("jP  ", "\r\n\x87\n") + box("uuid", "secret") + long + box("xml ", "secret") + "\x00\x00\x00\x00jp2c\xff\x4fpicture")
	size := len(b)
	cleanJPX(b)
	if bytes.Contains(b, []byte("secret")) || bytes.Count(b, []byte("free")) != 3 ||
		!bytes.HasSuffix(b, []byte("jp2c\xff\x4fpicture")) || len(b) != size {
		t.Errorf("got %q, want the secrets overwritten and the length kept", b)
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

// FuzzCleanImages cleans whatever a file may hold without moving anything.
func FuzzCleanImages(f *testing.F) {
	f.Add(photo(f), []byte("<</Subtype/Image/Filter/DCTDecode/Length 9>>"))
	f.Add([]byte("\x00\x00\x00\x0cjP  \r\n\x87\n\x00\x00\x00\x00uuid"),
		[]byte("<</Subtype/Image/Filter/JPXDecode/Length 3 0 R/Metadata 1 0 R>>"))
	f.Fuzz(func(t *testing.T, body, dict []byte) {
		head := fmt.Sprintf("1 0 obj\n%sstream\n%s\nendstream\nendobj\n", dict, body)
		file := fmt.Appendf(nil, "%sxref\n0 2\n0000000000 65535 f \n0000000000 00000 n \ntrailer\n<<>>\nstartxref\n%d\n%%%%EOF",
			head, len(head))
		size := len(file)
		_ = cleanImages(file)
		packedJPEG(bytes.Clone(body))
		cleanJPX(bytes.Clone(body))
		if len(file) != size {
			t.Error("the file has another size")
		}
	})
}
