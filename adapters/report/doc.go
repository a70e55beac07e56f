// Package report fills report templates: xlsx workbooks and docx documents with
// placeholders, whose rows are repeated for the elements of lists. What a
// placeholder stands for is looked up in a processes/report.Scope; everything is
// written as text, and only attributes of type NUMBER, DATE and IMAGE become
// numbers, dates and pictures, so that no value is ever taken for a formula.
package report
