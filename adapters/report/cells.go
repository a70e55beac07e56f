package report

import (
	"bytes"
	"image"
	_ "image/jpeg" // pictures of attributes are JPEG or PNG
	_ "image/png"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"github.com/seed-62a36931/docket/processes/report"
)

// fillCell fills a cell of the template in a row.
func (w *sheet) fillCell(s report.Scope, c cell, row int) error {
	at, err := c.formulaAt(row)
	if err != nil || c.text == "" {
		return err
	}
	if v, ok := s.OnlyValue(c.text); ok {
		return w.writeValue(at, c, v)
	}
	if c.runs != nil {
		return w.writeRuns(s, at, c)
	}
	filled, changed := s.Fill(c.text)
	switch {
	case changed:
		return w.writeText(at, filled)
	case c.typed == excelize.CellTypeSharedString || c.typed == excelize.CellTypeInlineString:
		return w.writeText(at, c.text)
	}
	return w.writeRaw(at, c)
}

// writeRaw repeats a number, date or truth value of the template.
func (w *sheet) writeRaw(at string, c cell) error {
	switch c.typed {
	case excelize.CellTypeBool:
		return w.file.SetCellBool(w.name, at, c.text == "1" || strings.EqualFold(c.text, "true"))
	case excelize.CellTypeUnset, excelize.CellTypeNumber, excelize.CellTypeDate:
		return w.file.SetCellDefault(w.name, at, c.text)
	}
	return w.writeText(at, c.text)
}

// writeValue writes a value that fills the cell alone.
func (w *sheet) writeValue(at string, c cell, v report.Value) error {
	switch v.Kind {
	case report.Number:
		return w.file.SetCellValue(w.name, at, v.Number)
	case report.Date:
		return w.writeDate(at, c, v)
	case report.Picture:
		if err := w.file.SetCellStr(w.name, at, ""); err != nil {
			return err
		}
		return w.addPicture(at, v.Picture)
	}
	return w.writeText(at, v.Text)
}

// maxCell is the number of UTF-16 units that a cell can hold.
const maxCell = 32_767

// writeText writes a text, never a formula; a text that is too long is cut.
func (w *sheet) writeText(at, text string) error {
	text = cleanText(text)
	units := 0
	for i, r := range text {
		if units += 1 + (utf8.RuneLen(r) / 4); units > maxCell {
			text = text[:i]
			break
		}
	}
	return w.file.SetCellStr(w.name, at, text)
}

// writeDate writes a date, with a date format when the template chose none.
func (w *sheet) writeDate(at string, c cell, v report.Value) error {
	style, err := w.dateStyle(c.style, v.Clock)
	if err != nil {
		return err
	}
	if err := w.file.SetCellValue(w.name, at, v.Time.UTC()); err != nil {
		return err
	}
	return w.file.SetCellStyle(w.name, at, at, style)
}

// Formats of dates where the template has the general format.
var (
	dateFormat  = "yyyy-mm-dd"
	clockFormat = "yyyy-mm-dd hh:mm"
)

func (w *sheet) dateStyle(style int, clock bool) (int, error) {
	key := style*2 + map[bool]int{true: 1}[clock]
	if known, ok := w.styles[key]; ok {
		return known, nil
	}
	st, err := w.file.GetStyle(style)
	if err != nil {
		return 0, err
	}
	out := style
	if st.NumFmt == 0 && st.CustomNumFmt == nil {
		st.CustomNumFmt = &dateFormat
		if clock {
			st.CustomNumFmt = &clockFormat
		}
		if out, err = w.file.NewStyle(st); err != nil {
			return 0, err
		}
	}
	w.styles[key] = out
	return out, nil
}

// writeRuns fills a text of several formats.
func (w *sheet) writeRuns(s report.Scope, at string, c cell) error {
	texts := make([]string, len(c.runs))
	for i, r := range c.runs {
		texts[i] = r.Text
	}
	filled, changed := fillRuns(s, texts)
	runs := append([]excelize.RichTextRun(nil), c.runs...)
	for i := range runs {
		if !changed {
			break
		}
		runs[i].Text = ""
		for _, seg := range filled[i] {
			runs[i].Text += seg.text
		}
	}
	return w.file.SetCellRichText(w.name, at, runs)
}

// A picture in a cell that is no higher than others is drawn up to this size, in
// pixels; where the template made room for it, it fills the room.
const (
	pictureWidth  = 320
	pictureHeight = 120
	usualHeight   = 30 // points; a row higher than this is room made for a picture
)

func (w *sheet) addPicture(at string, content []byte) error {
	cfg, format, ok := pictureOf(content)
	if !ok {
		return nil // what is no picture leaves the cell empty
	}
	_, row, err := excelize.CellNameToCoordinates(at)
	if err != nil {
		return err
	}
	height, err := w.file.GetRowHeight(w.name, row)
	if err != nil {
		return err
	}
	how := &excelize.GraphicOptions{LockAspectRatio: true, Positioning: "oneCell"}
	if height > usualHeight {
		how.AutoFit = true
	} else {
		scale := min(1, pictureWidth/float64(max(cfg.Width, 1)), pictureHeight/float64(max(cfg.Height, 1)))
		how.ScaleX, how.ScaleY = scale, scale
	}
	return w.file.AddPictureFromBytes(w.name, at, &excelize.Picture{Extension: "." + format, File: content, Format: how})
}

// pictureOf returns the size and format of a picture.
func pictureOf(content []byte) (cfg image.Config, format string, ok bool) {
	cfg, format, err := image.DecodeConfig(bytes.NewReader(content))
	return cfg, format, err == nil && cfg.Width > 0 && cfg.Height > 0
}

// fillMargin fills a header or footer, in which "&" begins a code.
func fillMargin(s report.Scope, text string) (string, bool) {
	changed := false
	var b strings.Builder
	for _, p := range report.SplitPieces(text) {
		v, ok := s.Value(p.Name)
		if p.Name == "" || !ok {
			b.WriteString(p.Text)
			continue
		}
		changed = true
		b.WriteString(strings.ReplaceAll(cleanText(v.Text), "&", "&&"))
	}
	out := []rune(b.String())
	if len(out) > maxMargin {
		out = out[:maxMargin]
	}
	return string(out), changed
}

// maxMargin is the number of characters that a header or footer can hold.
const maxMargin = 255
