package einvoice

import (
	"encoding/xml"
	"slices"
	"strings"

	"github.com/seed-62a36931/docket/document"
)

type (
	invoice = document.EInvoice
	line    = document.EInvoiceLine
)

// A syntax is a form in which e-invoices are written.
type syntax struct {
	name string
	root xml.Name
	line string // path of an element that is a line of the invoice
	// terms are what elements mean, by their path below the root with a slash before each name; those of a line
	// by their path below it, without a slash before the first.
	terms, lineTerms map[string]term
}

// A term is a business term: it puts the text of an element to its place.
type term func(b *builder, text string, attrs []xml.Attr)

var syntaxes = []*syntax{
	ciiSyntax(document.SyntaxCII, "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100", "CrossIndustryInvoice", currentNames),
	ciiSyntax(document.SyntaxZUGFeRD, "urn:ferd:CrossIndustryDocument:invoice:1p0", "CrossIndustryDocument", formerNames),
	ublSyntax("Invoice", "Invoiced"), ublSyntax("CreditNote", "Credited"),
}

// ciiNames are the names that the Cross Industry Invoice has changed since ZUGFeRD 1.0.
type ciiNames struct {
	context, head, trade, agreement, settlement, sums, lineAgreement, lineDelivery, lineSettlement, lineSums, percent string
}

var (
	currentNames = ciiNames{"ExchangedDocumentContext", "ExchangedDocument", "SupplyChainTradeTransaction", "ApplicableHeaderTradeAgreement",
		"ApplicableHeaderTradeSettlement", "SpecifiedTradeSettlementHeaderMonetarySummation", "SpecifiedLineTradeAgreement",
		"SpecifiedLineTradeDelivery", "SpecifiedLineTradeSettlement", "SpecifiedTradeSettlementLineMonetarySummation", "RateApplicablePercent"}
	formerNames = ciiNames{"SpecifiedExchangedDocumentContext", "HeaderExchangedDocument", "SpecifiedSupplyChainTradeTransaction",
		"ApplicableSupplyChainTradeAgreement", "ApplicableSupplyChainTradeSettlement", "SpecifiedTradeSettlementMonetarySummation",
		"SpecifiedSupplyChainTradeAgreement", "SpecifiedSupplyChainTradeDelivery", "SpecifiedSupplyChainTradeSettlement",
		"SpecifiedTradeSettlementMonetarySummation", "ApplicablePercent"}
)

// ciiSyntax returns the syntax of UN/CEFACT.
func ciiSyntax(name, space, root string, n ciiNames) *syntax {
	agreement, settlement := "/"+n.trade+"/"+n.agreement, "/"+n.trade+"/"+n.settlement
	sums, due := settlement+"/"+n.sums, settlement+"/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString"
	iban := settlement + "/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID"
	return &syntax{name: name, root: xml.Name{Space: space, Local: root}, line: "/" + n.trade + "/IncludedSupplyChainTradeLineItem",
		terms: map[string]term{
			"/" + n.context + "/GuidelineSpecifiedDocumentContextParameter/ID": textTo(func(e *invoice) *string { return &e.Profile }),
			"/" + n.head + "/ID":                                         textTo(func(e *invoice) *string { return &e.Number }),
			"/" + n.head + "/TypeCode":                                   textTo(func(e *invoice) *string { return &e.Type }),
			"/" + n.head + "/IssueDateTime/DateTimeString":               dateTo(func(e *invoice) *string { return &e.IssueDate }),
			agreement + "/SellerTradeParty/Name":                         textTo(func(e *invoice) *string { return &e.SupplierName }),
			agreement + "/SellerTradeParty/SpecifiedTaxRegistration/ID":  takeVATID,
			agreement + "/BuyerTradeParty/Name":                          textTo(func(e *invoice) *string { return &e.CustomerName }),
			agreement + "/BuyerTradeParty/ID":                            textTo(func(e *invoice) *string { return &e.CustomerNumber }),
			agreement + "/BuyerOrderReferencedDocument/IssuerAssignedID": textTo(func(e *invoice) *string { return &e.Order }),
			agreement + "/BuyerOrderReferencedDocument/ID":               textTo(func(e *invoice) *string { return &e.Order }),
			settlement + "/InvoiceCurrencyCode":                          textTo(func(e *invoice) *string { return &e.Currency }),
			due:                                                          dateTo(func(e *invoice) *string { return &e.DueDate }),
			iban:                                                         takeIBAN,
			sums + "/TaxBasisTotalAmount":                                amountTo(func(e *invoice) *string { return &e.Net }),
			sums + "/TaxTotalAmount":                                     takeTax,
			sums + "/GrandTotalAmount":                                   amountTo(func(e *invoice) *string { return &e.Total }),
			sums + "/TotalPrepaidAmount":                                 amountTo(func(e *invoice) *string { return &e.Prepaid }),
			sums + "/DuePayableAmount":                                   amountTo(func(e *invoice) *string { return &e.Due }),
		},
		lineTerms: map[string]term{
			"AssociatedDocumentLineDocument/LineID":                     lineTextTo(func(l *line) *string { return &l.Position }),
			"SpecifiedTradeProduct/SellerAssignedID":                    takeCode,
			"SpecifiedTradeProduct/GlobalID":                            lineTextTo(func(l *line) *string { return &l.Code }),
			"SpecifiedTradeProduct/Name":                                lineTextTo(func(l *line) *string { return &l.Description }),
			n.lineDelivery + "/BilledQuantity":                          takeQuantity,
			n.lineSettlement + "/ApplicableTradeTax/" + n.percent:       lineAmountTo(func(l *line) *string { return &l.TaxRate }),
			n.lineSettlement + "/" + n.lineSums + "/LineTotalAmount":    lineAmountTo(func(l *line) *string { return &l.Amount }),
			n.lineAgreement + "/NetPriceProductTradePrice/ChargeAmount": lineAmountTo(func(l *line) *string { return &l.Price }),
		}}
}

