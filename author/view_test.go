package author

import (
	"bufio"
	"context"
	"html"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/internal/terminal"
)

const sidebarInvoice = "templates/invoice/samples/3-sidebar.pdf"

// copyTemplate copies the invoice template to a folder of the test, with a text in its component rules replaced.
func copyTemplate(t *testing.T, from, to string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "invoice")
	if err := os.CopyFS(dir, os.DirFS("templates/invoice")); err != nil {
		t.Fatal(err)
	}
	changeRules(t, dir, from, to)
	return dir
}

// changeRules replaces a text in the component rules of a template.
func changeRules(t *testing.T, dir, from, to string) {
	t.Helper()
	name := filepath.Join(dir, "component-rules.drl")
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(content), from) {
		t.Fatalf("the rules have no %q", from)
	}
	if err := os.WriteFile(name, []byte(strings.ReplaceAll(string(content), from, to)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// numberRule begins the rule of the invoice number, and failingRule is one that fails on each document.
const (
	numberRule  = `rule "InvoiceNumber.0.0: Invoice number as printed"`
	failingRule = `rule "Broken.0.0: Divides by nothing"
when
    $e: Entity(type == "invoice_number")
then
    int nothing = $e.getValue().length() - $e.getValue().length();
    componentCreationService.create("Broken.0.0", "Broken", "" + (1 / nothing), "never");
end

` + numberRule
)

func TestViewIsWrittenWithItsImages(t *testing.T) {
	dir := copyTemplate(t, numberRule, failingRule)
	file := filepath.Join(t.TempDir(), "view.html")
	out, err := docket(t.Context(), "view", "--template", dir, sidebarInvoice, "--cache", pdfCache(t), "--out", file).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "view.html") {
		t.Fatalf("%v: %s, want string(out) with view.html and no error", err, out)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	checkLinks(t, page)
	for _, want := range []string{
		"<title>3-sidebar.pdf: what the rules find</title>",
		`<b>RE-2024/0815</b>`, `marked by Invoice.1.0: Number behind its label`, "component-rules.drl:", // the value, and both rules
		"Value behind a label of the invoice number", // the reason
		`src="data:image/png;base64,`,
		"<h2>Without a value</h2>", "<li>Purchase order</li>",
		"Rules that failed", "Broken.0.0: Divides by nothing (line ",
	} {
		if !strings.Contains(html.UnescapeString(page), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page, "<script") {
		t.Error("the page has a script")
	}

	// The box of the number stands where extract says that it is.
	at := extractAll(t, dir, sidebarInvoice)[0]
	for _, d := range at.Details {
		if d.Name == "Invoice_Number" {
			box := d.Values[0].References[0].Positions[0].Box
			checkBox(t, page, "invoice_number: RE-2024/0815", 100*box.X/595, 100*(1-(box.Y+box.Height)/842))
		}
	}
}

// checkLinks wants each link to lead to the one thing of its name, and a link from a box to a value that leads
// back to it.
func checkLinks(t *testing.T, page string) {
	t.Helper()
	ids := map[string]int{}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		ids[m[1]]++
	}
	links := regexp.MustCompile(` href="#([^"]+)"`).FindAllStringSubmatch(page, -1)
	if len(links) < 20 {
		t.Errorf("%d links, want at least 20", len(links))
	}
	for _, m := range links {
		if ids[m[1]] != 1 {
			t.Errorf("%d things are called %s, to which a link leads, want 1", ids[m[1]], m[1])
		}
	}
	if !regexp.MustCompile(`id="(e\d+)" href="#(v\d+-\d+)"`).MatchString(page) {
		t.Error("no box leads to a value")
	}
}

// checkBox wants the box that tells about an entity at a place in percent of the page, to a fifth of it.
func checkBox(t *testing.T, page, tip string, left, top float64) {
	t.Helper()
	m := regexp.MustCompile(`style="left:([\d.]+)%;top:([\d.]+)%;[^"]*" aria-label="` +
		regexp.QuoteMeta(html.EscapeString(tip))).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no box tells %q, want m != nil", tip)
	}
	for i, want := range []float64{left, top} {
		if got, err := strconv.ParseFloat(m[i+1], 64); err != nil || got < want-0.2 || got > want+0.2 {
			t.Errorf("the box of %q stands at %s %%, %s %%, want %.2f %%, %.2f %%", tip, m[1], m[2], left, top)
			return
		}
	}
}

// TestViewFollowsTheRules serves the page, and changes rules between two readings of it.
func TestViewFollowsTheRules(t *testing.T) {
	dir := copyTemplate(t, numberRule, numberRule)
	ctx, cancel := context.WithCancel(t.Context())
	told, tell := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"view", "--template", dir, sidebarInvoice, "--cache", pdfCache(t)},
			terminal.Streams{Out: tell, Err: os.Stderr})
		_ = tell.Close()
	}()
	line, err := bufio.NewReader(told).ReadString('\n')
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(line)
	if err != nil || address == "" {
		t.Fatalf(`told %q, %v, want address other than "" and no error`, line, err)
	}
	ask := func(path, host string) (status int, kind, body string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			r.Host = host
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		content, err := io.ReadAll(a.Body)
		if err != nil {
			t.Fatal(err)
		}
		if policy := a.Header.Get("Content-Security-Policy"); host == "" && !strings.HasPrefix(policy, "default-src 'none'") {
			t.Errorf("%s: policy %q, want one of default-src 'none'", path, policy)
		}
		return a.StatusCode, a.Header.Get("Content-Type"), string(content)
	}
	status, kind, page := ask("", "")
	if status != http.StatusOK || kind != "text/html; charset=utf-8" || !strings.Contains(page, "RE-2024/0815") {
		t.Fatalf("%d %s: %s, want status = StatusOK, kind = text/html; charset=utf-8 and page with RE-2024/0815", status, kind, page)
	}
	checkLinks(t, page)
	image := regexp.MustCompile(`src="(pages/1\.png[^"]*)"`).FindStringSubmatch(page)
	if image == nil {
		t.Fatal("the page has no image")
	}
	if status, kind, data := ask(html.UnescapeString(image[1]), ""); status != http.StatusOK || kind != "image/png" ||
		!strings.HasPrefix(data, "\x89PNG") {
		t.Errorf("image: %d %s, want status = StatusOK, kind = image/png and it to begin with \x89PNG", status, kind)
	}
	for path, host := range map[string]string{"": "docket.example:80", "pages/1.png": "docket.example"} {
		if status, _, _ := ask(path, host); status != http.StatusForbidden {
			t.Errorf("%q of another host: %d, want %v", path, status, http.StatusForbidden)
		}
	}
	for _, path := range []string{"pages/2.png", "pages/0.png", "pages/x.png", "other"} {
		if status, _, _ := ask(path, ""); status != http.StatusNotFound {
			t.Errorf("%s: %d, want %v", path, status, http.StatusNotFound)
		}
	}

	const renamed = `rule "InvoiceNumber.0.0: A number, as printed"`
	changeRules(t, dir, numberRule, renamed)
	if status, _, page := ask("", ""); status != http.StatusOK || !strings.Contains(page, "A number, as printed") {
		t.Errorf("after a change of the rules: %d, the old page, want status = %v and %q in page", status, http.StatusOK,
			"A number, as printed")
	}
	changeRules(t, dir, renamed, "rule oops "+renamed)
	if status, _, page := ask("", ""); status != http.StatusInternalServerError ||
		!regexp.MustCompile(`component-rules\.drl:\d+:\d+: `).MatchString(page) {
		t.Errorf("with an error in the rules: %d %s, want 500 and the place of the error", status, page)
	}
	cancel()
	select {
	case code := <-ended:
		if code != 0 {
			t.Errorf("exit code %d, want 0", code)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("it does not end")
	}
}

