package license_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain/license"
)

func keys(t testing.TB) (ed25519.PublicKey, ed25519.PrivateKey) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return public, private
}

func someLicense() license.License {
	from, to, pages := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, 12, 31, 23, 59, 59, 0, time.UTC), int64(1000)
	return license.License{ID: "L-1", Licensee: "Müller & Söhne <GmbH>", ValidFrom: &from, ValidTo: &to,
		Features: license.Features{OCR: true}, Limits: license.Limits{AnalyzedPages: &pages}}
}

func TestSignedLicensesAreRead(t *testing.T) {
	public, private := keys(t)
	file, err := license.Sign(someLicense(), private)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := json.Marshal(someLicense())
	var respaced bytes.Buffer
	if err := json.Compact(&respaced, file); err != nil {
		t.Fatal(err)
	}
	for _, form := range [][]byte{file, respaced.Bytes(), []byte("\n\n" + string(file) + "  ")} {
		l, err := license.Open(form, public)
		if got, _ := json.Marshal(l); err != nil || string(got) != string(want) {
			t.Errorf("%s %v, want %s", got, err, want)
		}
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	public, private := keys(t)
	stranger, _ := keys(t)
	file, err := license.Sign(someLicense(), private)
	if err != nil {
		t.Fatal(err)
	}
	text := string(file)
	if _, err := license.Open(file, stranger); err == nil || !strings.Contains(err.Error(), "signature") {
		t.Errorf("of a stranger: %v, want an error and err.Error() with signature", err)
	}
	for name, changed := range map[string]string{
		"empty": "", "no json": "license", "a list": "[]", "nothing in it": "{}", "trailing text": text + "{}",
		"too large":         text + strings.Repeat(" ", license.MaxFile),
		"another feature":   strings.Replace(text, `"officeDocuments": false`, `"officeDocuments": true`, 1),
		"another end":       strings.Replace(text, "2024-12-31", "2034-12-31", 1),
		"without signature": strings.Replace(text, `"signature"`, `"other"`, 1), "cut": text[:len(text)/2],
	} {
		if changed == text {
			t.Fatalf("%s changes nothing, want other than %v", name, text)
		}
		if l, err := license.Open([]byte(changed), public); err == nil {
			t.Errorf("%s is read as %+v, want an error", name, l)
		}
	}
	late, below := someLicense(), int64(-1)
	late.ValidFrom, late.ValidTo = late.ValidTo, late.ValidFrom
	nobody, nameless, negative := someLicense(), someLicense(), someLicense()
	nobody.Licensee, nameless.ID, negative.Limits.UploadedBytes = " ", "", &below
	for _, l := range []license.License{late, nobody, nameless, negative} {
		if _, err := license.Sign(l, private); err == nil {
			t.Errorf("%+v is signed, want an error", l)
		}
	}
}

func TestStatusOverTime(t *testing.T) {
	l := someLicense()
	for at, want := range map[time.Time]string{
		l.ValidFrom.Add(-time.Nanosecond): license.NotYetValid, *l.ValidFrom: license.Valid, *l.ValidTo: license.Valid,
		l.ValidTo.Add(1): license.Expired,
	} {
		err := l.CheckValid(at)
		if got := l.StatusAt(at); got != want || errors.Is(err, license.ErrExpired) == (want == license.Valid) {
			t.Errorf("%v: %s %v, want %s", at, got, err, want)
		}
		if license.FullLicense().CheckValid(at) != nil {
			t.Errorf("without a license something ends, want license.FullLicense().CheckValid(at) = nil")
		}
	}
}

// Whatever stands in a file, it is refused or was signed.
func FuzzOpen(f *testing.F) {
	public, private := keys(f)
	file, err := license.Sign(someLicense(), private)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file)
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := license.Open(b, public)
		got, _ := json.Marshal(l)
		if want, _ := json.Marshal(someLicense()); err == nil && string(got) != string(want) {
			t.Errorf("%s gives %s, want %s", b, got, want)
		}
	})
}
