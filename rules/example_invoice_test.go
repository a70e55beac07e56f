package rules

var invoiceCases = []exampleCase{
	{rule: "INV.1.0", name: "each code", in: on(newTree().section("h").paragraph("Total 5 EUR, or 6 USD").paragraph("EUR only"),
		"", ""), fires: 1,
		want: "currency=EUR/APPLIED/INV.1.0/Currency code found; currency=USD/APPLIED/INV.1.0/Currency code found; " +
			"currency=EUR/APPLIED/INV.1.0/Currency code found"},
	{rule: "INV.1.0", name: "one code", in: on(newTree().section("h").paragraph("Total 5 USD"), "", ""), fires: 1,
		want: "currency=USD/APPLIED/INV.1.0/Currency code found"},
	{rule: "INV.1.0", name: "lower case", in: on(newTree().section("h").paragraph("Total 5 eur"), "", "")},

	{rule: "INV.2.0", name: "the rest of the line in upper case",
		in: on(newTree().section("h").paragraph("Invoice No.: inv  17 b", "next line"), "Document Type", "Invoice"), fires: 1,
		want: "invoice_number=INV 17 B/APPLIED/INV.2.0/Invoice number after label \"Invoice No.:\""},
	{rule: "INV.2.0", name: "each label once", in: on(newTree().section("h").paragraph("Rechnungsnummer: a1",
		"Invoice Number: b2", "Invoice Number: c3"), "", ""), fires: 2,
		want: "invoice_number=A1/APPLIED/INV.2.0/Invoice number after label \"Rechnungsnummer:\"; " +
			"invoice_number=B2/APPLIED/INV.2.0/Invoice number after label \"Invoice Number:\""},
	{rule: "INV.2.0", name: "a label in other case", in: on(newTree().section("h").paragraph("INVOICE NO.: inv-17"), "", ""),
		fires: 1, idle: true},
	{rule: "INV.2.0", name: "nothing behind the label", in: on(newTree().section("h").paragraph("Invoice No.:"), "", ""),
		fires: 1, idle: true},
	{rule: "INV.2.0", name: "a credit note", in: on(newTree().section("h").paragraph("Invoice No.: inv-17"), "Document Type",
		"Credit Note")},
	{rule: "INV.2.0", name: "an order number beside it",
		in: on(newTree().section("h").paragraph("Invoice No.: inv-17, Order No. 5"), "Document Type", "Invoice")},

	{rule: "INV.3.0", name: "the date behind the label",
		in: on(newTree().section("Invoice 7").paragraph("INVOICE DATE: 03.04.2024, due date: 04.05.2024"), "", ""), fires: 1,
		want: "invoice_date=03.04.2024/APPLIED/INV.3.0/Date found in section Invoice 7 (n-a)"},
	{rule: "INV.3.0", name: "in German", in: on(newTree().section("Invoice 7").paragraph("Rechnungsdatum 3/4/24"), "", ""), fires: 1,
		want: "invoice_date=3/4/24/APPLIED/INV.3.0/Date found in section Invoice 7 (n-a)"},
	{rule: "INV.3.0", name: "another headline", in: on(newTree().section("Letter").paragraph("Invoice date: 03.04.2024"), "", "")},

	{rule: "INV.4.0", name: "amounts without headers",
		in: on(newTree().section("h").table([]string{"Item", "Amount"}, []string{"Paper", "5"}, []string{"Ink", "7"},
			[]string{"Gift", ""}), "", ""), fires: 1,
		want: "line_amount=5/APPLIED/INV.4.0/Line item amount in row 1; line_amount=7/APPLIED/INV.4.0/Line item amount in row 2"},
	{rule: "INV.4.0", name: "both columns", in: on(newTree().section("h").table([]string{"Line Total", "Amount"},
		[]string{"9", "5"}), "", ""), fires: 1,
		want: "line_amount=9/APPLIED/INV.4.0/Line item amount in row 2; line_amount=5/APPLIED/INV.4.0/Line item amount in row 1"},
	{rule: "INV.4.0", name: "a table of taxes", in: on(newTree().section("h").table([]string{"Amount", "Tax Rate"},
		[]string{"9", "5"}), "", "")},

	{rule: "INV.5.0", name: "outside the table",
		in: on(newTree().section("a").paragraph("once 5 and 6").section("b").table([]string{"Amount"},
			[]string{"7"}).paragraph("sum 12"), "", "", terms("line_amount", "5", "6"), terms("invoice_total", "12")), fires: 2,
		want: "line_amount=5/REMOVED/INV.5.0/amount outside of the item table; line_amount=6/REMOVED/INV.5.0/amount outside of " +
			"the item table; line_amount=7/APPLIED/INV.4.0/Line item amount in row 1"},
	{rule: "INV.5.0", name: "no total", in: on(newTree().section("a").paragraph("once 5 and 6"), "", "", terms("line_amount", "5", "6"))},

	{rule: "INV.6.0", name: "from the nearest marker",
		in: on(newTree().section("h").paragraph("From: the Supplier: ACME Ltd.", "To: Bob"), "", ""), fires: 1,
		want: "supplier_block=ACME Ltd./APPLIED/INV.6.0/Supplier block"},
	{rule: "INV.6.0", name: "markers in the wrong order",
		in: on(newTree().section("h").paragraph("To: Bob", "From: ACME"), "", ""), fires: 1,
		want: "supplier_block=From:/SKIPPED/INV.6.0/Marker only/HINT"},
	{rule: "INV.6.0", name: "on the second page", in: on(newTree().secondPage().section("h").paragraph("From: ACME", "To: Bob"), "", "")},

	// Its update wakes it once, and then there is nothing new.
	{rule: "INV.7.0", name: "a term", in: on(newTree().section("h").paragraph("Payable 30 days net."), "", "",
		terms("payment_term", "30 days net")), fires: 2,
		want: "payment_term=30 days net/APPLIED/INV.7.0/payment term found"},
	{rule: "INV.7.0", name: "a negated term", in: on(newTree().section("h").paragraph("Payable NOT 30 days net."), "", "",
		terms("payment_term", "30 days net")), fires: 1,
		want: "payment_term=30 days net/IGNORED/INV.7.0/negated term"},
	{rule: "INV.7.0", name: "a superseded term", in: on(newTree().section("h").paragraph("superseded: 30 days net."), "", "",
		terms("payment_term", "30 days net")), fires: 1,
		want: "payment_term=30 days net/REMOVED/INV.7.0/superseded term"},
	{rule: "INV.7.0", name: "time that passed", in: on(newTree().section("h").paragraph("Paid 30 days ago."), "", "",
		terms("payment_term", "30"))},
}

