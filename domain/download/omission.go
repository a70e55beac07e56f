package download

// An Omission is a part of a package that was asked for and is not in it.
type Omission struct {
	File   string `json:"file"`
	Part   string `json:"part"` // ORIGINAL, PREVIEW or REPORT
	Reason Reason `json:"reason"`
}

// OmittedReport is the part of an omission from the reports of a package.
const OmittedReport = "REPORT"

// A Reason names why a file is left out.
type Reason string

// The reasons for leaving out a file or a part of it.
const (
	ReasonDeleted    Reason = "FILE_DELETED"      // the file is in the trash, or gone
	ReasonFailed     Reason = "PROCESSING_FAILED" // its processing failed
	ReasonProcessing Reason = "STILL_PROCESSING"  // its processing took longer than a package waits
)

// Sentence returns what is said of a file that is left out for a reason.
func (r Reason) Sentence() string {
	switch r {
	case ReasonDeleted:
		return "the file was deleted"
	case ReasonFailed:
		return "its processing failed"
	case ReasonProcessing:
		return "it is still being processed"
	}
	return string(r)
}
