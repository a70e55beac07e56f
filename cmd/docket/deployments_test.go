package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/seed-62a36931/docket/service/settings"
)

// variable finds settings of the service in what is deployed.
var variable = regexp.MustCompile(`\bDOCKET_[A-Z0-9_]+\b`)

// ofCompose are variables that the compose file itself reads.
var ofCompose = []string{"DOCKET_VERSION", "DOCKET_MASTER_KEY", "DOCKET_TEST_ESDB"}

// TestSettingsOfDeploymentsExist wants every variable and every flag that compose
// file, chart, images and unit name to be one of the program.
func TestSettingsOfDeploymentsExist(t *testing.T) {
	known := variablesOf(reflect.TypeFor[CLI](), map[string]bool{})
	if len(known) < 40 {
		t.Fatalf("only %d variables are known, want at least 40", len(known))
	}
	named := 0
	err := filepath.WalkDir("deployments", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, name := range variable.FindAllString(string(b), -1) {
			named++
			if !known[name] && !slices.Contains(ofCompose, name) {
				t.Errorf("%s names %s, which no command reads, want a setting of Docket", path, name)
			}
		}
		return nil
	})
	if err != nil || named < 40 {
		t.Errorf("%d variables are named, %v, want no error and named at least 40", named, err)
	}
	for _, role := range regexp.MustCompile(`DOCKET_ROLES: "?([a-z,]+)`).FindAllStringSubmatch(read(t,
		"deployments/compose/compose.yaml"), -1) {
		for name := range strings.SplitSeq(role[1], ",") {
			if !slices.Contains(settings.ProcessRoles, name) {
				t.Errorf("the compose file names the role %s, want a role of %q", name, settings.ProcessRoles)
			}
		}
	}
}

// variablesOf collects the environment variables of all flags below a command.
func variablesOf(of reflect.Type, into map[string]bool) map[string]bool {
	for i := range of.NumField() {
		f := of.Field(i)
		for name := range strings.SplitSeq(f.Tag.Get("env"), ",") {
			into[name] = true
		}
		if f.Type.Kind() == reflect.Struct {
			variablesOf(f.Type, into)
		}
	}
	return into
}

// TestChartKnowsAllRoles wants the roles of the program in the schema of the chart's
// values and in its deployments.
func TestChartKnowsAllRoles(t *testing.T) {
	schema, values, check := read(t, "deployments/helm/docket/values.schema.json"),
		read(t, "deployments/helm/docket/values.yaml"), read(t, "deployments/helm/docket/templates/_helpers.tpl")
	for _, role := range settings.ProcessRoles {
		if !strings.Contains(schema, `"`+role+`"`) || !regexp.MustCompile(`roles: \[[^\]]*\b`+role+`\b`).MatchString(values) ||
			!strings.Contains(check, `"`+role+`"`) {
			t.Errorf("the chart does not know the role %s, want it in schema, values and check", role)
		}
	}
}

// TestConfigurationOfNATS reads it as the server does.
func TestConfigurationOfNATS(t *testing.T) {
	t.Setenv("SERVER_NAME", "nats2")
	t.Setenv("NATS_PASSWORD", "hush")
	o, err := server.ProcessConfigFile("deployments/compose/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	if !o.JetStream || o.ServerName != "nats2" || len(o.Routes) != 3 || len(o.Users) != 1 || o.Users[0].Password != "hush" ||
		o.Port != 4222 {
		t.Errorf("got %+v, want nats2 with JetStream, three routes and one user at port 4222", o)
	}
}

// TestRealmOfKeycloak wants the roles that the service knows, and the audience that
// the compose file names.
func TestRealmOfKeycloak(t *testing.T) {
	var realm struct {
		Realm string
		Roles struct{ Realm []struct{ Name string } }
		Users []struct{ RealmRoles []string }
	}
	text := read(t, "deployments/compose/realm.json")
	if err := json.Unmarshal([]byte(text), &realm); err != nil {
		t.Fatal(err)
	}
	compose := read(t, "deployments/compose/compose.yaml")
	if !strings.Contains(compose, "/realms/"+realm.Realm+`"`) || !strings.Contains(compose, "--audience, docket") ||
		!strings.Contains(text, `"included.custom.audience": "docket"`) {
		t.Error("compose file and realm do not name the same issuer and audience")
	}
	known := map[string]bool{"USER": true, "MANAGER": true, "USER_ADMIN": true, "ADMIN": true, "AUDITOR": true}
	for _, r := range realm.Roles.Realm {
		if !known[r.Name] {
			t.Errorf("there is no role %s, want one of the roles", r.Name)
		}
	}
	if len(realm.Roles.Realm) != len(known) || len(realm.Users) == 0 {
		t.Errorf("got %+v, want len(realm.Roles.Realm) = %d and some realm.Users", realm, len(known))
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
