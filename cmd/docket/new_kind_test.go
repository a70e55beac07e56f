package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pageBlocks returns the code of a page by the file that it is for, and what its commands print, line by line.
func pageBlocks(page string) (files map[string]string, printed []string) {
	files = map[string]string{}
	for i, part := range strings.Split(page, "\n```") {
		info, text, _ := strings.Cut(part, "\n")
		if i%2 == 0 {
			continue
		}
		if _, name, named := strings.Cut(info, " "); named {
			files[name] = text + "\n"
		} else if !strings.HasPrefix(text, "docket ") && !strings.HasPrefix(text, "componentCreationService") {
			printed = append(printed, strings.Split(text, "\n")...)
		}
	}
	return files, printed
}

// TestANewKindOfDocument runs what the page of this name shows, from labels to a template.
func TestANewKindOfDocument(t *testing.T) {
	page, err := os.ReadFile("docs/new-kind-of-document.md")
	if err != nil {
		t.Fatal(err)
	}
	files, wanted := pageBlocks(string(page))
	t.Chdir(t.TempDir())
	folder, told := templateFolder{t, "."}, ""
	do := func(line string) {
		t.Helper()
		out, code := run(t, strings.Fields(line)...)
		if code > 1 || !strings.Contains(string(page), "\ndocket "+line) {
			t.Fatalf("docket %s: exit code %d, want 0 or 1 and the command on the page\n%s", line, code, out)
		}
		told += out
	}
	do("templates ready invoice invoice")
	folder.write(map[string]string{"bills.csv": files["./bills.csv"]})
	do("templates suggest invoice/samples bills --truth bills.csv")
	do("score fields invoice/samples --truth bills.csv --template bills --kind Issued=date --kind Total=amount")
	for name, text := range files {
		if strings.HasPrefix(name, "bills/") {
			folder.write(map[string]string{name: text})
		}
	}
	replace := func(name, old, by string) {
		t.Helper()
		text := folder.read(name)
		if !strings.Contains(text, old) || !strings.Contains(string(page), by) {
			t.Fatalf("got %s, want %q in it, and %q on the page", text, old, by)
		}
		folder.write(map[string]string{name: strings.ReplaceAll(text, old, by)})
	}
	replace(filepath.Join("bills", "component-rules.drl"), `componentCreationService.firstOrElse("Issued.1.0", "Issued", $found, "");`,
		`componentCreationService.convertDates("Issued.1.0", "Issued", $found, "yyyy-MM-dd");`)
	replace(filepath.Join("bills", "tests", "examples.yaml"), `"14 March 2024"`, `2024-03-14`)
	do("score fields invoice/samples --truth bills.csv --template bills --kind Total=amount")
	do("templates check bills")
	for _, line := range wanted {
		if line != "..." && !strings.Contains(told, line+"\n") {
			t.Errorf("the page shows %q, which no command prints:\n%s", line, told)
		}
	}
}