// ublSyntax returns the syntax of OASIS for one of its documents, Invoice or CreditNote.
func ublSyntax(root, quantity string) *syntax {
	const seller, buyer, sums = "/AccountingSupplierParty/Party", "/AccountingCustomerParty/Party", "/LegalMonetaryTotal"
	return &syntax{name: document.SyntaxUBL, root: xml.Name{Space: "urn:oasis:names:specification:ubl:schema:xsd:" + root + "-2", Local: root},
		line: "/" + root + "Line",
		terms: map[string]term{
			"/CustomizationID":      textTo(func(e *invoice) *string { return &e.Profile }),
			"/ID":                   textTo(func(e *invoice) *string { return &e.Number }),
			"/IssueDate":            dateTo(func(e *invoice) *string { return &e.IssueDate }),
			"/DueDate":              dateTo(func(e *invoice) *string { return &e.DueDate }),
			"/" + root + "TypeCode": textTo(func(e *invoice) *string { return &e.Type }),
			"/DocumentCurrencyCode": textTo(func(e *invoice) *string { return &e.Currency }),
			"/OrderReference/ID":    textTo(func(e *invoice) *string { return &e.Order }),
			seller + "/PartyLegalEntity/RegistrationName": textTo(func(e *invoice) *string { return &e.SupplierName }),
			seller + "/PartyTaxScheme/CompanyID":          func(b *builder, text string, _ []xml.Attr) { b.taxNumber = text },
			seller + "/PartyTaxScheme/TaxScheme/ID":       takeTaxScheme,
			buyer + "/PartyLegalEntity/RegistrationName":  textTo(func(e *invoice) *string { return &e.CustomerName }),
			buyer + "/PartyIdentification/ID":             textTo(func(e *invoice) *string { return &e.CustomerNumber }),
			"/PaymentMeans/PayeeFinancialAccount/ID":      takeIBAN,
			"/PaymentMeans/PaymentDueDate":                dateTo(func(e *invoice) *string { return &e.DueDate }),
			"/TaxTotal/TaxAmount":                         takeTax,
			sums + "/TaxExclusiveAmount":                  amountTo(func(e *invoice) *string { return &e.Net }),
			sums + "/TaxInclusiveAmount":                  amountTo(func(e *invoice) *string { return &e.Total }),
			sums + "/PrepaidAmount":                       amountTo(func(e *invoice) *string { return &e.Prepaid }),
			sums + "/PayableAmount":                       amountTo(func(e *invoice) *string { return &e.Due }),
		},
		lineTerms: map[string]term{
			"ID":                                 lineTextTo(func(l *line) *string { return &l.Position }),
			"Item/SellersItemIdentification/ID":  takeCode,
			"Item/StandardItemIdentification/ID": lineTextTo(func(l *line) *string { return &l.Code }),
			"Item/Name":                          lineTextTo(func(l *line) *string { return &l.Description }),
			quantity + "Quantity":                takeQuantity,
			"Price/PriceAmount":                  lineAmountTo(func(l *line) *string { return &l.Price }),
			"Item/ClassifiedTaxCategory/Percent": lineAmountTo(func(l *line) *string { return &l.TaxRate }),
			"LineExtensionAmount":                lineAmountTo(func(l *line) *string { return &l.Amount }),
		}}
}

