package template

import (
	"slices"
	"unicode/utf8"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

// MaxReportTemplate is the largest size of a report template in bytes.
const MaxReportTemplate = 20 << 20

// ErrReportNotFound means that there is no such report template.
var ErrReportNotFound = domain.Refuse(domain.NoDefinition, "Report template not found")

// CheckedReportName returns the name of a report template as it is kept; blank and too
// long ones are faults of kind Invalid.
func CheckedReportName(name string) (string, error) {
	name, err := checkedLine("name", name, maxDefinitionName)
	if err == nil && name == "" {
		err = domain.Required("name")
	}
	return name, err
}

// FindReport finds a report template by its ID.
func (s State) FindReport(id string) (StoredReport, error) {
	if !s.Exists {
		return StoredReport{}, domain.ErrTemplateNotFound
	}
	return s.Content.FindReport(id)
}

// FindReport finds a report template by its ID.
func (c Content) FindReport(id string) (StoredReport, error) {
	if i := slices.IndexFunc(c.Reports, func(r StoredReport) bool { return r.ID == id }); i >= 0 {
		return c.Reports[i], nil
	}
	return StoredReport{}, ErrReportNotFound
}

// CreateReport adds a report template; one without a name is called by its file.
func CreateReport(subject es.Subject, id string, r ReportTemplate, blob es.BlobRef) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if !s.Exists {
			return nil, domain.ErrTemplateNotFound
		}
		return s.storeReport(subject, id, r, blob)
	}
}

// UpdateReport changes a report template: its file too, when there is a new one,
// whose name is in r then. One without a name is called by its file. A change that
// changes nothing is none.
func UpdateReport(subject es.Subject, id string, r ReportTemplate, blob *es.BlobRef) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		was, err := s.FindReport(id)
		if err != nil {
			return nil, err
		}
		r := r
		if blob != nil {
			return s.storeReport(subject, id, r, *blob)
		}
		if r.FileName = was.FileName; r.Name == "" {
			r.Name = was.FileName
		}
		if r == was.ReportTemplate {
			return nil, nil
		}
		return s.storeReport(subject, id, r, was.Blob)
	}
}

func (s State) storeReport(subject es.Subject, id string, r ReportTemplate, blob es.BlobRef) ([]es.Event, error) {
	if r.Name == "" {
		r.Name = r.FileName
	}
	if utf8.RuneCountInString(r.Name) > maxDefinitionName {
		return nil, domain.LongerThan(maxDefinitionName, "name")
	}
	was, _ := s.Content.FindReport(id)
	if err := domain.CheckVisibleChange("name", r.Name, was.Name); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(s.Reports, func(o StoredReport) bool { return o.Name == r.Name && o.ID != id }) {
		return nil, ErrNameTaken
	}
	return []es.Event{ReportTemplateStored{ID: id, Blob: blob, Report: es.Seal(subject, r)}}, nil
}

// DeleteReport takes a report template away.
func DeleteReport(id string) es.Decision[State] {
	return func(s State) ([]es.Event, error) {
		if _, err := s.FindReport(id); err != nil {
			return nil, err
		}
		return []es.Event{ReportTemplateDeleted{ID: id}}, nil
	}
}

// ExistingReports returns those of the report templates named by a dossier that still
// exist.
func (c Content) ExistingReports(ids []string) []string {
	out := []string{}
	for _, id := range ids {
		if _, err := c.FindReport(id); err == nil {
			out = append(out, id)
		}
	}
	return out
}
