package bulk

import (
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/uuid"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
	"github.com/seed-62a36931/docket/domain/es/estest"
)

// TestGoldenEvents reads every event that was ever written, as the service does.
func TestGoldenEvents(t *testing.T) {
	estest.CheckGolden(t, func(v any) ([]byte, error) { return jsonv2.Marshal(v, jsonv2.Deterministic(true)) },
		func(b []byte, v any) error { return jsonv2.Unmarshal(b, v) }, RegisterEvents)
}

func TestABulkIsBegunAndFinishedOnce(t *testing.T) {
	const subject = es.Subject("demo/dossier.1")
	begin := Started{Dossier: "d", Template: "t", Content: es.BlobRef{Subject: subject, ID: uuid.New(), Size: 7}, Files: 2}
	skips := func(n int) (out []Skipped) {
		for range n {
			out = append(out, Skipped{Name: "x.txt", Reason: Unsupported})
		}
		return out
	}
	told := func(n, named int) EntriesSkipped {
		return EntriesSkipped{Dossier: "d", Template: "t", Count: n, Entries: es.Seal(subject, skips(named))}
	}
	estest.GivenEvents(t, Decider).When(Start(begin, nil, subject)).Then(begin)
	estest.GivenEvents(t, Decider).When(Start(begin, skips(3), subject)).Then(begin, told(3, 3))
	estest.GivenEvents(t, Decider).When(Start(begin, skips(9000), subject)).Then(begin, told(9000, 200))
	estest.GivenEvents(t, Decider, begin).When(Start(begin, nil, subject)).ThenErr(domain.ErrContended)
	estest.GivenEvents(t, Decider, begin).When(Finish(Finished{}, nil, subject)).Then(Finished{})
	estest.GivenEvents(t, Decider, begin, told(3, 3)).When(Finish(Finished{}, skips(1), subject)).Then(told(1, 1), Finished{})
	estest.GivenEvents(t, Decider, begin, Finished{}).When(Finish(Finished{}, skips(1), subject)).Then()
	estest.GivenEvents(t, Decider).When(Finish(Finished{}, nil, subject)).Then()
	deletion := Started{Dossier: "d", Template: "t", Files: 2, Action: Trash}
	left := []Skipped{{Name: "a.pdf", Reason: Changed}}
	estest.GivenEvents(t, Decider, deletion).When(Finish(Finished{}, left, subject)).Then(
		EntriesSkipped{Dossier: "d", Template: "t", Count: 1, Action: Trash, Entries: es.Seal(subject, left)}, Finished{})
	table := Skipped{Name: "v.csv", Reason: NoTable, Detail: "No column is called filename"}
	estest.GivenEvents(t, Decider).When(SkipUpload("d", "t", table, subject)).Then(
		EntriesSkipped{Dossier: "d", Template: "t", Count: 1, Whole: true, Entries: es.Seal(subject, []Skipped{table})})
}
