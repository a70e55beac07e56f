package postgres_test

import (
	"os"
	"testing"

	"github.com/seed-62a36931/docket/adapters/postgres/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
