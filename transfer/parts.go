package transfer

import (
	"fmt"

	"github.com/seed-62a36931/docket/adapters/archive"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// DescribeParts returns how much of each kind a backup holds, in words.
func DescribeParts(m archive.Manifest) string {
	return fmt.Sprintf("%d events, %d keys, %d secrets, %d files of %s", m.Parts[archive.Log].Records, m.Parts[archive.Keys].Records,
		m.Parts[archive.Boxes].Records, m.Parts[archive.Blobs].Records, terminal.FormatBytes(m.Parts[archive.Blobs].Bytes))
}
