package postgres_test

import (
	"testing"

	"github.com/seed-62a36931/docket/adapters/postgres"
	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/answertest"
)

func TestAnswers(t *testing.T) {
	answertest.Run(t, func(t testing.TB) func(testing.TB) commands.Answers {
		dsn := pgtest.DSN(t)
		return func(t testing.TB) commands.Answers {
			a, err := postgres.OpenAnswers(t.Context(), dsn)
			return openOne(t, a, err)
		}
	})
}
