package report

import (
	"errors"
	"fmt"

	"github.com/xuri/excelize/v2"
)

// removeRow removes a row that has nothing to repeat for. Sums of formulas over it
// become 0.
func (w *sheet) removeRow(row int) error {
	return errors.Join(w.rewriteFormulas(row, 0), w.file.RemoveRow(w.name, row))
}

// repeatRow repeats a row n times, with formats, formulas and merged cells. Formulas
// below or above that refer to the row then cover all of them.
func (w *sheet) repeatRow(row, n int, cells []cell) error {
	if n < 2 {
		return nil
	}
	merged, err := w.mergedCells(row)
	if err != nil {
		return err
	}
	height, err := w.file.GetRowHeight(w.name, row)
	if err != nil {
		return err
	}
	if row+n-1 > maxRows {
		return fmt.Errorf("the rows do not fit into the sheet %s", w.name)
	}
	if err := w.file.InsertRows(w.name, row+1, n-1); err != nil {
		return err
	}
	if err := errors.Join(w.rewriteFormulas(row, n), w.extendConditions(row, n)); err != nil {
		return err
	}
	for i := 1; i < n; i++ {
		if err := w.copyRow(row, row+i, height, cells, merged); err != nil {
			return err
		}
	}
	return nil
}

// copyRow gives a new row the form of the repeated one.
func (w *sheet) copyRow(from, to int, height float64, cells []cell, merged [][2]int) error {
	if err := w.file.SetRowHeight(w.name, to, height); err != nil {
		return err
	}
	for _, c := range cells {
		at, err := c.formulaAt(to)
		if err != nil {
			return err
		}
		if err := w.file.SetCellStyle(w.name, at, at, c.style); err != nil {
			return err
		}
		if c.formula != "" {
			if err := w.file.SetCellFormula(w.name, at, moveFormula(c.formula, to-from)); err != nil {
				return err
			}
		}
	}
	for _, m := range merged {
		first, err1 := excelize.CoordinatesToCellName(m[0], to)
		last, err2 := excelize.CoordinatesToCellName(m[1], to)
		if err := errors.Join(err1, err2, w.file.MergeCell(w.name, first, last)); err != nil {
			return err
		}
	}
	return nil
}

// mergedCells returns the first and last columns of cells that are merged within a row.
func (w *sheet) mergedCells(row int) ([][2]int, error) {
	all, err := w.file.GetMergeCells(w.name, true)
	if err != nil {
		return nil, err
	}
	var out [][2]int
	for _, m := range all {
		first, top, err1 := excelize.CellNameToCoordinates(m.GetStartAxis())
		last, bottom, err2 := excelize.CellNameToCoordinates(m.GetEndAxis())
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		if top == row && bottom == row {
			out = append(out, [2]int{first, last})
		}
	}
	return out, nil
}

// extendConditions extends conditional formats of a row to its repetitions.
func (w *sheet) extendConditions(row, n int) error {
	all, err := w.file.GetConditionalFormats(w.name)
	if err != nil {
		return err
	}
	for where, options := range all {
		wider := extendRange(where, row, n)
		if wider == where {
			continue
		}
		err := errors.Join(
			w.file.UnsetConditionalFormat(w.name, where),
			w.file.SetConditionalFormat(w.name, wider, options),
		)
		if err != nil {
			return err
		}
	}
	return nil
}

// rewriteFormulas changes the references of the workbook's formulas to a row that was
// repeated n times.
func (w *sheet) rewriteFormulas(row, n int) error {
	for _, name := range w.file.GetSheetList() {
		rows, err := w.file.GetRows(name, excelize.Options{RawCellValue: true})
		if err != nil {
			return err
		}
		for i, cells := range rows {
			if name == w.name && i+1 >= row && i+1 < row+max(n, 1) {
				continue // the row speaks of itself
			}
			for j := range cells {
				if err := w.rewriteFormula(name, j+1, i+1, row, n); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (w *sheet) rewriteFormula(name string, column, line, row, n int) error {
	at, err := excelize.CoordinatesToCellName(column, line)
	if err != nil {
		return err
	}
	formula, err := w.file.GetCellFormula(name, at)
	if err != nil || formula == "" {
		return err
	}
	if now := repeatFormula(formula, name == w.name, w.name, row, n); now != formula {
		return w.file.SetCellFormula(name, at, now)
	}
	return nil
}
