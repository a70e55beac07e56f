package compile

import (
	"errors"
	"testing"

	"github.com/seed-62a36931/docket/rules/host"
)

// A defect is an error of the runtime.
type defect string

func (defect) RuntimeError()   {}
func (d defect) Error() string { return string(d) }

// panicValue returns the value that a function panics with.
func panicValue(run func()) (r any) {
	defer func() { r = recover() }()
	run()
	return nil
}

// TestPanicsStandForExceptions has the panics of Go that code of rules can come to.
func TestPanicsStandForExceptions(t *testing.T) {
	var list []int
	var none any
	var text any = "x"
	var object *host.Throwable
	index, zero := 3, 0
	for _, tt := range []struct {
		name           string
		run            func()
		class, message string
	}{
		{"a nil value", func() { _ = none.(string) }, "NullPointerException", "a value is null"},
		{"a nil pointer", func() { _ = object.Message }, "NullPointerException", "a value is null"},
		{"another type", func() { _ = text.(int) }, "ClassCastException", "interface conversion: interface {} is string, not int"},
		{"an index", func() { _ = list[index] }, "IndexOutOfBoundsException", "runtime error: index out of range [3] with length 0"},
		{"a slice", func() { _ = list[:index] }, "IndexOutOfBoundsException",
			"runtime error: slice bounds out of range [:3] with capacity 0"},
		{"a defect with like words", func() { panic(defect("a map entry is nil")) }, "IllegalStateException", "a map entry is nil"},
		{"a division", func() { _ = 1 / zero }, "IllegalStateException", "runtime error: integer divide by zero"},
	} {
		got := AsThrowable(panicValue(tt.run))
		if got == nil || got.Class != tt.class || got.Message != tt.message || got.Offset != -1 {
			t.Errorf("%s: got %+v, want %s: %s", tt.name, got, tt.class, tt.message)
		}
	}
	thrown := &host.Throwable{Class: "X"}
	if got := AsThrowable(thrown); got != thrown {
		t.Errorf("an exception is itself: got %+v, want %v", got, thrown)
	}
	for _, r := range []any{nil, "defect", errors.New("defect"), &host.LimitError{Message: "limit"}} {
		if got := AsThrowable(r); got != nil {
			t.Errorf("%v is no exception of Java: got %+v, want got = nil", r, got)
		}
	}
}
