// Package answertest is the conformance suite of whatever keeps the first answers
// to requests with a key.
package answertest

import (
	"bytes"
	"sync"
	"testing"
	"time"

	"github.com/seed-62a36931/docket/commands"
)

var begin = time.Date(2024, 5, 31, 8, 15, 30, 0, time.UTC)

// Run tests an implementation of commands.Answers against its contract. fresh returns a
// function that opens one empty store, anew at each call, as several processes do.
func Run(t *testing.T, fresh func(t testing.TB) func(t testing.TB) commands.Answers) {
	for name, test := range map[string]func(*testing.T, func(testing.TB) commands.Answers){
		"what is kept is read by others": testRead,
		"a later note replaces":          testReplace,
		"time ends a note":               testExpiry,
		"a sweep takes what is over":     testSweep,
		"what is dropped is gone":        testDrop,
		"any bytes come back":            testBytes,
		"many write at once":             testConcurrency,
	} {
		t.Run(name, func(t *testing.T) { test(t, fresh(t)) })
	}
}

// checkAnswer checks that the note under an id is box; nil means that there is none.
func checkAnswer(t *testing.T, a commands.Answers, id string, now time.Time, box []byte) {
	t.Helper()
	got, err := a.Answer(t.Context(), id, now)
	if err != nil || !bytes.Equal(got, box) || (got == nil) != (box == nil) {
		t.Errorf("%s is %q, %v, want %q", id, got, err, box)
	}
}

func keepAnswer(t *testing.T, a commands.Answers, id, box string, until time.Time) {
	t.Helper()
	if err := a.KeepAnswer(t.Context(), id, []byte(box), until); err != nil {
		t.Fatal(err)
	}
}

func testRead(t *testing.T, open func(testing.TB) commands.Answers) {
	a, b := open(t), open(t)
	checkAnswer(t, a, "one", begin, nil)
	keepAnswer(t, a, "one", "first", begin.Add(time.Hour))
	checkAnswer(t, b, "one", begin, []byte("first"))
	checkAnswer(t, b, "two", begin, nil)
	checkAnswer(t, b, "ONE", begin, nil)
}

func testReplace(t *testing.T, open func(testing.TB) commands.Answers) {
	a := open(t)
	keepAnswer(t, a, "one", "first", begin.Add(time.Hour))
	keepAnswer(t, a, "one", "second", begin.Add(2*time.Hour))
	checkAnswer(t, a, "one", begin.Add(90*time.Minute), []byte("second"))
}

func testExpiry(t *testing.T, open func(testing.TB) commands.Answers) {
	a := open(t)
	keepAnswer(t, a, "one", "first", begin.Add(time.Hour))
	checkAnswer(t, a, "one", begin.Add(time.Hour-time.Millisecond), []byte("first"))
	checkAnswer(t, a, "one", begin.Add(time.Hour), nil)
}

func testSweep(t *testing.T, open func(testing.TB) commands.Answers) {
	a := open(t)
	for i, id := range []string{"one", "two", "three"} {
		keepAnswer(t, a, id, id, begin.Add(time.Duration(i+1)*time.Hour))
	}
	for _, step := range []struct {
		after time.Duration
		gone  int
	}{{0, 0}, {2 * time.Hour, 2}, {2 * time.Hour, 0}, {3 * time.Hour, 1}} {
		if n, err := a.SweepAnswers(t.Context(), begin.Add(step.after)); err != nil || n != step.gone {
			t.Errorf("after %s %d were swept, %v, want %d", step.after, n, err, step.gone)
		}
		if step.after == 2*time.Hour { // also for a clock that goes back
			checkAnswer(t, a, "one", begin, nil)
			checkAnswer(t, a, "three", begin, []byte("three"))
		}
	}
}

func testDrop(t *testing.T, open func(testing.TB) commands.Answers) {
	a := open(t)
	keepAnswer(t, a, "one", "first", begin.Add(time.Hour))
	for range 2 {
		if err := a.DropAnswer(t.Context(), "one"); err != nil {
			t.Fatal(err)
		}
		checkAnswer(t, a, "one", begin, nil)
	}
}

func testBytes(t *testing.T, open func(testing.TB) commands.Answers) {
	a := open(t)
	large := bytes.Repeat([]byte{0, 0xff, '\'', '"', 0x80}, 1<<20)
	keepAnswer(t, a, "one", string(large), begin.Add(time.Hour))
	checkAnswer(t, a, "one", begin, large)
}

func testConcurrency(t *testing.T, open func(testing.TB) commands.Answers) {
	a, b := open(t), open(t)
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			id := string(rune('a' + i%5))
			of := []commands.Answers{a, b}[i%2]
			if err := of.KeepAnswer(t.Context(), id, []byte(id), begin.Add(time.Hour)); err != nil {
				t.Error(err)
			}
			if _, err := of.SweepAnswers(t.Context(), begin); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i := range 5 {
		id := string(rune('a' + i))
		checkAnswer(t, a, id, begin, []byte(id))
	}
}
