package identity_test

import (
	"net/http/httptest"
	"net/netip"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/identity"
	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/user"
)

// from tries a password from an address, by the password grant or the page.
func (w *world) from(address, name, pw string, page bool) answer {
	f := url.Values{"client_id": {"app"}, "client_secret": {"s3cret"}, "grant_type": {"password"}, "username": {name}, "password": {pw}}
	path := oidc + "/token"
	if page {
		f, path = url.Values{"username": {name}, "password": {pw}}, oidc+"/auth?"+request().Encode()
	}
	r := httptest.NewRequest("POST", path, strings.NewReader(f.Encode()))
	r.RemoteAddr = address
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return w.do(r)
}

func TestWhatIsCountedTogether(t *testing.T) {
	for _, row := range []struct {
		name   string
		guess  func(w *world, i int) // one of 100 that fail
		status int                   // of a sign-in of mira from 192.0.2.1 afterwards
	}{
		{"page and grant", func(w *world, i int) { w.from("192.0.2.1:1", "mira", "wrong", i%2 == 0) }, 429},
		{"an account from many addresses", func(w *world,
			i int) {
			w.from("192.0.2."+strconv.Itoa(i+10)+":1", "mira", "wrong", false)
		}, 429},
		{"name and e-mail address", func(w *world, i int) {
			w.from("192.0.2.9:1", []string{"mira", "MIRA@example.com"}[i%2], "wrong", false)
		}, 429},
		{"an address with many names", func(w *world, i int) { w.from("192.0.2.1:1", "n"+strconv.Itoa(i), "wrong", false) }, 200},
		{"an address with more names than people mistype", func(w *world, i int) {
			w.from("192.0.2.1:1", "n"+strconv.Itoa(i), "wrong", false)
			w.from("192.0.2.1:1", "m"+strconv.Itoa(i), "wrong", false)
		}, 429},
		{"another account from another address", func(w *world, _ int) { w.from("192.0.2.9:1", "gone", "wrong", false) }, 200},
		{"another network", func(w *world, _ int) { w.from("[2001:db8::1]:1", "nobody", "wrong", false) }, 200},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := newWorld(t)
			for i := range 100 {
				row.guess(w, i)
			}
			if a := w.from("192.0.2.1:1", "mira", password, false); a.StatusCode != row.status {
				t.Errorf("%d %s, want %v", a.StatusCode, a.body, row.status)
			}
		})
	}
}

func TestAddressesOfOneNetworkCountAsOne(t *testing.T) {
	w := newWorld(t)
	for i := range 101 {
		w.from("[2001:db8:0:1::"+strconv.Itoa(i)+"]:1", "nobody"+strconv.Itoa(i), "wrong", false)
	}
	if a := w.from("[2001:db8:0:1::99]:1", "mira", password, false); a.StatusCode != 429 {
		t.Error("from the same network:", a.StatusCode)
	}
	if a := w.from("[2001:db8:0:2::99]:1", "mira", password, false); a.StatusCode != 200 {
		t.Error("from another network:", a.StatusCode)
	}
}

// Nobody who learns that a name is taken could tell it by what guessing brings.
func TestUnknownNamesAreSlowedDownLikeKnownOnes(t *testing.T) {
	for _, name := range []string{"mira", "gone", "nobody"} {
		w := newWorld(t)
		for i := range 5 {
			w.want(w.from("192.0.2."+string(rune('1'+i))+":1", name, "wrong", false), 400, "invalid_grant")
		}
		w.want(w.from("192.0.2.9:1", name, "wrong", false), 429, "temporarily_unavailable")
	}
}

