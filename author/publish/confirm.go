package publish

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/seed-62a36931/docket/internal/terminal"
)

// confirm asks a question unless yes is true, and returns an error when the answer is not yes.
func confirm(streams terminal.Streams, yes bool, question string) error {
	if yes {
		return nil
	}
	_, _ = fmt.Fprint(streams.Err, question+" [y/N] ")
	line, err := bufio.NewReader(streams.In).ReadString('\n')
	if !terminal.IsTerminal(streams.In) {
		_, _ = fmt.Fprintln(streams.Err)
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return nil
	case "":
		if err != nil {
			return terminal.ReportMisuse(streams, "nobody answered; nothing was changed. Where nobody can be asked, add --yes")
		}
	}
	return errors.New("nothing was changed")
}
