package exchange

import (
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/domain"
)

// Whatever Content-Disposition says, a name is refused or safe to show and store.
func FuzzFileName(f *testing.F) {
	for _, s := range []string{`form-data; name="file"; filename="a.pdf"`, `x; filename*=UTF-8''%2e%2e`,
		`x; filename="..\\..\\a"`, `x; filename=" . "`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, disposition string) {
		name, err := fileName(disposition)
		if err == nil && (name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\\\x00\n") ||
			name != strings.TrimSpace(name)) {
			t.Errorf("%q gives %q, want a name without path and spaces, or an error", disposition, name)
		}
		if err != nil && domain.KindOf(err) != domain.Invalid {
			t.Error(err)
		}
	})
}
