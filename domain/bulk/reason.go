package bulk

// A Reason is one word that says why nothing was made of an entry of a zip, or of an upload, or why
// a file was left as it was.
type Reason string

// The reasons.
const (
	Hidden      Reason = "hidden"    // its name begins with a dot, or its folder is __MACOSX
	BadName     Reason = "name"      // longer than file names may be, or with characters that must not be in one
	Unsupported Reason = "type"      // its extension is that of no format that is taken in
	Empty       Reason = "empty"     // it has no bytes
	Unfit       Reason = "content"   // its bytes are not of the format that its name promises
	Refused     Reason = "refused"   // a file of its name is assigned to somebody else
	NoTable     Reason = "table"     // a csv that sets no attributes
	Changed     Reason = "changed"   // another request changed the file while the bulk lay still
	Copied      Reason = "duplicate" // the workspace refuses the bytes of another file
	Superseded  Reason = "replaced"  // in old events: a later entry had the same name
)

var sentences = map[Reason]string{
	Hidden:      "Hidden files are left out",
	BadName:     "The file name is not allowed",
	Unsupported: "The file type is not supported",
	Empty:       "The file is empty",
	Unfit:       "The content does not fit the file name",
	Refused:     "The file is assigned to another user",
	NoTable:     "The csv sets no file attributes",
	Changed:     "Another request changed the file before this one went on",
	Copied:      "A file with this content exists",
	Superseded:  "A later entry has the same name",
}

// Sentence says to people why the entry was left out.
func (s Skipped) Sentence() string {
	if s.Detail != "" {
		return s.Detail
	}
	return sentences[s.Reason]
}
