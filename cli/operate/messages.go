package operate

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/seed-62a36931/docket/internal/terminal"
	"github.com/seed-62a36931/docket/service"
)

// Messages looks after dead letters: messages that no attempt could handle.
type Messages struct {
	List  MessagesList  `cmd:"" help:"List dead letters."`
	Show  MessagesShow  `cmd:"" help:"Show one dead letter."`
	Retry MessagesRetry `cmd:"" help:"Send dead letters to their handlers again."`
	Drop  MessagesDrop  `cmd:"" help:"Delete dead letters."`
}

// MessagesList lists dead letters.
type MessagesList struct {
	Reach
	JSON  bool   `help:"Print JSON."`
	Topic string `help:"Of this topic only: file-processing or download-packaging."`
	After uint64 `help:"Those behind this number; a list has at most 1000."`
}

// Run prints a line for each.
func (m MessagesList) Run(ctx context.Context, io terminal.Streams) error {
	return m.useControl(ctx, io, func(c *service.Control) error {
		list, err := c.ListLetters(ctx, m.Topic, m.After)
		if err != nil {
			return err
		}
		if m.JSON {
			return terminal.PrintJSON(io.Out, list)
		}
		t := tabwriter.NewWriter(io.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "NUMBER\tTOPIC\tDIED\tATTEMPTS\tSTREAM\tREASON")
		for _, l := range list {
			fmt.Fprintf(t, "%d\t%s\t%s\t%d\t%s\t%s\n", l.Number, l.Topic, l.Died.Format(time.RFC3339), l.Attempts, l.Stream, l.Reason)
		}
		return t.Flush()
	})
}

// MessagesShow shows one dead letter.
type MessagesShow struct {
	Reach
	Number uint64 `arg:"" help:"Number of the dead letter."`
}

// Run prints it as JSON.
func (m MessagesShow) Run(ctx context.Context, io terminal.Streams) error {
	return m.useControl(ctx, io, func(c *service.Control) error {
		l, err := c.GetLetter(ctx, m.Number)
		if err != nil {
			return err
		}
		return terminal.PrintJSON(io.Out, l)
	})
}

// Chosen names dead letters.
type Chosen struct {
	All     bool     `help:"All of them."`
	Topic   string   `help:"With --all: of this topic only."`
	Numbers []uint64 `arg:"" optional:"" name:"number" help:"Numbers of dead letters."`
}

// eachLetter calls f with the number of each chosen dead letter.
func (n Chosen) eachLetter(ctx context.Context, c *service.Control, f func(uint64) error) (done int, err error) {
	if n.All == (len(n.Numbers) > 0) {
		return 0, errors.New("name dead letters by number, or say --all")
	}
	numbers := n.Numbers
	if n.All {
		if numbers, err = listNumbers(ctx, c, n.Topic); err != nil {
			return 0, err
		}
	}
	for _, number := range numbers {
		if err := f(number); err != nil {
			return done, err
		}
		done++
	}
	return done, nil
}

// listNumbers returns the numbers of the dead letters that there are now. One that is sent again may die
// at once and be another one, so the list is made before any is.
func listNumbers(ctx context.Context, c *service.Control, topic string) (numbers []uint64, err error) {
	for after := uint64(0); ; after = numbers[len(numbers)-1] {
		page, err := c.ListLetters(ctx, topic, after)
		if err != nil || len(page) == 0 {
			return numbers, err
		}
		for _, l := range page {
			numbers = append(numbers, l.Number)
		}
	}
}

// MessagesRetry sends dead letters again.
type MessagesRetry struct {
	Reach
	Chosen
}

// Help shows how it is used.
func (MessagesRetry) Help() string {
	return `Examples:
  docket messages list
  docket messages retry 12
  docket messages retry --all --topic file-processing`
}

// Run sends them.
func (m MessagesRetry) Run(ctx context.Context, io terminal.Streams) error {
	return m.useControl(ctx, io, func(c *service.Control) error {
		n, err := m.eachLetter(ctx, c, func(number uint64) error { return c.RetryLetter(ctx, number) })
		fmt.Fprintf(io.Out, "%s sent again\n", formatCount(n, "message"))
		return err
	})
}

// MessagesDrop forgets dead letters.
type MessagesDrop struct {
	Reach
	Chosen
}

// Run forgets them.
func (m MessagesDrop) Run(ctx context.Context, io terminal.Streams) error {
	return m.useControl(ctx, io, func(c *service.Control) error {
		n, err := m.eachLetter(ctx, c, func(number uint64) error { return c.DropLetter(ctx, number) })
		fmt.Fprintf(io.Out, "%s dropped\n", formatCount(n, "message"))
		return err
	})
}