var falseTerm = Definition{TechnicalName: "payment_term", Kind: "ENTITY", Terms: []string{"net"}, FalsePositive: []string{"safety net"}}

var invoiceMergingCases = []exampleCase{
	{rule: "X.0.0", name: "the smaller of two", in: on(newTree().section("h").table([]string{"Amount"}, []string{"5 of 7"}), "",
		"", terms("line_amount", "5")), fires: 1,
		want: "line_amount=5/REMOVED/X.0.0/contained by an entity of the same type; line_amount=5 of 7/APPLIED/INV.4.0/Line " +
			"item amount in row 1"},
	{rule: "X.0.0", name: "another type", in: on(newTree().section("h").table([]string{"Amount"}, []string{"5 of 7"}), "", "",
		terms("count", "5")),
		want: "line_amount=5 of 7/APPLIED/INV.4.0/Line item amount in row 1"},
	{rule: "X.0.0", name: "another kind", in: on(newTree().section("h").table([]string{"Amount"}, []string{"5 of 7"}), "", "",
		Definition{TechnicalName: "line_amount", Kind: "HINT", Terms: []string{"5"}}),
		want: "line_amount=5 of 7/APPLIED/INV.4.0/Line item amount in row 1"},

	{rule: "X.2.0", name: "a false positive", in: on(newTree().section("h").paragraph("a safety net").paragraph("30 net"), "",
		"", falseTerm), fires: 1,
		want: "payment_term=safety net/APPLIED/INV.7.0/payment term found/FALSE_POSITIVE; " +
			"payment_term=net/REMOVED/X.2.0/covered by a false positive; payment_term=net/APPLIED/INV.7.0/payment term found"},
	{rule: "X.2.0", name: "of another type", in: on(newTree().section("h").paragraph("a safety net"), "", "", terms("payment_term", "net"),
		Definition{TechnicalName: "net", Kind: "ENTITY", FalsePositive: []string{"safety net"}}),
		want: "payment_term=net/APPLIED/INV.7.0/payment term found"},
}

// unequal makes two equal components, the first of them with fewer references.
const unequal = `rule "W.0.0" salience 5 when $people: List() from collect(Entity(type == "person")) then
  componentCreationService.create("W.0.0", "People", "all", "one", (Entity) $people.get(0)); componentCreationService.create("W.0.0", "People", "all", "two", $people); end`

