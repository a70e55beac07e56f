package document

// The syntaxes of e-invoices.
const (
	SyntaxCII     = "CII"         // Cross Industry Invoice of UN/CEFACT: Factur-X, ZUGFeRD from 2.0 on, XRechnung
	SyntaxZUGFeRD = "ZUGFERD_1.0" // the Cross Industry Document of ZUGFeRD 1.0
	SyntaxUBL     = "UBL"         // Invoice and CreditNote of UBL 2.1: XRechnung, Peppol
)

// An EInvoice is the structured invoice that a file carries beside its pages. Its fields are
// business terms of EN 16931, named by number; those that it lacks are empty. Amounts and
// quantities are decimals with a point, dates are yyyy-MM-dd.
type EInvoice struct {
	File string `json:"file"` // name of the attachment
	// Note says to people why the e-invoice was not read; nothing else but File is set then.
	Note    string `json:"note,omitempty"`
	Syntax  string `json:"syntax,omitempty"`
	Profile string `json:"profile,omitempty"` // BT-24, such as urn:cen.eu:en16931:2017

	Number    string `json:"number,omitempty"`    // BT-1
	IssueDate string `json:"issueDate,omitempty"` // BT-2
	Type      string `json:"type,omitempty"`      // BT-3, a code of UNTDID 1001: 380 is an invoice, 381 a credit note
	Currency  string `json:"currency,omitempty"`  // BT-5, ISO 4217
	DueDate   string `json:"dueDate,omitempty"`   // BT-9
	Order     string `json:"order,omitempty"`     // BT-13, of the buyer

	SupplierName   string   `json:"supplierName,omitempty"`   // BT-27
	SupplierVATID  string   `json:"supplierVatId,omitempty"`  // BT-31
	CustomerName   string   `json:"customerName,omitempty"`   // BT-44
	CustomerNumber string   `json:"customerNumber,omitempty"` // BT-46
	IBANs          []string `json:"ibans,omitempty"`          // BT-84, without blanks

	Net     string `json:"net,omitempty"`     // BT-109
	Tax     string `json:"tax,omitempty"`     // BT-110, in the currency of the invoice
	Total   string `json:"total,omitempty"`   // BT-112
	Prepaid string `json:"prepaid,omitempty"` // BT-113
	Due     string `json:"due,omitempty"`     // BT-115

	Lines []EInvoiceLine `json:"lines,omitempty"` // BG-25
}

// An EInvoiceLine is a line of an e-invoice.
type EInvoiceLine struct {
	Position    string `json:"position,omitempty"`    // BT-126
	Code        string `json:"code,omitempty"`        // BT-155, or else BT-157
	Description string `json:"description,omitempty"` // BT-153
	Quantity    string `json:"quantity,omitempty"`    // BT-129
	Unit        string `json:"unit,omitempty"`        // BT-130, a code of UN/ECE recommendation 20: C62 is a piece
	Price       string `json:"price,omitempty"`       // BT-146, net
	TaxRate     string `json:"taxRate,omitempty"`     // BT-152, in percent
	Amount      string `json:"amount,omitempty"`      // BT-131, net
}
