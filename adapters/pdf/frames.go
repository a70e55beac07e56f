package pdf

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/seed-62a36931/docket/document/layout"
	"github.com/seed-62a36931/docket/domain/preview"
)

// Kinds of frame between a worker and its parent. A frame is a kind, a length of
// four bytes, and that many bytes.
const (
	frameSettings byte = iota + 1 // to the worker, once: settings as JSON
	frameReady                    // from the worker: it has passed its self-test
	frameJob                      // to the worker: job as JSON
	frameBytes                    // to the worker: the PDF; from it: a PDF or PNG
	framePage                     // from the worker: one page
	frameOutline                  // from the worker: the bookmarks, behind the pages
	frameInvoice                  // from the worker: the e-invoice, or null, behind all that; the last one counts
	frameFindings                 // from the worker: findings of no page
	frameEnd                      // from the worker: outcome and a message for the log
)

// maxFrame is the largest frame in bytes that either side accepts: a PDF of the
// largest upload, with room to grow when it is marked.
const maxFrame = 1 << 30

// errFrame means that the other side does not keep to the protocol.
var errFrame = errors.New("pdf: malformed frame")

// writeFrame sends one frame.
func writeFrame(w io.Writer, kind byte, data []byte) error {
	if len(data) > maxFrame {
		return fmt.Errorf("pdf: frame of %d bytes is too large", len(data))
	}
	var head [5]byte
	head[0] = kind
	binary.LittleEndian.PutUint32(head[1:], uint32(len(data)))
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

// readFrame receives one frame. The buffer grows with what arrives, so a false
// length costs no memory.
func readFrame(r io.Reader) (kind byte, data []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > maxFrame {
		return 0, nil, errFrame
	}
	const step = 4 << 20
	for len(data) < int(n) {
		old := len(data)
		data = append(data, make([]byte, min(int(n)-old, max(step, old)))...)
		if _, err := io.ReadFull(r, data[old:]); err != nil {
			return 0, nil, unexpectedEnd(err)
		}
	}
	return head[0], data, nil
}

// unexpectedEnd turns the end of input inside a frame into io.ErrUnexpectedEOF.
func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// writeJSON sends a value as a frame.
func writeJSON(w io.Writer, kind byte, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return writeFrame(w, kind, data)
}

// A settings frame is the first that a worker receives.
type settings struct {
	CacheDir  string `json:"cacheDir"`
	MemoryMiB int    `json:"memoryMiB"`
	Demand    bool   `json:"demand,omitempty"` // walls
	Lean      bool   `json:"lean,omitempty"`
}

// A job is a request to a worker; the PDF is in the next frame.
type job struct {
	Do        string  `json:"do"` // read, mark, render, gray
	MaxPages  int     `json:"maxPages,omitempty"`
	MaxGlyphs int     `json:"maxGlyphs,omitempty"` // of the document
	MaxPixels int     `json:"maxPixels,omitempty"`
	Page      int     `json:"page,omitempty"` // 1-based
	DPI       float64 `json:"dpi,omitempty"`

	Area     preview.Area `json:"area,omitzero"` // of the page, to render
	Marks    []Mark       `json:"marks,omitempty"`
	Meta     Meta         `json:"meta"`
	Cleaning Cleaning     `json:"cleaning"`

	Settings layout.ReadSettings `json:"settings"`
	From     int                 `json:"from,omitempty"` // first page to read, from 0
	Skip     string              `json:"skip,omitempty"` // note for that page, which is not read
}
