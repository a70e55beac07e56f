package tamper

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestTheKeyOfTheLogIsRotated has another key sign for a log, twice. Checkpoints of all keys fit it, the log tells who signs,
// whoever trusts the first key finds the last one, and a bundle is verified with it. A rotation that nobody signed is found.
func TestTheKeyOfTheLogIsRotated(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		v := newVictim(t, args)
		dir := t.TempDir()
		first := filepath.Join(dir, "first.pub")
		writeText(t, first, servicetest.RunDocket(t, v.audit("checkpoint", "--key")...))
		for round := range 2 {
			out := servicetest.RunDocket(t, v.audit("rotate-key")...)
			v.ExpectParts(out, "signs checkpoints of the log from now on")
			v.Start()
			v.SignIn("mira", "Str0ng-enough").NewDossier(fmt.Sprintf("Under key %d", round+2))
			servicetest.ExpectFailure(t, "another docket serves", v.audit("rotate-key")...)
			v.Stop()
		}
		v.expectNothing(t, "--checkpoints", v.outside)
		rotations := filepath.Join(dir, "rotations.txt")
		writeText(t, rotations, servicetest.RunDocket(t, v.audit("checkpoint", "--rotations")...))
		newest := servicetest.RunDocket(t, "audit", "follow-key", first, rotations)
		if key := servicetest.RunDocket(t, v.audit("checkpoint", "--key")...); newest != key || newest == readText(t, first) {
			t.Errorf("the newest key is %s, and the first one leads to %s", key, newest)
		}
		if all := servicetest.RunDocket(t, "audit", "follow-key", "--all", first, rotations); strings.Count(all, "\n") != 3 {
			t.Errorf("the keys are %s, want three", all)
		}
		policy, bundle := filepath.Join(dir, "policy.txt"), filepath.Join(dir, "evidence.zip")
		writeText(t, policy, "log "+newest+"quorum none\n")
		servicetest.RunDocket(t, v.audit("bundle", "--file", filepath.Base(v.file), "-o", bundle)...)
		v.ExpectParts(servicetest.RunDocket(t, "audit", "verify-bundle", bundle, "--policy", policy), "the bundle holds")

		var body []byte
		if err := v.db.QueryRowContext(t.Context(), "SELECT body FROM events WHERE type = 'log.key-rotated'").Scan(&body); err != nil {
			t.Fatal(err)
		}
		v.exec(t, "UPDATE events SET body = $1 WHERE type = 'log.key-rotated'",
			bytes.Replace(body, []byte(`"events":`), []byte(`"events":1`), 1))
		v.expectFinding(t, []string{"that the keys have not signed"}, "--checkpoints", v.outside)
	})
}

// TestTheKeyOfANotaryIsRotated rotates the key of a notary that is a process of its own; the service takes it over from what the
// notary prints, and from nothing else.
func TestTheKeyOfANotaryIsRotated(t *testing.T) {
	t.Parallel()
	v := &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)}
	v.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	v.Stop()
	dir := t.TempDir()
	state, statement := filepath.Join(dir, "state"), filepath.Join(dir, "rotation.txt")
	starting := []string{"notary", "--listen", "127.0.0.1:0", "--state", state}
	p := startSigner(t, append(starting, "--adopt", filepath.Join(v.Data, "evidence"))...)
	before := v.Args
	serve := func(address string) {
		v.Args = append(append([]string{}, before...), "--notary", address, "--notary-token-file", state+".token",
			"--checkpoint-every", "100ms")
		v.Start()
		v.awaitSigned(t, "By the notary at "+address)
		v.Stop()
		v.Args = before
	}
	serve(p.address)
	p.kill(t)
	writeText(t, statement, servicetest.RunDocket(t, "notary", "--rotate", "--state", state))
	changed := filepath.Join(dir, "changed.txt")
	writeText(t, changed, strings.Replace(readText(t, statement), "\n\n", "\nx\n\n", 1))
	servicetest.ExpectFailure(t, "no rotation of the key", v.audit("rotate-key", "--statement", changed)...)
	for range 2 {
		v.ExpectParts(servicetest.RunDocket(t, v.audit("rotate-key", "--statement", statement)...), "from now on")
	}
	serve(startSigner(t, starting...).address)
	v.expectNothing(t)
	if text := servicetest.RunDocket(t, v.audit("checkpoint", "--rotations")...); text != readText(t, statement)+"\n" {
		t.Errorf("the log tells\n%s\nwant\n%s", text, readText(t, statement))
	}
	if _, err := os.Stat(filepath.Join(v.Data, "evidence", "notary.key")); !os.IsNotExist(err) {
		t.Errorf("the service has a key: %v, want os.IsNotExist(err)", err)
	}
}
