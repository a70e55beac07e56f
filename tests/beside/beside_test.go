package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCostsAreRatiosOfEachRound(t *testing.T) {
	for _, one := range []struct {
		name     string
		by       measure
		old, now []float64
		median   float64
		mark     string
	}{
		{"processor time doubles", cpuCost, []float64{1, 2}, []float64{2, 4.4}, 2.1, "slower"},
		{"files per CPU second halve", cpuSpeed, []float64{70, 74}, []float64{35, 37}, 2, "slower"},
		{"a gain", cpuSpeed, []float64{30}, []float64{60}, 0.5, ""},
		{"a twentieth more", cpuCost, []float64{100, 100}, []float64{104, 106}, 1.05, ""},
		{"rounds disagree", cpuCost, []float64{1, 1, 1}, []float64{0.9, 1.3, 1.2}, 1.2, "slower?"},
		{"memory", memory, []float64{180, 180}, []float64{281, 281}, 1.561, "larger"},
		{"by the clock", latency, []float64{10}, []float64{30}, 3, "slower (clock)"},
		{"files per second by the clock", speed, []float64{10}, []float64{5}, 2, "slower (clock)"},
		{"a round that one build lacks", cpuCost, []float64{1, 1}, []float64{3}, 3, "slower"},
		{"nothing of the old build", cpuCost, nil, []float64{3}, 0, ""},
		{"no time at all", cpuCost, []float64{0}, []float64{3}, 0, ""},
	} {
		r := &row{by: one.by, values: [2][]float64{one.old, one.now}}
		if got := medianOf(r.costs()); math.Abs(got-one.median) > 0.001 {
			t.Errorf("%s: got cost %.3f, want %.3f", one.name, got, one.median)
		}
		if got := r.mark(); got != one.mark {
			t.Errorf("%s: got mark %q, want %q", one.name, got, one.mark)
		}
	}
}

func TestRowsShowMediansAndSpread(t *testing.T) {
	var tab table
	tab.add("invoices", 0, []figure{{"upload", "files/CPU s", cpuSpeed, 72}})
	tab.add("invoices", 1, []figure{{"upload", "files/CPU s", cpuSpeed, 28}, {"upload", "files/s", speed, 50}})
	tab.add("invoices", 0, []figure{{"upload", "files/CPU s", cpuSpeed, 75}})
	tab.add("invoices", 1, []figure{{"upload", "files/CPU s", cpuSpeed, 31}})
	if len(tab.rows) != 2 {
		t.Fatalf("got %d rows, want one of each unit", len(tab.rows))
	}
	got := strings.Join(strings.Fields(tab.rows[0].line()), " ")
	if want := "invoices upload files/CPU s 73.5 29.5 2.50 x 2.42..2.57 slower"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got = strings.Join(strings.Fields(tab.rows[1].line()), " ")
	if want := "invoices upload files/s - 50.0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnswersAreCompared(t *testing.T) {
	long := strings.Repeat("ä", 100)
	old := map[question]string{{"a.pdf", "Total"}: "1", {"b.pdf", "Total"}: "2", {"a.pdf", "Date"}: "x",
		{"a.pdf", "text"}: long + "1" + long}
	now := map[question]string{{"a.pdf", "Total"}: "1", {"b.pdf", "Total"}: "3", {"a.pdf", "IBAN"}: "y",
		{"a.pdf", "text"}: long + "2" + long}
	c := compareAnswers("extract", old, now)
	if c.Alike != 1 || c.Different != 2 || c.OldOnly["Date"] != 1 || c.NewOnly["IBAN"] != 1 || len(c.First) != 3 {
		t.Errorf("got %+v, want 1 alike, 2 different, Date only in old, IBAN only in new", c)
	}
	text := c.String()
	for _, want := range []string{"1 answers alike, 2 differ, 1 only in old, 1 only in new", "only in new: IBAN 1",
		`b.pdf, Total: old "2", new "3"`, `a.pdf, Date: old "x", new ""`, "ä1ä", "ä2ä"} {
		if !strings.Contains(text, want) {
			t.Errorf("got %s, want it to tell %s", text, want)
		}
	}
	if longest := len(strings.Split(text, "\n")[4]); longest > 300 {
		t.Errorf("got a line of %d bytes for a long text, want the place where it differs", longest)
	}
}

func TestEachKindOfDifferenceIsNamedFirst(t *testing.T) {
	old := map[question]string{}
	for _, file := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		old[question{file, "Date"}] = "x"
	}
	old[question{"z", "Total"}] = "1"
	c := compareAnswers("p", old, nil)
	if len(c.First) != shownDifferences || c.First[1].What != "Total" {
		t.Errorf("got %v, want %d with Total as the second", c.First, shownDifferences)
	}
	if !strings.Contains(c.String(), "and 3 more") {
		t.Errorf("got %s, want the rest counted", c)
	}
}

