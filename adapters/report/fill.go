package report

import (
	"fmt"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/processes/report"
)

// FillTemplate returns a report template with values in place of its placeholders; filename is
// its name as uploaded. A template that cannot be read is a fault of kind
// Unprocessable. Equal arguments give equal bytes.
func FillTemplate(filename string, template []byte, s report.Scope) ([]byte, error) {
	format, _ := FormatOf(filename)
	if err := CheckTemplate(filename, template); err != nil {
		return nil, brokenTemplate(filename, err)
	}
	var out []byte
	var err error
	switch format {
	case ".xlsx":
		out, err = fillWorkbook(template, s)
	case ".docx":
		out, err = fillDocument(template, s)
	}
	if err != nil {
		return nil, brokenTemplate(filename, err)
	}
	return out, nil
}

func brokenTemplate(filename string, err error) error {
	return &domain.Fault{Kind: domain.Unprocessable, Message: fmt.Sprintf("The report template %s cannot be filled", filename), Cause: err}
}
