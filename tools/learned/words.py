"""Words of invoices that nobody has sent: parties, streets, banks, articles, and the labels of the product's table."""

import pathlib

LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pl", "pt"]
TABLE = pathlib.Path(__file__).resolve().parents[2] / "document/candidates/labels.txt"


def read_labels():
    """Returns the label texts of each group by language."""
    labels = {language: {} for language in LANGUAGES}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        key, language, _, texts = line.split("\t")
        for name in LANGUAGES if language == "*" else [language]:
            labels[name].setdefault(key, []).extend(texts.split("|"))
    return labels


def _table(**columns):
    return {language: texts.split("|") for language, texts in columns.items()}


OWN_NAMES = _table(
    en="Northern|Bright|Ashford|Cedar|Quill|Harper|Mason|Silver|Blue Anchor|Oakfield|Riverside|Falcon|Summit|Kestrel",
    de="Nord|Hansa|Müller|Schneider|Weber|Berger & Söhne|Alpen|Rhein|Linden|Adler|Krause|Hoffmann|Stadt|Elbe",
    fr="Dupont|Lefèvre|Moreau|Les Trois|Alpes|Atlantique|Garnier|Bellerive|Maison Roux|Loire|Chevalier",
    es="Hermanos Ruiz|Sierra|Costa|García|Norte|Levante|Aceites del Sur|Molina|Ibérica|Vega",
    it="Rossi|Fratelli Conti|Adriatica|Bianchi|Toscana|Sole|Ferrari & Figli|Dolomiti|Marini",
    nl="De Vries|Jansen|Polder|Noordzee|Van den Berg|Amstel|Zuid|Maas|Kuipers",
    pl="Kowalski|Nowak|Wisła|Bałtyk|Dąb|Orzeł|Zielony|Tatra|Mazur",
    pt="Silva|Irmãos Costa|Tejo|Douro|Ferreira|Oliveira|Lusitana|Alentejo|Serra")
TRADES = _table(
    en="Supplies|Engineering|Logistics|Foods|Printing|Consulting|Software|Tools|Energy|Studio|Trading|Catering|Insurance",
    de="Maschinenbau|Handels|Elektrotechnik|Bürobedarf|Logistik|Versicherung|Druckerei|Bau|Software|Gartenbau|Metall|Großhandel",
    fr="Boulangerie|Services|Transports|Conseil|Imprimerie|Distribution|Bâtiment|Informatique|Optique|Traiteur",
    es="Talleres|Suministros|Transportes|Consultores|Construcciones|Alimentación|Sistemas",
    it="Meccanica|Servizi|Trasporti|Costruzioni|Alimentari|Grafica|Consulenza|Elettronica",
    nl="Techniek|Groothandel|Transport|Advies|Bouw|Installaties|Drukkerij|Webdesign",
    pl="Usługi|Transport|Budowa|Handel|Serwis|Elektronika|Meble",
    pt="Serviços|Transportes|Construções|Consultoria|Comércio|Padaria|Electrónica")
LEGAL_FORMS = _table(
    en="Ltd|Limited|LLP|plc|Inc.|LLC|||", de="GmbH|AG|GmbH & Co. KG|e.K.|KG|OHG|UG (haftungsbeschränkt)|eG|e.V.|||",
    fr="SARL|SAS|SA|EURL|SASU|||", es="S.L.|S.A.|S.L.U.||", it="S.r.l.|S.p.A.|S.n.c.|s.a.s.||", nl="B.V.|N.V.|V.O.F.|",
    pl="Sp. z o.o.|S.A.|sp.j.|", pt="Lda.|S.A.|Unipessoal Lda|")
PERSONS = _table(
    en="John Clark|Mary Hughes|Peter Ward|Susan Clark|Owen Hughes", de="Hans Schulz|Petra Lang|Max Vogel|Sabine Schulz|Uwe Lang",
    fr="Jean Martin|Claire Petit|Luc Noël|Anne Martin", es="José Romero|Ana Gil|Luis Romero", it="Marco Gallo|Giulia Riva",
    nl="Kees Bakker|Anke Smit", pl="Jan Wójcik|Ewa Król", pt="João Sousa|Inês Lopes")
