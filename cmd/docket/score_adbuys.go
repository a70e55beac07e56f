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

	"github.com/seed-62a36931/docket/domain/score"
	"github.com/seed-62a36931/docket/internal/cli/author"
	"github.com/seed-62a36931/docket/internal/cli/terminal"
)

// ScoreAdBuys measures what is extracted from orders and invoices for advertising.
type ScoreAdBuys struct{ Scoring }

// Help shows how it is used.
func (ScoreAdBuys) Help() string {
	return `Ground truth is DIR/truth.csv with a heading: file, contract_num, advertiser, gross_amount,
flight_from, flight_to. A value that is empty there is not measured.

The measure is the part of the values that are right, by field and in all. Amounts and dates
are compared by value (the month comes first in 05/04/20), contract numbers and advertisers
as text, without regard to case and to how wide blanks are. The first value of a component
counts.

` + nameHelp + `

Examples:
  docket score ad-buys orders --template my-template
  docket score ad-buys orders --template my-template --json | jq .fields`
}

// adBuyFields are the keys of the ground truth.
var adBuyFields = []fieldRule{{"contract_num", score.Text}, {"advertiser", score.Text}, {"gross_amount", score.Amount}, {"flight_from", score.Date}, {"flight_to", score.Date}}

// Run measures all documents of the directory.
func (s ScoreAdBuys) Run(ctx context.Context, streams terminal.Streams) error {
	truths, err := csvTruths(s.Dir)
	if err != nil {
		return terminal.ReportMisuse(streams, "%v", err)
	}
	return s.fields(ctx, streams, truths, adBuyFields)
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
				t.expected = append(t.expected, score.Pair{Key: key, Value: row[i]})
			}
		}
		out = append(out, t)
	}
}