// Whoever has no account chooses how long a name is, and must not fill the memory.
func TestLongNamesAreNotKept(t *testing.T) {
	w := newWorld(t)
	kept := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := kept()
	for i := range 250 {
		w.want(w.from("192.0.2."+strconv.Itoa(i)+":1", strconv.Itoa(i)+strings.Repeat("n", 60_000), "wrong", false), 400, "invalid_grant")
	}
	if after := kept(); after > before+5_000_000 {
		t.Errorf("%d bytes are kept of 250 names of 60,000, want after at most %v", after-before, before+5_000_000)
	}
	runtime.KeepAlive(w)
}

func TestASuccessClearsTheAccount(t *testing.T) {
	w := newWorld(t)
	for round := range 3 {
		for i := range 4 {
			w.want(w.from("192.0.2."+string(rune('1'+i))+":1", "mira", "wrong", false), 400, "invalid_grant")
		}
		if a := w.from("192.0.2."+strconv.Itoa(100+round)+":1", "mira", password, false); a.StatusCode != 200 {
			t.Fatal(a.StatusCode, a.body)
		}
	}
}

// Mistyping of those who then get in does not add up at their address; guessing at others goes on
// to count, whoever signs in meanwhile.
func TestASuccessClearsTheAccountAtItsAddress(t *testing.T) {
	guesses := func(own bool) (refused bool) {
		w := newWorld(t)
		for i := range 120 {
			if own {
				w.from("192.0.2.1:1", "mira", "wrong", false)
			} else {
				w.from("192.0.2.1:1", "nobody"+strconv.Itoa(i), "wrong", false)
			}
			refused = w.from("192.0.2.1:1", "mira", password, false).StatusCode == 429 || refused
		}
		return refused
	}
	if guesses(true) {
		t.Error("mistyping adds up")
	}
	if !guesses(false) {
		t.Error("guessing at others is not counted while somebody signs in")
	}
}

// Nobody locks an account out of where its owner has signed in before; what fails there is counted
// there.
func TestGuessesOfOthersDoNotLockOutWhereTheAccountIsKnown(t *testing.T) {
	lock := func(w *world) {
		for i := range 12 {
			w.from("198.51.100."+strconv.Itoa(i)+":1", "mira", "wrong", false)
		}
	}
	t.Run("network", func(t *testing.T) {
		w := newWorld(t)
		w.from("192.0.2.1:1", "mira", password, false)
		lock(w)
		w.want(w.from("192.0.2.2:1", "mira", password, false), 429, "temporarily_unavailable")
		for i := range 9 {
			if a := w.from("192.0.2.1:1", "mira", []string{password, "wrong", "wrong"}[i%3], false); a.StatusCode == 429 {
				t.Fatalf("attempt %d: %s, want a.StatusCode other than 429", i, a.body)
			}
		}
		for range 3 {
			w.from("192.0.2.1:1", "mira", "wrong", false)
		}
		w.want(w.from("192.0.2.1:1", "mira", password, false), 429, "temporarily_unavailable")
		w.want(w.from("192.0.2.1:1", "gone", password, false), 400, "invalid_grant") // nobody else is known there
	})
	t.Run("browser", func(t *testing.T) {
		w := newWorld(t)
		mine, other := w.browser(), w.browser()
		if got := outcome(mine.submit("mira", password)); got != "code" {
			t.Fatal(got)
		}
		restart := func() { // which forgets networks, but no browsers
			w.server = identity.New(identity.Config{Public: "https://docket.example", Hasher: w.hasher(), Now: w.clock}, w.memory.Ports())
		}
		restart()
		for i := range 130 {
			other.submit("nobody"+strconv.Itoa(i), "wrong") // the same address
		}
		lock(w)
		if a := other.submit("mira", password); a.StatusCode != 429 {
			t.Errorf("an unknown browser: %d, want 429", a.StatusCode)
		}
		if got := outcome(mine.submit("mira", password)); got != "code" {
			t.Errorf("the known browser: %s, want %q", got, "code")
		}
		for range 5 {
			mine.submit("mira", "wrong")
		}
		if a := mine.submit("mira", password); a.StatusCode != 429 ||
			!strings.Contains(a.body, "Too many sign-ins have failed. Try again in 1 s.") {
			t.Errorf("guessing with a known browser: %d %s, want a.StatusCode = 429 and %q in a.body", a.StatusCode, a.body,
				"Too many sign-ins have failed. Try again in 1 s.")
		}
		w.pass(91 * 24 * time.Hour)
		restart()
		lock(w)
		if a := mine.submit("mira", password); a.StatusCode != 429 {
			t.Errorf("after 91 days: %d, want 429", a.StatusCode)
		}
	})
}

