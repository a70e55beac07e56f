package terminal

import (
	"context"
	"errors"
	"fmt"
)

// Errors that decide the exit code of a command.
var (
	// ErrReported ends a command with exit code 1 after it has said why.
	ErrReported = errors.New("failed")
	// ErrMisuse ends a command that was used wrongly with exit code 2, after it has said
	// how; ReportMisuse returns it.
	ErrMisuse = errors.New("wrong use")
	// ErrSignInRequired ends a command with exit code 3: somebody has to sign in first.
	ErrSignInRequired = errors.New("sign in first")
	// ErrFileFailed ends a command with exit code 4 after it has said which files could not
	// be processed.
	ErrFileFailed = errors.New("a file could not be processed")
	// ErrFileUnfinished ends a command with exit code 5 after it has said which files are not
	// processed yet.
	ErrFileUnfinished = errors.New("a file is not processed yet")
	// ErrDifferent ends a command with exit code 6 after it has shown what differs.
	ErrDifferent = errors.New("there are differences")
	// ErrForked ends a command with exit code 7: a log has two histories.
	ErrForked = errors.New("somebody has to look at this log")
)

// ReportMisuse prints what is wrong with a command line, and what would be right, to
// s.Err. It always returns ErrMisuse.
func ReportMisuse(s Streams, format string, args ...any) error {
	_, _ = fmt.Fprintf(s.Err, "docket: "+format+"\n", args...)
	return ErrMisuse
}

// ExitCode returns the exit code for what a command returned, and prints the error to
// s.Err unless the command has done so. A canceled context is a success: somebody
// stopped the command.
func ExitCode(err error, s Streams) int {
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return 0
	case errors.Is(err, ErrMisuse):
		return 2
	case errors.Is(err, ErrSignInRequired):
		_, _ = fmt.Fprintln(s.Err, "docket:", err)
		return 3
	case errors.Is(err, ErrFileFailed):
		return 4
	case errors.Is(err, ErrFileUnfinished):
		return 5
	case errors.Is(err, ErrDifferent):
		return 6
	case errors.Is(err, ErrForked):
		_, _ = fmt.Fprintln(s.Err, "docket:", err)
		return 7
	case !errors.Is(err, ErrReported):
		_, _ = fmt.Fprintln(s.Err, "docket:", err)
	}
	return 1
}
