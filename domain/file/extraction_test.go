package file

import (
	"errors"
	"reflect"
	"testing"

	"github.com/seed-62a36931/docket/domain"
	"github.com/seed-62a36931/docket/domain/es"
)

func TestExtractionIsSet(t *testing.T) {
	manual := State{Phase: Active, Version: 2, Analysed: 1, Manual: true, Processing: Processed}
	busy, analysed, approved := manual, manual, manual
	busy.Processing, analysed.Analysed, approved.Workflow = OCR, 2, Approved
	for _, row := range []struct {
		name      string
		state     State
		automatic bool
		want      []es.Event
		fault     error
	}{
		{"left out", State{Phase: Active, Processing: Processed}, false, []es.Event{ExtractionChanged{Manual: true}}, nil},
		{"left out already", manual, false, nil, nil},
		{"taken in, not analysed yet", manual, true, []es.Event{ExtractionChanged{}, ReanalysisRequested{}}, nil},
		{"taken in while it is read", busy, true, []es.Event{ExtractionChanged{}}, nil},
		{"taken in, analysed by hand", analysed, true, []es.Event{ExtractionChanged{}}, nil},
		{"approved", approved, true, nil, ErrApproved},
		{"in the trash", State{Phase: Trashed}, true, nil, domain.ErrFileNotFound},
	} {
		got, err := SetExtraction(row.automatic)(row.state)
		if !errors.Is(err, row.fault) || !reflect.DeepEqual(got, row.want) {
			t.Errorf("%s: got %v, %v, want %v, %v", row.name, got, err, row.want, row.fault)
		}
	}
	if s := applyEvent(State{}, ExtractionChanged{Manual: true}); !s.Manual {
		t.Error("the state forgets that the file is left out")
	}
	if r := Fold(Record{}, es.Recorded{Event: ExtractionChanged{Manual: true}}); !r.Manual {
		t.Error("the record forgets that the file is left out")
	}
}
