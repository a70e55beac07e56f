package estest_test

import (
	"context"
	"testing"

	"github.com/seed-62a36931/docket/domain/es/estest"
)

func TestMemory(t *testing.T) {
	estest.Conformance(t, estest.Suite{
		Place: func(testing.TB) string { return "" },
		Open:  func(context.Context, string) (estest.Closer, error) { return estest.NewStore(), nil },
		Dense: true,
	})
}