// A builder puts terms together.
type builder struct {
	syntax    *syntax
	out       document.EInvoice
	taxNumber string   // of the seller in UBL, before its scheme is known
	taxes     []amount // the tax may stand there in two currencies
}

// An amount is a sum with the currency beside it, which may be empty.
type amount struct{ value, currency string }

// addLine begins a line.
func (b *builder) addLine() error {
	if len(b.out.Lines) == maxLines {
		return ErrTooLarge
	}
	b.out.Lines = append(b.out.Lines, document.EInvoiceLine{})
	return nil
}

// lastLine returns the line that is read.
func (b *builder) lastLine() *line { return &b.out.Lines[len(b.out.Lines)-1] }

// take takes the text of an element.
func (b *builder) take(path, text string, attrs []xml.Attr) {
	found := b.syntax.terms[path]
	if rest, ok := strings.CutPrefix(path, b.syntax.line+"/"); ok {
		found = b.syntax.lineTerms[rest]
	}
	if found != nil && text != "" {
		found(b, text, attrs)
	}
}

// finish returns the e-invoice.
func (b *builder) finish() *document.EInvoice {
	for _, t := range b.taxes {
		if b.out.Tax == "" || t.currency != "" && t.currency == b.out.Currency {
			b.out.Tax = t.value
		}
	}
	if b.out.Type == "" && b.syntax.root.Local == "CreditNote" {
		b.out.Type = "381" // CreditNoteTypeCode may be left out
	}
	return &b.out
}

// setFirst sets a value unless it is set: of terms that may be there several times the first counts.
func setFirst(to *string, value string) {
	if *to == "" {
		*to = value
	}
}

func textTo(of func(*invoice) *string) term {
	return func(b *builder, text string, _ []xml.Attr) { setFirst(of(&b.out), text) }
}

func dateTo(of func(*invoice) *string) term {
	return func(b *builder, text string, _ []xml.Attr) { setFirst(of(&b.out), dateOf(text)) }
}

func amountTo(of func(*invoice) *string) term {
	return func(b *builder, text string, _ []xml.Attr) { setFirst(of(&b.out), amountOf(text)) }
}

func lineTextTo(of func(*line) *string) term {
	return func(b *builder, text string, _ []xml.Attr) { setFirst(of(b.lastLine()), text) }
}

func lineAmountTo(of func(*line) *string) term {
	return func(b *builder, text string, _ []xml.Attr) { setFirst(of(b.lastLine()), amountOf(text)) }
}

// takeCode takes the code of the seller, which goes before a code of everybody.
func takeCode(b *builder, text string, _ []xml.Attr) { b.lastLine().Code = text }

// takeQuantity takes a quantity with its unit.
func takeQuantity(b *builder, text string, attrs []xml.Attr) {
	setFirst(&b.lastLine().Quantity, amountOf(text))
	setFirst(&b.lastLine().Unit, cutText(attrOf(attrs, "unitCode")))
}

// takeVATID takes a tax number of the seller; that of scheme VA is the VAT id.
func takeVATID(b *builder, text string, attrs []xml.Attr) {
	if attrOf(attrs, "schemeID") == "VA" {
		setFirst(&b.out.SupplierVATID, text)
	}
}

// takeTaxScheme takes the scheme of the tax number before it.
func takeTaxScheme(b *builder, text string, _ []xml.Attr) {
	if text == "VAT" {
		setFirst(&b.out.SupplierVATID, b.taxNumber)
	}
	b.taxNumber = ""
}

// takeTax takes the tax in one currency.
func takeTax(b *builder, text string, attrs []xml.Attr) {
	if value := amountOf(text); value != "" && len(b.taxes) < 10 {
		b.taxes = append(b.taxes, amount{value, attrOf(attrs, "currencyID")})
	}
}

// takeIBAN takes an account.
func takeIBAN(b *builder, text string, _ []xml.Attr) {
	iban := strings.ToUpper(strings.ReplaceAll(text, " ", ""))
	if len(b.out.IBANs) < maxIBANs && !slices.Contains(b.out.IBANs, iban) {
		b.out.IBANs = append(b.out.IBANs, iban)
	}
}

// cutText cuts what is too long for a value.
func cutText(text string) string { return cleanText([]byte(text[:min(len(text), maxText)])) }
