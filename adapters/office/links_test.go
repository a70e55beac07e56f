package office

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestNothingIsFetched gives LibreOffice documents that ask for files of this machine
// and pages of a server in fields that are no relationships, and wants neither in the
// PDF, nor the server asked.
func TestNothingIsFetched(t *testing.T) {
	c := newConverter(t, Options{})
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = io.WriteString(w, "WORDSFROMAFAR")
	}))
	defer server.Close()
	secret := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(secret, []byte("WORDSOFTHISMACHINE"), 0o644); err != nil { //nolint:gosec // anybody may read it
		t.Fatal(err)
	}
	field := func(code string) string {
		return `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ` + code +
			` </w:instrText></w:r>` +
			`<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>before</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
	}
	for _, target := range []string{secret, "file://" + secret, server.URL + "/a.txt"} {
		quoted := `&quot;` + target + `&quot;`
		content := docx([2]string{"word/document.xml", body(field("INCLUDETEXT "+quoted) + field("INCLUDEPICTURE "+quoted+" \\d") +
			field("DDEAUTO soffice "+quoted+" x") + field("LINK Word.Document.8 "+quoted+" \\a \\t") +
			`<w:p><w:r><w:t>Ends here</w:t></w:r></w:p>`)}).pack(t)
		pdf, _, err := c.Convert(t.Context(), "a.docx", content)
		if err != nil {
			t.Errorf("%s: %v, want no error", target, err)
			continue
		}
		text := textOf(t, pdf)
		if strings.Contains(text, "WORDSOFTHISMACHINE") || strings.Contains(text, "WORDSFROMAFAR") || !strings.Contains(text, "Ends here") {
			t.Errorf("%s: %q, want it without WORDSOFTHISMACHINE, it without WORDSFROMAFAR and text with Ends here", target, text)
		}
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("the server was asked %d times, want at most 0", n)
	}
}

// textOf is the text of a PDF by another program.
func textOf(t *testing.T, pdf []byte) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "pdftotext", "-", "-")
	cmd.Stdin = bytes.NewReader(pdf)
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("pdftotext is not installed: %v", err)
	}
	return string(out)
}
