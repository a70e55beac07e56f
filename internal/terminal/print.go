package terminal

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
)

// PrintJSON prints a value as JSON, indented by two spaces.
func PrintJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// PrintTable prints lines of cells in columns. The cells of head and of what rows writes
// are separated by tabs; head may be empty.
func PrintTable(out io.Writer, head string, rows func(io.Writer)) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprint(w, head)
	rows(w)
	return w.Flush()
}

// PrintList prints a list as a table, or the value that it stands for as JSON. Head and
// rows are lines of cells that are separated by tabs.
func (s Streams) PrintList(asJSON bool, value any, head string, rows []string) error {
	if asJSON {
		return PrintJSON(s.Out, value)
	}
	return PrintTable(s.Out, head+"\n", func(w io.Writer) {
		for _, r := range rows {
			_, _ = fmt.Fprintln(w, r)
		}
	})
}

// FormatBytes returns a number of bytes for people, such as 1.5 MiB.
func FormatBytes(n int64) string {
	const unit = 1024
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	value, i := float64(n)/unit, 0
	for ; value >= unit && i < 4; i++ {
		value /= unit
	}
	return fmt.Sprintf("%.1f %ciB", value, "KMGTP"[i])
}

// FormatCount returns a number with its noun, such as 3 files; the plural of the noun
// ends in s.
func FormatCount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
