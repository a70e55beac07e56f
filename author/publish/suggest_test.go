package publish

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/internal/terminal"
)

// labelledLetters writes documents in light text with their labels, and returns their folder and
// the file of labels.
func labelledLetters(t *testing.T, n int) (dir, truth string) {
	t.Helper()
	dir = t.TempDir()
	truth = filepath.Join(t.TempDir(), "truth.csv")
	labels := "file,order_no,total,ghost\n"
	for i := range n {
		name := fmt.Sprintf("letter-%02d.md", i)
		text := fmt.Sprintf("# Order\n\nOur sign 77-1\n\nOrder no.: %d-%d\n\nNet 12.00\n\nTotal due: $%d.50\n", 3000+17*i, i%5, 40+i)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		labels += fmt.Sprintf("%s,%d-%d,%d.5,x%d\n", name, 3000+17*i, i%5, 40+i, i)
	}
	if err := os.WriteFile(truth, []byte(labels), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, truth
}

func TestASuggestedTemplateIsSound(t *testing.T) {
	dir, truth := labelledLetters(t, 10)
	if err := os.WriteFile(filepath.Join(dir, "letter-03.md"), []byte("######## too deep\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "letter-04.md"), []byte("[image] LOGO\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "new", "orders")
	code, printed := runCommand(t, "templates", "suggest", dir, folder, "--truth", truth, "--kind", "total=amount")
	for _, want := range []string{"letter-03.md is left out: line 1", "letter-04.md is left out: it has no text", "order no",
		"total due", "8 documents are few",
		"docket templates check " + folder,
		"ghost: no rule; its value stands in the text of 0 of the 8 documents"} {
		if code != 0 || !strings.Contains(printed, want) {
			t.Fatalf("got %d, want 0 and %q in\n%s", code, want, printed)
		}
	}
	code, printed = runCommand(t, "templates", "check", folder)
	if code != 0 || !strings.Contains(printed, "no errors, 0 warnings") || !strings.Contains(printed, "2 cases, 2 passed, 0 failed") {
		t.Errorf("the check of the template: got %d, %s, want 0, no errors, and 2 of 2 cases passed", code, printed)
	}
	readme, err := os.ReadFile(filepath.Join(folder, "README.md"))
	for _, want := range []string{"# orders\n", "--kind total=amount",
		"| `Order_No` | 8 | 8 | 1 | 1.00 | 1.00 | 1.00 | 1.00 |", "| `Ghost` | none yet |"} {
		if err != nil || !strings.Contains(string(readme), want) {
			t.Errorf("the README lacks %q (%v):\n%s", want, err, readme)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(folder))
	if err != nil || len(entries) != 1 {
		t.Errorf("beside the template are %v, %v; want nothing", entries, err)
	}
}

func TestSuggestedRulesAreListedWithoutAFolder(t *testing.T) {
	dir, truth := labelledLetters(t, 6)
	code, printed := runCommand(t, "templates", "suggest", dir, "--truth", truth, "--json")
	var got struct {
		Documents int
		Fields    []struct {
			Name, Kind, Reason string
			Rules              []struct{ Right, Found int }
		}
	}
	if err := json.Unmarshal([]byte(printed), &got); code != 0 || err != nil {
		t.Fatalf("got %d, %v, %s, want code = 0 and no error", code, err, printed)
	}
	if f := got.Fields[0]; got.Documents != 6 || f.Name != "order_no" || f.Kind != "text" || len(f.Rules) != 1 || f.Rules[0].Right != 6 {
		t.Errorf("got %+v, want one rule for order_no that is right in all 6 documents", got)
	}
}

func TestBadSetsOfLabelsAreRefused(t *testing.T) {
	dir, truth := labelledLetters(t, 4)
	single, singleTruth := labelledLetters(t, 1)
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "mine.txt"), []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	unlike := filepath.Join(t.TempDir(), "unlike.csv")
	if err := os.WriteFile(unlike, []byte("file,total\nletter-00.md,a\nletter-01.md,b\nletter-02.md,c\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	gone := filepath.Join(t.TempDir(), "gone.csv")
	if err := os.WriteFile(gone, []byte("file,total\ngone-1.md,1\ngone-2.md,2\nletter-00.md,40.50\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"no labels", []string{dir, "OUT"}, 2, "name the file of labels with --truth"},
		{"labels of another form", []string{dir, "OUT", "--truth", filepath.Join(dir, "letter-00.md")}, 2,
			"labels are .csv, .tsv or .json"},
		{"one document", []string{single, "OUT", "--truth", singleTruth}, 1, "label 2 or more, better 20"},
		{"documents that are not there", []string{dir, "OUT", "--truth", gone}, 1, "gone-1.md is left out"},
		{"a folder that is not empty", []string{dir, full, "--truth", truth}, 1, "is not empty"},
		{"a kind that is none", []string{dir, "OUT", "--truth", truth, "--kind", "total=money"}, 2, "the kinds are text"},
		{"a field that is none", []string{dir, "OUT", "--truth", truth, "--kind", "sum=amount"}, 2,
			"labelled with sum; the fields are order_no, total, ghost"},
		{"a name that is none", []string{dir, "OUT", "--truth", truth, "--name", ".."}, 2, "a template needs a name"},
		{"no rules", []string{dir, "OUT", "--truth", truth, "--max-rules", "0"}, 2, "--max-rules is at least 1"},
		{"labels that no document prints", []string{dir, "OUT", "--truth", unlike}, 1, "no field has a rule, so nothing was written"},
	} {
		t.Run(row.name, func(t *testing.T) {
			parent := t.TempDir()
			args := append([]string{"templates", "suggest"}, row.args...)
			for i := range args {
				if args[i] == "OUT" {
					args[i] = filepath.Join(parent, "out")
				}
			}
			code, printed := runCommand(t, args...)
			if code != row.code || !strings.Contains(printed, row.want) {
				t.Errorf("got %d, %s; want %d and %q", code, printed, row.code, row.want)
			}
			if entries, err := os.ReadDir(parent); err != nil || len(entries) > 0 {
				t.Errorf("%v, %v; want that nothing was written", entries, err)
			}
		})
	}
}

// With --json, the standard output is JSON alone, also when a folder is written.
func TestTheFolderIsToldBesideTheJSON(t *testing.T) {
	dir, truth := labelledLetters(t, 4)
	var out, errs bytes.Buffer
	c := suggestCommand{Dir: dir, Out: filepath.Join(t.TempDir(), "orders"), Truth: truth, Languages: []string{"eng"},
		MaxRules: 8, JSON: true}
	if err := c.Run(t.Context(), terminal.Streams{Out: &out, Err: &errs}); err != nil {
		t.Fatal(err, errs.String())
	}
	if !json.Valid(out.Bytes()) || !strings.Contains(errs.String(), "holds the template orders") {
		t.Errorf("printed %s\nand told %s; want JSON, and where the template is", out.String(), errs.String())
	}
}
