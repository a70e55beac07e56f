package service_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/service"
	"github.com/seed-62a36931/docket/service/servicetest"
)

// metricName finds what alerts and dashboards ask of the service; `up` is made by
// the scrape.
var metricName = regexp.MustCompile(`\b(?:docket|process|go|http_server)_[a-z0-9_]+\b`)

const failures = "docket_background_failures_total"

// labelsAsked finds labels of a metric that are asked for by value.
var labelsAsked = regexp.MustCompile(`\b(docket_[a-z0-9_]+)\{([^}]*)\}`)

// TestEveryMetricThatIsAskedForExists holds alerts and dashboard against what a
// service in use shows.
func TestEveryMetricThatIsAskedForExists(t *testing.T) {
	t.Parallel()
	s := servicetest.Serve(t, filepath.Join(t.TempDir(), "data"), append(servicetest.NewMasterKey(t), "--postgres", pgtest.DSN(t))...)
	s.AddUser("mira", "Str0ng-enough", "MANAGER", "ADMIN")
	c := s.SignIn("mira", "Str0ng-enough")
	dossier := c.NewDossier("One")
	c.AwaitDone(dossier + "/files/" + c.Upload(dossier, "one.pdf", servicetest.CanaryPDF("one")))

	wanted := map[string]string{}
	for _, path := range []string{"deployments/prometheus/alerts.yaml", "deployments/grafana/docket.json"} {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found := metricName.FindAllString(string(b), -1)
		if len(found) < 12 {
			t.Errorf("%s asks for %v only, want at least 12", path, found)
		}
		for _, name := range found {
			wanted[name] = path
		}
	}
	ours := service.NewMetrics()
	ours.Failures.WithLabelValues("relay").Inc() // in the service none has failed, so there is no series
	all, err := ours.Registry.Gather()
	there := false
	for _, f := range all {
		there = there || f.GetName() == failures
	}
	if err != nil || !there {
		t.Errorf("%s is not there, %v, want there and no error", failures, err)
	}
	delete(wanted, failures)
	var shown string
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(100 * time.Millisecond) { // some are measured now and then
		shown = "\n" + s.MetricsText()
		missing := maps.Clone(wanted)
		maps.DeleteFunc(missing, func(name, _ string) bool { return regexp.MustCompile(`\n` + name + `[{ ]`).MatchString(shown) })
		if len(missing) == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the service does not show %v, want them within a minute", missing)
		}
	}
	if !strings.Contains(shown, `docket_lease_held{part="relay"} 1`) {
		t.Errorf("no lease of the relay in\n%s, want %q in it", shown, `docket_lease_held{part="relay"} 1`)
	}
	labelsExist(t, shown)
	expectDocumented(t, wanted)
}

// labelsExist wants every label that is asked for by name on the metric.
func labelsExist(t *testing.T, shown string) {
	t.Helper()
	for _, path := range []string{"deployments/prometheus/alerts.yaml", "deployments/grafana/docket.json"} {
		b, _ := os.ReadFile(path)
		for _, m := range labelsAsked.FindAllStringSubmatch(strings.ReplaceAll(string(b), `\"`, `"`), -1) {
			for _, l := range regexp.MustCompile(`([a-z]+)=`).FindAllStringSubmatch(m[2], -1) {
				name := l[1]
				if slices.Contains([]string{"job", "instance"}, name) || m[1] == failures {
					continue
				}
				if !regexp.MustCompile(`\n` + m[1] + `\{[^}]*\b` + name + `="`).MatchString(shown) {
					t.Errorf("%s asks for %s of %s, which has no such label", path, name, m[1])
				}
			}
		}
	}
}

// expectDocumented wants every metric of our own, and every alert, in the guide.
func expectDocumented(t *testing.T, metrics map[string]string) {
	t.Helper()
	b, err := os.ReadFile("docs/operations/observe.md")
	if err != nil {
		t.Fatal(err)
	}
	guide := string(b)
	for name := range metrics {
		name = strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_count")
		if strings.HasPrefix(name, "docket_") && !strings.Contains(guide, "`"+name) {
			t.Errorf("docs/operations/observe.md does not tell of %s", name)
		}
	}
	alerts, err := os.ReadFile("deployments/prometheus/alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(string(alerts), -1) {
		if !strings.Contains(guide, "| `"+m[1]+"` |") {
			t.Errorf("docs/operations/observe.md does not say what to do about %s", m[1])
		}
	}
}

// TestDashboard holds the form of the dashboard: each panel stands in a place of its
// own and asks something of the source that is chosen.
func TestDashboard(t *testing.T) {
	b, err := os.ReadFile("deployments/grafana/docket.json")
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		UID, Title    string
		SchemaVersion int
		Panels        []struct {
			ID          int
			Type, Title string
			GridPos     struct{ X, Y, W, H int }
			Datasource  struct{ UID string }
			Targets     []struct{ Expr, LegendFormat, RefID string }
		}
	}
	if err := json.Unmarshal(b, &d); err != nil || d.UID == "" || d.SchemaVersion == 0 || len(d.Panels) < 10 {
		t.Fatalf(`%v %+v, want d.UID other than "", d.SchemaVersion other than 0, len(d.Panels) at least 10 and no error`, err, d)
	}
	ids, taken := map[int]bool{}, map[[2]int]string{}
	for _, p := range d.Panels {
		if ids[p.ID] || p.Title == "" || p.GridPos.X+p.GridPos.W > 24 || p.GridPos.W < 1 || p.GridPos.H < 1 {
			t.Errorf("got %+v, want a panel of its own within 24 columns", p)
		}
		ids[p.ID] = true
		for x := range p.GridPos.W {
			for y := range p.GridPos.H {
				at := [2]int{p.GridPos.X + x, p.GridPos.Y + y}
				if other, ok := taken[at]; ok {
					t.Errorf("%s stands on %s, want not ok", p.Title, other)
				}
				taken[at] = p.Title
			}
		}
		if p.Type != "row" && (len(p.Targets) == 0 || p.Datasource.UID != "${source}") {
			t.Errorf("%s asks nothing", p.Title)
		}
		for _, target := range p.Targets {
			if target.Expr == "" || target.LegendFormat == "" || target.RefID == "" {
				t.Errorf(`%s: %+v, want target.Expr other than "", target.LegendFormat other than "" and target.RefID other `+
					`than ""`, p.Title, target)
			}
		}
	}
}
