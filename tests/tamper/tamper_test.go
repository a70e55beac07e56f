// Package tamper alters what an installation has stored, as somebody may who can write to its
// database, and wants docket audit verify to find it.
package tamper

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	"golang.org/x/mod/sumdb/note"
	_ "modernc.org/sqlite"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/evidence"
	"github.com/seed-62a36931/docket/service/servicetest"
)

func TestMain(m *testing.M) { os.Exit(servicetest.RunWaitingTests(m, servicetest.RunCommand)) }

// A row is one alteration, in SQL that both engines understand. In it P is the position of an
// event, and TEXT(b) and BYTES(t) convert bodies.
type row struct {
	name  string
	event string // the event whose position P is, the last of its type
	sql   []string
	want  string // in the report, where it is not told by the tree
	whole bool   // all events of the event's stream are altered
}

// closeUp moves what stands behind P, and the versions behind the one there, after a deletion.
var closeUp = []string{"UPDATE events SET position = -(position - 1) WHERE position > P",
	"UPDATE events SET position = -position WHERE position < 0"}

var rows = []row{
	{name: "open field", event: "file.workflow-changed",
		sql: []string{`UPDATE events SET body = BYTES(replace(TEXT(body), 'UNDER_REVIEW', 'APPROVED')) WHERE position = P`}},
	{name: "actor", event: "component.overridden", sql: []string{"UPDATE events SET actor = 'somebody-else' WHERE position = P"}},
	{name: "time", event: "component.overridden", sql: []string{"UPDATE events SET at = at - 1 WHERE position = P"}},
	{name: "all times", event: "component.overridden", sql: []string{"UPDATE events SET at = at - 86400000000"}},
	{name: "type", event: "component.overridden", sql: []string{"UPDATE events SET type = 'component.unknown' WHERE position = P"}},
	{name: "workspace", event: "component.overridden", sql: []string{"UPDATE events SET workspace = 'other' WHERE position = P"}},
	{name: "command", event: "component.overridden", sql: []string{"UPDATE events SET command = id WHERE position = P"}},
	{name: "correlation", event: "component.overridden", sql: []string{"UPDATE events SET correlation = id WHERE position = P"}},
	{name: "causation", event: "component.overridden", sql: []string{"UPDATE events SET causation = 1 WHERE position = P"}},
	{name: "trace", event: "component.overridden", sql: []string{"UPDATE events SET trace = 'x' WHERE position = P"}},
	{name: "deleted and closed up", event: "component.overridden", sql: append([]string{
		"UPDATE events SET version = version + 1000000 WHERE stream = (SELECT stream FROM events WHERE position = P) AND position > P",
		"DELETE FROM events WHERE position = P", "UPDATE events SET version = version - 1000001 WHERE version > 1000000"}, closeUp...)},
	{name: "stream deleted and closed up", event: "component.overridden", whole: true, sql: []string{
		"DELETE FROM events WHERE stream = (SELECT stream FROM events WHERE position = P)",
		"CREATE TEMPORARY TABLE renumbered AS SELECT position AS was, row_number() OVER (ORDER BY position) AS now FROM events",
		"UPDATE events SET position = -(SELECT now FROM renumbered WHERE was = position)",
		"UPDATE events SET position = -position", "DROP TABLE renumbered"}},
	{name: "deleted", event: "component.overridden", want: " follows ", sql: []string{"DELETE FROM events WHERE position = P"}},
	{name: "swapped", event: "component.overridden", sql: []string{
		"UPDATE events SET position = 1000000 WHERE position = P", "UPDATE events SET position = P WHERE position = P - 1",
		"UPDATE events SET position = P - 1 WHERE position = 1000000"}},
	{name: "replayed", event: "component.overridden", want: "it is a copy", sql: []string{
		`INSERT INTO events SELECT (SELECT max(position) FROM events) + 1, stream,
			(SELECT max(version) FROM events x WHERE x.stream = e.stream) + 1, id, (SELECT max(at) FROM events), type, schema,
			actor, workspace, command, correlation, causation, trace, body
			FROM events e WHERE position = P`}},
	{name: "tail cut off", event: "component.overridden", want: "its end is cut off",
		sql: []string{"DELETE FROM events WHERE position >= P"}},
	{name: "deletion hidden", event: "file.permanently-deleted", want: "its end is cut off",
		sql: []string{"DELETE FROM events WHERE position >= P"}},
	{name: "event moved to another stream", event: "component.overridden",
		sql: []string{"UPDATE events SET stream = 1, version = 1000 WHERE position = P"}},
	{name: "sealed field", event: "component.overridden", sql: []string{
		"UPDATE events SET body = BYTES(replace(TEXT(body), '\"b\":\"A', '\"b\":\"B')) WHERE position = P"}},
}

