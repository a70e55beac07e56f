package bundle

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/template"
)

// full is a manifest that uses every key.
const full = `format: 1
name: Supplier invoices
description: Invoices and credit notes of suppliers
validFrom: 2024-01-01T00:00:00Z
validTo: "2030-01-01T01:00:00.5+01:00"
removeWatermark: true
keepImageMetadata: true
ocrByDefault: false
keepHiddenText: true
keepOverlappingObjects: true
applyDictionaryUpdatesToAllDossiersByDefault: true
downloadFileTypes: [PREVIEW]
retentionHours: 240
defaultDossierVisibility: PUBLIC
ocrLanguages: [deu, eng]
fileAttributesConfig:
  keyColumn: file
  encoding: ISO-8859-1
  delimiter: ";"
dossierStatuses:
  - {name: Open, description: Work goes on, color: "#3C8DBC"}
  - {name: Waiting}
dossierAttributes:
  - {name: Cost centre, type: TEXT, editable: true, displayedInDossierList: true, filterable: true}
fileAttributes:
  - {name: Supplier number, csvColumnHeader: supplier_no, type: TEXT, editable: true,
     primaryAttribute: true, filterable: true, displayedInFileList: true}
entities:
  - {displayName: Invoice number, rank: 20, kind: HINT, color: "#7FB3D5"}
  - displayName: Supplier name
    recommendationColor: "#B8D8F0"
    hasDictionary: true
    caseSensitive: true
components:
  - {technicalName: Invoice_Number, displayName: Invoice number, description: As printed, required: true, multiple: false, format: "[A-Z]+-[0-9]+", columns: [{technicalName: line_text, displayName: Text}, {technicalName: line_amount, displayName: Amount, format: AMOUNT, required: true}], checks: ["sum(line_amount) = total"]}
  - {technicalName: total, displayName: Total, required: false, multiple: true, format: TEXT}
componentMappings:
  - {file: mappings/currencies.csv, name: Currencies, delimiter: ";"}
reportTemplates:
  - {file: reports/invoice-summary.xlsx, name: Invoice summary, multiFileReport: true, activeByDefault: true}
  - {file: reports/invoice-sheet.DOCX}
`

// tree is a whole bundle, with files that are not read.
func tree() map[string]string {
	return map[string]string{
		"template.yaml":                                  full,
		"entity-rules.drl":                               "package drools\n",
		"component-rules.drl":                            "package drools",
		"date-formats.txt":                               "dd.MM.yyyy\n",
		"reports/invoice-summary.xlsx":                   "PK1",
		"reports/invoice-sheet.DOCX":                     "PK2",
		"mappings/currencies.csv":                        "search_value;mapped_value\n€;EUR\n",
		"dictionaries/supplier_name.txt":                 "Zeta Ltd\nAcme\nAcme\n",
		"dictionaries/supplier_name.false-positives.txt": "Acme Street\n",
		"README.md":                                      "notes",
		"samples/a/b.pdf":                                "%PDF-",
		"tests/invoice.yaml":                             ":",
		".hidden/x":                                      "x",
	}
}

