package bundle

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain/download"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/template"
	"github.com/seed-62a36931/docket/internal/snakecase"
)

// A shelf keeps the files of a template in memory.
type shelf map[uuid.UUID]string

func (s shelf) put(content string) es.BlobRef {
	ref := es.BlobRef{ID: uuid.New(), Size: int64(len(content))}
	s[ref.ID] = content
	return ref
}

func (s shelf) open(ref es.BlobRef) (io.ReadCloser, error) {
	content, ok := s[ref.ID]
	if !ok {
		return nil, errors.New("no such file")
	}
	return io.NopCloser(strings.NewReader(content)), nil
}

// writeAndRead is the zip of a template, read again.
func writeAndRead(t interface{ Fatal(...any) }, s template.State, files shelf) (template.Bundle, []byte) {
	var out bytes.Buffer
	if err := WriteZip(&out, s, files.open); err != nil {
		t.Fatal(err)
	}
	b, problems, err := readZip(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil || len(problems) > 0 {
		t.Fatal(fmt.Sprint(err, problems))
	}
	return b, out.Bytes()
}

// TestAnExportedTemplateIsReadBack draws templates, writes each as a zip, and wants
// the reader to find what was written.
func TestAnExportedTemplateIsReadBack(t *testing.T) {
	for seed := range uint64(300) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			files := shelf{}
			s := drawTemplate(dice{rand.New(rand.NewPCG(seed, 6))}, files)
			b, first := writeAndRead(t, s, files)
			if _, again := writeAndRead(t, s, files); !bytes.Equal(first, again) {
				t.Fatal("the same template gives other bytes")
			}
			checkUnpackable(t, first)
			if want, got := toldState(s, files), toldBundle(b); !reflect.DeepEqual(got, want) {
				t.Fatalf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

// checkUnpackable wants names that Windows can unpack, none of them twice whatever its case.
func checkUnpackable(t *testing.T, packed []byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range z.File {
		name := path.Base(f.Name)
		if name != download.SafeName(name) || seen[strings.ToLower(f.Name)] {
			t.Errorf("the zip holds %q, which Windows does not unpack, want names that are safe and differ", f.Name)
		}
		seen[strings.ToLower(f.Name)] = true
	}
}

// dice draw what a template holds.
type dice struct{ *rand.Rand }

func (d dice) flag() bool { return d.IntN(2) == 0 }

func (d dice) of(list ...string) string { return list[d.IntN(len(list))] }

// odd are characters that YAML, csv or paths could stumble over.
const odd = " \t\r\n\"'\\:#{}[],&*!|>%@-?äß€😀\u0085\u2028\ufeff\x00\uffff~=nul0"

func (d dice) text() string {
	all, out := []rune(odd), ""
	for range d.IntN(12) {
		if r := rune(d.IntN(0x3000)); d.flag() {
			out += string(r)
		} else {
			out += string(all[d.IntN(len(all))])
		}
	}
	return out
}

func (d dice) name(i int) string { return strings.TrimSpace(fmt.Sprintf("%s%d", d.text(), i)) }

func (d dice) color() string { return fmt.Sprintf("#%06X", d.IntN(1<<24)) }

// drawTemplate is a template as the interface would let one come to be.
func drawTemplate(d dice, files shelf) template.State {
	s := template.State{Exists: true, Text: template.Text{Name: line(d.name(0)), Description: d.text()}}
	s.Settings = template.Settings{RemoveWatermark: d.flag(), KeepImageMetadata: d.flag(), OCRByDefault: d.flag(),
		KeepHiddenText: d.flag(), KeepOverlapping: d.flag(), ApplyDictionary: d.flag(),
		DownloadFileTypes: [][]string{{}, {"PREVIEW"}, {"PREVIEW", "ORIGINAL"}}[d.IntN(3)], Visibility: d.of("PRIVATE", "PUBLIC"),
		OCRLanguages: []string{"deu", "script/Latin"}, AttributesKeyColumn: d.name(0), AttributesEncoding: template.UTF16LE,
		AttributesDelimiter: d.of(";", "\t", "'", "\\", "\u2028")}
	if d.flag() {
		from := time.UnixMilli(d.Int64N(1 << 40)).UTC()
		to, hours := from.Add(time.Hour), d.IntN(87_601)
		s.Settings.ValidFrom, s.Settings.ValidTo, s.Settings.RetentionHours = &from, &to, &hours
	}
	for i := range d.IntN(4) {
		drawDefinitions(d, &s, i, files)
		s.Mappings = append(s.Mappings, template.StoredMapping{ID: fmt.Sprint(i),
			Mapping: template.Mapping{Name: line(d.name(i)), FileName: d.file(), Encoding: template.UTF8, Delim: ",",
				Columns: []string{"search_value", "mapped_value"}, Lines: 1}, Blob: files.put("search_value,mapped_value\na,b\n")})
		s.Reports = append(s.Reports, template.StoredReport{ID: fmt.Sprint(i),
			ReportTemplate: template.ReportTemplate{Name: d.name(i), FileName: d.file() + d.of(".xlsx", ".DOCX"),
				Multi: d.flag(), ActiveByDefault: d.flag()}, Blob: files.put(strings.Repeat("x", i*1000))})
	}
	gone := time.Now()
	s.Components = append(s.Components, template.Component{TechnicalName: "gone", DisplayName: "gone", Rank: 1, SoftDeleted: &gone})
	if d.flag() {
		s.Entity, s.DateFormats = files.put("rule"), files.put("")
	}
	if d.flag() {
		s.Component = files.put(strings.Repeat("rule\n", 10_000)) // packs well
	}
	return s
}

func drawDefinitions(d dice, s *template.State, i int, files shelf) {
	plain := strings.TrimSpace(strings.NewReplacer("{", "", "}", "").Replace(d.name(i)))
	technical := fmt.Sprintf("%s_%d", snakecase.FromName("e"+d.name(i)), i)
	s.Statuses = append(s.Statuses, template.Definition{Name: d.name(i), Description: d.text(), Color: d.color(), Rank: i + 1})
	s.DossierAttrs = append(s.DossierAttrs, template.Definition{Name: plain, Type: "IMAGE", Editable: d.flag(),
		Displayed: d.flag(), Filterable: d.flag()})
	s.FileAttrs = append(s.FileAttrs, template.Definition{Name: plain, Type: "TEXT", CSVColumn: fmt.Sprint("Column ", i),
		Editable: d.flag(), Displayed: d.flag(), Primary: i == 1})
	s.Entities = append(s.Entities, template.Definition{Name: d.name(i), TechnicalName: technical, Description: d.text(),
		Rank: 10 - i, Kind: "HINT",
		Color: d.color(), Recommended: d.color(), HasDictionary: i > 0, CaseSensitive: d.flag()})
	list := []string{template.ListEntries, template.ListFalsePositives, template.ListFalseRecommendations, template.ListEntries}[i]
	s.Dictionaries = append(s.Dictionaries, template.DictionaryStored{Entity: technical, List: list, Blob: files.put("a\nb\n")})
	s.Components = append(s.Components, template.Component{TechnicalName: fmt.Sprint("c_", i), DisplayName: d.name(i),
		Description: d.text(), Rank: 7 - i,
		Expectation: template.Expectation{Required: d.flag(), Single: d.flag(),
			Format: d.of("", template.FormatDate, "[a-z]{2}: '\"#\\d", "{x}"), Columns: d.columns(), Checks: d.checks()}})
}

// columns returns columns of rows, or none.
func (d dice) columns() []template.Column {
	if d.flag() {
		return nil
	}
	return []template.Column{{TechnicalName: "line_a", DisplayName: d.of("Text", `Ü: "x" \, [a]`, "{b}, #c"),
		Format: d.of("", template.FormatDate, "[,}]: 'x'"), Required: d.flag()}, {TechnicalName: "B2", DisplayName: "b"}}
}

func (d dice) checks() []string {
	if d.flag() {
		return nil
	}
	return []string{d.of("a + b = c", "count(x)<=2"), "(a-1)*2 = b within 0.5 unless c, d"}
}

// line is a text without control characters, as names have to be that stand in paths.
func line(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r <= 0x9f {
			return '_'
		}
		return r
	}, s)
}

func (d dice) file() string {
	return d.of("a.csv", "A.CSV", "a", ".hidden.csv", "Größe 1.csv", "1.csv", "..", "x:y.csv", `"`, "__MACOSX", "CON.csv", "a\u202Eb.csv")
}

// A telling is a template as both sides tell it: what it holds, by name.
type telling struct {
	Text       template.Text
	Settings   template.Settings
	Lists      [5][]template.Definition
	Components []template.Component
	Files      map[string]string
}

func toldState(s template.State, files shelf) telling {
	byRank := func(list []template.Definition) []template.Definition {
		out := slices.Clone(list)
		slices.SortFunc(out, func(a, b template.Definition) int { return a.Rank - b.Rank })
		return append([]template.Definition{}, out...)
	}
	out := telling{Text: s.Text, Settings: s.Settings, Files: map[string]string{}, Components: []template.Component{}}
	out.Lists = [5][]template.Definition{byRank(s.Statuses), byRank(s.DossierAttrs), byRank(s.FileAttrs), byRank(s.Entities), {}}
	for i, c := range s.ActiveComponents() {
		c.Rank = i + 1
		out.Components = append(out.Components, c)
	}
	for i, d := range s.Dictionaries {
		if s.Entities[i].HasDictionary {
			out.Files["dictionary "+d.Entity+" "+d.List] = files[d.Blob.ID]
		}
	}
	for _, m := range s.Mappings {
		out.Files[fmt.Sprintf("mapping %+v", m.Mapping)] = files[m.Blob.ID]
	}
	for _, r := range s.Reports {
		out.Files[fmt.Sprintf("report %+v", r.ReportTemplate)] = files[r.Blob.ID]
	}
	for name, ref := range map[string]es.BlobRef{"entity": s.Entity, "component": s.Component, "dates": s.DateFormats} {
		if ref.ID != uuid.Nil {
			out.Files[name] = files[ref.ID]
		}
	}
	return out
}

func toldBundle(b template.Bundle) telling {
	out := telling{Text: b.Text, Settings: b.Settings, Files: map[string]string{}, Components: []template.Component{}}
	for i, list := range [][]template.Definition{b.Statuses, b.DossierAttributes, b.FileAttributes, b.Entities, nil} {
		out.Lists[i] = append([]template.Definition{}, list...)
	}
	ranked, _ := template.AssignRanks(nil, b.Components)
	out.Components = append(out.Components, ranked...)
	for _, d := range b.Dictionaries {
		out.Files["dictionary "+d.Entity+" "+d.List] = strings.Join(d.Terms, "\n") + "\n"
	}
	for _, m := range b.Mappings {
		out.Files[fmt.Sprintf("mapping %+v", m.Mapping)] = string(m.Content)
	}
	for _, r := range b.Reports {
		out.Files[fmt.Sprintf("report %+v", r.ReportTemplate)] = string(r.Content)
	}
	for name, content := range map[string][]byte{"entity": b.EntityRules, "component": b.ComponentRules, "dates": b.DateFormats} {
		if content != nil {
			out.Files[name] = string(content)
		}
	}
	return out
}

// TestWhatPacksTooWellIsStored wants a large file of nothing but one line to be read
// back: readers refuse what grows a hundredfold.
func TestWhatPacksTooWellIsStored(t *testing.T) {
	files := shelf{}
	content := "search_value,mapped_value\n" + strings.Repeat("a,b\n", 5<<20)
	s := template.State{Text: template.Text{Name: "N"}, Settings: template.DefaultSettings(),
		Content: template.Content{Mappings: []template.StoredMapping{
			{Mapping: template.Mapping{Name: "M", FileName: "m.csv", Encoding: "UTF-8", Delim: ","}, Blob: files.put(content)}}}}
	var out bytes.Buffer
	if err := WriteZip(&out, s, files.open); err != nil {
		t.Fatal(err)
	}
	limits := DefaultLimits()
	limits.Mapping.Rows = 10 << 20
	b, problems, err := limits.ReadZip(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil || len(problems) > 0 || len(b.Mappings) != 1 || string(b.Mappings[0].Content) != content {
		t.Errorf("got %v, %v, want no problems, len(b.Mappings) = 1, string(b.Mappings[0].Content) = %v and no error", problems,
			err, content)
	}
	z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil || !slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == "mappings/m.csv" && f.Method == zip.Store }) {
		t.Error("it is packed", err)
	}
}

func TestAFileThatIsGoneFailsTheExport(t *testing.T) {
	s := template.State{Settings: template.DefaultSettings(), Entity: es.BlobRef{ID: uuid.New()}}
	if err := WriteZip(io.Discard, s, shelf{}.open); err == nil {
		t.Error("no failure")
	}
}
