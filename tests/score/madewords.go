package main

import "strings"

// A madeScript is the words that pages of a language have.
type madeScript struct {
	leftward bool // runs from right to left
	fonts    []string
	prose    []string
	corner   []string // headers of labels
	heads    []string
	labels   []string
	groups   []string
	captions []string // the first is the word for a table
	notes    []string
	fields   []string // labels of blocks
}

// cutTexts returns the texts of a list with semicolons.
func cutTexts(list string) []string {
	out := strings.Split(list, ";")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

var latinFonts = []string{"Liberation Sans", "Liberation Serif", "DejaVu Sans", "Carlito"}

// madeLatin are the scripts whose columns run from left to right.
var madeLatin = []*madeScript{&madeEnglish, &madeGerman}

var madeEnglish = madeScript{
	fonts: latinFonts,
	prose: strings.Fields("what the report says about the goods of the year is told in words that go on over the whole page " +
		"and are read before any of the figures below them, which come from the offices of the regions"),
	corner: cutTexts("Country; Item; Region; Product; Description"),
	heads:  cutTexts("Share; Cases; Income; Growth; Index; 2019; 2020; 2021; Quantity; Unit price; Amount; Total; Rate in %"),
	labels: cutTexts("Austria; Belgium; Czech Republic; Denmark; Estonia; United Kingdom; Ireland; Italy; Services; Goods and parts; " +
		"Household income; Other; Net lending; Direct investment; Cordless drill; Set of wood bits; Delivery; Taxes on products"),
	groups:   cutTexts("North and west; The south; Member states; Other countries; Islands; Current account; Services; Manufacturing"),
	captions: cutTexts("Table; Figures by country; Results of the year; Income and growth"),
	notes:    cutTexts("Source: national statistics; Note: estimates are provisional; * without transit goods"),
	fields:   cutTexts("Customer no.; Order; Reference; Delivery note; Account; Contract"),
}

var madeGerman = madeScript{
	fonts: latinFonts,
	prose: strings.Fields("was der Bericht über die Waren des Jahres sagt steht hier in Worten die über die ganze Breite der Seite gehen " +
		"und vor den Zahlen darunter gelesen werden welche von den Ämtern der Länder kommen"),
	corner: cutTexts("Land; Position; Bezeichnung; Artikel; Gebiet"),
	heads:  cutTexts("Anteil; Fälle; Menge; Preis; Betrag; 2019; 2020; 2021; Einzelpreis; Summe; Zuwachs; MwSt. in %"),
	labels: cutTexts("Österreich; Belgien; Dänemark; Großbritannien; Irland; Italien; Dienste; Güter und Teile; Löhne; Übrige; " +
		"Steuern auf Waren; Akkubohrer; Satz Holzbohrer; Lieferung; Ölfilter; Prüfung der Bremsen"),
	groups:   cutTexts("Norden und Westen; Süden; Mitgliedstaaten; Übrige Länder; Inseln; Dienstleistungen; Gewerbe"),
	captions: cutTexts("Tabelle; Zahlen nach Ländern; Ergebnisse des Jahres; Menge und Preis"),
	notes:    cutTexts("Quelle: amtliche Statistik; Anmerkung: vorläufige Werte; * ohne Durchfuhr"),
	fields:   cutTexts("Kundennummer; Auftrag; Zeichen; Lieferschein; Konto; Vertrag"),
}

var madeHebrew = madeScript{
	leftward: true,
	fonts:    []string{"DejaVu Sans", "Liberation Sans"},
	prose:    strings.Fields("הדוח של השנה אומר כאן במילים את מה שכתוב בטבלה אשר באה אחר כך ונקראת לפני המספרים של כל האזורים"),
	corner:   cutTexts("מדינה; פריט; אזור"),
	heads:    cutTexts("כמות; מחיר; סכום; שיעור; הכנסה; 2020; 2021; מספר"),
	labels:   cutTexts("ישראל; צרפת; גרמניה; איטליה; שירותים; סחורות; משלוח; בדיקת בלמים; מסים על מוצרים"),
}

var madeArabic = madeScript{
	leftward: true,
	fonts:    []string{"DejaVu Sans"},
	prose:    strings.Fields("يقول تقرير هذه السنة هنا في كلمات ما هو مكتوب في الجدول الذي يأتي بعد ذلك من مكاتب المناطق"),
	corner:   cutTexts("البلد; البند; المنطقة"),
	heads:    cutTexts("الكمية; السعر; المبلغ; النسبة; الدخل; 2020; 2021; العدد"),
	labels:   cutTexts("مصر; فرنسا; تونس; المغرب; خدمات; سلع; نقل; فحص; ضرائب"),
}

// madeBilingual are headers in two languages.
var madeBilingual = cutTexts("Datum / Date; Menge / Quantity; Betrag / Amount; Artikel / Item; Preis / Price; " +
	"Land / Country; Nummer / Number")
