package evidence

import (
	"context"

	"github.com/seed-62a36931/docket/domain/es"
)

// AddAppends adds what was told of appends, as AddUntil does when there is enough of it.
func (b *Builder) AddAppends(ctx context.Context, log es.Store) error { return b.addAppends(ctx, log) }

// DecodeZip returns the files of a bundle.
var DecodeZip = decodeZip

// EncodeFiles returns an archive of files, with a manifest that fits.
func EncodeFiles(files map[string]string) ([]byte, error) {
	files[manifestFile] = formatManifest(bundleFormat, files)
	return encodeZip(files)
}
