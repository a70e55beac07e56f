package service_test

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
	"github.com/seed-62a36931/docket/service/servicetest"
)

// creators is how many ask for one name at once, of each process.
const creators = 32

// A race holds the answers to many creators of one dossier name.
type race struct {
	mu      sync.Mutex
	won     []string // paths
	refused int
	unknown int // no answer: the process was killed, or is away
}

// run lets creators ask for a name at every service at once.
func (r *race) run(t *testing.T, templatePath, name string, callers ...*servicetest.Caller) {
	t.Helper()
	var all sync.WaitGroup
	begin := make(chan struct{})
	for _, c := range callers {
		for range creators {
			all.Go(func() {
				<-begin
				a, err := c.Do("POST", templatePath+"/dossiers", "application/json", strings.NewReader(fmt.Sprintf(`{"name":%q}`, name)))
				r.note(t, a, err)
			})
		}
	}
	close(begin)
	all.Wait()
}

func (r *race) note(t *testing.T, a servicetest.Answer, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err != nil || a.Status == http.StatusServiceUnavailable:
		r.unknown++
	case a.Status == http.StatusCreated:
		r.won = append(r.won, a.Header.Get("Location"))
	case a.Status == http.StatusConflict:
		r.refused++
	default:
		t.Errorf("a creator was told %d %s", a.Status, a.Body)
	}
}

// pair starts two services: on PostgreSQL both on one database and one folder of bytes, on
// SQLite, where one process serves a folder, the second caller asks the same one.
func pair(t *testing.T) map[string]func(t *testing.T) []*servicetest.Instance {
	return map[string]func(t *testing.T) []*servicetest.Instance{
		"sqlite": func(t *testing.T) []*servicetest.Instance {
			return []*servicetest.Instance{servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)}
		},
		"postgres": func(t *testing.T) []*servicetest.Instance {
			args := append(servicetest.NewMasterKey(t), "--postgres", pgtest.DSN(t), "--blobs", filepath.Join(t.TempDir(), "blobs"))
			first := servicetest.Serve(t, filepath.Join(t.TempDir(), "one"), args...)
			return []*servicetest.Instance{first, servicetest.Serve(t, filepath.Join(t.TempDir(), "two"),
				append(args, "--public-url", first.Base)...)}
		},
	}
}

// signedIn are two callers, of two processes where there are two.
func signedIn(services []*servicetest.Instance) []*servicetest.Caller {
	first, last := services[0], services[len(services)-1]
	return []*servicetest.Caller{first.SignIn("mira", "Str0ng-enough"), last.SignIn("mira", "Str0ng-enough")}
}

// TestOneOfManyCreatorsWinsOverHTTP sets 64 creators on one name.
func TestOneOfManyCreatorsWinsOverHTTP(t *testing.T) {
	t.Parallel()
	for engine, start := range pair(t) {
		t.Run(engine, func(t *testing.T) {
			services := start(t)
			services[0].AddUser("mira", "Str0ng-enough", "MANAGER")
			callers := signedIn(services)
			templatePath := filepath.Dir(filepath.Dir(callers[0].NewDossier("First")))
			for round := range rounds() {
				name := fmt.Sprintf("Claims %d", round)
				var r race
				r.run(t, templatePath, name, callers...)
				if len(r.won) != 1 || r.refused != 2*creators-1 {
					t.Errorf("%d won, %d were refused, %d had no answer, want 1, %d and the rest",
						len(r.won), r.refused, r.unknown, 2*creators-1)
				}
				if have := callers[0].FindDossiers(templatePath, name); !slices.Equal(have, r.won) {
					t.Errorf("%v have the name, %v won it, want %v", have, r.won, r.won)
				}
			}
		})
	}
}

// TestANameSurvivesItsWinner kills a process at a random moment of the race.
// Whoever was told to have won has the name; nobody has it twice; and a name that
// nobody has can be had.
func TestANameSurvivesItsWinner(t *testing.T) {
	t.Parallel()
	for engine, start := range pair(t) {
		t.Run(engine, func(t *testing.T) {
			services := start(t)
			services[0].AddUser("mira", "Str0ng-enough", "MANAGER")
			templatePath := filepath.Dir(filepath.Dir(services[0].SignIn("mira", "Str0ng-enough").NewDossier("First")))
			victim := services[len(services)-1]
			for round := range 2 * rounds() {
				name := fmt.Sprintf("Claims %d", round)
				callers := signedIn(services)
				var r race
				raced := make(chan struct{})
				go func() { defer close(raced); r.run(t, templatePath, name, callers...) }()
				time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond) // any moment will do
				victim.Kill()
				<-raced
				victim.Start()
				r.askAgain(t, victim.SignIn("mira", "Str0ng-enough"), templatePath, name)
			}
		})
	}
}

// askAgain asks once more for the name of a race that was cut off.
func (r *race) askAgain(t *testing.T, c *servicetest.Caller, templatePath, name string) {
	t.Helper()
	if len(r.won) > 1 {
		t.Errorf("%s: %d were told that they won, want at most 1", name, len(r.won))
	}
	a, err := c.Do("POST", templatePath+"/dossiers", "application/json", strings.NewReader(fmt.Sprintf(`{"name":%q}`, name)))
	if err != nil {
		t.Fatal(err)
	}
	have := c.FindDossiers(templatePath, name)
	if len(have) != 1 {
		t.Errorf("%s: %v have the name, want 1", name, have)
	}
	switch a.Status {
	case http.StatusCreated:
		if len(r.won) != 0 || !slices.Contains(have, a.Header.Get("Location")) {
			t.Errorf("%s was given away again: %v won before, want nobody new", name, r.won)
		}
	case http.StatusConflict:
		if len(r.won) == 1 && !slices.Equal(have, r.won) {
			t.Errorf("%s: %v won, %v have it, want the same", name, r.won, have)
		}
	default:
		t.Errorf("%s afterwards: %d %s", name, a.Status, a.Body)
	}
	t.Logf("%s: %d told to have won, %d refused, %d without an answer, then %d", name, len(r.won), r.refused, r.unknown, a.Status)
}

// TestOneRenameAskedManyTimes is a client that does not wait for its answer.
func TestOneRenameAskedManyTimes(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), servicetest.NewMasterKey(t)...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("Before")
	body := fmt.Sprintf(`{"id":%q,"name":"After"}`, filepath.Base(dossier))
	var all sync.WaitGroup
	for range creators {
		all.Go(func() {
			a, err := c.Do("POST", filepath.Dir(dossier), "application/json", strings.NewReader(body))
			if err != nil || a.Status != http.StatusOK {
				t.Errorf("%d %s %v, want no error and a.Status = %v", a.Status, a.Body, err, http.StatusOK)
			}
		})
	}
	all.Wait()
	c.Want(201, "POST", filepath.Dir(dossier), map[string]string{"name": "Before"})
}
