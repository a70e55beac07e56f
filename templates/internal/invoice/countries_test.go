package invoice

import (
	"context"
	"strings"
	"testing"

	"github.com/seed-62a36931/docket/document"
	"github.com/seed-62a36931/docket/document/layout"
)

// addressBlocks are made up names and addresses as they are printed in their countries, lines parted by bars.
var addressBlocks = []struct{ country, lines string }{
	{"AT", "Wiesenthal Optik GmbH|Murgasse 4/2|8010 Graz"}, {"AT", "Blumen Ederer e.U.|Hauptstraße 19|4020 Linz"},
	{"AU", "Banksia Freight Pty Ltd|17 Quarry Rd|Geelong VIC 3220"}, {"AU", "Red Gum Joinery|5 Wharf St|Fremantle, WA 6160"},
	{"BE", "Brouwerij Het Anker bv|Steenweg 210|2800 Mechelen"}, {"BE", "Imprimerie Lambot SRL|Rue du Pont 8 bte 3|5000 Namur"},
	{"BG", "Rodopi Med OOD|ul. Shipka 12|4000 Plovdiv"}, {"BR", "Café Serrano Ltda.|Rua das Palmeiras, 340|01310-100 São Paulo - SP"},
	{"CA", "Northern Pike Outfitters Inc.|88 Harbour St|Kenora, ON P9N 1S4"}, {"CA", "Érablière Dumont inc.|14 rang Nord|Beauceville (Québec) G5X 2L1"},
	{"CH", "Uhrenatelier Steiner AG|Seestrasse 5|8800 Thalwil"}, {"CH", "Vigneron Rochat Sàrl|Chemin du Lac 2|CH-1180 Rolle"},
	{"CZ", "Sklárna Jizera s.r.o.|Poštovní 31|466 01 Jablonec nad Nisou"}, {"CZ", "Pekařství U Lípy a.s.|Masarykova 5|120 00 Praha 2"},
	{"DE", "Nordlicht Segel GmbH & Co. KG|Am Hafen 3|24103 Kiel"}, {"DE", "Gebrüder Hoppe OHG|Lindenstr. 44a|D-04109 Leipzig"},
	{"DK", "Møllers Bageri ApS|Vestergade 11|5000 Odense C"}, {"DK", "Strandens Cykler A/S|Kystvejen 7|9990 Skagen"},
	{"EE", "Metsakoda OÜ|Pikk 20|10133 Tallinn"}, {"EE", "Saare Paadid AS|Tallinna 9|93819 Kuressaare"},
	{"ES", "Conservas del Norte, S.L.|Calle del Puerto, 6|39001 Santander"}, {"ES", "Molinos Garrido, S.A.|Avda. de la Paz 12|45600 Talavera de la Reina (Toledo)"},
	{"FI", "Järvisen Veneet Oy|Satamakatu 3 A 12|70100 Kuopio"}, {"FI", "Leipomo Aalto Ky|Kirkkotie 8|20100 Turku"},
	{"FR", "Fonderie Vasseur SAS|12 bis, rue du Stade|59200 Tourcoing"}, {"FR", "SARL Les Ruchers de Bresse|Chemin des Acacias|01000 Bourg-en-Bresse"},
	{"GB", "Thornbury Cider Ltd|Mill House|Hereford HR1 2AB"}, {"GB", "Castle & Moor LLP|9 Kirkgate|York YO1 7HH"},
	{"GR", "Elaionas SA|Odos Ermou 14|105 63 Athina"}, {"GR", "Thalassa Foods S.A.|Nikis 3|546 24 Thessaloniki"},
	{"HR", "Maslina Hvar d.o.o.|Obala 7|21450 Hvar"}, {"HU", "Tisza Malom Kft.|Kossuth u. 2.|5000 Szolnok"},
	{"HU", "Budai Nyomda Zrt.|Fő utca 40.|1027 Budapest"}, {"IE", "Claddagh Knitwear Ltd|4 Quay Street|Galway H91 K7XN"},
	{"IN", "Nilgiri Tea Traders Pvt. Ltd.|22 Church Road|Coimbatore 641018"}, {"IN", "Deccan Steel Limited|Plot 9, MIDC|Pune - 411019"},
	{"IT", "Frantoio Colombo S.r.l.|Via Garibaldi 8|25121 Brescia (BS)"}, {"IT", "Tipografia Moretti S.n.c.|Corso Italia, 44|50123 Firenze FI"},
	{"JP", "Sakura Instruments Co., Ltd.|2-11 Nihonbashi|Chuo-ku, Tokyo 103-0027"}, {"LT", "Baltijos Linai UAB|Gedimino pr. 9|LT-01103 Vilnius"},
	{"LU", "Moselle Vins S.A.|12, route du Vin|L-5440 Remerschen"}, {"LV", "Daugavas Koks SIA|Brīvības iela 55|Rīga, LV-1010"},
	{"MT", "Gozo Honey Ltd|14 Triq il-Kbira|Victoria VCT 1411"}, {"MX", "Textiles Oaxaca S.A. de C.V.|Calle Reforma 210|68000 Oaxaca"},
	{"NL", "Kaashandel De Graaf B.V.|Marktstraat 2|2801 GB Gouda"}, {"NL", "Scheepswerf Zwart V.O.F.|Havenweg 16|8861 KL Harlingen"},
	{"NO", "Fjellheim Ski AS|Storgata 1|2609 Lillehammer"}, {"NO", "Vestlandet Laks ASA|Kaigaten 8|5015 Bergen"},
	{"NZ", "Kiwi Orchard Supplies Limited|31 Fenton Street|Rotorua 3010"}, {"PL", "Huta Szkła Tatry Sp. z o.o.|ul. Krótka 3|34-500 Zakopane"},
	{"PL", "Meble Kasprzak Sp. j.|ul. Długa 17/4|61-848 Poznań"}, {"PT", "Conservas Ria Lda.|Rua do Sal 5|3800-017 Aveiro"},
	{"PT", "Azulejos Tejo, S.A.|Avenida da Índia 90|1400-207 Lisboa"}, {"RO", "Moara Veche SRL|Str. Morii nr. 3|550024 Sibiu"},
	{"RO", "Lacul Verde S.A.|Bd. Republicii 18|505500 Săcele"}, {"SE", "Dalarnas Trähus AB|Kyrkogatan 6|791 30 Falun"},
	{"SE", "Västkustens Fisk HB|Hamngatan 2|451 31 Uddevalla"}, {"SG", "Straits Marine Pte. Ltd.|8 Jurong Pier Road|Singapore 619159"},
	{"SI", "Kras Vina d.o.o.|Glavna ulica 12|6210 Sežana"}, {"SK", "Liptov Drevo s.r.o.|Štefánikova 4|031 01 Liptovský Mikuláš"},
	{"TR", "Bosfor Tekstil A.Ş.|Atatürk Cad. No: 5|34394 Şişli"}, {"US", "Cedar Creek Millwork LLC|410 Depot Street|Asheville, NC 28801"},
	{"US", "Tidewater Analytics Corp.|2200 Bay Avenue, Suite 310|Norfolk VA 23510"}, {"ZA", "Karoo Wool Traders (Pty) Ltd|3 Long Street|Graaff-Reinet, 6280"},
}

