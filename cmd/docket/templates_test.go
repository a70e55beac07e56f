package main

import (
	"bufio"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// A templateFolder is a folder of a template that a test writes.
type templateFolder struct {
	t   *testing.T
	dir string
}

// write writes files of the folder; the content "" removes one.
func (f templateFolder) write(files map[string]string) {
	f.t.Helper()
	for name, content := range files {
		file := filepath.Join(f.dir, name)
		err := os.MkdirAll(filepath.Dir(file), 0o700)
		switch {
		case err != nil:
		case content == "":
			err = os.Remove(file)
		default:
			err = os.WriteFile(file, []byte(content), 0o600)
		}
		if err != nil {
			f.t.Fatal(err)
		}
	}
}

// read returns the content of a file of the folder.
func (f templateFolder) read(name string) string {
	f.t.Helper()
	content, err := os.ReadFile(filepath.Join(f.dir, name))
	if err != nil {
		f.t.Fatal(err)
	}
	return string(content)
}

const ordersManifest = `format: 1
name: Orders
description: Orders of customers
dossierStatuses:
  - {name: Open, description: Work goes on}
  - {name: Done, color: "#4CAF50"}
dossierAttributes:
  - {name: Cost centre, type: TEXT, editable: true}
fileAttributes:
  - {name: Customer, type: TEXT, csvColumnHeader: customer, primaryAttribute: true, displayedInFileList: true}
  - {name: Due, type: DATE}
entities:
  - {displayName: Order number, rank: 10}
  - {displayName: Customer name, rank: 20, hasDictionary: true}
components:
  - {technicalName: Order_Number, displayName: Number, required: true}
  - {technicalName: Customer_Name, displayName: Customer, description: As printed}
componentMappings:
  - {file: mappings/currencies.csv, name: Currencies, delimiter: ";"}
reportTemplates:
  - {file: reports/sheet.docx, name: Sheet}
`

// changedManifest says something else of everything that a request can change.
const changedManifest = `format: 1
name: Orders
description: Orders and changes of orders
validTo: 2040-01-01T00:00:00Z
keepHiddenText: true
downloadFileTypes: [PREVIEW]
retentionHours: 48
ocrLanguages: [eng, deu]
fileAttributesConfig: {delimiter: ";", encoding: ISO-8859-1}
dossierStatuses:
  - {name: Waiting, color: "#AA0000"}
  - {name: Done, description: All is shipped}
  - {name: Open}
dossierAttributes:
  - {name: Cost centre, type: TEXT, filterable: true}
  - {name: Region, type: TEXT}
fileAttributes:
  - {name: Customer, type: TEXT, csvColumnHeader: client, displayedInFileList: true}
  - {name: Due, type: DATE, primaryAttribute: true}
entities:
  - {displayName: Order no., technicalName: order_number, rank: 20, color: "#112233"}
  - {displayName: Customer name, rank: 10, hasDictionary: true, caseSensitive: true}
  - {displayName: Due date, technicalName: due, rank: 15, kind: HINT}
components:
  - {technicalName: Customer_Name, displayName: Customer, description: As it is known, required: true, multiple: false, format: '[A-Z].*'}
  - {technicalName: Due_Date, displayName: Due, format: DATE}
componentMappings:
  - {file: mappings/currencies.csv, name: Currencies, delimiter: ";"}
  - {file: mappings/units.csv}
reportTemplates:
  - {file: reports/sheet.docx, name: Sheet, multiFileReport: true, activeByDefault: true}
`

// newOrders writes a folder of a template of the name Orders.
func newOrders(t *testing.T) templateFolder {
	t.Helper()
	f := templateFolder{t, filepath.Join(t.TempDir(), "orders")}
	invoice := templateFolder{t, "templates/invoice"}
	f.write(map[string]string{
		"template.yaml": ordersManifest, "README.md": "notes", "samples/note.txt": "a sample",
		"entity-rules.drl": invoice.read("entity-rules.drl"), "component-rules.drl": invoice.read("component-rules.drl"),
		"date-formats.txt": "dd.MM.yyyy\n", "dictionaries/customer_name.txt": "Acme Ltd\nZeta GmbH\n",
		"mappings/currencies.csv": "search_value;mapped_value\n€;EUR\n", "reports/sheet.docx": invoice.read("reports/invoice-sheet.docx"),
	})
	return f
}

// TestTemplatesFromFolderToService pushes a folder, changes all of it, pulls it back, and wants
// no difference at the end of each way.
func TestTemplatesFromFolderToService(t *testing.T) {
	s := servicetest.Serve(t, path.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	d := desk{t: t, config: filepath.Join(t.TempDir(), "config")}
	d.run(0, "Str0ng-enough\n", "login", s.PublicURL(), "--password", "--username", "mira")
	orders := newOrders(t)
	createdFromFolder(d, orders)
	refusedFolders(d, orders)
	changedFromFolder(d, orders)
	changedMeanwhile(d, orders)
	removedFromService(d, orders)
	pulledAndCloned(d, orders)
}

func createdFromFolder(d desk, f templateFolder) {
	d.t.Helper()
	d.fails(2, "add --yes", "templates", "push", f.dir)
	if out, _ := d.run(6, "", "templates", "push", f.dir, "--dry-run"); !strings.Contains(out, "it would be new") ||
		!strings.Contains(out, "+ component order_number") {
		d.t.Errorf("a dry run of a new template: %s, want %q in out and %q in out", out, "it would be new", "+ component order_number")
	}
	if strings.Contains(d.wants("Invoices", "templates", "list"), "Orders") {
		d.t.Error("something was stored before anybody agreed")
	}
	printed, said := d.run(0, "y\n", "templates", "push", f.dir)
	if !strings.Contains(printed, "created Orders (") || !strings.Contains(said, "for people and tools: README.md, samples") {
		d.t.Errorf("created: %s%s, want %q in printed and %q in said", printed, said, "created Orders (",
			"for people and tools: README.md, samples")
	}
	for _, flags := range [][]string{nil, {"--dry-run"}, {"--prune"}} {
		d.wants("nothing to do", append([]string{"templates", "push", f.dir}, flags...)...)
	}
	d.wants("2: customer_name, order_number", "templates", "show", "Orders")
	d.wants(`"ocrLanguages"`, "templates", "show", "Orders", "--json")
	d.fails(1, `there is no template "Order"; there are Invoices, Orders`, "templates", "show", "Order")
}

// refusedFolders are told with the place of what is wrong, and change nothing.
func refusedFolders(d desk, f templateFolder) {
	d.t.Helper()
	sound := f.read("entity-rules.drl")
	f.write(map[string]string{"entity-rules.drl": strings.Replace(sound, "when\n", "when\n  Nonsense(\n", 1)})
	d.fails(1, "entity-rules.drl:", "templates", "push", f.dir, "--yes")
	d.fails(1, "entity-rules.drl:", "templates", "push", f.dir, "--to", "Another", "--yes")
	f.write(map[string]string{"entity-rules.drl": sound, "template.yaml": strings.Replace(ordersManifest, "description", "descriptio", 1)})
	d.fails(1, "Unknown key: descriptio", "templates", "push", f.dir, "--yes")
	if out, _ := d.run(1, "", "templates", "check", f.dir); !strings.Contains(out, "Unknown key: descriptio") {
		d.t.Errorf("check: %s, want %q in it", out, "Unknown key: descriptio")
	}
	f.write(map[string]string{"template.yaml": ordersManifest})
	d.wants("nothing to do", "templates", "push", f.dir)
	d.fails(2, "", "templates", "push", filepath.Join(f.dir, "elsewhere"))
}

func changedFromFolder(d desk, f templateFolder) {
	d.t.Helper()
	f.write(map[string]string{
		"template.yaml": changedManifest, "entity-rules.drl": "// another head\n" + f.read("entity-rules.drl"),
		"date-formats.txt":               "yyyy-MM-dd\n",
		"dictionaries/customer_name.txt": "Acme Ltd\nBeta AG\n", "dictionaries/customer_name.false-positives.txt": "Acme Street\n",
		"mappings/currencies.csv": "search_value;mapped_value\n€;EUR\n$;USD\n",
		"mappings/units.csv":      "search_value,mapped_value\npc,piece\n",
		"reports/sheet.docx":      templateFolder{d.t, "templates/invoice"}.read("reports/invoice-sheet.docx"),
	})
	printed, said := d.run(6, "", "templates", "push", f.dir, "--dry-run")
	for _, want := range []string{"+// another head", "-dd.MM.yyyy\n+yyyy-MM-dd", "-Zeta GmbH", "+Acme Street", "+$;USD",
		"mappings/units.csv", `+retentionHours: 48`} {
		if !strings.Contains(printed, want) {
			d.t.Errorf("no %q in the difference:\n%s", want, printed)
		}
	}
	if !strings.Contains(said, "only the service has, and keeps unless --prune is given: component order_number") {
		d.t.Errorf("what stays is not told: %s", said)
	}
	d.run(1, "n\n", "templates", "push", f.dir)
	if out, _ := d.run(6, "", "templates", "push", f.dir, "--dry-run"); out != printed {
		d.t.Errorf("something was sent though somebody said no:\n%s, want %v", out, printed)
	}
	d.wants("sent ", "templates", "push", f.dir, "--yes")
	d.wants("nothing to do", "templates", "push", f.dir, "--yes")
}

// changedMeanwhile changes the template between the question and the answer: nothing is sent then.
func changedMeanwhile(d desk, f templateFolder) {
	d.t.Helper()
	other := templateFolder{d.t, filepath.Join(d.t.TempDir(), "other")}
	d.wants("wrote ", "templates", "pull", "Orders", other.dir)
	other.write(map[string]string{"date-formats.txt": "yyyy/MM/dd\n"})
	cmd := servicetest.NewCommand(d.t.Context(), "templates", "push", other.dir)
	cmd.Env = append(cmd.Env, "DOCKET_CONFIG_DIR="+d.config)
	answer, err := cmd.StdinPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		d.t.Fatal(err)
	}
	in := bufio.NewReader(said)
	if _, err := in.ReadString('?'); err != nil {
		d.t.Fatal(err)
	}
	f.write(map[string]string{"date-formats.txt": "dd/MM/yyyy\n"})
	d.wants("sent 1 change", "templates", "push", f.dir, "--yes")
	if _, err := answer.Write([]byte("y\n")); err != nil {
		d.t.Fatal(err)
	}
	rest, _ := io.ReadAll(in)
	if err := cmd.Wait(); err == nil || !strings.Contains(string(rest),
		"somebody has changed the template Orders meanwhile; nothing was sent") {
		d.t.Errorf("got %v: %s, want an error and string(rest) with somebody has changed the template Orders meanwhile; nothing "+
			"was sent", err, rest)
	}
	d.wants("nothing to do", "templates", "push", f.dir)
}

// removedFromService removes what the folder lacks, and brings it back.
func removedFromService(d desk, f templateFolder) {
	d.t.Helper()
	f.write(map[string]string{"dictionaries/customer_name.false-positives.txt": "", "mappings/units.csv": "",
		"template.yaml": strings.NewReplacer("  - {file: mappings/units.csv}\n", "", "  - {name: Region, type: TEXT}\n", "",
			"  - {name: Waiting, color: \"#AA0000\"}\n", "",
			"  - {displayName: Due date, technicalName: due, rank: 15, kind: HINT}\n", "").Replace(changedManifest)})
	printed := d.wants("sent ", "templates", "push", f.dir, "--prune", "--yes")
	for _, want := range []string{"-Acme Street", "-pc,piece", `-  - {technicalName: "order_number"`} {
		if !strings.Contains(printed, want) {
			d.t.Errorf("no %q in the difference:\n%s", want, printed)
		}
	}
	d.wants("nothing to do", "templates", "push", f.dir, "--prune")
	f.write(map[string]string{"template.yaml": ordersManifest})
	d.wants("sent ", "templates", "push", f.dir, "--prune", "--yes") // order_number comes back, in its place
	d.wants("nothing to do", "templates", "push", f.dir, "--prune")
	f.write(map[string]string{"template.yaml": strings.Replace(ordersManifest, "{name: Due, type: DATE}", "{name: Due, type: TEXT}", 1)})
	if _, said := d.run(0, "", "templates", "push", f.dir); !strings.Contains(said, "a type cannot be changed") {
		d.t.Errorf("another type: %s, want %q in it", said, "a type cannot be changed")
	}
	f.write(map[string]string{"template.yaml": ordersManifest})
}

func pulledAndCloned(d desk, f templateFolder) {
	d.t.Helper()
	other := templateFolder{d.t, filepath.Join(d.t.TempDir(), "new", "orders")}
	d.wants("wrote ", "templates", "pull", "Orders", other.dir)
	d.wants("nothing to do", "templates", "push", other.dir, "--prune")
	d.wants("nothing to do", "templates", "pull", "Orders", f.dir)
	if f.read("template.yaml") != ordersManifest || f.read("README.md") != "notes" {
		d.t.Error("a pull without a difference has written something")
	}
	id := strings.TrimSpace(d.wants("-", "templates", "clone", "Orders", "Orders (draft)"))
	d.wants("nothing to do", "templates", "push", f.dir, "--to", id, "--prune")
	f.write(map[string]string{"date-formats.txt": "d MMMM yyyy\n", "dictionaries/customer_name.txt": ""})
	d.wants("sent 2 changes to Orders (draft)", "templates", "push", f.dir, "--to", "Orders (draft)", "--prune", "--yes")
	d.run(6, "", "templates", "pull", "Orders", f.dir, "--dry-run")
	if out, _ := d.run(0, "y\n", "templates", "pull", "Orders (draft)", other.dir); !strings.Contains(out, "+d MMMM yyyy") {
		d.t.Errorf("pulled: %s, want %q in it", out, "+d MMMM yyyy")
	}
	d.wants("nothing to do", "templates", "push", other.dir, "--to", "Orders (draft)", "--prune")
	if _, err := os.Stat(filepath.Join(other.dir, "dictionaries/customer_name.txt")); !os.IsNotExist(err) {
		d.t.Errorf("a dictionary that the service has not is there still: %v, want os.IsNotExist(err)", err)
	}
	full := d.t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "letter.txt"), []byte("hello"), 0o600); err != nil {
		d.t.Fatal(err)
	}
	d.fails(2, "is not empty and has no template.yaml", "templates", "pull", "Orders", full)
	d.fails(1, "already exists", "templates", "clone", "Orders", "Invoices")
	d.fails(1, "there is no template", "templates", "pull", "Nothing", filepath.Join(full, "x"))
}
