package commands_test

import (
	"io"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/unzip"
	"github.com/seed-62a36931/docket/domain/bulk"
	"github.com/seed-62a36931/docket/domain/file"
	"github.com/seed-62a36931/docket/domain/template"
)

// csv uploads a csv and wants it taken.
func (f *filing) csv(content string) commands.UploadOutcome {
	f.t.Helper()
	before := f.names()
	out, err := f.UploadFile(f.t.Context(), f.sends(f.mira, "values.csv", content))
	if err != nil || len(out.FileIDs) > 0 {
		f.t.Errorf("%.60q: %+v, %v, want no error and len(out.FileIDs) = 0", content, out, err)
	}
	if !slices.Equal(before, f.names()) {
		f.t.Errorf("the csv became a file: %v, want %v", f.names(), before)
	}
	return out
}

func utf16Text(s string, first, second int) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		pair := [2]byte{byte(u >> 8), byte(u)}
		b.Write([]byte{pair[first], pair[second]})
	}
	return b.String()
}

func TestACsvSetsAttributes(t *testing.T) {
	for _, c := range []struct {
		name, encoding, delimiter, content string
		invoice, offer                     string // values of invoice.pdf and of Größe offer.docx
	}{
		{"a row by the name", "", "", "filename,supplier_no\ninvoice.pdf,4711\n", "Supplier=4711", ""},
		{"without regard to case", "", "", "FileName,SUPPLIER_NO\nINVOICE.PDF,4711\n", "Supplier=4711", ""},
		{"without the extension", "", "", "filename,supplier_no\nInvoice,4711\ngrösse offer,9\ngröße offer,8\n",
			"Supplier=4711", "Supplier=8"},
		{"an office file by its PDF", "", "", "filename,supplier_no\nGröße offer.pdf,4711\n", "", "Supplier=4711"},
		{"another normal form", "", "", "filename,supplier_no\nGro\u0308ße offer.docx,4711\n", "", "Supplier=4711"},
		{"columns in any order, others between", "", "",
			"x,amount,,filename,Received\n1,-7.50,2,invoice.pdf,2024-01-31\n", "Amount=-7.50 Received=2024-01-31", ""},
		{"an empty cell leaves the value", "", "", "filename,supplier_no,amount\ninvoice.pdf, ,1\n", "Amount=1", ""},
		{"a cell that does not fit is skipped", "", "", "filename,amount,received,supplier_no\ninvoice.pdf,1,soon,x\n",
			"Amount=1 Supplier=x", ""},
		{"cells are trimmed", "", "", " filename , supplier_no \n invoice.pdf , 47 11 \n", "Supplier=47 11", ""},
		{"the last of two rows", "", "", "filename,supplier_no,amount\ninvoice.pdf,1,2\nINVOICE,3,\n", "Supplier=3",
			""},
		{"a key that names nothing", "", "", "filename,supplier_no\nother.pdf,1\n,2\ninvoice.pdf,3\n", "Supplier=3",
			""},
		{"quotes", "", "", "filename,supplier_no\r\n\"invoice.pdf\",\"a \"\"b\"\",\nc\"\r\n", "Supplier=a \"b\",\nc",
			""},
		{"short and long rows, blank lines", "", "", "filename,supplier_no\n\ninvoice.pdf\nGröße offer,1,2,3\n", "",
			"Supplier=1"},
		{"a byte order mark", "", "", "\uFEFFfilename,supplier_no\ninvoice.pdf,1", "Supplier=1", ""},
		{"a header twice", "", "", "filename,supplier_no,supplier_no\ninvoice.pdf,1,2\n", "Supplier=1", ""},
		{"another delimiter", "", "|", "filename|supplier_no\ninvoice.pdf|1,5\n", "Supplier=1,5", ""},
		{"ISO-8859-1", template.Latin1, ";", "filename;supplier_no\nGr\xF6\xDFe offer.docx;\xE9\n", "", "Supplier=é"},
		{"UTF-16, little", template.UTF16, ",", utf16Text("\uFEFFfilename,supplier_no\ninvoice.pdf,😀\n", 1, 0),
			"Supplier=😀", ""},
		{"UTF-16, big without mark", template.UTF16, ",", utf16Text("filename,supplier_no\ninvoice.pdf,ä\n", 0, 1),
			"Supplier=ä", ""},
		{"UTF_16LE", template.UTF16LE, ",", utf16Text("filename,supplier_no\ninvoice.pdf,ä\n", 1, 0), "Supplier=ä", ""},
		{"UTF_16BE", template.UTF16BE, ",", utf16Text("\uFEFFfilename,supplier_no\ninvoice.pdf,ä\n", 0, 1),
			"Supplier=ä", ""},
		{"US-ASCII", template.ASCII, ",", "filename,supplier_no\ninvoice.pdf,x\n", "Supplier=x", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFiling(t)
			f.settings("filename", c.encoding, c.delimiter)
			invoice := f.storePDF("invoice.pdf")
			out, err := f.UploadFile(t.Context(), f.sends(f.mira, "Größe offer.docx",
				zipOf(t, contentTypes, "", "word/document.xml", "")))
			if err != nil {
				t.Fatal(err)
			}
			offer := out.FileIDs[0]
			got := f.csv(c.content)
			if f.values(invoice) != c.invoice || f.values(offer) != c.offer {
				t.Errorf("invoice.pdf has %q, want %q; the offer has %q, want %q", f.values(invoice), c.invoice,
					f.values(offer), c.offer)
			}
			if slices.Contains(got.ProcessedFileIDs, invoice) != (c.invoice != "") ||
				slices.Contains(got.ProcessedFileIDs, offer) != (c.offer != "") {
				t.Errorf("answer %+v, want the files whose values changed", got)
			}
			if got.Position == 0 || len(f.blobs.blobs) != 2+5 { // of both files, and of the template
				t.Errorf("position %d, %d blobs, want got.Position other than 0 and len(f.blobs.blobs) = %v", got.Position,
					len(f.blobs.blobs), 2+5)
			}
		})
	}
}

