package answertest_test

import (
	"testing"

	"github.com/seed-62a36931/docket/commands"
	"github.com/seed-62a36931/docket/commands/answertest"
)

func TestShelf(t *testing.T) {
	answertest.Run(t, func(testing.TB) func(testing.TB) commands.Answers {
		s, _ := answertest.NewShelf()
		return func(testing.TB) commands.Answers { return s }
	})
}
