package remote_test

import (
	"strings"
	"testing"
)

// components are those of a file, as the service answers.
func components(id, name, values string) string {
	return `{"fileId":"` + id + `","filename":"` + name + `","components":{` + values + `}}`
}

func TestComponentsOfFilesThatAreNotProcessed(t *testing.T) {
	const other = "88e2d3a4-3e0c-4d0f-8a56-7d8b1a0c4e04"
	for _, test := range []struct {
		name    string
		files   string
		args    []string
		code    int
		printed string
		said    string
	}{
		{"processed", fileStatus(theFile, "a.pdf", "PROCESSED", ""), []string{"a.pdf"}, 0, "Total  2; 3\n", ""},
		{"failed", fileStatus(theFile, "a.pdf", "ERROR", "The PDF cannot be read"), []string{"a.pdf"}, 4, "Total  2; 3\n",
			"docket: a.pdf could not be processed: The PDF cannot be read\n"},
		{"not ready", fileStatus(theFile, "a.pdf", "OCR", ""), []string{"a.pdf"}, 5, "Total  2; 3\n",
			"docket: a.pdf is not processed yet (OCR); --wait waits for it\n"},
		{"not ready, as JSON", fileStatus(theFile, "a.pdf", "OCR", ""), []string{"a.pdf", "--json"}, 5, `"Total": [`, "not processed yet"},
		{"not ready, of the past", fileStatus(theFile, "a.pdf", "OCR", ""), []string{"a.pdf", "--asof", "2024-05-31T10:15:30Z"},
			0, "Total  2; 3\n", ""},
		{"awaited", fileStatus(theFile, "a.pdf", "OCR", ""), []string{"a.pdf", "--wait"}, 0, "Total  2; 3\n", ""},
		{"a dossier", fileStatus(theFile, "a.pdf", "PROCESSED", "") + "," + fileStatus(other, "b.pdf", "LAYOUT", ""), nil, 5,
			"FILE   COMPONENT  VALUES\na.pdf  Total      2; 3\nb.pdf  Date       1\n", "docket: b.pdf is not processed yet (LAYOUT)"},
		{"a dossier as CSV", fileStatus(theFile, "a.pdf", "PROCESSED", "") + "," + fileStatus(other, "b.pdf", "ERROR",
			"Broken"), []string{"--csv"}, 4,
			"file_id,filename,processing_status,Total,Date\n" + theFile + ",a.pdf,PROCESSED,\"2\n3\",\n" + other +
				",b.pdf,ERROR,\"=1+\"\"1\"\"\",1\n",
			"docket: b.pdf could not be processed: Broken\n"},
		{"neither file nor dossier", "", []string{"--dossier", ""}, 2, "", "name a file, or a dossier"},
		{"waiting for the past", "", []string{"a.pdf", "--wait", "--asof", "2024-05-31T10:15:30Z"}, 2, "", "nothing to --wait"},
	} {
		t.Run(test.name, func(t *testing.T) {
			mine := components(theFile, "a.pdf", `"Total":["2","3"]`)
			second := components(other, "b.pdf", `"Date":["1"]`)
			if strings.Contains(test.name, "CSV") {
				second = components(other, "b.pdf", `"Date":["1"],"total":["=1+\"1\""]`)
			}
			answers := map[string]string{
				"GET /files":      `{"fileStatus":[` + test.files + `]}`,
				"GET /components": mine,
				"GET /" + theFile: fileStatus(theFile, "a.pdf", "PROCESSED", ""),
			}
			if test.args == nil || test.args[0] == "--csv" {
				answers["GET /components"] = `{"files":[` + mine + "," + second + `]}`
			}
			d := serveDossier(t, answers)
			code, printed, said := runCommand(t, "",
				append([]string{"components", "--dossier", "Claims", "--server", d.url}, test.args...)...)
			same := printed == test.printed || strings.HasPrefix(test.printed, `"`) && strings.Contains(printed, test.printed)
			if code != test.code || !same || (test.said == "") != (said == "" || test.name == "awaited") ||
				!strings.Contains(said, test.said) {
				t.Errorf("got %d, %q, %q; want %d, %q and %q", code, printed, said, test.code, test.printed, test.said)
			}
		})
	}
}

