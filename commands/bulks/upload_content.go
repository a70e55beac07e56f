package bulks

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/seed-62a36931/docket/commands/core"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/file"
)

// A storedContent is the content of an upload, sealed and synced for a file, and what it
// is called.
type storedContent struct {
	ref    es.BlobRef
	name   file.Name
	fileID string // that it was sealed for
	place  *queuePlace
	seen   *seenFile // by the append of the upload
}

// A seenFile is a file as the decision on an upload found it, and as the append left it.
// Both are zero when the append found that the same command had been carried out before.
type seenFile struct{ before, after file.State }

// isFirstVersion reports whether the content was appended as the first version of its file.
// It is false, too, where another process may have appended its own copy.
func (s storedContent) isFirstVersion(r UploadFile) bool {
	return r.OnlyHere && s.seen.after.Original.ID == s.ref.ID && s.seen.before.Original == (es.BlobRef{})
}

// keepContent looks at the content while it streams into a blob of the file that it is
// for. What does not fit its name is not kept.
func (d documentStore) keepContent(ctx context.Context, r UploadFile, fileID string,
	up core.Upload) (storedContent, error) {
	format, _ := file.FormatOf(up.Name)
	in, err := startFormatCheck(format, up.Content)
	if err != nil {
		return storedContent{}, formatError(up, err)
	}
	ref, digest, err := d.Blobs.Put(ctx, file.SubjectOf(r.Caller.Workspace, r.DossierID, fileID), in)
	if err != nil {
		return storedContent{}, err
	}
	if err := in.checkEnd(); err != nil {
		return storedContent{}, errors.Join(formatError(up, err), d.DiscardBlobs(ctx, ref))
	}
	name := file.Name{Filename: up.Name, Digest: hex.EncodeToString(digest[:])}
	return storedContent{ref: ref, name: name, fileID: fileID, place: r.place, seen: &seenFile{}}, nil
}

// resealContent copies stored content to the key of another file.
func (d documentStore) resealContent(ctx context.Context, r UploadFile, s storedContent,
	fileID string) (storedContent, error) {
	if fileID == s.fileID {
		return s, nil
	}
	in, err := d.Blobs.Open(ctx, s.ref)
	if err != nil {
		return s, err
	}
	defer in.Close()
	ref, _, err := d.Blobs.Put(ctx, file.SubjectOf(r.Caller.Workspace, r.DossierID, fileID), in)
	if err != nil {
		return s, err
	}
	if err := d.Blobs.Remove(ctx, s.ref); err != nil {
		return s, fmt.Errorf("remove a copy: %w", err)
	}
	return storedContent{ref: ref, name: s.name, fileID: fileID, place: s.place, seen: s.seen}, nil
}
