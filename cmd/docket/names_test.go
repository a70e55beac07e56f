package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
)

// creators is how many ask for one name at once, of each process.
const creators = 32

// A race is what many creators of one dossier name were told.
type race struct {
	mu      sync.Mutex
	won     []string // paths
	refused int
	unknown int // no answer: the process was killed, or is away
}

// run lets creators ask for a name at every service at once.
func (r *race) run(t *testing.T, templatePath, name string, callers ...*caller) {
	t.Helper()
	var all sync.WaitGroup
	begin := make(chan struct{})
	for _, c := range callers {
		for range creators {
			all.Go(func() {
				<-begin
				a, err := c.do("POST", templatePath+"/dossiers", "application/json", strings.NewReader(fmt.Sprintf(`{"name":%q}`, name)))
				r.note(t, a, err)
			})
		}
	}
	close(begin)
	all.Wait()
}

func (r *race) note(t *testing.T, a answer, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err != nil || a.status == http.StatusServiceUnavailable:
		r.unknown++
	case a.status == http.StatusCreated:
		r.won = append(r.won, a.header.Get("Location"))
	case a.status == http.StatusConflict:
		r.refused++
	default:
		t.Errorf("a creator was told %d %s", a.status, a.body)
	}
}

// named lists the dossiers of a name, at the head of the log.
func (c *caller) named(templatePath, name string) (paths []string) {
	c.t.Helper()
	var list struct {
		Dossiers []struct{ ID, Name string }
	}
	c.want(200, "GET", templatePath+"/dossiers?includeArchived=true&includeSoftDeleted=true", nil).into(c.t, &list)
	for _, d := range list.Dossiers {
		if d.Name == name {
			paths = append(paths, templatePath+"/dossiers/"+d.ID)
		}
	}
	return paths
}

// pair starts two services: on PostgreSQL both on one database, on SQLite, where
// one process serves a folder, the second caller asks the same one.
func pair(t *testing.T) map[string]func(t *testing.T) []*instance {
	return map[string]func(t *testing.T) []*instance{
		"sqlite": func(t *testing.T) []*instance {
			return []*instance{serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)}
		},
		"postgres": func(t *testing.T) []*instance {
			args := append(masterKey(t), "--postgres", pgtest.DSN(t))
			first := serve(t, filepath.Join(t.TempDir(), "one"), args...)
			return []*instance{first, serve(t, filepath.Join(t.TempDir(), "two"), append(args, "--public-url", first.base)...)}
		},
	}
}

// signedIn are two callers, of two processes where there are two.
func signedIn(services []*instance) []*caller {
	first, last := services[0], services[len(services)-1]
	return []*caller{first.as("mira", "Str0ng-enough"), last.as("mira", "Str0ng-enough")}
}

// TestOneOfManyCreatorsWinsOverHTTP sets 64 creators on one name.
func TestOneOfManyCreatorsWinsOverHTTP(t *testing.T) {
	for engine, start := range pair(t) {
		t.Run(engine, func(t *testing.T) {
			services := start(t)
			services[0].user("mira", "Str0ng-enough", "MANAGER")
			callers := signedIn(services)
			templatePath := filepath.Dir(filepath.Dir(callers[0].newDossier("First")))
			for round := range rounds() {
				name := fmt.Sprintf("Claims %d", round)
				var r race
				r.run(t, templatePath, name, callers...)
				if len(r.won) != 1 || r.refused != 2*creators-1 {
					t.Errorf("%d won, %d were refused, %d had no answer", len(r.won), r.refused, r.unknown)
				}
				if have := callers[0].named(templatePath, name); !slices.Equal(have, r.won) {
					t.Errorf("%v have the name, %v won it", have, r.won)
				}
			}
		})
	}
}

// TestANameSurvivesItsWinner kills a process at a random moment of the race.
// Whoever was told to have won has the name; nobody has it twice; and a name that
// nobody has can be had.
func TestANameSurvivesItsWinner(t *testing.T) {
	for engine, start := range pair(t) {
		t.Run(engine, func(t *testing.T) {
			services := start(t)
			services[0].user("mira", "Str0ng-enough", "MANAGER")
			templatePath := filepath.Dir(filepath.Dir(services[0].as("mira", "Str0ng-enough").newDossier("First")))
			victim := services[len(services)-1]
			for round := range 2 * rounds() {
				name := fmt.Sprintf("Claims %d", round)
				callers := signedIn(services)
				var r race
				raced := make(chan struct{})
				go func() { defer close(raced); r.run(t, templatePath, name, callers...) }()
				time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond) // any moment will do
				victim.kill()
				<-raced
				victim.start()
				r.settled(t, victim.as("mira", "Str0ng-enough"), templatePath, name)
			}
		})
	}
}

// settled asks once more for the name of a race that was cut off.
func (r *race) settled(t *testing.T, c *caller, templatePath, name string) {
	t.Helper()
	if len(r.won) > 1 {
		t.Errorf("%s: %d were told that they won", name, len(r.won))
	}
	a, err := c.do("POST", templatePath+"/dossiers", "application/json", strings.NewReader(fmt.Sprintf(`{"name":%q}`, name)))
	if err != nil {
		t.Fatal(err)
	}
	have := c.named(templatePath, name)
	if len(have) != 1 {
		t.Errorf("%s: %v have the name", name, have)
	}
	switch a.status {
	case http.StatusCreated:
		if len(r.won) != 0 || !slices.Contains(have, a.header.Get("Location")) {
			t.Errorf("%s was given away again: %v won before", name, r.won)
		}
	case http.StatusConflict:
		if len(r.won) == 1 && !slices.Equal(have, r.won) {
			t.Errorf("%s: %v won, %v have it", name, r.won, have)
		}
	default:
		t.Errorf("%s afterwards: %d %s", name, a.status, a.body)
	}
	t.Logf("%s: %d told to have won, %d refused, %d without an answer, then %d", name, len(r.won), r.refused, r.unknown, a.status)
}

// TestOneRenameAskedManyTimes is a client that does not wait for its answer.
func TestOneRenameAskedManyTimes(t *testing.T) {
	s := serve(t, filepath.Join(t.TempDir(), "data"), masterKey(t)...)
	s.user("mira", "Str0ng-enough", "MANAGER")
	c := s.as("mira", "Str0ng-enough")
	dossier := c.newDossier("Before")
	body := fmt.Sprintf(`{"id":%q,"name":"After"}`, filepath.Base(dossier))
	var all sync.WaitGroup
	for range creators {
		all.Go(func() {
			a, err := c.do("POST", filepath.Dir(dossier), "application/json", strings.NewReader(body))
			if err != nil || a.status != http.StatusOK {
				t.Errorf("%d %s %v", a.status, a.body, err)
			}
		})
	}
	all.Wait()
	c.want(201, "POST", filepath.Dir(dossier), map[string]string{"name": "Before"})
}