// TestNormalisedFormsAsCSV stand in place of the values that have one.
func TestNormalisedFormsAsCSV(t *testing.T) {
	const details = `"componentDetails":[{"name":"Total","componentValues":[{"value":"1.234,50 ` +
		`€","normalized":{"type":"AMOUNT","value":"1234.50","currency":"EUR"}},` +
		`{"value":"free"}]}]`
	d := serveDossier(t, map[string]string{"GET /files": `{"fileStatus":[` + fileStatus(theFile, "a.pdf", "PROCESSED", "") + `]}`,
		"GET /components": `{"files":[{"fileId":"` + theFile +
			`","filename":"a.pdf","components":{"Total":["1.234,50 €","free"]},` + details + `}]}`})
	for _, test := range []struct {
		args    []string
		code    int
		printed string
	}{
		{[]string{"--csv"}, 0, "file_id,filename,processing_status,Total\n" + theFile + ",a.pdf,PROCESSED,\"1.234,50 €\nfree\"\n"},
		{[]string{"--csv", "--normalized"}, 0, "file_id,filename,processing_status,Total\n" + theFile +
			",a.pdf,PROCESSED,\"1234.50\nfree\"\n"},
		{[]string{"--normalized"}, 2, ""},
	} {
		code, printed, said := runCommand(t, "", append([]string{"components", "--dossier", "Claims", "--server", d.url}, test.args...)...)
		if code != test.code || printed != test.printed {
			t.Errorf("%q: got %d, %q, %q; want %d, %q", test.args, code, printed, said, test.code, test.printed)
		}
	}
}

// TestRowsAsCSV stand on lines of their own, with a column for each cell that any of them has.
func TestRowsAsCSV(t *testing.T) {
	const details = `"componentDetails":[{"name":"Line_Items","componentValues":[` +
		`{"value":"pump | 5,00","cells":[{"column":"line_text","value":"pump"},{"column":"line_amount","value":"5,00","normalized":{"type":"AMOUNT","value":"5.00"}}]},` +
		`{"value":"corrected"},` +
		`{"value":"7 | hose | 2 | 1","cells":[{"column":"line_code","value":"7"},{"column":"line_text","value":"hose"},{"column":"line_count","value":"2"},{"column":"line_amount","value":"1"}]}]}]`
	d := serveDossier(t, map[string]string{"GET /files": `{"fileStatus":[` + fileStatus(theFile, "a.pdf", "PROCESSED", "") + `]}`,
		"GET /components": `{"files":[{"fileId":"` + theFile +
			`","filename":"a.pdf","components":{"Line_Items":["pump | 5,00","corrected","7 | hose | 2 | 1"]},` + details + `}]}`})
	head := "file_id,filename,line_code,line_text,line_count,line_amount\n"
	for _, test := range []struct {
		args    []string
		code    int
		printed string
	}{
		{[]string{"--csv", "--rows", "line_items"}, 0, head + theFile + ",a.pdf,,pump,,\"5,00\"\n" + theFile + ",a.pdf,7,hose,2,1\n"},
		{[]string{"--csv", "--rows", "Line_Items", "--normalized"}, 0, head + theFile + ",a.pdf,,pump,,5.00\n" + theFile +
			",a.pdf,7,hose,2,1\n"},
		{[]string{"--csv", "--rows", "Nothing"}, 0, "file_id,filename\n"},
		{[]string{"--rows", "Line_Items"}, 2, ""},
	} {
		code, printed, said := runCommand(t, "", append([]string{"components", "--dossier", "Claims", "--server", d.url}, test.args...)...)
		if code != test.code || printed != test.printed {
			t.Errorf("%q: got %d, %q, %q; want %d, %q", test.args, code, printed, said, test.code, test.printed)
		}
	}
}
