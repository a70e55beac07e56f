package rest

import (
	"context"

	"github.com/getkin/kin-openapi/openapi3filter"

	"github.com/seed-62a36931/docket/queries"
)

// What is no JSON is held against the contract as bytes.
func init() {
	openapi3filter.RegisterBodyDecoder("application/jsonl", openapi3filter.FileBodyDecoder)
	openapi3filter.RegisterBodyDecoder("text/event-stream", openapi3filter.FileBodyDecoder)
}

var historyOperations = []sample{
	{"GET", tPath + "/history", "", 200},
	{"GET", "/api/audit/events", "", 200},
}

func (f *fake) TemplateHistory(_ context.Context, q queries.AskTemplateHistory) (queries.HistoryPage, error) {
	return ask(f, q, f.history)
}

func (f *fake) AuditEvents(_ context.Context, q queries.AskAudit) (queries.HistoryPage, error) {
	return ask(f, q, f.history)
}

func (f *fake) EachAuditEvent(_ context.Context, q queries.AskAudit, hand func(queries.HistoryEntry) error) error {
	if _, err := ask(f, q, 0); err != nil {
		return err
	}
	for _, e := range f.history.Entries {
		if err := hand(e); err != nil {
			return err
		}
	}
	return f.broken
}
