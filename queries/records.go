package queries

import (
	"encoding/json"
	"io"
	"time"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/domain/component"
	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// The records below are answers: what a reader is shown of the read models.
// Identifiers are uuids in lower-case text, "" where none is set; times are UTC,
// nil where unset; lists and maps are never nil.

// A Template is a dossier template as operations 1 and 2 show it.
type Template struct {
	ID, Name, Description string
	DateAdded             time.Time
	DateModified          time.Time
	CreatedBy, ModifiedBy string // user ids
	ValidFrom, ValidTo    *time.Time
	Status                string // ACTIVE, INACTIVE, INCOMPLETE
	RemoveWatermark       bool
	KeepImageMetadata     bool
	OCRByDefault          bool
	KeepHiddenText        bool
	KeepOverlapping       bool // objects that are covered by others are analysed
	DictionaryUpdatesAll  bool // a dictionary change reanalyses all active dossiers
	DownloadFileTypes     []string
	Version               uint64 // of the template's stream; see commands.Request.ExpectVersion
	TemplateSettings
}

// TemplateSettings are what operations 1 and 2 do not show of a template.
type TemplateSettings struct {
	RetentionHours                 *int     // nil: the workspace's
	Visibility                     string   // of new dossiers: PRIVATE, PUBLIC
	OCRLanguages                   []string // codes of Tesseract
	KeyColumn, Encoding, Delimiter string   // of csv files of attributes
}

// A Dossier is a container of files as its readers see it.
type Dossier struct {
	ID, TemplateID, Name, Description string
	Date                              time.Time // of creation
	OwnerID                           string
	MemberIDs, ApproverIDs            []string
	Visibility                        string // PRIVATE, PUBLIC
	StartDate, DueDate                *time.Time
	StatusID                          string // a dossier status definition, or ""
	WatermarkID, PreviewWatermarkID   string
	Attributes                        map[string]string // by attribute id
	DownloadFileTypes                 []string          // ORIGINAL, PREVIEW
	ReportTemplateIDs                 []string
	ArchivedTime, SoftDeletedTime     *time.Time
	Changed                           time.Time      // the dossier itself, not its files
	Counts                            *DossierCounts // nil: not asked for, or the caller may not read the files
	Version                           uint64         // of the dossier's stream
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
	Analyses                               int   // finished ones of the current version
	Size                                   int64 // bytes of the original
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

// FileComponents holds what was extracted from one file, overrides applied.
type FileComponents struct {
	TemplateID, DossierID, FileID, Filename string
	FailedRules                             int                // their values are missing
	Components                              []component.Detail // in display order
	// Missing are components without a value that the template required when the file was
	// analysed, in display order.
	Missing []component.Detail
	Version string // of components without an override; see file.State.ComponentVersion
}

// An OverrideList is the components of a file that people changed.
type OverrideList struct {
	TemplateID, DossierID, FileID string
	Components                    []component.Detail // each Overridden
}

// A DownloadStatus is a package and how far it is.
type DownloadStatus struct {
	ID, UserID, Filename, MimeType string
	ErrorCause                     string // a sentence, "" without error
	Status                         string // QUEUED, GENERATING, READY, FAILED
	CreationDate                   time.Time
	LastDownload                   *time.Time
	Size                           int64 // bytes; 0 until READY
	DossierID                      string
	FileIDs                        []string
	FileTypes                      []string // ORIGINAL, PREVIEW
	ReportTemplateIDs              []string
	Omitted                        []download.Omission // asked for, and not in it
	Expires                        *time.Time          // when it is deleted by itself; nil: never
}

// DownloadContent is the bytes of a READY package. The reader closes Content.
type DownloadContent struct {
	Filename string
	Size     int64
	Ready    time.Time // when the package was made
	Content  io.ReadSeekCloser
}

// UsageReport holds what a workspace used between two moments, both inclusive to
// the millisecond.
type UsageReport struct {
	Usage
	Dossiers      int64 // active and archived ones at the end
	AnalyzedFiles int64
	OCRFiles      int64
	Months        []Usage // one for each calendar month touched, in order
}

// Usage is the figures of one period: flows within it, levels at its end.
// Storage counts bytes of originals.
type Usage struct {
	Start, End                                         time.Time
	AnalyzedPages, AnalyzedBytes, OCRPages             int64 // flows
	TotalBytes, ActiveBytes, ArchivedBytes, TrashBytes int64 // levels
}

// A ComponentDefinition names and orders a component of a template.
type ComponentDefinition struct {
	ID, TemplateID  string
	TechnicalName   string // snake case, immutable
	DisplayName     string
	Description     string
	Rank            int // from 1
	Required        bool
	Multiple        bool
	Format          string // TEXT, a type of package normalize or a regular expression
	Columns         []template.Column
	SoftDeletedTime *time.Time
}

// A HistoryPage is a stretch of history in the order that was asked for.
type HistoryPage struct {
	Entries []HistoryEntry
	More    bool // there are entries behind the last one
}

// A HistoryEntry is one event as people see it.
type HistoryEntry struct {
	Position      uint64
	Time          time.Time
	ActorID       string // "" for the service itself
	ActorUsername string
	Type          string // wire name, "file.uploaded"
	TemplateID    string
	DossierID     string
	FileID        string          // "" when the event is none of a file
	Summary       string          // one English sentence
	CausedBy      uint64          // position of the event that led to this one, 0 for a request
	Data          json.RawMessage // an object: the changed fields

	heard hearing
}

// A hearing decides who may be told of an event.
type hearing struct {
	workspace, group string
	owner            string      // of a package
	object           user.Object // the dossier, when it is gone for good by this event
}

// A User is an account as the users of its workspace see it: without its e-mail
// address.
type User struct {
	ID, Username, FirstName, LastName string
	Roles                             []string // sorted
	Active                            bool     // exactly when Roles is not empty
	Service                           bool     // of a program, which has no password
}
