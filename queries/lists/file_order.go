package lists

import (
	"encoding/base64"
	"encoding/json"

	"github.com/seed-62a36931/docket/domain"
)

// The keys by which files are sorted.
const (
	sortName       = "filename"
	sortAdded      = "added"
	sortUpdated    = "lastUpdated"
	sortDue        = "dueDate"
	sortWorkflow   = "workflowStatus"
	sortProcessing = "processingStatus"
	sortAssignee   = "assignee"
)

// A fileOrder is the order of a list of files: by what cells have in common, then by a column of the
// index, and at last by identifier.
type fileOrder struct {
	text       string
	cells      []sortKey
	column     string // added, updated; filename is no column
	descending bool
}

// parseFileOrder reads the order of a list. Behind a key that is one file's own, no other can stand.
func parseFileOrder(text string) (fileOrder, error) {
	o := fileOrder{text: text}
	keys, err := parseSort(text, sortName, sortAdded, sortUpdated, sortDue, sortWorkflow, sortProcessing, sortAssignee)
	if err != nil {
		return fileOrder{}, err
	}
	for _, k := range keys {
		switch {
		case o.column != "":
			return fileOrder{}, domain.Faultf(domain.Invalid, "sort is not valid").At("sort")
		case k.name == sortAdded, k.name == sortName:
			o.column, o.descending = k.name, k.descending
		case k.name == sortUpdated:
			o.column, o.descending = "updated", k.descending
		default:
			o.cells = append(o.cells, k)
		}
	}
	if o.column == sortName && len(o.cells) > 0 {
		return fileOrder{}, domain.Faultf(domain.Invalid, "sort is not valid").At("sort")
	}
	if o.column == "" {
		o.column = sortAdded
	}
	return o, nil
}

// fileMark is the content of a cursor: the last file of a page, and where it stood.
type fileMark struct {
	Order      string `json:"o"`
	Key        string `json:"k"`
	At         int64  `json:"a,omitempty"`
	Due        int64  `json:"d,omitempty"`
	Workflow   string `json:"w,omitempty"`
	Processing string `json:"p,omitempty"`
	Assignee   string `json:"u,omitempty"`
}

func (o fileOrder) cursorBehind(f indexedFile) string {
	return encodeMark(fileMark{o.text, f.key, f.at, f.cell.due, f.cell.workflow, f.cell.processing, f.cell.assignee})
}

// readCursor returns the file behind which a page begins; nil without a cursor.
func (o fileOrder) readCursor(cursor string) (*indexedFile, error) {
	if cursor == "" {
		return nil, nil
	}
	var m fileMark
	if !decodeMark(cursor, &m) || m.Order != o.text || m.Key == "" {
		return nil, errCursor
	}
	return &indexedFile{m.Key, m.At, cell{due: m.Due, workflow: m.Workflow, processing: m.Processing,
		assignee: m.Assignee}}, nil
}

var errCursor = domain.Refuse(domain.InvalidCursor, "cursor is not valid").At("cursor")

// encodeMark writes what a cursor says; it is opaque to clients, and holds no name.
func encodeMark(mark any) string {
	b, _ := json.Marshal(mark) // texts and numbers alone
	return base64.RawURLEncoding.EncodeToString(b)
}

func decodeMark(cursor string, mark any) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	return err == nil && json.Unmarshal(b, mark) == nil
}
