package invoice

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/adapters/report"
	"github.com/seed-62a36931/docket/templates/internal/reports"
)

func TestReportTemplatesCanBeFilled(t *testing.T) {
	for name := range reports.All {
		content, err := os.ReadFile(filepath.Join("../../invoice/reports", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := report.CheckTemplate(name, content); err != nil {
			t.Error(err)
		}
	}
}

func TestTheSheetIsTheGeneratorsOutput(t *testing.T) {
	stored, err := os.ReadFile("../../invoice/reports/invoice-sheet.docx")
	if err != nil {
		t.Fatal(err)
	}
	if drawn, err := reports.Sheet(); err != nil || !bytes.Equal(stored, drawn) {
		t.Errorf("it differs; run go generate (%v)", err)
	}
}
