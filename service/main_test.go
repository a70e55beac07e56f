package service_test

import (
	"os"
	"testing"

	"github.com/seed-62a36931/docket/service/servicetest"
)

func TestMain(m *testing.M) { os.Exit(servicetest.RunWaitingTests(m, servicetest.RunCommand)) }