func TestSettingsAreRefused(t *testing.T) {
	for _, one := range []struct {
		args []string
		want string
	}{
		{nil, "BASE="},
		{[]string{"-base", "x", "-parts", "invoices,coffee"}, `no part "coffee"`},
		{[]string{"-base", "x", "-rounds", "0"}, "-rounds"},
		{[]string{"-base", "x", "-count", "-3"}, "-count"},
		{[]string{"-base", "x", "-template", "mine"}, "-template"},
		{[]string{"-base", "x", "-nonsense"}, "nonsense"},
	} {
		_, err := parseArgs(one.args, io.Discard)
		if err == nil || !strings.Contains(err.Error(), one.want) {
			t.Errorf("%v: got %v, want an error about %s", one.args, err, one.want)
		}
	}
	s, err := parseArgs([]string{"-base", "x", "-parts", "rules, appends", "-count", "40"}, io.Discard)
	if err != nil || len(s.parts) != 2 || s.parts[1].name != "appends" || s.scale(60) != 6 || s.scale(3) != 1 {
		t.Errorf("got %+v, %v, want two parts, a tenth of all", s, err)
	}
}

func TestWhatProgramsPrintIsRead(t *testing.T) {
	answers, err := parseExtracted([]byte(`{"files":[{"filename":"a.pdf","components":{"Total":["1", "2"],"Lines":[{"x": 1}]}},
		{"filename":"b.pdf","error":"damaged"}]}`))
	total, failed := answers[question{"a.pdf", "Total"}], answers[question{"b.pdf", "error"}]
	if err != nil || len(answers) != 3 || total != `["1","2"]` || failed != "damaged" {
		t.Errorf(`got %v, %v, want len(answers) = 3, total = ["1","2"], failed = damaged and no error`, answers, err)
	}
	text, tree, err := parseTree(
		[]byte(`{"nodes":[{"id":"n1","type":"SECTION","text":"","children":[{"type":"HEADLINE","text":"Prices  now"},
		{"type":"TABLE","rows":1,"cols":2,"cells":[{"row":0,"text":"a"},{"row":0,"text":"b"}]}]}]}`))
	if err != nil || text != "Prices now a b" || tree != "SECTION(HEADLINE TABLE 1x2 )" {
		t.Errorf("got %q, %q, %v, want text = Prices now a b, tree = SECTION(HEADLINE TABLE 1x2 ) and no error", text, tree, err)
	}
	for _, bad := range []string{"", "docket: no such file"} {
		if _, err := parseExtracted([]byte(bad)); err == nil {
			t.Errorf("got no error for components of %q, want an error", bad)
		}
		if _, _, err := parseTree([]byte(bad)); err == nil {
			t.Errorf("got no error for a tree of %q, want an error", bad)
		}
	}
	o, err := readRules([]byte(`[{"Name":"join","Fired":[3000000,1000000,2000000],"Compiled":[9,9,9],"Sum":"5 lines"},
		{"Name":"c50","Fired":[1],"Compiled":[4000000]},{"Name":"bad","Error":"no"}]`))
	if err != nil || len(o.figures) != 2 || o.figures[0].value != 2 || o.figures[1].value != 4 ||
		o.answers[question{"bad", "error"}] != "no" {
		t.Errorf("got %+v, %v", o, err)
	}
}

func TestInvoicesAreDrawnTheSame(t *testing.T) {
	for _, pages := range []int{1, 2, 10} {
		if got := bytes.Count(drawPages(pages), []byte("/Type/Page/")); got != pages {
			t.Errorf("got %d pages, want %d", got, pages)
		}
	}
	if !bytes.Equal(drawInvoice(7, 3), drawInvoice(7, 3)) || bytes.Equal(drawInvoice(7, 3), drawInvoice(8, 3)) {
		t.Error("an invoice is not the same twice, or two are alike")
	}
	for _, want := range []string{"(RE-2026-10007)", "(Rechnung)"} {
		if !bytes.Contains(drawInvoice(7, 3), []byte(want)) {
			t.Errorf("got no %s on the invoice", want)
		}
	}
}

func TestDocumentsArePickedEvenly(t *testing.T) {
	got := strings.Join(pickEvenly([]string{"f", "e", "d", "c", "b", "a"}, 3), "")
	if got != "ace" {
		t.Errorf("got %s, want ace", got)
	}
	if got := pickEvenly([]string{"a"}, 5); len(got) != 1 {
		t.Errorf("got %v, want all that there are", got)
	}
	in := &inputs{folder: t.TempDir(), settings: settings{corpora: t.TempDir()}}
	if _, err := in.receipts(3); !errors.Is(err, errSkipped) {
		t.Errorf("got %v of a folder without receipts, want it skipped", err)
	}
	if files, err := in.documents(2); err != nil || len(files) != 2 {
		t.Errorf("got %v, %v of a folder without documents, want two drawn ones", files, err)
	}
}

func TestArchivesStayInTheirFolder(t *testing.T) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, h := range []tar.Header{
		{Name: "a/", Typeflag: tar.TypeDir, Mode: 0o755},
		{Name: "a/b.txt", Typeflag: tar.TypeReg, Size: 2, Mode: 0o644},
		{Name: "../out.txt", Typeflag: tar.TypeReg, Size: 2, Mode: 0o644},
	} {
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write([]byte("hi")[:h.Size])
	}
	_ = w.Close()
	folder := filepath.Join(t.TempDir(), "in")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	err := unpack(&b, folder)
	content, _ := os.ReadFile(filepath.Join(folder, "a", "b.txt"))
	if _, out := os.Stat(filepath.Join(folder, "..", "out.txt")); err == nil || out == nil || string(content) != "hi" {
		t.Errorf("got %v, %v outside, %q inside, want the file outside refused", err, out, content)
	}
}
