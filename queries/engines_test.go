package queries_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/sqlite"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/projections"
	"github.com/seed-62a36931/docket/queries"
)

// An engine is a place for read models, as these tests need it.
type engine interface {
	queries.Reader
	es.Model[projections.Writer]
	Prepare(ctx context.Context, views ...projections.View) error
}

// An opener makes an empty engine for a test.
type opener func(testing.TB) engine

// suite is what every engine must answer alike.
func suite() map[string]func(*testing.T, opener) {
	return map[string]func(*testing.T, opener){
		"ComponentsKeepTheirOrderOfThen":     componentsKeepTheirOrderOfThen,
		"ErasedRowsAreNotFound":              erasedRowsAreNotFound,
		"TemplatesMatter":                    templatesMatter,
		"WhoReadsWhat":                       whoReadsWhat,
		"ListsHoldWhatTheCallerMaySee":       listsHoldWhatTheCallerMaySee,
		"GroupsOfFilesAndDossiers":           groupsOfFilesAndDossiers,
		"ComponentsAndOverridesOfAFile":      componentsAndOverridesOfAFile,
		"ThePastIsWhatWasRead":               thePastIsWhatWasRead,
		"ListsOfThePastAgreeWithSingleReads": listsOfThePastAgreeWithSingleReads,
		"BeforeAndAfter":                     beforeAndAfter,
		"UsageCountsWhatHappened":            usageCountsWhatHappened,
		"UsageRefuses":                       usageRefuses,
		"HistoryTellsWhatHappened":           historyTellsWhatHappened,
		"PermanentDeletionReachesHistory":    permanentDeletionReachesHistory,
		"HistoryPagesNeverShift":             historyPagesNeverShift,
		"TemplatesAndTheirStatus":            templatesAndTheirStatus,
		"DefinitionsByRankThenTrash":         definitionsByRankThenTrash,
		"PackagesAreTheirOwners":             packagesAreTheirOwners,
		"AccountsAreFoundByNameOrAddress":    accountsAreFoundByNameOrAddress,
		"WaitingWorkIsOldestFirst":           waitingWorkIsOldestFirst,
	}
}

func TestOnSQLite(t *testing.T) {
	for name, test := range suite() {
		t.Run(name, func(t *testing.T) { test(t, openSQLite) })
	}
}

func TestOnPostgreSQL(t *testing.T) {
	if os.Getenv("DOCKET_TEST_POSTGRES") == "" {
		t.Skip("DOCKET_TEST_POSTGRES names no PostgreSQL server")
	}
	for name, test := range suite() {
		t.Run(name, func(t *testing.T) { test(t, openPostgreSQL) })
	}
}

// openSQLite makes read models in a file.
func openSQLite(t testing.TB) engine {
	t.Helper()
	v, err := sqlite.OpenViews(t.Context(), filepath.Join(t.TempDir(), "views.db"), sqlite.ViewsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	})
	return v
}

var databases atomic.Int64

// openPostgreSQL makes read models in a database of its own, on the server that
// DOCKET_TEST_POSTGRES names as "key=value" settings of a superuser.
func openPostgreSQL(t testing.TB) engine {
	t.Helper()
	var settings []string
	for _, s := range strings.Fields(os.Getenv("DOCKET_TEST_POSTGRES")) {
		if !strings.HasPrefix(s, "dbname=") {
			settings = append(settings, s)
		}
	}
	server := strings.Join(settings, " ")
	name := fmt.Sprintf("docket_queries_%d_%d", os.Getpid(), databases.Add(1))
	administer(t, server, "CREATE DATABASE "+name)
	t.Cleanup(func() { administer(t, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	v, err := postgres.OpenViews(t.Context(), server+" dbname="+name, postgres.ViewsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	})
	return v
}

// administer runs a statement on the server; also when the test's context ended.
func administer(t testing.TB, server, sql string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, server+" dbname=postgres")
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(ctx, sql)
	if err := errors.Join(err, conn.Close(ctx)); err != nil {
		t.Error(err)
	}
}
