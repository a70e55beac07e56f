package bulks

import (
	"context"
	"errors"
	"io"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/dossier"
	"github.com/seed-62a36931/docket/domain/es"
)

// Parts that are smaller than one of these are merged when there are mostSmall of them at the end: a client that
// sends little at a time makes neither many blobs nor a long record, and each byte is copied a few times at most.
var mergeSizes = []int64{64 << 10, 1 << 20, partSize}

const mostSmall = 16

// mergeParts merges the small parts at the end of an upload.
func (u *ResumableUploads) mergeParts(ctx context.Context, workspace string, p *pendingUpload) (*pendingUpload, error) {
	for _, small := range mergeSizes {
		first := len(p.Parts)
		for first > 0 && p.Parts[first-1].Used < small {
			first--
		}
		if len(p.Parts)-first < mostSmall {
			continue
		}
		old := p.Parts[first:]
		in := u.openParts(ctx, workspace, p, old)
		ref, _, err := u.Blobs.Put(ctx, dossier.SubjectOf(workspace, p.Dossier), in)
		if err = errors.Join(err, in.Close()); err != nil {
			return p, err
		}
		next := *p
		next.Parts = append(append([]uploadPart{}, p.Parts[:first]...), uploadPart{ID: ref.ID, Size: ref.Size, Used: ref.Size})
		if err := u.replace(ctx, workspace, p, &next); err != nil {
			return p, u.RemoveUnnamed(ctx, ref, err)
		}
		if err := u.discardParts(ctx, workspace, p, old); err != nil {
			return &next, err
		}
		p = &next
	}
	return p, nil
}

// errPartsLost refuses an upload whose parts are gone, as after a restore of a backup, which has none.
var errPartsLost = domain.Refuse(domain.NoUpload, "The bytes of the upload are gone: begin it again")

// partsReader reads parts one after the other, with one of them open.
type partsReader struct {
	left []uploadPart
	open func(uploadPart) (io.ReadSeekCloser, error)
	part io.Reader // nil: the next one is to be opened
	end  io.Closer
}

func (u *ResumableUploads) openParts(ctx context.Context, workspace string, p *pendingUpload, parts []uploadPart) *partsReader {
	return &partsReader{left: parts, open: func(part uploadPart) (io.ReadSeekCloser, error) {
		in, err := u.Blobs.Open(ctx, p.ref(workspace, part))
		if errors.Is(err, es.ErrNoBlob) {
			err = errPartsLost.Because(err)
		}
		return in, err
	}}
}

// Read implements io.Reader.
func (r *partsReader) Read(b []byte) (int, error) {
	for {
		if r.part == nil {
			if len(r.left) == 0 {
				return 0, io.EOF
			}
			in, err := r.open(r.left[0])
			if err != nil {
				return 0, err
			}
			r.part, r.end = io.LimitReader(in, r.left[0].Used), in
		}
		n, err := r.part.Read(b)
		if n > 0 || err == nil {
			return n, nil
		}
		if !errors.Is(err, io.EOF) {
			return 0, err
		}
		if err := r.Close(); err != nil {
			return 0, err
		}
		r.left = r.left[1:]
	}
}

// Close closes the part that is open.
func (r *partsReader) Close() (err error) {
	if r.end != nil {
		err = r.end.Close()
	}
	r.part, r.end = nil, nil
	return err
}
