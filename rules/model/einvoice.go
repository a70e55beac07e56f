package model

import (
	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/rules/host"
)

// An EInvoice is the e-invoice that the file carries beside its pages, a fact of both sessions.
type EInvoice struct {
	source       *document.EInvoice
	ibans, lines *host.List
}

// ClassName returns EInvoice.
func (*EInvoice) ClassName() string { return "EInvoice" }

// An EInvoiceLine is a line of an e-invoice.
type EInvoiceLine struct{ source *document.EInvoiceLine }

// ClassName returns EInvoiceLine.
func (*EInvoiceLine) ClassName() string { return "EInvoiceLine" }

// newEInvoice returns what rules see of an e-invoice.
func newEInvoice(e *document.EInvoice) *EInvoice {
	lines := make([]*EInvoiceLine, len(e.Lines))
	for i := range e.Lines {
		lines[i] = &EInvoiceLine{&e.Lines[i]}
	}
	return &EInvoice{source: e, ibans: host.ListOf(e.IBANs), lines: host.ListOf(lines)}
}

// EInvoiceFacts returns the e-invoice of the document as a fact, nothing when it has none.
func (c *Context) EInvoiceFacts() []any {
	if c.Tree.EInvoice == nil {
		return nil
	}
	if c.eInvoice == nil {
		c.eInvoice = newEInvoice(c.Tree.EInvoice)
	}
	return []any{c.eInvoice}
}

func eInvoiceTerm(name string, of func(*document.EInvoice) string) *host.Method {
	return host.M(host.Ours, name+"() String", func(_ *host.Call, this any, _ []any) any { return of(this.(*EInvoice).source) })
}

func eInvoiceLineTerm(name string, of func(*document.EInvoiceLine) string) *host.Method {
	return host.M(host.Ours, name+"() String", func(_ *host.Call, this any, _ []any) any { return of(this.(*EInvoiceLine).source) })
}

var eInvoiceClasses = []*host.Class{
	{Name: "EInvoice", Methods: []*host.Method{
		eInvoiceTerm("getFile", func(e *document.EInvoice) string { return e.File }),
		eInvoiceTerm("getNote", func(e *document.EInvoice) string { return e.Note }),
		eInvoiceTerm("getSyntax", func(e *document.EInvoice) string { return e.Syntax }),
		eInvoiceTerm("getProfile", func(e *document.EInvoice) string { return e.Profile }),
		eInvoiceTerm("getNumber", func(e *document.EInvoice) string { return e.Number }),
		eInvoiceTerm("getIssueDate", func(e *document.EInvoice) string { return e.IssueDate }),
		eInvoiceTerm("getType", func(e *document.EInvoice) string { return e.Type }),
		eInvoiceTerm("getCurrency", func(e *document.EInvoice) string { return e.Currency }),
		eInvoiceTerm("getDueDate", func(e *document.EInvoice) string { return e.DueDate }),
		eInvoiceTerm("getOrder", func(e *document.EInvoice) string { return e.Order }),
		eInvoiceTerm("getSupplierName", func(e *document.EInvoice) string { return e.SupplierName }),
		eInvoiceTerm("getSupplierVatId", func(e *document.EInvoice) string { return e.SupplierVATID }),
		eInvoiceTerm("getCustomerName", func(e *document.EInvoice) string { return e.CustomerName }),
		eInvoiceTerm("getCustomerNumber", func(e *document.EInvoice) string { return e.CustomerNumber }),
		eInvoiceTerm("getNet", func(e *document.EInvoice) string { return e.Net }),
		eInvoiceTerm("getTax", func(e *document.EInvoice) string { return e.Tax }),
		eInvoiceTerm("getTotal", func(e *document.EInvoice) string { return e.Total }),
		eInvoiceTerm("getPrepaid", func(e *document.EInvoice) string { return e.Prepaid }),
		eInvoiceTerm("getDue", func(e *document.EInvoice) string { return e.Due }),
		host.M(host.Ours, "getIbans() List<String>", func(_ *host.Call, this any, _ []any) any { return this.(*EInvoice).ibans }),
		host.M(host.Ours, "getLines() List<EInvoiceLine>", func(_ *host.Call, this any, _ []any) any { return this.(*EInvoice).lines }),
	}},
	{Name: "EInvoiceLine", Methods: []*host.Method{
		eInvoiceLineTerm("getPosition", func(l *document.EInvoiceLine) string { return l.Position }),
		eInvoiceLineTerm("getCode", func(l *document.EInvoiceLine) string { return l.Code }),
		eInvoiceLineTerm("getDescription", func(l *document.EInvoiceLine) string { return l.Description }),
		eInvoiceLineTerm("getQuantity", func(l *document.EInvoiceLine) string { return l.Quantity }),
		eInvoiceLineTerm("getUnit", func(l *document.EInvoiceLine) string { return l.Unit }),
		eInvoiceLineTerm("getPrice", func(l *document.EInvoiceLine) string { return l.Price }),
		eInvoiceLineTerm("getTaxRate", func(l *document.EInvoiceLine) string { return l.TaxRate }),
		eInvoiceLineTerm("getAmount", func(l *document.EInvoiceLine) string { return l.Amount }),
	}},
}

// maxSources is how many other sources of a value are kept.
const maxSources = 20

// sourceMethod returns a method that notes what another source has for a value.
func sourceMethod(name string, agrees bool) *host.Method {
	return host.M(host.Ours, name+"(String, String) void", func(_ *host.Call, this any, a []any) any {
		c, next := this.(*Component), document.OtherSource{Source: textOf(a[0]), Value: textOf(a[1]), Agrees: agrees}
		for _, s := range c.OtherSources {
			if s == next {
				return nil
			}
		}
		if len(c.OtherSources) < maxSources {
			c.OtherSources = append(c.OtherSources, next)
		}
		return nil
	})
}