func wantedBundle() template.Bundle {
	from, to := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2030, 1, 1, 0, 0, 0, 500_000_000, time.UTC)
	hours := 240
	return template.Bundle{
		Text: template.Text{Name: "Supplier invoices", Description: "Invoices and credit notes of suppliers"},
		Settings: template.Settings{ValidFrom: &from, ValidTo: &to, RemoveWatermark: true, KeepImageMetadata: true, KeepHiddenText: true,
			KeepOverlapping: true, ApplyDictionary: true, DownloadFileTypes: []string{"PREVIEW"}, RetentionHours: &hours,
			Visibility:   "PUBLIC",
			OCRLanguages: []string{"deu", "eng"}, AttributesKeyColumn: "file", AttributesEncoding: "ISO-8859-1", AttributesDelimiter: ";"},
		Statuses: []template.Definition{{Name: "Open", Description: "Work goes on", Rank: 1, Color: "#3C8DBC"},
			{Name: "Waiting", Rank: 2, Color: "#808080"}},
		DossierAttributes: []template.Definition{{Name: "Cost centre", Type: "TEXT", Editable: true, Displayed: true, Filterable: true}},
		FileAttributes: []template.Definition{{Name: "Supplier number", Type: "TEXT", CSVColumn: "supplier_no", Editable: true,
			Primary:   true,
			Displayed: true, Filterable: true}},
		Entities: []template.Definition{
			{Name: "Invoice number", TechnicalName: "invoice_number", Rank: 20, Kind: "HINT", Color: "#7FB3D5", Recommended: "#7FB3D5"},
			{Name: "Supplier name", TechnicalName: "supplier_name", Rank: 21, Kind: "ENTITY", Color: "#808080",
				Recommended: "#B8D8F0", HasDictionary: true, CaseSensitive: true}},
		Components: []template.NewComponent{{TechnicalName: "Invoice_Number", DisplayName: "Invoice number", Description: "As printed",
			Expectation: template.Expectation{Required: true, Single: true, Format: "[A-Z]+-[0-9]+",
				Columns: []template.Column{{TechnicalName: "line_text", DisplayName: "Text"},
					{TechnicalName: "line_amount", DisplayName: "Amount", Format: "AMOUNT", Required: true}},
				Checks: []string{"sum(line_amount) = total"}}}, {TechnicalName: "total", DisplayName: "Total"}},
		Mappings: []template.BundleMapping{{Mapping: template.Mapping{Name: "Currencies", FileName: "currencies.csv",
			Columns: []string{"search_value", "mapped_value"}, Lines: 1, Encoding: "UTF-8", Delim: ";"},
			Content: []byte("search_value;mapped_value\n€;EUR\n")}},
		Dictionaries: []template.Dictionary{
			{Entity: "supplier_name", List: template.ListFalsePositives, Terms: []string{"Acme Street"}},
			{Entity: "supplier_name", List: template.ListEntries, Terms: []string{"Acme", "Zeta Ltd"}}},
		Reports: []template.BundleReport{
			{ReportTemplate: template.ReportTemplate{Name: "Invoice summary", FileName: "invoice-summary.xlsx", Multi: true,
				ActiveByDefault: true}, Content: []byte("PK1")},
			{ReportTemplate: template.ReportTemplate{Name: "invoice-sheet.DOCX", FileName: "invoice-sheet.DOCX"}, Content: []byte("PK2")}},
		EntityRules: []byte("package drools\n"), ComponentRules: []byte("package drools"), DateFormats: []byte("dd.MM.yyyy\n"),
	}
}