var invoiceComponentCases = []exampleCase{
	{rule: "InvoiceNumber.0.0", name: "the first",
		in: on(newTree().section("h").paragraph("no. B2 and A1"), "", "", terms("invoice_number", "A1", "B2")), fires: 1,
		want: "Invoice_Number=B2/InvoiceNumber.0.0//B2 invoice_number=A1/Rest.0.0//A1"},
	{rule: "InvoiceNumber.0.0", name: "none", in: on(newTree().section("h").paragraph("no."), "", ""),
		want: "Invoice_Number=/InvoiceNumber.0.1/fallback/"},
	{rule: "InvoiceNumber.0.0", name: "without its guard", in: on(newTree().section("h").paragraph("no."), "", ""),
		edit: []string{"List(size > 0)", "List()"}, fires: 1,
		want: "Invoice_Number=/InvoiceNumber.0.0//"},
	{rule: "InvoiceNumber.0.1", name: "none", in: on(newTree().section("h").paragraph("no."), "", ""), fires: 1,
		want: "Invoice_Number=/InvoiceNumber.0.1/fallback/"},
	{rule: "InvoiceNumber.0.1", name: "one", in: on(newTree().section("h").paragraph("no. A1"), "", "", terms("invoice_number", "A1")),
		want: "Invoice_Number=A1/InvoiceNumber.0.0//A1"},

	{rule: "InvoiceDate.0.0", name: "each date", in: on(newTree().section("h").paragraph("of 03.04.2024 or soon"), "", "",
		terms("invoice_date", "03.04.2024", "soon")), fires: 1,
		want: "Invoice_Date=2024-04-03/InvoiceDate.0.0//03.04.2024 Invoice_Date=soon/InvoiceDate.0.0//soon " +
			"Invoice_Number=/InvoiceNumber.0.1/fallback/"},
	{rule: "InvoiceDate.0.0", name: "none", in: on(newTree().section("h").paragraph("of 03.04.2024"), "", ""),
		want: "Invoice_Number=/InvoiceNumber.0.1/fallback/"},

	{rule: "Currency.0.0", name: "each code once",
		in: on(newTree().section("h").paragraph("USD, EUR, Euro, USD"), "", "", terms("currency", "USD", "EUR", "Euro")), fires: 1,
		want: "Currency=USD/EUR/Currency.0.0//USD+EUR+USD Invoice_Number=/InvoiceNumber.0.1/fallback/ currency=Euro/Rest.0.0//Euro"},
	{rule: "Currency.0.0", name: "no code", in: on(newTree().section("h").paragraph("Euro"), "", "", terms("currency", "Euro")),
		want: "Invoice_Number=/InvoiceNumber.0.1/fallback/ currency=Euro/Rest.0.0//Euro"},

	{rule: "LineTotal.0.0", name: "sum of what are numbers",
		in: on(newTree().section("h").paragraph("1.000,50").paragraph("19,5").paragraph("1,2,3").paragraph("free"), "", "",
			terms("line_amount", "1.000,50", "19,5", "1,2,3", "free")), fires: 1,
		want: "Line_Total=1020.00/LineTotal.0.0/3 line(s) added/1.000,50+19,5+1,2,3+free Invoice_Number=/InvoiceNumber.0.1/fallback/"},
	{rule: "LineTotal.0.0", name: "no number", in: on(newTree().section("h").paragraph("free"), "", "", terms("line_amount", "free")),
		want: "Invoice_Number=/InvoiceNumber.0.1/fallback/ line_amount=free/Rest.0.0//free"},

	{rule: "Kind.0.0", name: "a credit note", in: on(newTree().section("h"), "Document Type", "CREDIT note"), fires: 1,
		want: "Document_Kind=CREDIT/Kind.0.0/from file attribute/ Invoice_Number=/InvoiceNumber.0.1/fallback/"},
	{rule: "Kind.0.0", name: "anything else", in: on(newTree().section("h"), "Document Type", "Bill"), fires: 1,
		want: "Document_Kind=INVOICE/Kind.0.0/from file attribute/ Invoice_Number=/InvoiceNumber.0.1/fallback/"},
	{rule: "Kind.0.0", name: "an empty attribute", in: on(newTree().section("h"), "Document Type", ""),
		want: "Invoice_Number=/InvoiceNumber.0.1/fallback/"},
	{rule: "Kind.0.0", name: "another attribute", in: on(newTree().section("h"), "Type", "Bill"),
		want: "Invoice_Number=/InvoiceNumber.0.1/fallback/"},

	{rule: "Rest.0.0", name: "what is left", in: on(newTree().section("h").paragraph("no. A1 of Bob"), "", "",
		terms("invoice_number", "A1"), terms("person", "Bob")), fires: 1,
		want: "Invoice_Number=A1/InvoiceNumber.0.0//A1 person=Bob/Rest.0.0//Bob"},
	{rule: "Rest.0.0", name: "nothing", in: on(newTree().section("h").paragraph("no. A1"), "", ""),
		want: "Invoice_Number=/InvoiceNumber.0.1/fallback/"},

	{rule: "X.0.0", name: "two alike", in: on(newTree().section("h").paragraph("Bob and Bob"), "", "", terms("person", "Bob")), fires: 1,
		want: "Invoice_Number=/InvoiceNumber.0.1/fallback/ person=Bob/Rest.0.0//Bob+Bob"},
	{rule: "X.0.0", name: "three alike", in: on(newTree().section("h").paragraph("Bob, Bob, Bob"), "", "",
		terms("person", "Bob")), fires: 2,
		want: "Invoice_Number=/InvoiceNumber.0.1/fallback/ person=Bob/Rest.0.0//Bob+Bob+Bob"},
	{rule: "X.0.0", name: "into the larger", in: on(newTree().section("h").paragraph("Bob and Eve"), "", "",
		terms("person", "Bob", "Eve")), watch: unequal, fires: 1,
		want: "People=all/W.0.0/two/Bob+Eve Invoice_Number=/InvoiceNumber.0.1/fallback/"},
	{rule: "X.0.0", name: "other values", in: on(newTree().section("h").paragraph("Bob and Eve"), "", "", terms("person", "Bob", "Eve")),
		want: "Invoice_Number=/InvoiceNumber.0.1/fallback/ person=Bob/Rest.0.0//Bob person=Eve/Rest.0.0//Eve"},
}
