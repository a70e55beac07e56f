package evidence

import (
	"encoding/base64"
	"strings"
)

// RepairMailed returns a text of checkpoints as it was before a mail program, an editor or a form changed it: other
// ends of lines, spaces behind them, marks of a quotation before them, or another dash before a signature. Text that
// nobody changed stays as it is. What is signed has none of these, so nothing that was signed is changed.
func RepairMailed(text string) string {
	lines := strings.Split(strings.TrimPrefix(strings.ReplaceAll(text, "\r", ""), "\ufeff"), "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, " \t\u00a0")
		for strings.HasPrefix(line, ">") {
			line = strings.TrimPrefix(line[1:], " ")
		}
		lines[i] = repairSignature(line)
	}
	return strings.Join(lines, "\n")
}

// repairSignature gives a line of a signature the dash that it must begin with; others stay.
func repairSignature(line string) string {
	parts := strings.Fields(line)
	if len(parts) != 3 {
		return line
	}
	switch parts[0] {
	case "-", "--", "---", "–", "―", "?":
	default:
		return line
	}
	if signature, err := base64.StdEncoding.DecodeString(parts[2]); err != nil || len(signature) < 5 {
		return line
	}
	return signaturePrefix + parts[1] + " " + parts[2]
}