// folder writes files into a new directory.
func folder(t testing.TB, files map[string]string) string {
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestADirectoryIsReadWhole(t *testing.T) {
	got, problems, err := ReadDir(folder(t, tree()))
	if err != nil || len(problems) > 0 {
		t.Fatalf("%v, %v, want no error and len(problems) = 0", problems, err)
	}
	if want := wantedBundle(); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestWhatIsLeftOutTakesItsDefault(t *testing.T) {
	got, problems,
		err := ReadDir(folder(t, map[string]string{"template.yaml": "format: 1\nname: Bare\nvalidFrom: null\nretentionHours: null\n"}))
	want := template.Bundle{Text: template.Text{Name: "Bare"}, Settings: template.Settings{OCRByDefault: true,
		DownloadFileTypes: []string{"ORIGINAL", "PREVIEW"}, Visibility: "PRIVATE", OCRLanguages: []string{"eng"},
		AttributesKeyColumn: "filename", AttributesEncoding: "UTF-8", AttributesDelimiter: ","}}
	if err != nil || len(problems) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, %v; want %+v", got, problems, err, want)
	}
}

func TestEveryMistakeIsToldByPlace(t *testing.T) {
	const head = "format: 1\nname: N\n"
	for _, c := range []struct{ name, manifest, want string }{
		{"no YAML", "format: 1\nname: [", "template.yaml:2:1: The file is no valid YAML"},
		{"empty", "# nothing\n", "template.yaml:1:1: The file is empty"},
		{"two documents", head + "---\na: 1\n", "template.yaml:3:1: The file must hold one document"},
		{"not UTF-8", head + "description: \xFF\n", "template.yaml:3:1: Line 3 is not valid UTF-8"},
		{"a list", "- a\n", "template.yaml:1:1: template.yaml must be a mapping"},
		{"alias", head + "description: &a x\n", "template.yaml:3:14: Anchors and aliases are not allowed"},
		{"unknown key", head + "colour: x\n", "template.yaml:3:1: Unknown key: colour"},
		{"column in characters", head + "dossierStatuses:\n- {name: äöü, colour: x}\n", "template.yaml:4:15: Unknown key: colour"},
		{"key twice", head + "name: M\n", "template.yaml:3:1: The key name stands here twice"},
		{"no name", "format: 1\n", "template.yaml:1:1: name is required"},
		{"blank name", "format: 1\nname: \"  \"\n", "template.yaml:2:7: name is required"},
		{"long name", "format: 1\nname: " + strings.Repeat("ä", 256) + "\n", "template.yaml:2:7: name must not be longer than 255"},
		{"other format", "format: 2\nname: N\n", "template.yaml:1:9: format must be between 1 and 1"},
		{"number for text", "format: 1\nname: 2024\n", "template.yaml:2:7: name must be a text (put it into quotes)"},
		{"text for flag", head + "removeWatermark: yes\n", "template.yaml:3:18: removeWatermark must be true or false"},
		{"bare date", head + "validTo: 2024-01-01\n", "template.yaml:3:10: validTo is not a date-time"},
		{"order of validity", head + "validFrom: 2024-01-02T00:00:00Z\nvalidTo: 2024-01-01T00:00:00Z\n",
			"template.yaml:1:1: validTo must not be before validFrom"},
		{"retention", head + "retentionHours: 87601\n", "template.yaml:3:17: retentionHours must be between 0 and 87600"},
		{"file type", head + "downloadFileTypes: [ORIGINAL, PDF]\n",
			"template.yaml:3:31: downloadFileTypes must be one of ORIGINAL, PREVIEW"},
		{"file type twice", head + "downloadFileTypes: [PREVIEW, PREVIEW]\n",
			"template.yaml:3:30: downloadFileTypes must not contain duplicates"},
		{"no languages", head + "ocrLanguages: []\n", "template.yaml:3:15: ocrLanguages must hold 1 to 10 language codes"},
		{"language", head + "ocrLanguages: [-l]\n", "template.yaml:3:16: ocrLanguages must hold language codes"},
		{"encoding", head + "fileAttributesConfig: {encoding: utf8}\n", "template.yaml:3:34: Unknown encoding: utf8"},
		{"delimiter", head + "fileAttributesConfig: {delimiter: ',,'}\n", "template.yaml:3:35: delimiter must be exactly 1 character"},
		{"color", head + "dossierStatuses: [{name: A, color: red}]\n", "template.yaml:3:36: color is not a color"},
		{"status twice", head + "dossierStatuses: [{name: A}, {name: A}]\n", "template.yaml:3:30: Name already exists: A"},
		{"type", head + "fileAttributes: [{name: A, type: IMAGE}]\n", "template.yaml:3:34: type must be one of DATE, NUMBER, TEXT"},
		{"no type", head + "dossierAttributes: [{name: A}]\n", "template.yaml:3:21: type is required"},
		{"braces", head + "dossierAttributes: [{name: 'A}', type: TEXT}]\n", "template.yaml:3:21: name must not contain braces"},
		{"csv header", head + "fileAttributes:\n- {name: A, type: TEXT, csvColumnHeader: x}\n- {name: B, type: TEXT, " +
			"csvColumnHeader: X}\n", "template.yaml:5:3: csvColumnHeader is used twice: X"},
		{"primary", head + "fileAttributes:\n- {name: A, type: TEXT, primaryAttribute: true}\n- {name: B, type: TEXT, " +
			"primaryAttribute: true}\n", "template.yaml:5:3: At most 1 attribute can be the primary attribute"},
		{"kind", head + "entities: [{displayName: A, kind: NONE}]\n", "template.yaml:3:35: kind must be one of ENTITY, HINT"},
		{"rank", head + "entities: [{displayName: A, rank: 0}]\n", "template.yaml:3:35: rank must be between 1 and 1000000000"},
		{"rank twice", head + "entities: [{displayName: A, rank: 1}, {displayName: B, rank: 1}]\n",
			"template.yaml:3:39: rank 1 is used twice"},
		{"entity twice", head + "entities: [{displayName: A b}, {displayName: AB, technicalName: a_b}]\n",
			"template.yaml:3:32: Technical name already exists: a_b"},
		{"component twice", head + "components: [{technicalName: A b, displayName: x}, {technicalName: a_b, displayName: x}]\n",
			"template.yaml:3:52: Technical name already exists: a_b"},
		{"component without letter", head + "components: [{technicalName: '-', displayName: x}]\n",
			"template.yaml:3:14: technicalName must contain a letter or a digit"},
		{"component without format", head + "components: [{technicalName: a, displayName: x, format: NUMBR}]\n",
			"template.yaml:3:14: format must be TEXT, NUMBER, AMOUNT, DATE, DATE_MONTH_FIRST, CURRENCY, IBAN, VAT_ID, COUNTRY " +
				"or a regular expression"},
		{"component that may be several or not", head + "components: [{technicalName: a, displayName: x, multiple: 1}]\n",
			"template.yaml:3:59: multiple must be true or false"},
		{"too many components", head + "components: [" + strings.Repeat("{technicalName: a, displayName: A}, ", 10_001) + "]\n",
			"template.yaml:3:13: components must not have more than 10000 items"},
		{"mapping is missing", head + "componentMappings: [{file: mappings/a.csv}]\n",
			"template.yaml:3:21: File not found: mappings/a.csv"},
		{"mapping elsewhere", head + "componentMappings: [{file: ../a.csv}]\n", "template.yaml:3:21: file must be mappings/<name>.csv"},
		{"report is missing", head + "reportTemplates: [{file: reports/a.xlsx, name: A}]\n",
			"template.yaml:3:19: File not found: reports/a.xlsx"},
		{"report elsewhere", head + "reportTemplates: [{file: a.xlsx}]\n",
			"template.yaml:3:19: file must be reports/<name>.xlsx or reports/<name>.docx"},
		{"report of another kind", head + "reportTemplates: [{file: reports/a.pdf}]\n",
			"template.yaml:3:19: file must be reports/<name>.xlsx or reports/<name>.docx"},
		{"report without file", head + "reportTemplates: [{name: A}]\n", "template.yaml:3:19: file is required"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, problems, err := ReadDir(folder(t, map[string]string{"template.yaml": c.manifest}))
			if err != nil || len(problems) != 1 || !strings.HasPrefix(listProblems(problems[0]), c.want) {
				t.Errorf("got %v, %v; want %s", problems, err, c.want)
			}
		})
	}
}