func TestAnotherProcessKnowsTheBrake(t *testing.T) {
	w := newWorld(t)
	for i := range 5 {
		w.from("192.0.2."+string(rune('1'+i))+":1", "mira", "wrong", false)
	}
	w.server = identity.New(identity.Config{Public: "https://docket.example", Hasher: w.hasher(), Now: w.clock}, w.memory.Ports())
	if a := w.from("192.0.2.9:1", "mira", password, false); a.StatusCode != 429 {
		t.Error(a.StatusCode, a.body)
	}
}

// Guesses that come together are counted one after the other.
func TestGuessesAtOnceAreNotMoreThanGuessesInARow(t *testing.T) {
	w := newWorld(t)
	var all sync.WaitGroup
	var mu sync.Mutex
	got := map[int]int{}
	for i := range 20 {
		all.Go(func() {
			a := w.from("192.0.2."+string(rune('a'+i))+":1", "mira", "wrong", false)
			mu.Lock()
			defer mu.Unlock()
			got[a.StatusCode]++
		})
	}
	all.Wait()
	if got[400] != 5 || got[429] != 15 {
		t.Errorf("answers %v, want got[400] = 5 and got[429] = 15", got)
	}
}

func TestTheLongestWait(t *testing.T) {
	w := newWorld(t)
	wait := time.Duration(0)
	for range 40 {
		w.pass(wait)
		w.from("192.0.2.1:1", "mira", "wrong", false)
		a := w.from("192.0.2.1:1", "mira", "wrong", false)
		if a.StatusCode == 429 {
			wait, _ = time.ParseDuration(a.Header.Get("Retry-After") + "s")
		}
		if wait > 900*time.Second {
			t.Fatal(wait)
		}
	}
}

func TestSignInCallsPerAddress(t *testing.T) {
	w := newWorld(t)
	w.server = identity.New(identity.Config{Public: "https://docket.example", Hasher: w.hasher(), Now: w.clock, SignInRate: 10},
		w.memory.Ports())
	for range 10 {
		if a := w.from("192.0.2.1:1", "mira", password, false); a.StatusCode != 200 {
			t.Fatal(a.StatusCode, a.body)
		}
	}
	a := w.from("192.0.2.1:1", "mira", password, false)
	w.want(a, 429, "temporarily_unavailable")
	if page := w.from("192.0.2.1:1", "mira", password, true); strings.Contains(a.body+page.body, "failed") || page.StatusCode != 429 ||
		!strings.Contains(page.body, "Too many sign-ins at once from this address. Try again in 1 s.") {
		t.Errorf("none has failed: %s, on the page %s, want 429 with the second to wait on the page",
			a.body, page.body)
	}
	if a.Header.Get("Retry-After") != "1" {
		t.Error(a.Header)
	}
	if a := w.from("192.0.2.2:1", "mira", password, false); a.StatusCode != 200 {
		t.Error("from another address:", a.StatusCode)
	}
	w.pass(time.Second)
	if a := w.from("192.0.2.1:1", "mira", password, false); a.StatusCode != 200 {
		t.Error("a second later:", a.StatusCode)
	}
}

