// Package files holds the use cases that change one file of a dossier, and the components that
// were found in it.
package files

import (
	"github.com/seed-62a36931/docket/commands/core"
)

// Commands runs the use cases on a file.
type Commands struct{ *core.Core }
