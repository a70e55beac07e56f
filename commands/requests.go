package commands

import (
	"context"
	"io"
	"math"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/domain/user"
)

// NoVersion is a version that no stream ever has: expecting it always fails with
// domain.ErrChanged, but only after the checks that come before it.
const NoVersion uint64 = math.MaxUint64

// A Request holds the fields that all commands have in common.
type Request struct {
	Caller user.Principal
	// CommandID makes a repeated command recognisable: the ids of its events are
	// derived from it.
	CommandID uuid.UUID
	// ExpectVersion is the stream version on which the caller based the change;
	// another one is domain.ErrChanged and nothing is retried. 0: any.
	ExpectVersion uint64
	// Correlation and Trace are kept with the events; both may be "".
	Correlation string // request id
	Trace       string // W3C traceparent
}

// A Change is a field that may be left out, cleared or set.
type Change[T any] struct {
	Given bool
	Value *T // nil clears
}

// An Outcome is the result of a command.
type Outcome struct {
	ID       string   // of the object that was made or changed
	IDs      []string // of the objects, when the command makes several
	Created  bool     // the object is new
	Position uint64   // of the last event; 0 when nothing changed
	Seen     string   // version of the component that was overridden, or of those whose overrides were reverted
}

// SaveDossier creates a dossier, or updates the one with ID. Text arrives as it
// was sent: trimming, normal form and lengths are the command's business. A nil
// field keeps its value (update) or takes its default (create).
type SaveDossier struct {
	Request
	TemplateID        string
	ID                string // "": create
	Name              string
	Description       *string
	OwnerID           *string
	MemberIDs         *[]string
	ApproverIDs       *[]string
	ReportTemplateIDs *[]string
	DueDate           Change[time.Time]
	StatusID          Change[string]
}

// DeleteDossier moves a dossier to the trash, or ends it for good.
type DeleteDossier struct {
	Request
	TemplateID, DossierID string
	Permanently           bool
}

// UploadFile stores a file in a dossier; one of the same name is replaced.
type UploadFile struct {
	Request
	TemplateID, DossierID    string
	KeepManualChanges        bool
	DisableAutomaticAnalysis bool
	// Open begins to read the upload. Call it once, after the checks that need
	// nothing of the file: template, dossier, relation, state. Its error, and
	// any error of the content, is a domain.Fault for the caller: missing or
	// repeated part, bad name, too large. A content that was read to io.EOF was
	// complete and the only file.
	Open func() (Upload, error)
	// Complete, unless nil, sets the flags that the request gives behind the content. It is
	// called when the content has been read to its end.
	Complete func(*UploadFile)

	members []string // of the dossier
	// mayPlace, unless nil, may refuse the upload each time before it is appended, which is then done behind
	// the version of the file that was found, or not at all.
	mayPlace func(context.Context) error
}

// An Upload is a file on its way in.
type Upload struct {
	Name    string // base name, NFC, trimmed, 1 to 255 characters
	Content io.Reader
	place   *queuePlace // among several that are stored at a time; nil: it is alone
}

// A Replacement tells of a file whose content an upload replaced, and what became of the
// corrections that people had made to its components.
type Replacement struct {
	FileID, Filename string
	Version          int      // that the upload made
	Kept, Removed    []string // components whose overrides still hold, or are gone
}

// UploadOutcome is the result of an upload.
type UploadOutcome struct {
	FileIDs             []string // stored files, in storing order
	ProcessedFileIDs    []string // files that got attribute values from a csv
	ProcessedAttributes []string // ids of the attributes that were set
	Replaced            []Replacement
	LeftOut             []bulk.Skipped // entries of a zip, or a csv, that nothing was made of, and files that were left as they were
	Tables              []AppliedTable // csvs that were applied
	Skipped             []SkippedFile  // files that a change of many could not be made to after all
	Position            uint64
}

// DeleteFile moves a file to the trash, or ends it for good.
type DeleteFile struct {
	Request
	TemplateID, DossierID, FileID string
	Permanently                   bool
}

// OverrideComponent replaces all values of one component of a file. IfSeen are versions of
// components, as file.State tells them: a component that has none of them is domain.ErrChanged,
// with the position of the last event of the file in the outcome. Nil: any version.
type OverrideComponent struct {
	Request
	TemplateID, DossierID, FileID string
	Name                          string
	Values                        []OverrideValue
	Note                          string // why; may be empty
	IfSeen                        []string
}

// An OverrideValue is one value of an override. A Description that is nil is that of the
// extracted value at the same index.
//
// OriginalValue, RuleID and References are what the client says was extracted. They never
// count as extracted; the history tells of those that differ from the extraction.
type OverrideValue struct {
	Value         string
	OriginalValue *string
	RuleID        *string
	Description   *string
	References    *[]OverrideReference
	Places        []file.Place // where the value stands in the document
}

// An OverrideReference points at an entity.
type OverrideReference struct {
	ID, RuleID, Type string
	Page             int // 1-based
}

// RevertOverrides drops the overrides of the named components; a name without
// one is skipped. IfSeen is that of OverrideComponent.
type RevertOverrides struct {
	Request
	TemplateID, DossierID, FileID string
	Names                         []string
	IfSeen                        []string
}

// ReanalyseFile asks for one more analysis of a file.
type ReanalyseFile struct {
	Request
	TemplateID, DossierID, FileID string
	OCR                           bool // recognise pages without usable text, whatever the template says
}

// RequestDownload asks for a package. With no FileIDs it holds all active files
// of the dossier. Without FileTypes they are those of the template, without
// ReportTemplateIDs those of the dossier.
type RequestDownload struct {
	Request
	TemplateID, DossierID string
	FileIDs               []string
	FileTypes             *[]string // ORIGINAL, PREVIEW
	ReportTemplateIDs     *[]string
	PreviewColor          string // "#RRGGBB", or "" for each entity's own
}

// RecordFetch notes that the caller fetches the content of an own package.
type RecordFetch struct {
	Request
	DownloadID string
}

// DeleteDownload removes an own package; a running one is cancelled.
type DeleteDownload struct {
	Request
	DownloadID string
}

// CreateDefinitions adds component definitions to a template, ranked behind the
// existing ones in the order of the list.
type CreateDefinitions struct {
	Request
	TemplateID  string
	Definitions []NewDefinition
}

// A NewDefinition is a component definition to be made.
type NewDefinition struct {
	TechnicalName              string // converted to snake case
	DisplayName                string
	Description                string
	template.ExpectationChange // of one that expects nothing
}
