package components

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/seed-62a36931/docket/adapters/rest/api"
	"github.com/seed-62a36931/docket/adapters/rest/convert"
	"github.com/seed-62a36931/docket/adapters/rest/exchange"
	"github.com/seed-62a36931/docket/queries"
)

// ExportComponents streams the components of all files of a dossier or a template.
func (h *Handlers) ExportComponents(
	ctx context.Context, q api.ExportComponentsRequestObject,
) (api.ExportComponentsResponseObject, error) {
	p := q.Params
	ask := queries.AskExport{
		Caller:     exchange.Caller(ctx),
		TemplateID: q.DossierTemplateId,
		DossierID:  convert.ValueOr(p.DossierId, ""),
		WorkflowStatus: convert.MapList(convert.ValueOr(p.WorkflowStatus, nil),
			func(s api.WorkflowStatus) string { return string(s) }),
		ProcessingStatus: convert.MapList(convert.ValueOr(p.ProcessingStatus, nil),
			func(s api.ProcessingStatus) string { return string(s) }),
		Cursor: convert.ValueOr(p.Cursor, ""),
	}
	return &rowExport{
		each:    func(hand func(queries.ExportedFile) error) error { return h.queries.EachExported(ctx, ask, hand) },
		table:   convert.ValueOr(p.Format, api.ExportJsonl) == api.ExportCsv,
		details: convert.ValueOr(p.IncludeDetails, false),
	}, nil
}

// A rowExport writes files as they are read. It begins with the first of them, so that a failure before it can still be
// reported.
type rowExport struct {
	each    func(hand func(queries.ExportedFile) error) error
	table   bool // csv, not lines of JSON
	details bool

	out  *bufio.Writer // nil as long as the answer has not begun
	rows *csv.Writer   // of a table
}

// VisitExportComponentsResponse writes the export. What fails after its beginning breaks the answer off: nobody must take
// a part of it for all.
func (x *rowExport) VisitExportComponentsResponse(w http.ResponseWriter) error {
	err := x.each(func(f queries.ExportedFile) error {
		x.begin(w)
		return x.write(f)
	})
	if err == nil {
		x.begin(w)
		err = x.out.Flush()
	}
	switch {
	case err == nil || errors.Is(err, http.ErrBodyNotAllowed): // HEAD wants no body
		return nil
	case x.out == nil:
		return err
	}
	panic(http.ErrAbortHandler)
}

func (x *rowExport) begin(w http.ResponseWriter) {
	if x.out != nil {
		return
	}
	kind := "application/jsonl"
	if x.table {
		kind = "text/csv; charset=utf-8"
	}
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(http.StatusOK)
	x.out = bufio.NewWriterSize(w, 32<<10)
	if x.table {
		x.rows = csv.NewWriter(x.out)
		_ = x.rows.Write(exportColumns) // errors stay with the writer until it is flushed
	}
}

func (x *rowExport) write(f queries.ExportedFile) error {
	if x.table {
		return x.writeValues(f)
	}
	b, err := json.Marshal(exportedLine{
		FileComponents:   ToAPI(f.FileComponents, x.details),
		DossierName:      f.DossierName,
		WorkflowStatus:   f.WorkflowStatus,
		ProcessingStatus: f.ProcessingStatus,
		Cursor:           f.Cursor,
	})
	if err == nil {
		_, err = x.out.Write(append(b, '\n'))
	}
	return err
}

// An exportedLine is a file in an export.
type exportedLine struct {
	api.FileComponents
	DossierName      string `json:"dossierName"`
	WorkflowStatus   string `json:"workflowStatus"`
	ProcessingStatus string `json:"processingStatus"`
	Cursor           string `json:"cursor"`
}

// exportColumns are the columns of an export as a table.
var exportColumns = []string{
	"dossierId", "dossierName", "fileId", "filename", "workflowStatus", "processingStatus",
	"component", "technicalName", "value", "overridden", "checked", "cursor",
}

// writeValues writes a row for each value of a file, unchanged; the last one has the cursor.
func (x *rowExport) writeValues(f queries.ExportedFile) error {
	file := []string{f.DossierID, f.DossierName, f.FileID, f.Filename, f.WorkflowStatus, f.ProcessingStatus}
	var rows [][]string
	for _, c := range f.Components {
		for _, v := range c.Values {
			rows = append(rows, []string{c.Name, c.TechnicalName, v.Value, strconv.FormatBool(c.Overridden),
				strconv.FormatBool(c.Checked != nil)})
		}
	}
	if len(rows) == 0 {
		rows = [][]string{{"", "", "", "", ""}}
	}
	for i, row := range rows {
		cursor := ""
		if i == len(rows)-1 {
			cursor = f.Cursor
		}
		if err := x.rows.Write(append(append(file[:len(file):len(file)], row...), cursor)); err != nil {
			return err
		}
	}
	x.rows.Flush()
	return x.rows.Error()
}
