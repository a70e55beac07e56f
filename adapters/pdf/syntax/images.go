package syntax

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"strconv"
)

var (
	imageType     = regexp.MustCompile(`/Subtype\s*/Image\b`)
	imageFilter   = regexp.MustCompile(`/Filter\s*(/\w+|\[[^\]]*\])`)
	imageMetadata = regexp.MustCompile(`/Metadata (\d+) \d+ R`)
	filterName    = regexp.MustCompile(`/\w+`)
)

// CleanImages removes the metadata of embedded images from a file that PDFium saved.
// Nothing in the file moves: metadata is overwritten. A file of another form is
// refused.
func CleanImages(file []byte) error {
	s, ok := openSaved(file)
	if !ok {
		return ErrUnreadable
	}
	for number := range s.at {
		if image, ok := s.readStream(number); ok && imageType.Match(image.dict) {
			s.cleanImage(image)
		}
	}
	return nil
}

func (s savedFile) cleanImage(image stream) {
	if ref := imageMetadata.FindSubmatch(image.dict); ref != nil {
		if number, err := strconv.Atoi(string(ref[1])); err == nil {
			s.eraseStream(number)
		}
	}
	var filters []string
	if f := imageFilter.FindSubmatch(image.dict); f != nil {
		for _, name := range filterName.FindAll(f[1], -1) {
			filters = append(filters, string(name))
		}
	}
	switch {
	case len(filters) == 1 && filters[0] == "/DCTDecode":
		cleanJPEG(image.body)
	case len(filters) == 1 && filters[0] == "/JPXDecode":
		cleanJPX(image.body)
	case len(filters) == 2 && filters[0] == "/FlateDecode" && filters[1] == "/DCTDecode":
		packedJPEG(image.body)
	}
}

// cleanJPEG overwrites the segments of a JPEG that hold metadata (ISO/IEC 10918-1,
// annex B). Those that affect how it is shown stay: JFIF, colour profiles, and Adobe's
// colour information.
func cleanJPEG(b []byte) (found bool) {
	for at := 2; at+4 <= len(b) && b[at] == 0xFF; {
		kind := b[at+1]
		end := at + 2 + int(binary.BigEndian.Uint16(b[at+2:]))
		switch {
		case kind == 0xFF: // a fill byte
			at++
			continue
		case kind == 0xDA, end > len(b), end < at+4: // the picture, or no JPEG
			return found
		case isMetadata(kind, b[at+4:end]):
			found = found || len(bytes.Trim(b[at+4:end], "\x00")) > 0
			clear(b[at+4 : end])
		}
		at = end
	}
	return found
}

// isMetadata reports whether a segment of a JPEG does not belong to the picture.
func isMetadata(kind byte, content []byte) bool {
	switch kind {
	case 0xE0:
		return !bytes.HasPrefix(content, []byte("JFIF\x00"))
	case 0xE2:
		return !bytes.HasPrefix(content, []byte("ICC_PROFILE\x00"))
	case 0xEE:
		return !bytes.HasPrefix(content, []byte("Adobe"))
	}
	return kind >= 0xE0 && kind <= 0xEF || kind == 0xFE
}

// cleanJPX turns the boxes of a JPEG 2000 file that hold metadata into free ones
// (ISO/IEC 15444-1, annex I).
func cleanJPX(b []byte) {
	for at := 0; at+8 <= len(b); {
		size, head := uint64(binary.BigEndian.Uint32(b[at:])), 8
		kind := string(b[at+4 : at+8])
		switch {
		case size == 0: // up to the end
			size = uint64(len(b) - at)
		case size == 1 && at+16 <= len(b):
			size, head = binary.BigEndian.Uint64(b[at+8:]), 16
		}
		if size < uint64(head) || size > uint64(len(b)-at) {
			return
		}
		if kind == "uuid" || kind == "xml " {
			copy(b[at+4:], "free")
			clear(b[at+head : at+int(size)])
		}
		at += int(size)
	}
}
