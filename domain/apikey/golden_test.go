package apikey

import (
	"testing"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/seed-62a36931/docket/domain/es/estest"
)

// TestGoldenEvents reads every event that was ever written, as the service does.
func TestGoldenEvents(t *testing.T) {
	estest.CheckGolden(t, func(v any) ([]byte, error) { return jsonv2.Marshal(v, jsonv2.Deterministic(true)) },
		func(b []byte, v any) error { return jsonv2.Unmarshal(b, v) }, RegisterEvents)
}