func TestForwardedFor(t *testing.T) {
	of := identity.ForwardedFor([]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")})
	for _, row := range []struct {
		peer string
		sent []string
		want string
	}{
		{"192.0.2.1:1", nil, "192.0.2.1"},
		{"192.0.2.1:1", []string{"198.51.100.7"}, "192.0.2.1"}, // from nobody we trust
		{"10.1.1.1:1", nil, "10.1.1.1"},
		{"10.1.1.1:1", []string{"198.51.100.7"}, "198.51.100.7"},
		{"10.1.1.1:1", []string{"1.2.3.4, 198.51.100.7"}, "198.51.100.7"}, // the first is what the client says
		{"10.1.1.1:1", []string{"1.2.3.4, 198.51.100.7", "10.2.2.2"}, "198.51.100.7"},
		{"[2001:db8::1]:1", []string{"2001:db9::7, 10.2.2.2"}, "2001:db9::7"},
		{"10.1.1.1:1", []string{"::ffff:198.51.100.7"}, "198.51.100.7"},
		{"10.1.1.1:1", []string{"nonsense"}, "10.1.1.1"},
		{"10.1.1.1:1", []string{"10.3.3.3, 10.2.2.2"}, "10.3.3.3"},
		{"pipe", []string{"198.51.100.7"}, "pipe"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = row.peer
		r.Header["X-Forwarded-For"] = row.sent
		if got := of(r); got != row.want {
			t.Errorf("%s behind %v is %s, want %s", row.peer, row.sent, got, row.want)
		}
	}
}

func TestPasswordsOfAccounts(t *testing.T) {
	w := newWorld(t)
	p := identity.Passwords{Server: w.server}
	ctx := t.Context()
	if err := p.First(ctx, "demo", userID, "Something-else-1"); err != nil {
		t.Fatal(err)
	}
	if ok, err := p.Fits(ctx, "demo", userID, password); !ok || err != nil {
		t.Error("the first password was replaced:", err)
	}
	set := func(plain string) error {
		keep, err := p.Next(ctx, "demo", userID, plain)
		if err == nil {
			err = keep(ctx)
		}
		return err
	}
	for _, plain := range []string{"Another-one-2", "Another-one-3"} {
		if err := set(plain); err != nil {
			t.Fatal(err)
		}
	}
	for _, plain := range []string{"Another-one-3", "Another-one-2", password} {
		if err := set(plain); domain.KindOf(err) != domain.Invalid ||
			err.Error() != "The password does not meet the rules: none of the last three" {
			t.Errorf("%s: got %v, want invalid, as one of the last three", plain, err)
		}
	}
	if err := set("Another-one-4"); err != nil {
		t.Fatal(err)
	}
	if err := set(password); err != nil {
		t.Error("the fourth last:", err)
	}
	if err := p.Check("Mira@example.com1", user.Person{Email: "mira@EXAMPLE.com1"}); domain.KindOf(err) != domain.Invalid {
		t.Error(err)
	}
	for range 5 {
		if ok, err := p.Fits(ctx, "demo", userID, "guess"); ok || err != nil {
			t.Error(ok, err)
		}
	}
	if _, err := p.Fits(ctx, "demo", userID, password); domain.KindOf(err) != domain.TooMany {
		t.Error("guessing goes on:", err)
	}
	token := w.from("192.0.2.1:1", "gone", "x", false)
	w.want(token, 400, "invalid_grant")
}

// A password that was hashed at less than today's cost is hashed again.
func TestRehash(t *testing.T) {
	w := newWorld(t)
	dearer := identity.NewHasher(identity.Cost{Memory: 128, Time: 1, Threads: 1}, 0, time.Second)
	w.server = identity.New(identity.Config{Public: "https://docket.example", Hasher: dearer, Now: w.clock}, w.memory.Ports())
	w.signIn()
	all, err := w.memory.PasswordHashes(t.Context(), "demo", userID)
	if err != nil || len(all) != 1 || !strings.Contains(all[0], "m=128,") {
		t.Errorf("%v %v, want len(all) = 1, all[0] with m=128, and no error", all, err)
	}
	w.signIn()
}