func TestACsvThatIsNoneIsIgnored(t *testing.T) {
	f := newFiling(t)
	id := f.storePDF("invoice.pdf")
	head, err := f.Log.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	blobs := len(f.blobs.blobs)
	for _, content := range []string{
		"\n",
		"name,supplier_no\ninvoice.pdf,1\n",
		"filename,supplier\ninvoice.pdf,1\n",
		"filename.supplier_no\ninvoice.pdf.1\n",
		"filename\ninvoice.pdf\n",
		"filename,supplier_no\ninvoice.pdf,\"1\n",
		"filename,supplier_no\ninvoice.pdf,a\"b\n",
		"filename,supplier_no\ninvoice.pdf,1\nx,\xFF\n\"",
		"filename,supplier_no\ninvoice.pdf,1\n\"x,2\n" + strings.Repeat("y", 5<<20),
	} {
		out := f.csv(content)
		if len(out.ProcessedFileIDs) > 0 || len(out.ProcessedAttributes) > 0 || len(out.Tables) > 0 || f.values(id) != "" {
			t.Errorf(`%.60q: %+v, %s, want no out.ProcessedFileIDs, no out.ProcessedAttributes, no out.Tables and f.values(id) `+
				`= ""`, content, out, f.values(id))
		}
		if head++; out.Position != uint64(head) || len(out.LeftOut) != 1 || out.LeftOut[0].Reason != bulk.NoTable ||
			out.LeftOut[0].Detail == "" {
			t.Errorf("%.60q: left out %+v at %d, want a reason and one event at %d", content, out.LeftOut, out.Position,
				head)
		}
	}
	if now, err := f.Log.Store.Head(t.Context()); err != nil || now != head || len(f.blobs.blobs) != blobs {
		t.Errorf("events up to %d in place of %d, %d blobs in place of %d, want now = %v, len(f.blobs.blobs) = %v and no error",
			now, head, len(f.blobs.blobs), blobs, head, blobs)
	}
	if told := f.skippedEntries(); told["values.csv"] == "" {
		t.Errorf(`history tells of %v, want told["values.csv"] other than ""`, told)
	}
}

// TestAGermanCsvIsTaken wants a csv as Excel writes it to set values though the template says
// nothing of it, and the answer to tell how it was read and what was not used.
func TestAGermanCsvIsTaken(t *testing.T) {
	f := newFiling(t)
	id := f.storePDF("Größe.pdf")
	f.storePDF("b.pdf")
	const content = "filename;supplier_no;amount\r\nGr\xf6\xdfe.pdf;5 \x80;1.234,56\r\nnobody.pdf;x;\r\nb.pdf;6;some\r\n"
	want := commands.AppliedTable{Name: "values.csv", Rows: 3, Unmatched: 1, Misfits: 1,
		MisfitCells:  []template.MisfitCell{{Row: 4, Column: "amount", Reason: template.NoNumber}},
		TableDialect: template.TableDialect{Encoding: template.Windows1252, Delimiter: ";"}}
	out := f.csv(content)
	if f.values(id) != "Amount=1234.56 Supplier=5 €" || len(out.Tables) != 1 || !reflect.DeepEqual(out.Tables[0], want) ||
		len(out.LeftOut) > 0 {
		t.Errorf("got %q, %+v, want %+v", f.values(id), out, want)
	}
	out, err := f.zip(zipOf(t, "sub/values.csv", content, "no.csv", "a;b\n1;2\n", "really.csv", "PK\x03\x04"))
	want.Folder = "sub"
	if err != nil || len(out.Tables) != 1 || !reflect.DeepEqual(out.Tables[0], want) || len(out.LeftOut) != 2 {
		t.Fatalf("in a zip: got %+v, %v, want %+v", out, err, want)
	}
	for i, reason := range []string{`No column is called filename, which is to name the files; the columns are "a", "b"`,
		"By its content it is a zip archive: let its name end in .zip"} {
		if got := out.LeftOut[i].Sentence(); got != reason {
			t.Errorf("got %q, want %q", got, reason)
		}
	}
	if told := f.skippedEntries(); told["no.csv"] != "table" || told["really.csv"] != "table" {
		t.Errorf(`history tells of %v, want told["no.csv"] = table and told["really.csv"] = table`, told)
	}
}

