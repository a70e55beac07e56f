package lists

import (
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/queries/pages"
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
	list       string // in cursors
	text       string
	cells      []sortKey
	column     string // added, updated; filename is no column
	descending bool
}

// parseFileOrder reads the order of a list. Behind a key that is one file's own, no other can stand.
func parseFileOrder(list, text string) (fileOrder, error) {
	o := fileOrder{list: list, text: text}
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
	List       string `json:"l"`
	Order      string `json:"o"`
	Key        string `json:"k"`
	At         int64  `json:"a,omitempty"`
	Due        int64  `json:"d,omitempty"`
	Workflow   string `json:"w,omitempty"`
	Processing string `json:"p,omitempty"`
	Assignee   string `json:"u,omitempty"`
}

func (o fileOrder) cursorBehind(f indexedFile) string {
	return pages.EncodeCursor(fileMark{List: o.list, Order: o.text, Key: f.key, At: f.at, Due: f.cell.due,
		Workflow: f.cell.workflow, Processing: f.cell.processing, Assignee: f.cell.assignee})
}

// readCursor returns the file behind which a page begins; nil without a cursor.
func (o fileOrder) readCursor(cursor string) (*indexedFile, error) {
	if cursor == "" {
		return nil, nil
	}
	var m fileMark
	if !pages.DecodeCursor(cursor, &m) || m.List != o.list || m.Order != o.text || m.Key == "" {
		return nil, pages.ErrCursor
	}
	return &indexedFile{m.Key, m.At, cell{due: m.Due, workflow: m.Workflow, processing: m.Processing,
		assignee: m.Assignee}}, nil
}
