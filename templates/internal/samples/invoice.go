// Package samples draws the documents to try the ready templates with: invoices in several layouts
// and languages, and some documents of each other kind. All firms, people and numbers are made up.
package samples

// An Invoice holds what is printed on one; amounts and dates are as printed.
type Invoice struct {
	Labels   Labels
	Seller   []string // name first
	Buyer    []string
	Number   string
	Date     string
	Due      string
	Customer string
	Items    []Item
	Net      string
	TaxRate  string
	Tax      string
	Total    string
	Currency string // printed in front of the total, may be empty
}

// An Item is a line of an invoice.
type Item struct{ Description, Quantity, Price, Amount string }

// Labels are the words around the values, in one language.
type Labels struct {
	Title, Number, Date, Due, Customer, BillTo string
	Description, Quantity, Price, Amount       string
	Net, Tax, Total, Thanks                    string
}

var english = Labels{
	"Invoice", "Invoice No.", "Invoice Date", "Due Date", "Customer No.", "Bill to",
	"Description", "Qty", "Unit price", "Amount",
	"Subtotal", "VAT", "Total", "Payment within 30 days, please quote the number above.",
}

var american = Labels{
	"INVOICE", "Invoice #", "Date", "Payment due", "Account", "Bill To",
	"Item", "Quantity", "Rate", "Line total",
	"Subtotal", "Sales tax", "Amount due", "Thank you for your business.",
}

var german = Labels{
	"Rechnung", "Rechnungsnummer", "Rechnungsdatum", "Fällig am", "Kundennummer", "Rechnung an",
	"Bezeichnung", "Menge", "Einzelpreis", "Betrag",
	"Nettobetrag", "USt.", "Gesamtbetrag", "Bitte zahlen Sie innerhalb von 14 Tagen ohne Abzug.",
}

var french = Labels{
	"Facture", "Facture n°", "Date de facture", "Échéance", "N° client", "Facturé à",
	"Désignation", "Quantité", "Prix unitaire", "Montant",
	"Total HT", "TVA", "Total TTC", "Merci de votre confiance.",
}

var spanish = Labels{
	"Factura", "Número de factura", "Fecha de factura", "Vencimiento", "Cliente", "Facturar a",
	"Descripción", "Cantidad", "Precio", "Importe",
	"Base imponible", "IVA", "Total a pagar", "Gracias por su confianza.",
}

var italian = Labels{
	"Fattura", "Numero fattura", "Data fattura", "Scadenza", "Cliente", "Spettabile",
	"Descrizione", "Quantità", "Prezzo", "Importo",
	"Imponibile", "IVA", "Totale fattura", "Grazie per la fiducia.",
}

var dutch = Labels{
	"Factuur", "Factuurnummer", "Factuurdatum", "Vervaldatum", "Klantnummer", "Aan",
	"Omschrijving", "Aantal", "Prijs", "Bedrag",
	"Subtotaal", "BTW", "Totaalbedrag", "Wij danken u voor uw opdracht.",
}

