package history

import (
	"encoding/base64"
	"testing"
)

func TestTokenExpiry(t *testing.T) {
	claims := base64.RawURLEncoding.EncodeToString([]byte(`{"exp":1717143330}`))
	for token, want := range map[string]bool{"good": true, "a.b.c": true, "a." + claims + ".c": false, "a.e30.c": true} {
		if tokenExpiry(token).IsZero() != want {
			t.Errorf("%s ends at %v; want an end: %t", token, tokenExpiry(token), !want)
		}
	}
}
