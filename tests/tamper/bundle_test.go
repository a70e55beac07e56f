package tamper

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// TestBundleTellsAllOfAFile bundles a dossier beside the running service, and a file from the stopped one.
// Both verifiers read them in an empty folder with nothing but a policy. Then an event is cut out of the log, and
// no bundle is made of it.
func TestBundleTellsAllOfAFile(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		v := newVictim(t, args)
		folder := t.TempDir()
		policy, whole, one := filepath.Join(folder, "policy.txt"), filepath.Join(folder, "dossier.zip"), filepath.Join(folder, "file.zip")
		key := strings.TrimSpace(servicetest.RunDocket(t, v.audit("checkpoint", "--key")...))
		if err := os.WriteFile(policy, []byte("log "+key+"\nquorum none\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		v.Start()
		v.SignIn("mira", "Str0ng-enough")
		dossier := filepath.Base(filepath.Dir(filepath.Dir(v.file)))
		v.ExpectParts(servicetest.RunDocket(t, v.audit("bundle", "--dossier", dossier, "-o", whole)...), "of 3 streams")
		v.Stop()
		v.ExpectParts(servicetest.RunDocket(t, v.audit("bundle", "--file", filepath.Base(v.file), "-o", one)...),
			"of 1 streams, 0 values opened")

		told := servicetest.RunDocket(t, "audit", "verify-bundle", whole, "--policy", policy, "--events")
		v.ExpectParts(told, "the bundle holds", "dossier-demo-"+strings.ReplaceAll(dossier, "-", "")+": all ", "component.overridden",
			`"to":"UNDER_REVIEW"`, "file.permanently-deleted")
		servicetest.ExpectFailure(t, "is there already", v.audit("bundle", "--dossier", dossier, "-o", whole)...)
		servicetest.ExpectFailure(t, "no event stands", v.audit("bundle", "--file", dossier, "-o", filepath.Join(folder, "none.zip"))...)
		for _, bundle := range []string{whole, one} {
			expectPythonAgrees(t, folder, bundle, policy)
		}

		v.expectSince(t, folder, one, policy)
		at := v.positionOf(t, "component.overridden")
		v.expectOpenedValue(t, folder, policy, at)
		cut := filepath.Join(folder, "cut.zip")
		v.exec(t, "DELETE FROM events WHERE position = $1", at)
		servicetest.ExpectFailure(t, "docket audit verify", v.audit("bundle", "--file", filepath.Base(v.file), "-o", cut)...)
	})
}

// expectSince wants a bundle held against the checkpoint that was kept outside, and against no other one.
func (v *victim) expectSince(t *testing.T, folder, bundle, policy string) {
	t.Helper()
	content, err := os.ReadFile(bundle)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := evidence.CheckpointOf(content)
	if err != nil {
		t.Fatal(err)
	}
	newer, proof, forged := filepath.Join(folder, "checkpoint.txt"), filepath.Join(folder, "proof.txt"), filepath.Join(folder, "forged.txt")
	writeText(t, newer, string(signed))
	verify := []string{"audit", "verify-bundle", bundle, "--policy", policy, "--since"}
	v.ExpectParts(servicetest.RunDocket(t, append(verify, newer)...), "are those of "+newer)
	servicetest.ExpectFailure(t, "give --consistency", append(verify, v.outside)...)
	writeText(t, proof, servicetest.RunDocket(t, v.audit("consistency", v.outside, newer, "--request")...))
	v.ExpectParts(servicetest.RunDocket(t, append(verify, v.outside, "--consistency", proof)...), "are those of "+v.outside)
	lines := strings.Split(readText(t, v.outside), "\n")
	lines[2] = strings.Split(string(signed), "\n")[2]
	writeText(t, forged, strings.Join(lines, "\n"))
	servicetest.ExpectFailure(t, "does not begin with that of the older one", append(verify, forged, "--consistency", proof)...)
}

