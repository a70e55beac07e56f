package console

import (
	"os"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

func TestMain(m *testing.M) {
	code := servicetest.RunTests(m, servicetest.RunCommand)
	closeBrowsers()
	os.Exit(code)
}
