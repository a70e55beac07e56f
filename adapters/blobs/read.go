package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"filippo.io/age"

	"github.com/seed-62a36931/docket/domain/es"
)

// ErrDamaged means that sealed bytes were altered, cut or exchanged since they were
// written. It is es.ErrDamaged.
var ErrDamaged = es.ErrDamaged

// chunk is the number of plain bytes that are sealed together; reading in such steps
// decrypts nothing twice.
const chunk = 64 << 10

// mostChunks is how many chunks are decrypted at a time while bytes are read in turn: each time takes new memory
// for one chunk, which would add up to the size of what is read.
const mostChunks = 16

// reader decrypts sealed bytes some chunks at a time. Each chunk is verified before a byte of
// it is returned.
type reader struct {
	plain  io.ReaderAt
	size   int64
	closer io.Closer

	at    int64 // where the next Read begins
	have  []byte
	start int64 // offset of have, a multiple of chunk
	ahead int64 // bytes to be decrypted the next time, if that follows have
}

// openSealedBytes opens sealed bytes of a given length. The last chunk is verified at once, so
// that bytes cut off or added are noticed before the first is read.
func openSealedBytes(key blobKey, sealed io.ReaderAt, length, size int64, closer io.Closer) (*reader, error) {
	plain, got, err := age.DecryptReaderAt(sealed, length, key)
	if err != nil {
		return nil, readFailure(err)
	}
	if got != size {
		return nil, fmt.Errorf("%w: %d bytes instead of %d", ErrDamaged, got, size)
	}
	return &reader{plain: plain, size: size, closer: closer, start: -1}, nil
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	if len(p) == 0 {
		return 0, nil
	}
	if r.start < 0 || r.at < r.start || r.at >= r.start+int64(len(r.have)) {
		if err := r.fillFrom(r.at - r.at%chunk); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.have[r.at-r.start:])
	r.at += int64(n)
	return n, nil
}

func (r *reader) fillFrom(start int64) error {
	if r.start < 0 || start != r.start+int64(len(r.have)) {
		r.ahead = chunk
	}
	size := min(r.ahead, r.size-start)
	if int64(cap(r.have)) < size {
		r.have = make([]byte, size)
	}
	r.have, r.ahead = r.have[:size], min(2*r.ahead, mostChunks*chunk)
	r.start = -1 // nothing is to be trusted should this fail
	n, err := r.plain.ReadAt(r.have, start)
	if n < len(r.have) {
		if n -= n % chunk; n == 0 {
			return readFailure(err)
		}
		r.have = r.have[:n] // what stands in front of the damage
	}
	r.start = start
	return nil
}

// readFailure turns an error of decryption into ErrDamaged; errors of the disk or server and
// the end of a context come back as they are.
func readFailure(err error) error {
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) || IsUnavailable(err) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("read a blob: %w", err)
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// Seek implements io.Seeker.
func (r *reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	default:
		return 0, fmt.Errorf("blobs: seek from %d", whence)
	}
	if offset < 0 {
		return 0, errors.New("blobs: seek to before the first byte")
	}
	r.at = offset
	return offset, nil
}

// Close implements io.Closer.
func (r *reader) Close() error { return r.closer.Close() }
