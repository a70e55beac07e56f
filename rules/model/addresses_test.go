package model

import (
	"slices"
	"testing"

	"github.com/seed-62a36931/docket/document"
)

func namesOf(n *Node, spans []document.Span) (out []string) {
	for _, s := range spans {
		out = append(out, n.ctx.Tree.TextOf(s))
	}
	return out
}

func TestNamesOfAddresses(t *testing.T) {
	page := pageOf(
		placed{"Brandt GmbH", 50, 760}, placed{"Werkstr. 12", 50, 749}, placed{"70565 Stuttgart", 50, 738},
		placed{"Bill to", 50, 700}, placed{"Ada Ltd", 50, 689}, placed{"Unit 5", 50, 678}, placed{"22 Mill Street", 50, 667},
		placed{"London E8 3DL", 50, 656},
		placed{"Rechnungsempfänger / Bill to", 300, 700}, placed{"Petra Sommer", 300, 689}, placed{"Birkenweg 17", 300, 678},
		placed{"60318 Frankfurt am Main", 300, 667},
		placed{"Brandt GmbH · Werkstr. 12 · 70565 Stuttgart", 50, 621}, placed{"Acorn Group", 50, 610},
		placed{"301 Pine St", 50, 599}, placed{"Seattle, WA 98101", 50, 588},
		placed{"Phone: 555", 50, 520}, placed{"Rossi Srl", 50, 509}, placed{"Via Roma 1, 20121 Milano (MI)", 50, 498},
		placed{"Overhaul of 3 pumps", 50, 440}, placed{"12.50", 50, 429}, placed{"10000 Euro", 50, 418},
		placed{"12 Lonely Road", 50, 300}, placed{"Dublin D02 X285", 50, 289},
		placed{"De Roos", 50, 250}, placed{"Dorpsstraat 8", 50, 229}, placed{"2611 GH Delft", 50, 218},
	)
	labels := []string{"bill\\s+to", "rechnungsempfänger"}
	want := []string{"Brandt GmbH", "Ada Ltd", "Petra Sommer", "Acorn Group", "Rossi Srl", "De Roos"}
	if got := namesOf(page, namesOfAddresses(page, labels, false)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := namesOf(page, namesOfAddresses(page, labels, true)); !slices.Equal(got, []string{"Ada Ltd", "Petra Sommer"}) {
		t.Errorf("below labels: got %q, want %v", got, []string{"Ada Ltd", "Petra Sommer"})
	}
}

func TestAStreetWithACommaBeforeItsNumberMayStandBeforeThePlace(t *testing.T) {
	page := pageOf(
		placed{"Officine Neri S.r.l.", 50, 760}, placed{"Via dell'Artigianato, 12 - 35010 Vigonza (PD)", 50, 749},
		placed{"Talleres Ebro", 50, 700}, placed{"Calle Mayor, nº 4, 50001 Zaragoza", 50, 689},
		placed{"Muebles Soto", 50, 640}, placed{"C/ Pintor Sorolla, 21, 4º, 46002 Valencia", 50, 629},
		placed{"Cable, blue, 12 - 35010 Metres of it", 50, 560},
	)
	want := []string{"Officine Neri S.r.l.", "Talleres Ebro", "Muebles Soto"}
	if got := namesOf(page, namesOfAddresses(page, nil, false)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	street := pageOf(placed{"Carrer de Pallars, 193 - 08005 Barcelona", 50, 700},
		placed{"Atelier Roux, 6, rue du Moulin, 69003 Lyon", 50, 600})
	if got, want := namesOf(street, namesOfAddressLines(street)), []string{"Atelier Roux"}; !slices.Equal(got, want) {
		t.Errorf("on one line: got %q, want %q", got, want)
	}
}

func TestAnEmptyLineEndsAnAddress(t *testing.T) {
	page := pageOf(
		placed{"Gartenbau Blum", 50, 760}, placed{"Stadtwerke Eich AG", 50, 738}, placed{"Abt. Einkauf", 50, 727},
		placed{"Hafenstr. 112", 50, 716}, placed{"24103 Kiel", 50, 705},
		placed{"Kvarn & Co", 300, 760}, placed{"Storgatan 7", 300, 744}, placed{"903 26 Umeå", 300, 733},
	)
	if got, want := namesOf(page, namesOfAddresses(page, nil, false)), []string{"Stadtwerke Eich AG", "Kvarn & Co"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnAddressOnALineMayBeWrapped(t *testing.T) {
	page := pageOf(
		placed{"Elektro Haubitz e.K. – Am Kiesgrund 3a –", 50, 700}, placed{"86956 Schongau", 50, 689},
		placed{"Cable, 3 drums,", 50, 600}, placed{"blue or red", 50, 589},
		placed{"Malerei Krug – Gartenweg 3 –", 50, 500}, placed{"04109 Leipzig", 90, 489},
	)
	if got, want := namesOf(page, namesOfAddressLines(page)), []string{"Elektro Haubitz e.K."}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAddressesWhoseLinesAreApart(t *testing.T) {
	page := pageOf(
		placed{"Livré à", 50, 780}, placed{"Mairie de Couëron", 54, 756}, placed{"8 place du Port", 54, 745},
		placed{"44220 Couëron", 54, 734},
		placed{"De Schakel", 50, 640}, placed{"Postbus 310", 50, 610}, placed{"1620 AH Hoorn", 50, 580},
		placed{"Cerámicas Alcora", 50, 500}, placed{"B22964383", 50, 489}, placed{"Camí del Molí 9", 50, 478},
		placed{"12110 Alcora", 50, 467},
		placed{"Our services", 300, 640}, placed{"Room 7", 300, 615}, placed{"1620 AH Hoorn", 300, 580},
	)
	if got, want := namesOf(page, namesOfAddresses(page, nil, false)),
		[]string{"Mairie de Couëron", "De Schakel", "Cerámicas Alcora"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := namesOf(page, namesOfAddresses(page, []string{`livré\s+à`}, true)), []string{"Mairie de Couëron"}; !slices.Equal(got, want) {
		t.Errorf("below a label: got %q, want %q", got, want)
	}
}

func TestPlacesOfAddresses(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"70565 Stuttgart", true}, {"D-70565 Stuttgart", true}, {"8001 Zürich", true}, {"CH-8001 Zürich", true},
		{"3526 KM Utrecht", true}, {"20121 Milano (MI)", true},
		{"75011 Paris CEDEX 11", true}, {"Austin, TX 78701", true}, {"Bristol BS1 4QA", true}, {"SL7 1AA", true},
		{"Dublin D02 X285", true}, {"00-950 Warszawa", true},
		{"Toronto, ON M5V 2T6", true}, {"Sydney NSW 2000", true}, {"12 rue des Lilas, 69003 Lyon", true}, {"10115 Berlin, Germany", true},
		{"Berlin, 10997", true},
		{"120 00 Praha 2", true}, {"791 30 Falun", true}, {"01310-100 São Paulo - SP", true}, {"28130 Valdeolmos (Madrid)", true},
		{"1011 Budapest, Fő utca 12.", true}, {"Rīga, LV-1010", true}, {"D - 70565 Stuttgart", true},
		{"Montréal (Québec) H2X 1Y4", true}, {"Bengaluru 560001", false},
		{"12 rue des Lilas", false}, {"Total 1234", false}, {"2024 was good: 17 %", false}, {"Page 1 of 2", false},
	} {
		if got := placeLine.MatchString(c.text); got != c.want {
			t.Errorf("%q: got %v, want %v", c.text, got, c.want)
		}
	}
}

func TestNamesOfAddressesOnOneLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Brandt GmbH · Werkstr. 12 · 70565 Stuttgart", "Brandt GmbH"},
		{"Cortiças do Sul, S.A. · Lote 7 · 7570-003 Grândola", "Cortiças do Sul, S.A."},
		{"Cloudbarn Limited, 3 Dock Road, Dublin D02 X285. Company No. 09876543", "Cloudbarn Limited"},
		{"Please make checks payable to Pine Field Co., 88 Orchard Lane, Portland, OR 97205", "Pine Field Co."},
		{"Atelier des Tilleuls SARL, 6, rue du Moulin, 69003 Lyon", "Atelier des Tilleuls SARL"},
		{"Malerbetrieb Krüger - Gartenweg 3 - 04109 Leipzig", "Malerbetrieb Krüger"},
		{"Boulangerie Morel - 45 bis avenue Foch 44000 Nantes - N° TVA FR12", "Boulangerie Morel"},
		{"Atelier Zon - Havenkade 44-2 3011 AB Rotterdam - BTW NL1", "Atelier Zon"},
		{"nordlicht media GmbH, Am Kiesgrund 3a, 86956 Schongau, Amtsgericht Augsburg", "nordlicht media GmbH"},
		{"sold in, 3 boxes, 86956 Schongau", ""},
		{"Cable - drum 3 44000 m - blue", ""},
		{"14 Harbour Row, Bristol BS1 4QA, United Kingdom", ""},
		{"Mail: a@example.com, Werkstr. 12, 70565 Stuttgart", ""},
		{"Cable, blue, 10 m", ""},
	} {
		page := pageOf(placed{c.text, 50, 700})
		got := namesOf(page, namesOfAddressLines(page))
		if want := []string{c.want}; !slices.Equal(got, want) && (c.want != "" || len(got) > 0) {
			t.Errorf("%q: got %q", c.text, got)
		}
	}
}

func TestPlacesWhoseCodeCouldBeAnyNumberStandBelowAStreet(t *testing.T) {
	page := pageOf(
		placed{"Nilgiri Tea", 50, 760}, placed{"22 Church Road", 50, 749}, placed{"Coimbatore 641018", 50, 738},
		placed{"Kiwi Orchards", 300, 760}, placed{"31 Fenton Street", 300, 749}, placed{"Rotorua 3010", 300, 738},
		placed{"Our services", 50, 600}, placed{"of the year", 50, 589}, placed{"Winter 2024", 50, 578},
		placed{"Terms", 300, 600}, placed{"30 days", 300, 589}, placed{"Invoice 123456", 300, 578},
	)
	if got, want := namesOf(page, namesOfAddresses(page, nil, false)), []string{"Nilgiri Tea", "Kiwi Orchards"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNamesOfAddressesInTwoLines(t *testing.T) {
	page := pageOf(
		placed{"Lighting GmbH &", 50, 760}, placed{"Co. KG", 50, 749}, placed{"Hauptplatz 7", 50, 738}, placed{"80331 München", 50, 727},
		placed{"Anna Brandt", 300, 760}, placed{"Brandt GmbH", 300, 749}, placed{"Werkstr. 12", 300, 738}, placed{"70565 Stuttgart", 300, 727},
		placed{"The Orchard School", 50, 600}, placed{"Attn: Front Office", 50, 589}, placed{"Hendersonville, NC 28739", 50, 578},
	)
	want := []string{"Lighting GmbH &\nCo. KG", "Anna Brandt", "The Orchard School"}
	if got := namesOf(page, namesOfAddresses(page, nil, false)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
