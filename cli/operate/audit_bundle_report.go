package operate

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/evidence/timestamp"
)

//go:embed audit_bundle_report.html
var bundleReportPage string

var bundleReportTemplate = template.Must(template.New("report").Parse(bundleReportPage))

// A bundlePageData holds the content of the report about a bundle, for people.
type bundlePageData struct {
	bundleReport
	File, Policy string
	Stamps       []timestamp.Stamp
	Streams      []streamRow
	Events       []eventRow
}

type streamRow struct {
	Name   es.StreamID
	Events uint64
}

type eventRow struct {
	evidence.ProvenEvent
	Fields []fieldRow
}

// A fieldRow is a field of a body: sealed, open, or sealed and opened.
type fieldRow struct {
	Name, Value    string
	Sealed, Opened bool
}

// checkReportFile refuses a report in place of something that is there.
func (c AuditVerifyBundle) checkReportFile() error {
	if c.Report == "" {
		return nil
	}
	if _, err := os.Lstat(c.Report); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s is there already, and is not overwritten", c.Report), err)
	}
	return nil
}

// writeReport writes what a bundle proves as a page for people.
func (c AuditVerifyBundle) writeReport(r *evidence.BundleReport, since int64, stamps []timestamp.Stamp) (err error) {
	if c.Report == "" {
		return nil
	}
	data := bundlePageData{bundleReport: reportOf(r, stamps, false), File: filepath.Base(c.File),
		Policy: filepath.Base(c.Policy), Stamps: stamps}
	data.Since = since
	for _, name := range r.StreamNames() {
		data.Streams = append(data.Streams, streamRow{name, r.Streams[name]})
	}
	for _, e := range r.Events {
		data.Events = append(data.Events, eventRow{e, fieldsOf(e)})
	}
	f, err := os.OpenFile(c.Report, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(bundleReportTemplate.Execute(f, data), f.Close())
}

// fieldsOf returns the fields of the body of an event, by name.
func fieldsOf(e evidence.ProvenEvent) (rows []fieldRow) {
	var body map[string]json.RawMessage
	if json.Unmarshal(e.Body, &body) != nil {
		return []fieldRow{{Name: "body", Value: string(e.Body)}}
	}
	opened := map[string]string{}
	for _, o := range e.Opened {
		opened[o.Name] = string(o.Value)
	}
	for _, name := range slices.Sorted(maps.Keys(body)) {
		row := fieldRow{Name: name, Value: string(body[name]), Sealed: isSealed(body[name])}
		if value, ok := opened[name]; ok {
			row = fieldRow{Name: name, Value: value, Opened: true}
		}
		rows = append(rows, row)
	}
	return rows
}

// isSealed reports whether the value of a field is ciphertext: the subject whose key it is sealed with, and a box.
func isSealed(value json.RawMessage) bool {
	var box struct {
		Subject *string `json:"s"`
		Box     *[]byte `json:"b"`
	}
	return json.Unmarshal(value, &box) == nil && box.Subject != nil && box.Box != nil
}