// expectOpenedValue wants a bundle to prove which value was set by an event, when it is asked for, and no other value.
func (v *victim) expectOpenedValue(t *testing.T, folder, policy string, at int64) {
	t.Helper()
	value, opened, all := servicetest.CanaryWords["override"], filepath.Join(folder, "opened.zip"), filepath.Join(folder, "all.zip")
	v.ExpectParts(servicetest.RunDocket(t, v.audit("bundle", "--file", filepath.Base(v.file), "--open-position", fmt.Sprint(at),
		"-o", opened)...),
		"2 values opened") // what was given, and what is unmet since
	told := servicetest.RunDocket(t, "audit", "verify-bundle", opened, "--policy", policy, "--events")
	if strings.Count(told, "\n    ") != 2 || !strings.Contains(told, "\n    override = {") || !strings.Contains(told, value) {
		t.Errorf("want %s in %s", value, told)
	}
	expectPythonAgrees(t, folder, opened, policy)
	v.ExpectParts(servicetest.RunDocket(t, v.audit("bundle", "--file", filepath.Base(v.file), "--open-values", "-o", all)...),
		" values opened")
	told = servicetest.RunDocket(t, "audit", "verify-bundle", all, "--policy", policy, "--events", "--json")
	v.ExpectParts(told, `"opened": {`, value, servicetest.CanaryWords["file name"])
	v.expectReport(t, opened, policy, value)
	v.expectOpeningsRecorded(t, folder, at)
}

// expectOpeningsRecorded wants the log to tell what the operator opened, and nothing to be opened where it cannot.
func (v *victim) expectOpeningsRecorded(t *testing.T, folder string, at int64) {
	t.Helper()
	var bodies string
	err := v.db.QueryRowContext(t.Context(), "SELECT count(*) || ' ' || "+v.joinedColumn("body")+
		" FROM events WHERE type = 'evidence.opened'").Scan(&bodies)
	if err != nil {
		t.Fatal(err)
	}
	v.ExpectParts(bodies, "2 ", fmt.Sprintf(`"positions":[%d]`, at), `"streams":["file-demo-`)
	if v.postgres {
		return
	}
	v.exec(t, `CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.type = 'evidence.opened' BEGIN SELECT RAISE(ABORT, 'it is full'); END`)
	none := filepath.Join(folder, "unrecorded.zip")
	servicetest.ExpectFailure(t, "record that values are opened",
		v.audit("bundle", "--file", filepath.Base(v.file), "--open-values", "-o", none)...)
	if _, err := os.Stat(none); !os.IsNotExist(err) {
		t.Errorf("a bundle that the log does not tell of: got %v, want none", err)
	}
	servicetest.RunDocket(t, v.audit("bundle", "--file", filepath.Base(v.file), "-o", none)...)
	v.exec(t, "DROP TRIGGER full")
}

// joinedColumn returns the texts of a column of bytes, one behind the other, in SQL.
func (v *victim) joinedColumn(column string) string {
	if v.postgres {
		return "string_agg(convert_from(" + column + ", 'UTF8'), ' ')"
	}
	return "group_concat(CAST(" + column + " AS TEXT), ' ')"
}

// expectReport wants a page for people about a bundle, which shows the opened value and no other one, and runs nothing.
func (v *victim) expectReport(t *testing.T, bundle, policy, value string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	write := []string{"audit", "verify-bundle", bundle, "--policy", policy, "--report", file}
	servicetest.RunDocket(t, write...)
	report := readText(t, file)
	v.ExpectParts(report, "component.overridden", value, "(opened, and as it was sealed)", "<i>sealed</i>", "default-src 'none'")
	if strings.Contains(report, servicetest.CanaryWords["file name"]) || strings.Contains(report, "<script") {
		t.Errorf("the report has what was not opened, or a script:\n%s, want no %v in report and no %q in report", report,
			servicetest.CanaryWords["file name"], "<script")
	}
	servicetest.ExpectFailure(t, "is not overwritten", write...)
	refused := filepath.Join(t.TempDir(), "refused.html")
	servicetest.ExpectFailure(t, "", "audit", "verify-bundle", policy, "--policy", policy, "--report", refused)
	if _, err := os.Stat(refused); !os.IsNotExist(err) {
		t.Errorf("a report about what does not hold: %v, want os.IsNotExist(err)", err)
	}
}

// expectPythonAgrees verifies a bundle with the program that docket prints.
func expectPythonAgrees(t *testing.T, folder, bundle, policy string) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Log("python3 is not installed")
		return
	}
	program := filepath.Join(folder, "verify.py")
	text := servicetest.RunDocket(t, "audit", "verify-bundle", "--print-program")
	if err := os.WriteFile(program, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "python3", "-I", program, bundle, policy, "--events").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "The bundle holds.") || !strings.Contains(string(out), "component.overridden") {
		t.Errorf("%s: %v, want string(out) with The bundle holds., string(out) with component.overridden and no error\n%s",
			bundle, err, out)
	}
	if text != evidence.BundleProgram() {
		t.Error("docket prints another program than it puts into bundles")
	}
	if servicetest.RunDocket(t, "audit", "verify-bundle", "--print-page") != evidence.BundlePage() {
		t.Error("docket prints another page than the one that is tested")
	}
}