# A pattern of a street or town: N a number, # a digit, @ a letter.
STREETS = _table(
    en="N High Street|N Mill Road|N Station Lane|N Church Way|N Park Road|N Queen Street",
    de="Hauptstraße N|Bahnhofstr. N|Gartenweg N|Lindenallee Na|Schulgasse N|Bergstr. N|Am Ring N|Industriestraße N",
    fr="N, rue de la Gare|N avenue Victor Hugo|N, place des Lilas|N boulevard du Marché|N rue Pasteur",
    es="Calle Mayor, N|Avda. del Sol N|Plaza Real, N|C/ Goya N", it="Via Roma, N|Viale Garibaldi N|Corso Dante, N|Piazza Verdi N",
    nl="Kerkstraat N|Dorpsweg N|Molenlaan N|Stationsstraat N", pl="ul. Polna N|ul. Leśna N|ul. Szkolna N|ul. Długa N",
    pt="Rua da Igreja, N|Avenida da Liberdade, N|Largo Nova, N")
TOWNS = _table(
    en="Bristol, BS# #AB|London SW# #QE|Norwich, NR# #TH|York YO# #LX",
    de="##### Berlin|D-##### Hamburg|##### Köln|##### Bad Homburg|##### Dresden", fr="##### Paris|##### LYON|##### Nantes|##### Toulouse Cedex",
    es="##### Madrid|##### Valencia|##### Bilbao|##### Málaga", it="##### Milano (MI)|##### Torino|##### Bologna|##### Napoli NA",
    nl="#### AB Amsterdam|#### XK Zwolle|#### PL Breda", pl="##-### Warszawa|##-### Gdańsk|##-### Łódź", pt="####-### Lisboa|####-### Porto|####-### Braga")
COUNTRIES = dict(en="GB", de="DE", fr="FR", es="ES", it="IT", nl="NL", pl="PL", pt="PT")
COUNTRY_NAMES = dict(en="United Kingdom", de="Deutschland", fr="France", es="España", it="Italia", nl="Nederland", pl="Polska", pt="Portugal")
RATES = dict(en=["20", "5"], de=["19", "7"], fr=["20", "10", "5.5"], es=["21", "10"], it=["22", "10"], nl=["21", "9"], pl=["23", "8"],
             pt=["23", "6"])
UNITS = _table(en="pcs|h|box|kg", de="Stk|Std|kg|m|Stück", fr="pce|h|lot|kg", es="ud|h|caja", it="pz|h|kg|nr", nl="st|uur|m",
               pl="szt.|godz.|kg", pt="un|h|cx")
IBAN_FORMS = dict(DE="#" * 18, FR="#" * 23, ES="#" * 20, IT="K" + "#" * 22, PL="#" * 24, PT="#" * 21, NL="RABO" + "#" * 10, GB="BARC" + "#" * 14)
VAT_FORMS = dict(DE="DE#########", GB="GB#########", FR="FR###########", ES="ESB########", IT="IT###########", NL="NL#########B01",
                 PL="PL##########", PT="PT#########")
BANKS = "Sparkasse|Volksbank|Commerzbank|HSBC|BNP Paribas|Rabobank|UniCredit|Santander".split("|")
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"}
DELIVERY = _table(en="Ship to|Delivery address", de="Lieferadresse|Warenempfänger|Lieferung an|Lieferanschrift",
                  fr="Adresse de livraison|Livré à", es="Dirección de entrega", it="Destinazione merce", nl="Afleveradres",
                  pl="Odbiorca|Adres dostawy", pt="Local de entrega")
RELATED = _table(en="Related invoice|Credited invoice|Original invoice", de="Ursprungsrechnung|zu Rechnung|Bezug Rechnung",
                 fr="Facture liée|Facture d'origine", es="Factura rectificada", it="Rif. fattura", nl="Oorspronkelijke factuur",
                 pl="Do faktury nr", pt="Fatura original")
CAPITAL = dict(en="Share capital", de="Stammkapital", fr="SARL au capital de", es="Capital social", it="Cap. soc.", nl="Kapitaal",
               pl="Kapitał zakładowy", pt="Capital social")
ADJUSTMENTS = _table(en="Goods value|Shipping|Discount", de="Warenwert|Fracht|Rabatt", fr="Montant marchandise|Port|Remise",
                     es="Importe bruto|Portes|Descuento", it="Totale merce|Spese trasporto|Sconto", nl="Goederenwaarde|Verzendkosten|Korting",
                     pl="Wartość towaru|Wysyłka|Rabat", pt="Valor mercadoria|Portes|Desconto")
TERMS = ["30 days net", "14 Tage netto", "30 jours", "net 30", "60 dgg"]
SIGNS = dict(GBP="£", EUR="€", USD="$", PLN="zł", CHF="CHF")