// A drawing is a page of text whose glyphs are half a font size wide.
type drawing struct{ doc layout.Document }

// write writes lines one below the other.
func (d *drawing) write(x, y float32, lines ...string) {
	p := &d.doc.Pages[0]
	for _, line := range lines {
		at := x
		for _, r := range line {
			b := layout.Box{X0: at, Y0: y - 2.2, X1: at + 5, Y1: y + 8.8}
			at += 5
			p.Glyphs = append(p.Glyphs, layout.Glyph{Rune: r, Tight: b, Loose: b})
		}
		y -= 12
	}
}

// tree returns what is read from the page.
func (d *drawing) tree() *document.Tree { return layout.BuildTree(&d.doc) }

func newDrawing() *drawing {
	return &drawing{layout.Document{Pages: []layout.Page{{Width: 595, Height: 842}}, Styles: []layout.Style{{Font: "Test", Size: 10, Weight: 400}}}}
}

// TestPartiesOfThirtyCountries draws letters from each party to the next one: each is the supplier once and the customer once.
func TestPartiesOfThirtyCountries(t *testing.T) {
	l := newLooker(t, nil, "invoice")
	countries := map[string]bool{}
	for i, block := range addressBlocks {
		countries[block.country] = true
		from, to := strings.Split(block.lines, "|"), strings.Split(addressBlocks[(i+1)%len(addressBlocks)].lines, "|")
		d := newDrawing()
		d.write(340, 780, append(from[:len(from):len(from)], "Phone: 0555 201 77")...)
		d.write(50, 680, to...)
		d.write(50, 560, "Invoice number: 2024-118", "Invoice date: 14/03/2024")
		d.write(50, 500, "Net total: 100.00 EUR", "VAT 19 %: 19.00 EUR", "Total: 119.00 EUR")
		values := map[string]string{}
		r, err := l.rules.Run(context.Background(), d.tree())
		if err != nil || len(r.Failures) > 0 {
			t.Fatal(err, r.Failures)
		}
		for _, c := range r.Components {
			values[c.Name] = c.Value
		}
		if got := values["Supplier_Name"]; got != from[0] {
			t.Errorf("%s, %q: got the supplier %q, want %q", block.country, block.lines, got, from[0])
		}
		if got := values["Customer_Name"]; got != to[0] {
			t.Errorf("%s, to %q: got the customer %q, want %q", block.country, to, got, to[0])
		}
	}
	if len(addressBlocks) < 60 || len(countries) < 30 {
		t.Errorf("got %d addresses in %d countries, want at least 60 in 30", len(addressBlocks), len(countries))
	}
}
