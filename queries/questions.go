package queries

import (
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// The questions below carry who asks. An answer that the caller may not see is
// domain.ErrTemplateNotFound, ErrDossierNotFound and so on; a role or relation
// that does not suffice is domain.ErrAccessDenied.

// Groups chooses which dossiers or files a list holds: the union of the groups.
type Groups struct{ Active, Archived, SoftDeleted bool }

// AskDossiers lists the dossiers of a template, newest first.
type AskDossiers struct {
	Caller     user.Principal
	TemplateID string
	Groups     Groups
	Counts     bool // with what is in each dossier
}

// AskDossier reads one dossier, now or as it was at AsOf.
type AskDossier struct {
	Caller             user.Principal
	TemplateID         string
	DossierID          string
	IncludeSoftDeleted bool
	AsOf               *time.Time // nil: now
	Counts             bool       // with what is in the dossier now; not together with AsOf
}

// AskFiles lists the files of a dossier by name, now or at AsOf.
type AskFiles struct {
	Caller     user.Principal
	TemplateID string
	DossierID  string
	Groups     Groups
	AsOf       *time.Time
}

// AskFile reads one file, its components or its overrides, now or at AsOf.
type AskFile struct {
	Caller             user.Principal
	TemplateID         string
	DossierID          string
	FileID             string
	IncludeSoftDeleted bool
	AsOf               *time.Time
	// For is the operation whose answer a file status is, since who may ask for a
	// change need not be a reader; "" is GetFileStatus.
	For user.Operation
}

// AskComponents reads the components of all active files of a dossier.
type AskComponents struct {
	Caller     user.Principal
	TemplateID string
	DossierID  string
	AsOf       *time.Time
}

// AskDownload reads one of the caller's own packages.
type AskDownload struct {
	Caller     user.Principal
	DownloadID string
}

// AskUsage reads the usage of the caller's workspace from Start to End.
type AskUsage struct {
	Caller     user.Principal
	Start, End time.Time
}

// maxMonths is how many calendar months (UTC) a usage report may touch.
const maxMonths = 120

// Check refuses a period that runs backwards or touches too many months.
func (a AskUsage) Check() error {
	start, end := a.Start.UTC(), a.End.UTC()
	if start.After(end) {
		return domain.Faultf(domain.Invalid, "startDate must not be after endDate")
	}
	months := (end.Year()-start.Year())*12 + int(end.Month()) - int(start.Month()) + 1
	if months > maxMonths {
		return domain.Faultf(domain.Invalid, "The period must not touch more than %d months", maxMonths)
	}
	return nil
}

// AskDefinitions lists component definitions: active ones by rank, then the
// soft-deleted ones by time.
type AskDefinitions struct {
	Caller             user.Principal
	TemplateID         string
	IncludeSoftDeleted bool
}

// AskDefinition reads one component definition, soft-deleted or not.
type AskDefinition struct {
	Caller       user.Principal
	TemplateID   string
	DefinitionID string
}

// AskHistory reads the events of a dossier and its files, or of one file.
type AskHistory struct {
	Caller     user.Principal
	TemplateID string
	DossierID  string
	FileID     string // "": the dossier and all its files
	Ascending  bool   // oldest first; else newest first
	After      uint64 // position behind which to go on, in the order asked for; 0: from the beginning
	Limit      int    // 1 to 500
}
