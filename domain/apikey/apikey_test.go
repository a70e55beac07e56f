package apikey

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
	"github.com/seed-62a36931/docket/domain/user"
)

const (
	owner = "f1f0c2b6-5d7e-4c3a-8f21-0b1c2d3e4f04"
	keyID = "0c8e2a51-4a35-4b4e-9f2d-6a1f0a7c5b10"
)

var now = time.Date(2024, 5, 31, 8, 0, 0, 0, time.UTC)

func created(change func(*Created, *Details)) Created {
	c, d := Created{User: owner, Scopes: []string{"uploadFile", "getFileStatus"}, Expires: now.Add(time.Hour)},
		Details{Name: "nightly import", Hash: []byte("h")}
	if change != nil {
		change(&c, &d)
	}
	c.Details = es.Seal(user.SubjectOf("demo", owner), d)
	return c
}

func TestKeysBegin(t *testing.T) {
	want := created(func(c *Created, d *Details) {
		c.Scopes, d.Addresses = []string{"getFileStatus", "uploadFile"}, []string{"192.0.2.0/24", "2001:db8::7/128"}
	})
	estest.GivenEvents(t, Decider).When(Create(created(func(_ *Created, d *Details) {
		d.Addresses = []string{"192.0.2.9/24", "2001:db8::7"}
	}), now, time.Hour)).Then(want)
	for _, row := range []struct {
		field, name string
		change      func(*Created, *Details)
	}{
		{"name", "without a name", func(_ *Created, d *Details) { d.Name = " " }},
		{"name", "a long name", func(_ *Created, d *Details) { d.Name = strings.Repeat("x", 101) }},
		{"name", "a name with a line break", func(_ *Created, d *Details) { d.Name = "a\nb" }},
		{"name", "a name with what nobody sees", func(_ *Created, d *Details) { d.Name = "a\u202eb" }},
		{"scopes", "without scopes", func(c *Created, _ *Details) { c.Scopes = nil }},
		{"scopes", "an unknown scope", func(c *Created, _ *Details) { c.Scopes = []string{"uploadFiles"} }},
		{"scopes", "keys that make keys", func(c *Created, _ *Details) { c.Scopes = []string{"createApiKey"} }},
		{"scopes", "a scope twice", func(c *Created, _ *Details) { c.Scopes = []string{"getMe", "getMe"} }},
		{"addresses", "no network", func(_ *Created, d *Details) { d.Addresses = []string{"office"} }},
		{"addresses", "a network twice", func(_ *Created, d *Details) { d.Addresses = []string{"192.0.2.1/24", "192.0.2.0/24"} }},
		{"addresses", "many networks", func(_ *Created, d *Details) { d.Addresses = make([]string, 21) }},
		{"expiresAt", "expired", func(c *Created, _ *Details) { c.Expires = now }},
		{"expiresAt", "beyond the limit", func(c *Created, _ *Details) { c.Expires = now.Add(2 * time.Hour) }},
	} {
		_, err := Create(created(row.change), now, time.Hour)(State{})
		f, ok := err.(*domain.Fault)
		if !ok || f.Kind != domain.Invalid || f.Field != row.field {
			t.Errorf("%s: got %v, want an invalid %s", row.name, err, row.field)
		}
	}
}

func TestKeysEndOnce(t *testing.T) {
	estest.GivenEvents(t, Decider).When(Revoke()).ThenErr(ErrNotFound)
	estest.GivenEvents(t, Decider, created(nil)).When(Revoke()).Then(Revoked{User: owner})
	estest.GivenEvents(t, Decider, created(nil), Revoked{User: owner}).When(Revoke()).Then()
}

func TestTextsOfKeys(t *testing.T) {
	for _, secret := range [][32]byte{{}, [32]byte(bytes.Repeat([]byte{0xff}, 32)), {31: 1}} {
		text := FormatText("demo", keyID, secret)
		if !regexp.MustCompile(Expression).MatchString("key=" + text + "\n") {
			t.Errorf("scanners do not find %s, want a match of %s", text, Expression)
		}
		if ws, id, err := ParseText(text); ws != "demo" || id != keyID || err != nil {
			t.Errorf("%s: got %s, %s, %v, want demo, %s and no error", text, ws, id, err, keyID)
		}
		for i := range text { // each character mistyped
			wrong := []byte(text)
			if wrong[i]++; i < len(Prefix) {
				continue
			}
			if _, _, err := ParseText(string(wrong)); err == nil {
				t.Errorf("%s: got no error, want one", wrong)
			}
		}
		if _, _, err := ParseText(text[:len(text)-1] + "!"); err != ErrForm {
			t.Errorf("got %v, want %v", err, ErrForm)
		}
	}
	// As CRC-32 of any other program would be.
	text := FormatText("demo", keyID, [32]byte{})
	if got := text[len(text)-checksumDigits:]; got != checksumOf(text[:len(text)-checksumDigits]) || len(got) != 6 {
		t.Errorf("got the checksum %s, want six characters", got)
	}
}

func FuzzParseText(f *testing.F) {
	f.Add(FormatText("demo", keyID, [32]byte{1}))
	f.Add("dkt_demo_")
	f.Fuzz(func(t *testing.T, text string) {
		ws, id, err := ParseText(text)
		if err == nil && !strings.HasPrefix(text, Prefix+ws+"_"+strings.ReplaceAll(id, "-", "")+"_") {
			t.Errorf("%q: got %s and %s, want its own", text, ws, id)
		}
	})
}

func TestKeysAreBoundToAddresses(t *testing.T) {
	s := State{Exists: true, Scopes: []string{"getMe"}, Addresses: []string{"192.0.2.0/24", "2001:db8::/32"}}
	p := user.Principal{Key: s.Limit(keyID)}
	for address, want := range map[string]bool{"192.0.2.7": true, "::ffff:192.0.2.7": true, "192.0.3.7": false, "2001:db8::1": true,
		"2001:db9::1": false, "": false, "x": false} {
		if got := p.MayComeFrom(address); got != want {
			t.Errorf("from %q: got %t, want %t", address, got, want)
		}
	}
	// A network that cannot be read any more lets nobody in, rather than everybody.
	if p.Key.Networks = nil; p.MayComeFrom("192.0.2.7") {
		t.Error("from nowhere that is known: got true, want false")
	}
	if free := (user.Principal{Key: State{}.Limit(keyID)}); !free.MayComeFrom("192.0.2.7") || free.InScope(user.GetMe) {
		t.Errorf("got %+v, want a key of all addresses and no scope", free.Key)
	}
	if !p.InScope(user.GetMe) || p.InScope(user.ListUsers) || !(user.Principal{}).InScope(user.ListUsers) {
		t.Error("want a key in its scope alone, and a token in all")
	}
}