func TestViewRefuses(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--listen", "0.0.0.0:8099"}, "must be an address of this machine alone"},
		{[]string{"--listen", ":8099"}, "must be an address of this machine alone"},
		{[]string{"--dpi", "5"}, "--dpi must be between 36 and 300"},
	} {
		args := append([]string{"view", "--template", "templates/invoice", sidebarInvoice}, c.args...)
		out, err := docket(t.Context(), args...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%v: %v: %s, want an error and string(out) with %v", c.args, err, out, c.want)
		}
	}
	broken := filepath.Join(t.TempDir(), "broken.pdf")
	if err := os.WriteFile(broken, []byte("%PDF-1.7 nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := docket(t.Context(), "view", "--template", "templates/invoice", broken, "--cache", pdfCache(t)).CombinedOutput()
	if err == nil || strings.Contains(string(out), "http://") || !strings.Contains(string(out), "broken.pdf: ") {
		t.Errorf("a broken PDF: %v: %s, want an error, it without http:// and string(out) with broken.pdf: ", err, out)
	}
	text := filepath.Join(filepath.Dir(broken), "notes.txt")
	if err := os.WriteFile(text, []byte("Notes, and no document"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err = docket(t.Context(), "view", "--template", "templates/invoice", text, "--cache", pdfCache(t)).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "notes.txt: by its content it is plain text") {
		t.Errorf("a file of another kind: %v: %s, want an error and string(out) with notes.txt: by its content it is plain text", err, out)
	}
}
