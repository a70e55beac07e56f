package identity_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
)

var cheap = identity.Cost{Memory: 64, Time: 1, Threads: 1}

func TestHashAndVerify(t *testing.T) {
	h := identity.NewHasher(cheap, 1, time.Second)
	phc, err := h.Hash(t.Context(), password)
	if err != nil || !strings.HasPrefix(phc, "$argon2id$v=19$m=64,t=1,p=1$") {
		t.Fatal(phc, err)
	}
	for plain, want := range map[string]bool{password: true, "other": false, "": false, strings.Repeat("x", 600): false} {
		if ok, err := h.Verify(t.Context(), phc, plain); ok != want || err != nil {
			t.Errorf("%.10q: %v %v, want ok = %v and no error", plain, ok, err, want)
		}
	}
	if ok, err := h.Verify(t.Context(), "", ""); ok || err != nil {
		t.Error("no hash fits:", ok, err)
	}
	if h.IsOutdated(phc) || !identity.NewHasher(identity.MinimumCost(), 1, time.Second).IsOutdated(phc) {
		t.Error("outdated hashes are not seen")
	}
}

// With one slot taken, others wait no longer than they are told to.
func TestSlotsAreBounded(t *testing.T) {
	h := identity.NewHasher(identity.Cost{Memory: 32 << 10, Time: 3, Threads: 1}, 1, time.Millisecond)
	var wg sync.WaitGroup
	results := make([]error, 8)
	for i := range results {
		wg.Go(func() { _, results[i] = h.Hash(t.Context(), password) })
	}
	wg.Wait()
	hashed, busy := 0, 0
	for _, err := range results {
		switch {
		case err == nil:
			hashed++
		case errors.Is(err, identity.ErrBusy):
			busy++
		}
	}
	if hashed == 0 || busy == 0 || hashed+busy != len(results) {
		t.Errorf("%d hashed, %d busy, want some of both and %d in all", hashed, busy, len(results))
	}
}

func TestPasswordRules(t *testing.T) {
	a := identity.Account{Username: "Mira-Lee-1", Email: "Mira-1@example.com"}
	for plain, want := range map[string]string{
		password:                          "",
		"Ab1-xyz":                         "at least 8 characters",
		"Ab1-" + strings.Repeat("é", 125): "at most 128 characters",
		"Ab1-" + strings.Repeat("é", 124): "",
		"lower-case-1":                    "an upper-case letter",
		"UPPER-CASE-1":                    "a lower-case letter",
		"No-digit-here":                   "a digit",
		"Nothing0ther":                    "neither letter nor digit",
		"mIRA-lEE-1":                      "not the username",
		"mira-1@EXAMPLE.com":              "not the e-mail address",
	} {
		err := identity.CheckPassword(plain, a)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", plain, err, want)
		}
	}
}

// Whatever a stored hash looks like, verifying it neither panics nor succeeds.
func FuzzVerifyHash(f *testing.F) {
	f.Add("$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Add("$argon2id$v=19$m=4294967295,t=1,p=1$$")
	h := identity.NewHasher(cheap, 1, time.Second)
	f.Fuzz(func(t *testing.T, phc string) {
		if strings.Contains(phc, "m=") && len(phc) > 0 && !strings.Contains(phc, "m=64,t=1,p=1") {
			return // other costs are slow, not interesting
		}
		if ok, _ := h.Verify(t.Context(), phc, password); ok {
			t.Errorf("%q fits, want not ok", phc)
		}
	})
}