func TestMistakesInOtherFilesAreTold(t *testing.T) {
	limits := DefaultLimits()
	limits.Rules = 4
	_, problems, err := limits.ReadDir(folder(t, map[string]string{
		"template.yaml": "format: 1\nname: N\nentities: [{displayName: A}]\ncomponentMappings: [{file: " +
			"mappings/a.csv}]\nfileAttributes:\n" +
			"- {name: A, type: TEXT, displayedInFileList: true}\n- {name: B, type: TEXT, displayedInFileList: true}\n" +
			"- {name: C, type: TEXT, displayedInFileList: true}\n- {name: D, type: TEXT, displayedInFileList: true}\n",
		"entity-rules.drl": "12345", "component-rules.drl": "1234",
		"mappings/a.csv": "search_value,mapped_value\na\n", "mappings/b.csv": "x",
		"dictionaries/a.txt": "x", "dictionaries/b.txt": "x", "Readme.md": "",
	}))
	got := []string{}
	for _, p := range problems {
		got = append(got, listProblems(p))
	}
	want := []string{
		"Readme.md:1:1: The file does not belong to the template",
		"dictionaries/a.txt:1:1: The entity a has no dictionary",
		"dictionaries/b.txt:1:1: No entity has the technical name b",
		"entity-rules.drl:1:1: The file is larger than 4 bytes",
		"mappings/a.csv:2:1: Line 2 has 1 columns, expected 2",
		"mappings/b.csv:1:1: The file does not belong to the template",
		"template.yaml:9:3: At most 3 attributes can be displayed",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got  %q, %v\nwant %q", got, err, want)
	}
}

func listProblems(p template.BundleError) string {
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column) + ": " + p.Message
}

func TestReportTemplatesHaveDifferentNames(t *testing.T) {
	_, problems,
		err := ReadDir(folder(t, map[string]string{"reports/a.xlsx": "a", "reports/b.docx": "b", "template.yaml": "format: 1\nname: N\n" +
		"reportTemplates: [{file: reports/a.xlsx, name: A}, {file: reports/b.docx, name: A}]\n"}))
	if err != nil || len(problems) != 1 || listProblems(problems[0]) != "template.yaml:3:52: Name already exists: A" {
		t.Error(problems, err)
	}
}
