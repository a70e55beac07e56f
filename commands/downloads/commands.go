// Package downloads holds the use cases on download packages.
package downloads

import (
	"github.com/seed-62a36931/docket/commands/core"
)

// Commands runs the use cases on packages.
type Commands struct {
	*core.Core
	// Contents lists the files of a dossier; only RequestDownload needs it. It reads the read models, so
	// it is set once these are open.
	Contents Contents
}