// All are the sample invoices, one of each language and two in English.
var All = []Invoice{
	{
		Labels: english, Number: "NT-2024-0117", Date: "14 March 2024", Due: "13 April 2024", Customer: "C-2041",
		Seller: []string{"Northgate Tools Ltd", "8 Quarry Road", "Leeds LS11 9TX", "United Kingdom"},
		Buyer:  []string{"Brightwater Boats", "Harbour Lane 3", "Poole BH15 1HX"},
		Items: []Item{
			{"Cordless drill, 18 V", "4", "89.50", "358.00"}, {"Set of 24 wood bits", "2", "31.25", "62.50"},
			{"Delivery", "1", "12.00", "12.00"},
		},
		Net: "432.50", TaxRate: "20%", Tax: "86.50", Total: "519.00", Currency: "£",
	},
	{
		Labels: american, Number: "100458", Date: "March 4, 2024", Due: "April 3, 2024", Customer: "7731",
		Seller: []string{"Copper Kettle Catering Inc.", "220 Alder Street", "Portland, OR 97205"},
		Buyer:  []string{"Lakeside Gallery", "18 Museum Way", "Salem, OR 97301"},
		Items: []Item{
			{"Buffet for 60 guests", "1", "1,450.00", "1,450.00"}, {"Service staff, hours", "18", "32.00", "576.00"},
		},
		Net: "2,026.00", TaxRate: "5%", Tax: "101.30", Total: "2,127.30", Currency: "$",
	},
	{
		Labels: german, Number: "RE-2024/0815", Date: "05.02.2024", Due: "19.02.2024", Customer: "K-10377",
		Seller: []string{"Tannberg Papierwerk GmbH", "Mühlweg 12", "79098 Freiburg"},
		Buyer:  []string{"Druckhaus Seeblick", "Uferstraße 4", "78462 Konstanz"},
		Items: []Item{
			{"Kopierpapier A4, Karton", "40", "21,90", "876,00"}, {"Versandtaschen C4", "10", "14,50", "145,00"},
			{"Lieferung frei Haus", "1", "35,00", "35,00"},
		},
		Net: "1.056,00", TaxRate: "19 %", Tax: "200,64", Total: "1.256,64", Currency: "EUR",
	},
	{
		Labels: french, Number: "F24-00392", Date: "21/06/2024", Due: "21/07/2024", Customer: "CL-88",
		Seller: []string{"Atelier des Tilleuls SARL", "6, rue du Moulin", "69003 Lyon"},
		Buyer:  []string{"Librairie du Pont", "14, quai Vieux", "38000 Grenoble"},
		Items:  []Item{{"Rayonnage en chêne", "3", "420,00", "1 260,00"}, {"Pose et réglage", "1", "180,00", "180,00"}},
		Net:    "1 440,00", TaxRate: "20 %", Tax: "288,00", Total: "1 728,00", Currency: "€",
	},
	{
		Labels: spanish, Number: "2024-A-77", Date: "09/09/2024", Due: "09/10/2024", Customer: "4410",
		Seller: []string{"Cerámicas Olivar S.L.", "Calle Mayor 21", "41001 Sevilla"},
		Buyer:  []string{"Hotel Mirador", "Paseo Alto 2", "29016 Málaga"},
		Items:  []Item{{"Azulejo blanco, caja", "55", "18,40", "1.012,00"}, {"Transporte", "1", "60,00", "60,00"}},
		Net:    "1.072,00", TaxRate: "21%", Tax: "225,12", Total: "1.297,12", Currency: "€",
	},
	{
		Labels: italian, Number: "315/2024", Date: "30/11/2024", Due: "30/12/2024", Customer: "C0192",
		Seller: []string{"Officina Valverde S.r.l.", "Via dei Platani 9", "20121 Milano"},
		Buyer:  []string{"Cantina Rocca", "Strada Alta 5", "12060 Barolo"},
		Items:  []Item{{"Revisione pompa", "2", "310,00", "620,00"}, {"Guarnizioni", "12", "4,20", "50,40"}},
		Net:    "670,40", TaxRate: "22%", Tax: "147,49", Total: "817,89", Currency: "EUR",
	},
	{
		Labels: dutch, Number: "20240066", Date: "17-05-2024", Due: "16-06-2024", Customer: "D551",
		Seller: []string{"Zeewind Zeilen B.V.", "Havenkade 30", "1621 CM Hoorn"},
		Buyer:  []string{"Jachtclub De Kust", "Dijk 1", "8861 KA Harlingen"},
		Items:  []Item{{"Grootzeil, op maat", "1", "2.340,00", "2.340,00"}, {"Reparatie fok", "1", "145,00", "145,00"}},
		Net:    "2.485,00", TaxRate: "21%", Tax: "521,85", Total: "3.006,85", Currency: "€",
	},
	{
		Labels: english, Number: "INV/88213", Date: "2024-08-30", Due: "2024-09-29", Customer: "55-21",
		Seller: []string{"Marlow Signage LLC", "Unit 4, Mill Park", "Dublin D12"},
		Buyer:  []string{"Green Door Cafe", "7 Canal Walk", "Cork T12"},
		Items:  []Item{{"Window lettering", "3", "75.00", "225.00"}, {"Site visit", "1", "40.00", "40.00"}},
		Net:    "265.00", TaxRate: "23%", Tax: "60.95", Total: "325.95", Currency: "EUR",
	},
}