// TestACsvIsReadAgainWithinTheLimitsOfItsZip wants finding out how it is written not to count
// as if more were unpacked.
func TestACsvIsReadAgainWithinTheLimitsOfItsZip(t *testing.T) {
	f := newFiling(t)
	id := f.storePDF("a.pdf")
	content := "filename|supplier_no\na.pdf|1\n" + strings.Repeat("x|y\n", 1000)
	f.Archive = unzip.Limits{Entries: 10, Unpacked: int64(len(content)) + 10, Entry: int64(len(content)), Ratio: 1000,
		FreeRatio: 1 << 20}
	if out, err := f.zip(zipOf(t, "v.csv", content)); err != nil || f.values(id) != "Supplier=1" {
		t.Errorf("got %+v, %v, values %q, want f.values(id) = Supplier=1 and no error", out, err, f.values(id))
	}
}

// TestOnlyChangedValuesLeadToAnAnalysis sends a csv twice, and then one value more.
func TestOnlyChangedValuesLeadToAnAnalysis(t *testing.T) {
	f := newFiling(t)
	a, b, other := f.storePDF("a.pdf"), f.storePDF("b.pdf"), f.storePDF("c.pdf")
	runs := func() (out string) {
		for _, id := range []string{a, b, other} {
			if f.file(id).Processing == file.Reprocess {
				out += f.file(id).Filename + " "
			}
			f.analyseFile(id)
		}
		return out
	}
	runs()
	for _, c := range []struct{ content, files, attributes, runs string }{
		{"filename,supplier_no,amount\na.pdf,1,\nb.pdf,1,2\n", a + " " + b, "Supplier Amount", "a.pdf b.pdf "},
		{"filename,supplier_no,amount\na.pdf,1,\nb.pdf,1,2\n", a + " " + b, "Supplier Amount", ""},
		{"filename,supplier_no,amount\na.pdf,1,3\nb.pdf,1,2\n", a + " " + b, "Supplier Amount", "a.pdf "},
		{"filename,supplier_no,amount\nc.pdf,,x\n", "", "", ""},
		{"filename,amount\nnobody,1\n", "", "", ""},
	} {
		out := f.csv(c.content)
		var attributes []string
		for _, id := range out.ProcessedAttributes {
			for name, known := range f.attributes {
				if known == id {
					attributes = append(attributes, name)
				}
			}
		}
		if files, set, asked := strings.Join(out.ProcessedFileIDs, " "), strings.Join(attributes, " "), runs(); files != c.files || set != c.attributes || asked != c.runs {
			t.Errorf("%q: files %q, attributes %q, runs of %q, want files = %v, set = %v and asked = %v", c.content, files, set,
				asked, c.files, c.attributes, c.runs)
		}
	}
}

// TestACsvOfManyRowsIsNotHeld reads many rows in little memory.
func TestACsvOfManyRowsIsNotHeld(t *testing.T) {
	s := template.State{Content: template.Content{FileAttrs: []template.Definition{{ID: "n", Type: "TEXT",
		CSVColumn: "n"}}}}
	rows := 0
	line := "some file.pdf,a value\n"
	in := io.MultiReader(strings.NewReader("filename,n\n"),
		io.LimitReader(&endless{text: line}, int64(len(line))*200_000))
	var most uint64
	err := s.ReadAttributes(in, s.TableDialect(), func(template.TableRow) {
		if rows++; rows%20_000 == 0 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	})
	if err != nil || rows != 200_000 || most > 32<<20 {
		t.Errorf("%d rows, %v, %d bytes held, want 200,000 rows in at most 32 MiB", rows, err, most)
	}
}

// endless repeats a text.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	return n, nil
}
