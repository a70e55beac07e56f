package syntax

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"
)

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

// FuzzCleanImages cleans whatever a file may hold without moving anything.
func FuzzCleanImages(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x0eExif\x00\x00secret\xff\xda\x00\x02picture"), []byte("<</Subtype/Image/Filter/DCTDecode/Length 9>>"))
	f.Add([]byte("\x00\x00\x00\x0cjP  \r\n\x87\n\x00\x00\x00\x00uuid"),
		[]byte("<</Subtype/Image/Filter/JPXDecode/Length 3 0 R/Metadata 1 0 R>>"))
	f.Fuzz(func(t *testing.T, body, dict []byte) {
		head := fmt.Sprintf("1 0 obj\n%sstream\n%s\nendstream\nendobj\n", dict, body)
		file := fmt.Appendf(nil, "%sxref\n0 2\n0000000000 65535 f \n0000000000 00000 n \ntrailer\n<<>>\nstartxref\n%d\n%%%%EOF",
			head, len(head))
		size := len(file)
		_ = CleanImages(file)
		packedJPEG(bytes.Clone(body))
		cleanJPX(bytes.Clone(body))
		if len(file) != size {
			t.Error("the file has another size")
		}
	})
}
