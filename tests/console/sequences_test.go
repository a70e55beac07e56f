package console

import (
	_ "embed"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

var (
	//go:embed testdata/review-units.js
	reviewUnits string
	//go:embed testdata/review-sequences.js
	reviewSequences string
)

// reviewModules imports the modules of the model of a review.
const reviewModules = `import {ReviewModel} from "./review/review-model.js";
	import {Drafts, draftValue} from "./review/drafts.js";
	import {UndoLog} from "./review/undo-log.js";
	import {Outbox} from "./review/outbox.js";
	import {Editor} from "./review/editor.js";
	import {Sender} from "./review/sender.js";
	import {makeRows} from "./review/rows.js";
	import {changeValues, putValues, standOnExtracted} from "./review/changes.js";
	const modules = {ReviewModel, Editor, Sender, Drafts, draftValue, UndoLog, Outbox, changeValues, makeRows, putValues, standOnExtracted};
`

// expression returns the expression that a script consists of.
func expression(script string) string { return "(" + strings.TrimRight(script, ";\n") + ")" }

// TestPartsOfTheReviewModel holds drafts, the undo log, the outbox and rows against what they promise.
func TestPartsOfTheReviewModel(t *testing.T) {
	p := openBlank(t)
	for _, wrong := range evaluateModule[[]string](p, reviewModules+`export default `+expression(reviewUnits)+`(modules);`) {
		t.Error(wrong)
	}
}

// TestReviewModelInRandomSequences lets people type, leave, save, approve, undo and reload while others change the same, the
// service refuses, and the network is cut and loses answers: no text is lost unasked, nothing is shown that is neither stored
// nor marked, and a message takes back what it tells alone. A seed that fails is printed with what was done.
func TestReviewModelInRandomSequences(t *testing.T) {
	p := openBlank(t)
	sequences, length := 100, 60
	if os.Getenv("DOCKET_TEST_FULL") != "" {
		sequences = 1000
	}
	seed := time.Now().UnixNano() % 1_000_000_000
	t.Logf("seeds from %d", seed)
	done := evaluateModule[struct {
		Faults        []string
		Texts, Stored int
	}](p, reviewModules+fmt.Sprintf(`const run = %s(modules);
	export default (async () => {
		const done = {Faults: [], Texts: 0, Stored: 0};
		for (let seed = %d; seed < %[2]d + %d && done.Faults.length < 3; seed++) {
			try {
				const {texts, stored} = await run(seed, %d);
				done.Texts += texts;
				done.Stored += stored;
			} catch (error) {
				done.Faults.push(error.message);
			}
		}
		return done; })();`, expression(reviewSequences), seed, sequences, length))
	for _, fault := range done.Faults {
		t.Error(fault)
	}
	if done.Stored < sequences/2 || done.Stored == done.Texts {
		t.Errorf("%d of %d texts were stored: the sequences tell nothing", done.Stored, done.Texts)
	}
}
