package syntax

import (
	"bytes"
	"compress/zlib"
	"io"
)

// mostPacked is the size in bytes of the largest JPEG that may be compressed once more.
const mostPacked = 256 << 20

// packedJPEG cleans a JPEG that was compressed once more, and leaves it unchanged when
// there is nothing to clean. The cleaned JPEG needs less room, since the metadata is
// zeros now, and a decompressor does not read past its end; if it does not fit all the
// same, the image is removed with its metadata.
func packedJPEG(body []byte) {
	in, err := zlib.NewReader(bytes.NewReader(body))
	if err != nil {
		return
	}
	plain, err := io.ReadAll(io.LimitReader(in, mostPacked))
	if err != nil || !cleanJPEG(plain) {
		return
	}
	var out bytes.Buffer
	w, err := zlib.NewWriterLevel(&out, zlib.BestCompression)
	if err == nil {
		_, err = w.Write(plain)
	}
	if err == nil {
		err = w.Close()
	}
	clear(body)
	if err == nil && out.Len() <= len(body) {
		copy(body, out.Bytes())
	}
}
