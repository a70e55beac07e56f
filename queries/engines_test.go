package queries_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
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
		"WhatWaitsIsNotShown":                whatWaitsIsNotShown,
		"HistoryWithAGapIsNotShown":          historyWithAGapIsNotShown,
		"RowsBehindTheLogAreRefused":         rowsBehindTheLogAreRefused,
		"AccountsBehindTheLogAreRefused":     accountsBehindTheLogAreRefused,
		"WorkspacesBehindTheLogAreRefused":   workspacesBehindTheLogAreRefused,
		"WebhooksBehindTheLogAreRefused":     webhooksBehindTheLogAreRefused,
		"ListsOmitRowsBehindTheLog":          listsOmitRowsBehindTheLog,
		"HistoriesCountTheirStreams":         historiesCountTheirStreams,
		"RowsOfOthersAreRefused":             rowsOfOthersAreRefused,
		"RowsOfViewsThatLagAreRead":          rowsOfViewsThatLagAreRead,
		"TemplatesMatter":                    templatesMatter,
		"WhoReadsWhat":                       whoReadsWhat,
		"ListsHoldWhatTheCallerMaySee":       listsHoldWhatTheCallerMaySee,
		"GroupsOfFilesAndDossiers":           groupsOfFilesAndDossiers,
		"ComponentsAndOverridesOfAFile":      componentsAndOverridesOfAFile,
		"ThePastIsWhatWasRead":               thePastIsWhatWasRead,
		"ListsOfThePastAgreeWithSingleReads": listsOfThePastAgreeWithSingleReads,
		"AnswersOfThePastStay":               answersOfThePastStay,
		"BeforeAndAfter":                     beforeAndAfter,
		"UsageCountsWhatHappened":            usageCountsWhatHappened,
		"LicenseTellsWhatIsUsed":             licenseTellsWhatIsUsed,
		"UsageRefuses":                       usageRefuses,
		"HistoryTellsWhatHappened":           historyTellsWhatHappened,
		"HistoryIsNarrowed":                  historyIsNarrowed,
		"HistoryTellsOfFalseClaims":          historyTellsOfFalseClaims,
		"HistoryTellsOfOutsiders":            historyTellsOfOutsiders,
		"RuleFailuresAreTold":                ruleFailuresAreTold,
		"PermanentDeletionReachesHistory":    permanentDeletionReachesHistory,
		"HistoryPagesNeverShift":             historyPagesNeverShift,
		"TemplateHistoryTellsWhatHappened":   templateHistoryTellsWhatHappened,
		"AuditTellsOfAccountsAndPackages":    auditTellsOfAccountsAndPackages,
		"AuditFindsWhatIsAskedFor":           auditFindsWhatIsAskedFor,
		"AuditRefuses":                       auditRefuses,
		"TheFeedTellsEachWhatTheyMayRead":    theFeedTellsEachWhatTheyMayRead,
		"TheFeedRefuses":                     theFeedRefuses,
		"FeedPagesAreWhatListenersHear":      feedPagesAreWhatListenersHear,
		"TheFeedWaitsForRepair":              theFeedWaitsForRepair,
		"TemplatesAndTheirStatus":            templatesAndTheirStatus,
		"DefinitionsByRankThenTrash":         definitionsByRankThenTrash,
		"StatusesAndAttributesOfATemplate":   statusesAndAttributesOfATemplate,
		"WhatATemplateHasNoMoreIsNotShown":   whatATemplateHasNoMoreIsNotShown,
		"HistoryTellsOfDefinitions":          historyTellsOfDefinitions,
		"EntitiesAndTheirTerms":              entitiesAndTheirTerms,
		"FilesOfReportTemplates":             filesOfReportTemplates,
		"MappingsAreListedOpenedAndExported": mappingsAreListedOpenedAndExported,
		"ContentsAreDrawnOnceAndForgotten":   contentsAreDrawnOnceAndForgotten,
		"ContentsOfOfficeFiles":              contentsOfOfficeFiles,
		"PackagesAreTheirOwners":             packagesAreTheirOwners,
		"OwnListsAreReadByPages":             ownListsAreReadByPages,
		"CancelledOperationsAreTold":         cancelledOperationsAreTold,
		"OperationsExpire":                   operationsExpire,
		"AccountsAreFoundByNameOrAddress":    accountsAreFoundByNameOrAddress,
		"AccountsAreListed":                  accountsAreListed,
		"MembersAreFound":                    membersAreFound,
		"WorkspacesAreFoundByIssuer":         workspacesAreFoundByIssuer,
		"WaitingWorkIsOldestFirst":           waitingWorkIsOldestFirst,
		"GroupsOfStates":                     groupsOfStates,
		"SingleReadsOfStates":                singleReadsOfStates,
		"HistoryTellsOfStates":               historyTellsOfStates,
		"HistoryTellsOfTemplates":            historyTellsOfTemplates,
		"HistoryTellsOfDossiers":             historyTellsOfDossiers,
		"StreamsOfACaller":                   streamsOfACaller,
		"RuleFilesAreReadAsStored":           ruleFilesAreReadAsStored,
		"WorkInTheTrashWaits":                workInTheTrashWaits,
		"ExpiredIsFoundByTime":               expiredIsFoundByTime,
		"EntitiesInTheOrderOfPages":          entitiesInTheOrderOfPages,
		"TextsOfPages":                       textsOfPages,
		"ChecksAndAttention":                 checksAndAttention,
		"WhatTheTemplateExpects":             whatTheTemplateExpects,
		"PagesOfFilesHoldWhatIsAskedFor":     pagesOfFilesHoldWhatIsAskedFor,
		"NamesAreKeptUntilFilesChange":       namesAreKeptUntilFilesChange,
		"ValuesAreFound":                     valuesAreFound,
		"FilesOfAllDossiers":                 filesOfAllDossiers,
		"FilesThatNeedALookAreCounted":       filesThatNeedALookAreCounted,
		"PagesOfComponents":                  pagesOfComponents,
		"ExportsOfComponents":                exportsOfComponents,
		"ExportsDuringWrites":                exportsDuringWrites,
		"PagesOfFilesRefuse":                 pagesOfFilesRefuse,
		"PagesOfDossiers":                    pagesOfDossiers,
		"DossiersTellWhatIsInThem":           dossiersTellWhatIsInThem,
		"TrashIsListedInPages":               trashIsListedInPages,
		"PreferencesAreOnesOwn":              preferencesAreOnesOwn,
	}
}

func TestOnSQLite(t *testing.T) {
	for name, test := range suite() {
		t.Run(name, func(t *testing.T) { test(t, openSQLite) })
	}
}

func TestOnPostgreSQL(t *testing.T) {
	for name, test := range suite() {
		t.Run(name, func(t *testing.T) { test(t, openPostgreSQL) })
	}
}

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

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

// openPostgreSQL makes read models in a database of its own.
func openPostgreSQL(t testing.TB) engine {
	t.Helper()
	v, err := postgres.OpenViews(t.Context(), pgtest.DSN(t), postgres.ViewsOptions{})
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