// A victim is an installation that is altered and made whole again.
type victim struct {
	*servicetest.Instance
	db       *sql.DB
	postgres bool
	outside  string // a checkpoint that somebody else keeps
	file     string // the path of the file that people worked on
}

// newVictim fills an installation and stops it. Behind the checkpoint that is kept outside more
// happens.
func newVictim(t *testing.T, args []string) *victim {
	t.Helper()
	v := &victim{Instance: servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), args...)}
	v.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN", "USER")
	c := v.SignIn("mira", "Str0ng-enough")
	dossier := servicetest.CanaryDossier(t, c, 1)
	v.file = dossier.File
	c.Want(200, "PUT", v.file+"/workflow-status", map[string]any{"workflowStatus": "UNDER_REVIEW"})
	gone := filepath.Dir(v.file) + "/" + c.Upload(dossier.Dossier, "gone.pdf", servicetest.CanaryPDF("goneword"))
	c.AwaitDone(gone)
	c.Want(204, "DELETE", gone+"?deletePermanently=true", nil)
	v.Stop()
	v.outside = filepath.Join(t.TempDir(), "outside.txt")
	v.keepCheckpoint(t, v.outside)
	v.Start()
	v.SignIn("mira", "Str0ng-enough").NewDossier("Afterwards")
	v.Stop()
	v.openDatabase(t)
	return v
}

