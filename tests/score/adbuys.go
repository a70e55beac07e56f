package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/author"
	"github.com/seed-62a36931/docket/internal/measure"
	"github.com/seed-62a36931/docket/internal/terminal"
)

// adBuysCommand measures what is extracted from orders and invoices for advertising.
type adBuysCommand struct{ scoring }

// Help shows how it is used.
func (adBuysCommand) Help() string {
	return `Ground truth is DIR/truth.csv with a heading: file, contract_num, advertiser, gross_amount,
flight_from, flight_to. A value that is empty there is not measured.

The measure is the part of the values that are right, by field and in all. Amounts and dates
are compared by value (the month comes first in 05/04/20), contract numbers and advertisers
as text, without regard to case and to how wide blanks are. The first value of a component
counts.

` + nameHelp + `

Examples:
  go run ./tests/score ad-buys orders --template my-template
  go run ./tests/score ad-buys orders --template my-template --json | jq .fields`
}

// adBuyFields are the keys of the ground truth.
var adBuyFields = []fieldRule{{"contract_num", measure.Text}, {"advertiser", measure.Text}, {"gross_amount", measure.Amount},
	{"flight_from", measure.Date}, {"flight_to", measure.Date}}

// Run measures all documents of the directory.
func (s adBuysCommand) Run(ctx context.Context, streams terminal.Streams) error {
	truths, err := csvTruths(s.Dir)
	if err != nil {
		return terminal.ReportMisuse(streams, "%v", err)
	}
	return s.scoreFields(ctx, streams, truths, adBuyFields)
}

// csvTruths reads DIR/truth.csv: a document for each row, by the column file.
func csvTruths(dir string) (out []truth, err error) {
	name := filepath.Join(dir, "truth.csv")
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	heading, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", author.ShortenPath(name), err)
	}
	heading[0] = strings.TrimPrefix(heading[0], "\ufeff")
	at := slices.Index(heading, "file")
	if at < 0 {
		return nil, fmt.Errorf("%s has no column file", author.ShortenPath(name))
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", author.ShortenPath(name), err)
		}
		t := truth{name: row[at], pdf: inDir(dir, row[at])}
		for i, key := range heading {
			if i != at {
				t.expected = append(t.expected, measure.Pair{Key: key, Value: row[i]})
			}
		}
		out = append(out, t)
	}
}
