package lists

import (
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/user"
)

// AskFiles lists the files of a dossier by name, now or at AsOf.
type AskFiles struct {
	Caller     user.Principal
	TemplateID string
	DossierID  string
	Groups     Groups
	AsOf       *time.Time
}

// A FileStatus is everything known of a file but its content.
type FileStatus struct {
	ID, Filename, DossierID, TemplateID    string
	DossierStatusID                        string // of the dossier, at read time
	DossierArchived                        bool   // of the dossier, at read time
	Uploader, Assignee                     string // user ids
	LastReviewer, LastApprover             string
	WorkflowStatus                         string // NEW, UNDER_REVIEW, UNDER_APPROVAL, APPROVED
	ProcessingStatus                       string // UNPROCESSED … PROCESSED, REPROCESS, ERROR
	Pages, PagesToOCR, PagesOCRed          int
	SHA256                                 string       // of the original, in hex
	DuplicateOf                            *DuplicateOf // the file that had these bytes before; nil: none, and in reads of the past
	Analyses                               int          // finished ones of the current version
	Size                                   int64        // bytes of the original
	AnalysisDuration                       time.Duration
	AnalysisVersion                        int64            // of the engine that ran last
	RulesVersion, DictionaryVersion        int64            // counters of the template that were used last
	StageMillis                            map[string]int64 // by processing status
	HasRedactions, HasHints, HasImages     bool
	HasUpdates                             bool // the latest reanalysis changed a component value
	ExcludedFromAnalysis, AnalysisRequired bool
	Added                                  time.Time
	LastUpdated, LastUploaded              *time.Time
	LastProcessed, LastIndexed             *time.Time
	LastLayoutProcessed                    *time.Time
	LastOCR, OCRStart, OCREnd              *time.Time
	LastManualChange, LastAttributeChange  *time.Time
	EntitiesChanged                        *time.Time // redactionModificationDate of the interface
	BytesReplaced                          *time.Time // fileManipulationDate of the interface
	ApprovalDate, SoftDeletedTime          *time.Time
	Attributes                             map[string]string      // by attribute id
	Error                                  *FileError             // while ProcessingStatus is ERROR
	FailedRules                            int                    // in the latest analysis: their values are missing
	RuleFailures                           []document.RuleFailure // the first of them
	Findings                               []document.Finding     // what reading left out, changed or doubts
	Counts                                 file.ComponentCounts
	Version                                uint64 // of the file's stream
}

// A FileError says why a file could not be processed.
type FileError struct {
	Service   string // upload, conversion, ocr, layout, analysis, indexing
	Cause     string // a sentence for people
	Queue     string // name of the work queue
	Timestamp time.Time
}
