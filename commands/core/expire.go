package core

import (
	"time"

	"github.com/seed-62a36931/docket/domain/es"
)

// Expire deletes for good a dossier or file whose time in the trash is over.
type Expire struct {
	Request
	ID    string
	Cause es.Position // of the event that moved it to the trash
	Now   time.Time
}