// keepCheckpoint writes the newest checkpoint to a file.
func (v *victim) keepCheckpoint(t *testing.T, file string) {
	t.Helper()
	out, err := servicetest.NewCommand(t.Context(), v.audit("checkpoint")...).Output()
	if err == nil {
		err = os.WriteFile(file, out, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (v *victim) audit(command string, more ...string) []string {
	return append(append(append([]string{"audit", command}, v.DataFlags()...), v.MasterKeyFlags()...), more...)
}

func (v *victim) openDatabase(t *testing.T) {
	t.Helper()
	var err error
	if place := v.DataFlags(); len(place) > 2 {
		v.postgres = true
		v.db, err = sql.Open("pgx", place[3])
	} else {
		v.db, err = sql.Open("sqlite", filepath.Join(v.Data, "events.db"))
	}
	if err != nil {
		t.Fatal(err)
	}
	v.db.SetMaxOpenConns(1) // the search path, and databases that are attached, belong to it
	t.Cleanup(func() { _ = v.db.Close() })
	if v.postgres {
		v.exec(t, "SET search_path TO docket_log, docket_vault, docket_evidence")
		return
	}
	v.exec(t, fmt.Sprintf("ATTACH '%s' AS vault", filepath.Join(v.Data, "vault.db")))
	v.exec(t, fmt.Sprintf("ATTACH '%s' AS evidence", filepath.Join(v.Data, "evidence.db")))
}

func (v *victim) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	if _, err := v.db.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatalf("%s: %v, want no error", statement, err)
	}
}

// tables are those that alterations change.
var tables = []string{"events", "keys", "tree", "tiles", "checkpoints"}

// whileAltered alters what is stored, calls do, and brings everything back.
func (v *victim) whileAltered(t *testing.T, alter func(), do func()) {
	t.Helper()
	for _, table := range tables {
		v.exec(t, fmt.Sprintf("CREATE TEMPORARY TABLE whole_%s AS SELECT * FROM %s", table, table))
	}
	defer v.restoreTables(t)
	alter()
	do()
}

// restoreTables brings the tables back that were copied.
func (v *victim) restoreTables(t *testing.T) {
	t.Helper()
	for _, table := range tables {
		v.exec(t, "DELETE FROM "+table)
		v.exec(t, fmt.Sprintf("INSERT INTO %s SELECT * FROM whole_%s", table, table))
		v.exec(t, "DROP TABLE whole_"+table)
	}
	v.exec(t, v.headStatement())
}

// headStatement brings the row of PostgreSQL that says where the log ends up to date.
func (v *victim) headStatement() string {
	if v.postgres {
		return "UPDATE head SET position = (SELECT max(position) FROM events), at = (SELECT max(at) FROM events)"
	}
	return "SELECT 1"
}

// positionOf returns the position of the last event of a type.
func (v *victim) positionOf(t *testing.T, event string) (at int64) {
	t.Helper()
	if err := v.db.QueryRowContext(t.Context(), "SELECT max(position) FROM events WHERE type = $1", event).Scan(&at); err != nil || at == 0 {
		t.Fatalf("the position of %s: %v, want at other than 0 and no error", event, err)
	}
	return at
}

// firstOfStream returns the position of the first event in the stream of the last event of a type.
func (v *victim) firstOfStream(t *testing.T, event string) (at int64) {
	t.Helper()
	err := v.db.QueryRowContext(t.Context(), "SELECT min(position) FROM events WHERE stream = (SELECT stream FROM events "+
		"WHERE position = $1)",
		v.positionOf(t, event)).Scan(&at)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

var position = regexp.MustCompile(`\bP\b`)

// alter runs the statements of a row.
func (v *victim) alter(t *testing.T, r row) (at int64) {
	t.Helper()
	text, toBytes := "CAST(%s AS TEXT)", "CAST(%s AS BLOB)"
	if v.postgres {
		text, toBytes = "convert_from(%s, 'UTF8')", "convert_to(%s, 'UTF8')"
	}
	at = v.positionOf(t, r.event)
	for _, s := range r.sql {
		s = strings.ReplaceAll(s, "TEXT(body)", fmt.Sprintf(text, "body"))
		if i := strings.Index(s, "BYTES("); i >= 0 {
			end := strings.LastIndex(s, ") WHERE")
			s = s[:i] + fmt.Sprintf(toBytes, s[i+len("BYTES("):end]) + s[end+1:]
		}
		v.exec(t, position.ReplaceAllString(s, fmt.Sprint(at)))
	}
	v.exec(t, v.headStatement())
	return at
}

// forgetEvidence removes tree, checkpoints and the notary's memory, as an attacker would who can write
// to all of it.
func (v *victim) forgetEvidence(t *testing.T, do func()) {
	t.Helper()
	v.exec(t, "DELETE FROM checkpoints")
	v.exec(t, "DELETE FROM tiles")
	v.exec(t, "UPDATE tree SET size = 0, position = 0")
	folder := filepath.Join(v.Data, "evidence")
	if err := os.Rename(folder, folder+".away"); err != nil {
		t.Fatal(err)
	}
	do()
	if err := os.Rename(folder+".away", folder); err != nil {
		t.Fatal(err)
	}
}

// expectFinding wants the audit to find something, at a position, and to say what.
func (v *victim) expectFinding(t *testing.T, want []string, more ...string) {
	t.Helper()
	out, err := servicetest.NewCommand(t.Context(), v.audit("verify", more...)...).CombinedOutput()
	if err == nil || bytes.Contains(out, []byte("problems: 0")) {
		t.Errorf("nothing is found: %v\n%s, want an error and no %q in out", err, out, "problems: 0")
	}
	for _, part := range want {
		if !bytes.Contains(out, []byte(part)) {
			t.Errorf("the report lacks %q:\n%s", part, out)
		}
	}
}

// expectNothing wants the audit to find nothing.
func (v *victim) expectNothing(t *testing.T, more ...string) string {
	t.Helper()
	out := servicetest.RunDocket(t, v.audit("verify", more...)...)
	if !strings.Contains(out, "problems: 0") {
		t.Error(out)
	}
	return out
}

// TestAlterationsAreFound alters the log in every way, once while its tree stands, and once with
// nothing left but one older checkpoint that somebody else keeps.
func TestAlterationsAreFound(t *testing.T) {
	t.Parallel()
	servicetest.Engines(t, func(t *testing.T, args []string) {
		v := newVictim(t, args)
		v.expectNothing(t, "--checkpoints", v.outside)
		for _, r := range rows {
			t.Run(r.name, func(t *testing.T) {
				var at int64
				began := v.firstOfStream(t, r.event)
				v.whileAltered(t, func() { at = v.alter(t, r) }, func() {
					want, alone := []string{"position ", r.want}, []string{"position ", r.want}
					if r.want == "" {
						first := at
						if r.name == "swapped" {
							first--
						}
						if r.name == "all times" {
							first = 1
						}
						if r.whole {
							first = began
						}
						want = []string{fmt.Sprintf("position %d, ", first), "is not the one that the tree has"}
						alone = []string{"an event from position 1 to"}
						if r.whole { // fewer events are left than the checkpoint has
							alone = []string{"its end is cut off"}
						}
					}
					v.expectFinding(t, want)
					v.forgetEvidence(t, func() { v.expectFinding(t, alone, "--checkpoints", v.outside) })
				})
			})
		}
		t.Run("key destroyed", func(t *testing.T) {
			v.whileAltered(t, func() { v.destroyKey(t) },
				func() { v.expectFinding(t, []string{"position ", "no event says that it was deleted for good"}) })
		})
		t.Run("key removed", func(t *testing.T) {
			v.whileAltered(t, func() { v.exec(t, "DELETE FROM keys WHERE subject LIKE $1", v.keyOfFile()) },
				func() { v.expectFinding(t, []string{"position ", "file.uploaded: "}) })
		})
		t.Run("deleted key put back", func(t *testing.T) {
			v.whileAltered(t, func() { v.putKeyBack(t) },
				func() {
					v.expectFinding(t, []string{"the key of ", "is there, although position ", "was deleted for good"})
				})
		})
		t.Run("rewritten and signed with the stolen key", func(t *testing.T) { v.rewriteAll(t) })
		t.Run("value sealed again", func(t *testing.T) { v.sealOtherValue(t) })
		v.expectNothing(t, "--checkpoints", v.outside)
	})
}

// destroyKey marks the key of the file as destroyed, so that it reads as erased.
func (v *victim) destroyKey(t *testing.T) {
	t.Helper()
	destroyed := "1"
	if v.postgres {
		destroyed = "true"
	}
	v.exec(t, "UPDATE keys SET wrapped = NULL, destroyed = "+destroyed+" WHERE subject LIKE $1", v.keyOfFile())
}

// putKeyBack gives the file that was deleted for good a key again.
func (v *victim) putKeyBack(t *testing.T) {
	t.Helper()
	destroyed, back := "destroyed = 1", "destroyed = 0"
	if v.postgres {
		destroyed, back = "destroyed", "destroyed = false"
	}
	v.exec(t, "UPDATE keys SET wrapped = (SELECT wrapped FROM keys WHERE subject LIKE $1), "+back+" WHERE "+destroyed+
		" AND subject LIKE '%/file.%'",
		v.keyOfFile())
}

// keyOfFile is a pattern for the subject of the file.
func (v *victim) keyOfFile() string {
	return "%/file." + strings.ReplaceAll(filepath.Base(v.file), "-", "")
}

// rewriteAll changes an event, and has tree and checkpoint made anew with the notary's own key: nothing that is kept with the log
// tells of it, and a checkpoint that somebody else keeps does.
func (v *victim) rewriteAll(t *testing.T) {
	at := v.positionOf(t, "file.workflow-changed") // which has no sealed field that is bound to its actor
	v.whileAltered(t, func() { v.exec(t, "UPDATE events SET actor = 'somebody-else' WHERE position = $1", at) }, func() {
		v.forgetEvidence(t, func() {
			v.forgeCheckpoint(t, filepath.Join(t.TempDir(), "forged.txt"))
			v.expectNothing(t)
			v.expectFinding(t, []string{"an event from position 1 to", "is not the one of the checkpoint"}, "--checkpoints", v.outside)
		})
	})
}

// sealOtherValue seals another value in the place of an override, with the keys of the installation.
func (v *victim) sealOtherValue(t *testing.T) {
	at := v.positionOf(t, "component.overridden")
	a := servicetest.OpenTools(t, v.Instance)
	env, err := a.Log.Store.At(t.Context(), es.Position(at))
	if err != nil {
		t.Fatal(err)
	}
	var body struct {
		Override struct {
			Subject    es.Subject `json:"s"`
			Box        []byte     `json:"b"`
			Commitment []byte     `json:"c"`
		} `json:"override"`
	}
	if err := json.Unmarshal(env.Body, &body); err != nil {
		t.Fatal(err)
	}
	aad := fmt.Appendf(nil, "docket-seal/2\n%s\n%s\noverride\n%s\n%d\n%s", env.Stream, env.ID, env.Type, env.Version, env.Actor)
	plain, err := a.Vault.Open(t.Context(), body.Override.Subject, aad, body.Override.Box)
	if err != nil {
		t.Fatal(err)
	}
	other := bytes.ReplaceAll(plain, []byte(servicetest.CanaryWords["override"]), []byte("1.00"))
	if bytes.Equal(other, plain) {
		t.Fatalf("the value is not in %s", plain)
	}
	if body.Override.Box, err = a.Vault.Seal(t.Context(), body.Override.Subject, aad, other); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	uncommitted, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	v.whileAltered(t, func() { v.exec(t, "UPDATE events SET body = $1 WHERE position = $2", uncommitted, at) }, func() {
		v.forgetEvidence(t, func() {
			v.expectFinding(t, []string{fmt.Sprintf("position %d, ", at), "not the one that the event commits to"})
		})
	})
	sum := es.CommitmentOf(other[:es.SaltSize], other[es.SaltSize:])
	body.Override.Commitment = sum[:]
	changed, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	v.whileAltered(t, func() { v.exec(t, "UPDATE events SET body = $1 WHERE position = $2", changed, at) }, func() {
		v.expectFinding(t, []string{fmt.Sprintf("position %d, ", at), "is not the one that the tree has"})
		v.forgetEvidence(t, func() { v.expectFinding(t, []string{"an event from position 1 to"}, "--checkpoints", v.outside) })
	})
}

// TestNothingIsFoundAfterWhatIsAllowed erases, rotates the keys that sign tokens, builds views and tree anew, and copies the
// installation to the other engine: the older checkpoint fits, roots are the same, and entries byte by byte. In
// EventStoreDB, which gives positions of its own, they are the same by rank.
func TestNothingIsFoundAfterWhatIsAllowed(t *testing.T) {
	t.Parallel()
	v := newVictim(t, servicetest.NewMasterKey(t))
	v.Start()
	c := v.SignIn("mira", "Str0ng-enough")
	c.Want(204, "DELETE", v.file+"?deletePermanently=true", nil)
	v.MustRunTool("projections", "rebuild", "files")
	v.Stop()
	servicetest.RunDocket(t, append([]string{"keys", "rotate"}, append(v.DataFlags(), v.MasterKeyFlags()...)...)...)
	before := v.expectNothing(t, "--checkpoints", v.outside)
	if strings.Contains(before, " 0 are erased") {
		t.Error("nothing was erased")
	}
	servicetest.RunDocket(t, v.audit("checkpoint", "--rebuild")...)
	if after := v.expectNothing(t, "--checkpoints", v.outside); treeLine(after) != treeLine(before) {
		t.Errorf("built anew: %s, before: %s, want the same tree", treeLine(after), treeLine(before))
	}
	next := &victim{Instance: &servicetest.Instance{T: t, Data: filepath.Join(t.TempDir(), "copy"),
		Args: append(v.Args, "--postgres", pgtest.DSN(t))}}
	servicetest.RunDocket(t, "migrate", "copy", "--from", v.Data, "--to", next.Args[len(next.Args)-1], "--to-data", next.Data)
	if after := next.expectNothing(t, "--checkpoints", v.outside); treeLine(after) != treeLine(before) {
		t.Errorf("in the other engine: %s, before: %s, want the same tree", treeLine(after), treeLine(before))
	}
	v.expectSameEntries(t, next)
}

// treeLine returns the line of a report that tells size and root of the tree.
func treeLine(report string) string {
	_, rest, _ := strings.Cut(report, "tree: ")
	line, _, _ := strings.Cut(rest, "\n")
	return line
}

// TestForkIsNotSigned alters the stored tree of a service, and wants it to stop signing and to say
// so.
func TestForkIsNotSigned(t *testing.T) {
	t.Parallel()
	v := newVictim(t, servicetest.NewMasterKey(t))
	at := v.positionOf(t, "component.overridden")
	v.exec(t, "UPDATE events SET actor = 'somebody-else' WHERE position = $1", at)
	v.exec(t, "DELETE FROM tiles")
	v.exec(t, "UPDATE tree SET size = 0, position = 0") // the service builds it anew, of the altered log
	if err := v.db.Close(); err != nil {
		t.Fatal(err)
	}
	v.Start()
	v.SignIn("mira", "Str0ng-enough").NewDossier("One more")
	v.Stop()
	if out := v.Log.String(); !strings.Contains(out, "no checkpoint of the log is signed any more") {
		t.Errorf("nothing is said of the fork:\n%s, want %q in it", servicetest.LastLines(out, 30),
			"no checkpoint of the log is signed any more")
	}
	v.expectFinding(t, []string{"is not the one of the checkpoint"})
}

// TestProofNeedsOnlyTheKey proves who corrected a value, and checks the proof in an empty folder with
// the key of the log, which somebody else keeps; a proof with another actor does not hold.
func TestProofNeedsOnlyTheKey(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		v := newVictim(t, args)
		at := v.positionOf(t, "component.overridden")
		var actor string
		if err := v.db.QueryRowContext(t.Context(), "SELECT actor FROM events WHERE position = $1", at).Scan(&actor); err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		key, proof := filepath.Join(folder, "docket.pub"), filepath.Join(folder, "proof.txt")
		text := servicetest.RunDocket(t, v.audit("prove", "--position", fmt.Sprint(at))...)
		for file, content := range map[string]string{key: servicetest.RunDocket(t, v.audit("checkpoint", "--key")...), proof: text} {
			if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		out := servicetest.RunDocket(t, "audit", "check-proof", proof, "--key", key)
		v.ExpectParts(out, "type:        component.overridden, schema 1", "actor:       "+actor, fmt.Sprintf("position:    %d", at))
		v.expectProofsOfFile(t, folder, key, actor)
		p, err := evidence.ParseProof(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Entry = bytes.Replace(p.Entry, []byte(actor), bytes.Repeat([]byte("0"), len(actor)), 1)
		if err := os.WriteFile(proof, []byte(p.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		servicetest.ExpectFailure(t, "the entry is not in the log of the checkpoint", "audit", "check-proof", proof, "--key", key)
	})
}

// expectProofsOfFile proves all events of the file that people worked on, one by one.
func (v *victim) expectProofsOfFile(t *testing.T, folder, key, actor string) {
	t.Helper()
	proofs := filepath.Join(folder, "proofs")
	prove := v.audit("prove", "--file", filepath.Base(v.file), "-o", proofs)
	v.ExpectParts(servicetest.RunDocket(t, prove...), "proofs of the events of 1 streams")
	servicetest.ExpectFailure(t, "file exists", prove...)
	files, err := filepath.Glob(filepath.Join(proofs, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	stream := "file-demo-" + strings.ReplaceAll(filepath.Base(v.file), "-", "")
	var events int
	if err := v.db.QueryRowContext(t.Context(), "SELECT count(*) FROM events WHERE stream = (SELECT id FROM streams WHERE name = $1)",
		stream).Scan(&events); err != nil {
		t.Fatal(err)
	}
	out := servicetest.RunDocket(t, append([]string{"audit", "check-proof", "--key", key}, files...)...)
	if got := strings.Count(out, "stream:      "+stream); got != events || len(files) != events || events < 3 {
		t.Errorf("%d of %d proofs are of the file's %d events, want each event of the file:\n%s",
			got, len(files), events, out)
	}
	v.ExpectParts(out, "actor:       "+actor, "type:        file.uploaded")
	if err := os.WriteFile(files[1], []byte("nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	servicetest.ExpectFailure(t, files[1]+": this proves nothing", append([]string{"audit", "check-proof", "--key", key}, files...)...)
}

// TestWitnessOfAService has a witness sign for two checkpoints of a service, with what docket audit consistency
// proves. Then the log is rewritten and signed with the log's own key: the witness refuses it.
func TestWitnessOfAService(t *testing.T) {
	t.Parallel()
	servicetest.OneEngine(t, func(t *testing.T, args []string) {
		v := newVictim(t, args)
		folder := t.TempDir()
		now, forged := filepath.Join(folder, "new.txt"), filepath.Join(folder, "forged.txt")
		v.keepCheckpoint(t, now)
		w := v.newWitness(t, folder)
		first := evidence.WitnessRequest{Note: []byte(readText(t, v.outside))}
		if _, err := w.AddCheckpoint(first); err != nil {
			t.Fatal(err)
		}
		v.ExpectParts(servicetest.RunDocket(t, v.audit("consistency", v.outside, now)...), "are those of the older checkpoint")
		servicetest.ExpectFailure(t, "does not begin with", v.audit("consistency", now, v.outside)...)
		second := parseRequest(t, servicetest.RunDocket(t, v.audit("consistency", v.outside, now, "--request")...))
		if _, err := w.AddCheckpoint(second); err != nil {
			t.Fatal(err)
		}

		at := v.positionOf(t, "component.overridden")
		v.exec(t, "UPDATE events SET actor = 'somebody-else' WHERE position = $1", at)
		v.forgetEvidence(t, func() {
			v.forgeCheckpoint(t, forged)
			servicetest.ExpectFailure(t, "cannot prove it", v.audit("consistency", v.outside, forged)...)
		})
		servicetest.ExpectFailure(t, "other roots", v.audit("consistency", now, forged)...)
		third := evidence.WitnessRequest{Old: checkpointSize(t, now), Note: []byte(readText(t, forged))}
		var conflict *evidence.WitnessConflict
		if _, err := w.AddCheckpoint(third); !errors.As(err, &conflict) || !conflict.Fork {
			t.Errorf("the rewritten log: got %v, want a conflict", err)
		}
	})
}

// newWitness makes a witness of the log.
func (v *victim) newWitness(t *testing.T, folder string) *evidence.Witness {
	t.Helper()
	log, err := note.NewVerifier(strings.TrimSpace(servicetest.RunDocket(t, v.audit("checkpoint", "--key")...)))
	if err != nil {
		t.Fatal(err)
	}
	key, state := filepath.Join(folder, "witness.key"), filepath.Join(folder, "witness")
	if err := evidence.MakeWitness("witness.example", key, state); err != nil {
		t.Fatal(err)
	}
	w, err := evidence.OpenWitness(key, state, []note.Verifier{log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// forgeCheckpoint has the log as it is signed with the notary's key, by a notary that remembers nothing, while
// evidence is forgotten.
func (v *victim) forgeCheckpoint(t *testing.T, file string) {
	t.Helper()
	folder := filepath.Join(v.Data, "evidence")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"notary.key", "notary.key.pub"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(readText(t, filepath.Join(folder+".away", name))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	v.keepCheckpoint(t, file)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func parseRequest(t *testing.T, text string) evidence.WitnessRequest {
	t.Helper()
	r, err := evidence.ParseWitnessRequest(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func checkpointSize(t *testing.T, file string) int64 {
	t.Helper()
	c, err := evidence.ParseCheckpoint(readText(t, file))
	if err != nil {
		t.Fatal(err)
	}
	return c.N
}
