"""Draws invoices, each in a layout of its own, with what stands on them.

usage: generate.py FOLDER COUNT SEED

Writes PDFs into FOLDER and truth.json beside them: {"a.pdf": {field: value}}, days as 2026-11-30, amounts
with a point. The same arguments give the same pages. No layout, label or party is taken from any other set.
"""

import datetime
import hashlib
import json
import multiprocessing
import pathlib
import random
import sys

import fpdf
from fpdf import FPDF

import words as w
from invoice import Invoice

FONTS = [("dejavu/DejaVuSans", ""), ("dejavu/DejaVuSerif", ""), ("liberation/LiberationSans", "-Regular"),
         ("liberation/LiberationSerif", "-Regular"), ("liberation/LiberationMono", "-Regular")]
FONT_FOLDER = pathlib.Path("/usr/share/fonts/truetype")
NUMERIC = {"qty", "price", "amt", "rate"}
WIDTHS = dict(pos=.6, code=1.2, desc=3.2, qty=.9, unit=.8, price=1.3, rate=.9, amt=1.5)
SHARES = dict(pos=.6, code=.45, desc=1, qty=.9, unit=.4, price=.85, rate=.4, amt=1)


class Sheet:
    """Pages of one invoice, written from the top downwards."""

    def __init__(self, invoice):
        self.invoice, self.random = invoice, invoice.random
        r = self.random
        self.pdf = FPDF(unit="pt", format=r.choice(["A4", "A4", "A4", "Letter"]))
        self.pdf.set_creation_date(datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc))
        self.pdf.set_auto_page_break(False)
        name, regular = r.choice(FONTS)
        self.pdf.add_font("f", "", str(FONT_FOLDER / f"{name}{regular}.ttf"))
        self.pdf.add_font("f", "B", str(FONT_FOLDER / f"{name}-Bold.ttf"))
        self.pdf.add_page()
        self.left, self.right = r.randint(30, 80), self.pdf.w - r.randint(30, 70)
        self.size = r.choice([7.5, 8, 9, 9, 10, 10, 11])
        self.step = self.size * r.choice([1.15, 1.25, 1.4, 1.7])
        self.y = r.randint(40, 75)
        self.middle = self.pdf.w / 2 + 20
        self.truth = {}
        self.choose()

    def choose(self):
        """Chooses what stands on the pages and where."""
        r, inv = self.random, self.invoice
        self.has_vat, self.has_iban, self.has_due = r.random() < .85, r.random() < .8, r.random() < .65
        self.has_order, self.has_customer_number = r.random() < .45, r.random() < .6
        self.bank_at = r.choice(["footer", "footer", "head", "pay"])
        self.footed = self.bank_at == "footer" or r.random() < .4
        self.title_form = r.choice(["number", "number and day", "plain", "plain", "plain", "plain", "none"])
        self.truth = dict(Invoice_Number=inv.number, Invoice_Date=inv.date.isoformat(), Invoice_Total=str(inv.total), Currency=inv.currency,
                          Supplier_Name=inv.supplier, Customer_Name=inv.customer, Net_Amount=str(inv.net), Tax_Amount=str(inv.tax))
        if self.has_vat:
            self.truth["VAT_ID"] = inv.vat
        if self.has_iban:
            self.truth["IBAN"] = inv.iban
        printed = r.choice([inv.vat, inv.vat, f"{inv.vat[:2]} {inv.vat[2:]}"])
        self.vat_line = f"{inv.label('vat')}{r.choice([': ', ' '])}{printed}" if self.has_vat else ""
        self.vat_printed = printed
        spaced = " ".join(inv.iban[i:i + 4] for i in range(0, len(inv.iban), 4))
        self.bank_lines = [f"{r.choice(['IBAN', 'IBAN:', 'IBAN-Nr.'])} {r.choice([spaced, inv.iban])}",
                           f"BIC{r.choice([':', ''])} {r.choice(['COBADEFF', 'DEUTDEDB', 'BNPAFRPP', 'RABONL2U'])}XXX"] if self.has_iban else []
        self.phone = r.choice(["Tel. ", "Tel.: ", "T ", "Phone "]) + inv.fill(r.choice(["0### ######", "+4# ### ### ###"]))
        domain = "".join(c for c in inv.supplier.lower().split()[0] if c.isascii() and c.isalnum()) or "firm"
        self.mail = f"info@{domain}.{r.choice(['com', inv.country.lower()])}"
        self.footer_columns = self.make_footer()

    def make_footer(self):
        r, inv = self.random, self.invoice
        at_foot = self.bank_at == "footer"
        sender = [inv.supplier] + (inv.supplier_address[:2] if r.random() < .7 else [])
        web = [self.phone, self.mail, r.choice(["www.", "https://www."]) + self.mail.split("@")[1]]
        bank = [r.choice(w.BANKS)] + (self.bank_lines if at_foot else [])
        if r.random() < .3:
            bank.append(r.choice(["BLZ ", "Konto ", "Kto. ", "Acc. "]) + inv.fill("### ### ##"))
        tax = [self.vat_line] if at_foot and self.vat_line else []
        if r.random() < .4:
            tax.append(f"{inv.label('taxno')} {inv.fill('###/###/####')}")
        if r.random() < .3:
            tax.append(f"{w.CAPITAL[inv.language]} {inv.amount(r.choice([10000, 25000, 120000, 1500000]))} {inv.sign}")
        tax.append(f"{r.choice(['HRB', 'RCS', 'Reg.', 'KVK', 'CIF'])} {inv.fill('#####')}")
        return [sender, web, bank, tax]

    def width(self, text, size=None, bold=False):
        self.pdf.set_font("f", "B" if bold else "", size or self.size)
        return self.pdf.get_string_width(text)

    def put(self, x, y, text, size=None, bold=False, right=False):
        """Writes a text with its baseline at y, from x on or up to x."""
        if text:
            width = self.width(text, size, bold)
            self.pdf.text(x - width if right else x, y, text)

    def put_lines(self, x, y, lines, size=None, bold=False, right=False, first=1.0):
        """Writes lines below each other, the first one larger, and returns where the next one would stand."""
        size = size or self.size
        for i, text in enumerate(lines):
            scale = first if i == 0 else 1
            self.put(x, y, text, size * scale, bold and i == 0, right)
            y += self.step * size / self.size * max(1, scale)
        return y

    def reserve(self, height):
        """Begins a page unless so much height is left."""
        if self.y + height > self.pdf.h - 75:
            self.draw_footer()
            self.pdf.add_page()
            self.y = self.random.randint(40, 80)

    def draw_footer(self):
        if not self.footed:
            return
        r, y = self.random, self.pdf.h - 60
        if r.random() < .3:
            texts = [text for column in self.footer_columns for text in column]
            parted = r.choice([" · ", " | ", " - "])
            for i in range(0, len(texts), 4):
                self.put(self.left, y, parted.join(texts[i:i + 4]), 6.5)
                y += 9
        else:
            for i, column in enumerate(self.footer_columns):
                self.put_lines(self.left + i * (self.right - self.left) / 4, y, column, 6.5)
        if r.random() < .4:
            self.put(self.right, self.pdf.h - 14, f"{self.invoice.label('page')} {self.pdf.page_no()}", 6.5, right=True)

    def draw(self):
        if self.random.random() < .25:
            self.draw_form()
        else:
            self.draw_letter()
        self.draw_rows()
        self.draw_sums()
        self.draw_payment()
        self.draw_footer()

    def title(self):
        """Returns the title line."""
        r, inv = self.random, self.invoice
        text = inv.label("title")
        if self.title_form in ("number", "number and day"):
            text += r.choice([" ", " Nr. ", " No. ", " # ", " N° ", ": "]) + inv.number
        if self.title_form == "number and day":
            text += r.choice([" vom ", " du ", " - ", " of ", " del "]) + inv.day(inv.date)
        return text

    def details(self):
        """Returns labels and values of the document, and notes which of them it has."""
        r, inv, items = self.random, self.invoice, []
        if not self.title_form.startswith("number"):
            items.append((inv.label("no"), inv.number))
        if self.title_form != "number and day":
            items.append((inv.label("date"), inv.day(inv.date)))
        if self.has_due and r.random() < .7:
            items.append((inv.label("due"), inv.day(inv.due)))
            self.truth["Due_Date"], self.has_due = inv.due.isoformat(), False
        if self.has_order:
            items.append((inv.label("po"), inv.order))
            self.truth["Purchase_Order"] = inv.order
        if self.has_customer_number:
            items.append((inv.label("cust"), inv.customer_number))
            self.truth["Customer_Number"] = inv.customer_number
        earlier = [inv.day(inv.date - datetime.timedelta(r.randint(1, 40))) for _ in range(3)]
        others = dict(ordate=earlier[0], deldate=earlier[1], delno=inv.fill(r.choice(["LS######", "######"])), contact=inv.pick(w.PERSONS),
                      ref=inv.fill(r.choice(["A#####", "#####", "X-#####"])), project=inv.pick(w.TRADES) + inv.fill(" ##"),
                      terms=r.choice(w.TERMS), cvat=inv.fill(w.VAT_FORMS[inv.country]), supno=inv.fill("######"), page="1")
        items += [(inv.label(key), value) for key, value in others.items() if r.random() < .2]
        if r.random() < .1:
            items.append((inv.pick(w.RELATED), inv.fill(r.choice(["RE######", "F######", "######"]))))
        if r.random() < .15:
            items.append((r.choice(["Period", "Zeitraum", "Periode", "Periodo"]), f"{earlier[2]} - {inv.day(inv.date)}"))
        if self.has_vat and self.bank_at == "head":
            items.append((inv.label("vat"), self.vat_printed))
        if r.random() < .5:
            r.shuffle(items)
        return items

    def draw_details(self, items, x, end):
        """Draws labels beside, over or below their values."""
        r, colon = self.random, self.random.choice([":", "", " :"])
        form = r.choice(["close", "close", "columns", "columns", "above", "above", "below", "right", "pairs"])
        bold_label, bold_value = r.random() < .3, r.random() < .25
        if form in ("above", "below"):
            count = max(1, min(len(items), int((end - x) / (self.size * 9.5))))
            small = self.size * r.choice([.75, .75, 1])
            for start in range(0, len(items), count):
                for i, (label, value) in enumerate(items[start:start + count]):
                    at = x + i * (end - x) / count
                    upper, lower = ((label, small, bold_label), (value, self.size, bold_value))
                    if form == "below":
                        upper, lower = (value, self.size, True), (label, self.size * .75, False)
                    self.put(at, self.y, *upper)
                    self.put(at, self.y + self.step, *lower)
                self.y += 2.6 * self.step
            return
        widest = max(self.width(label + colon, bold=bold_label) for label, _ in items) + r.choice([6, 12, 30])
        flush_right = r.random() < .25
        for i, (label, value) in enumerate(items):
            if form == "right":
                self.put(end, self.y, f"{label}{colon} {value}", right=True)
            elif form == "close":
                self.put(x, self.y, label + colon, bold=bold_label)
                self.put(x + self.width(label + colon + "  ", bold=bold_label), self.y, value, bold=bold_value)
            elif form == "pairs" and end - x > 330:
                at = x + i % 2 * (end - x) / 2
                self.put(at, self.y, label + colon, bold=bold_label)
                self.put(at + self.size * 11, self.y, value, bold=bold_value)
                if i % 2 == 0 and i + 1 < len(items):
                    continue
            else:
                self.put(x, self.y, label + colon, bold=bold_label)
                self.put(end if flush_right else x + widest, self.y, value, bold=bold_value, right=flush_right)
            self.y += self.step

    def party_items(self, name, address, vat):
        """Returns a party as labels and values."""
        r, inv = self.random, self.invoice
        town = address[1].split()
        items = [(inv.label("name"), name), (inv.label("street"), address[0]), (inv.label("zip"), town[0]),
                 (inv.label("city"), " ".join(town[1:])), (inv.label("country"), inv.country)]
        if vat:
            items.append((inv.label("vat"), vat))
        if r.random() < .4:
            items.append((inv.label("contact"), inv.pick(w.PERSONS)))
        if r.random() < .3:
            items.insert(0, (inv.label("ref"), inv.fill("#####")))
        if r.random() < .4:
            items.append(("E-Mail", inv.fill("x@###.com")))
        return items

    def draw_form(self):
        """Draws an invoice as viewers of e-invoices do: sections of labels and values."""
        r, inv = self.random, self.invoice
        self.put(self.left, self.y, self.title(), self.size * 1.6, True)
        self.y += self.step * 2.2
        self.bank_at = "pay" if not self.has_vat else self.bank_at
        sections = [(inv.label("seller"), self.party_items(inv.supplier, inv.supplier_address, self.vat_printed if self.has_vat else "")),
                    (inv.label("buyer"), self.party_items(inv.customer, inv.customer_address[-3:] if len(inv.customer_address) < 3
                                                           else [x for x in inv.customer_address if x not in w.PERSONS[inv.language]],
                                                           inv.fill(w.VAT_FORMS[inv.country]) if r.random() < .2 else ""))]
        if r.random() < .5:
            sections.reverse()
        sections.insert(r.choice([0, 2]), (inv.label("details"), self.details()))
        if r.random() < .3:
            sections.append((inv.pick(w.DELIVERY), self.party_items(r.choice([inv.customer, inv.company()]), inv.address(), "")))
        beside, share, colon = r.random() < .5, r.uniform(.35, .5), r.choice([":", ""])
        column = (self.right - self.left) / (2 if beside else 1)
        ends = [self.y, self.y]
        for i, (head, items) in enumerate(sections):
            k = i % 2 if beside else 0
            x, y = self.left + k * column, ends[k]
            self.put(x, y, head, self.size * r.choice([1, 1.2]), True)
            y += self.step * 1.3
            for label, value in items:
                self.put(x, y, label + colon)
                self.put(x + column * share, y, value)
                y += self.step
            ends[k] = y + self.step
        self.y = max(ends)

    def draw_customer(self, x, y):
        r, inv = self.random, self.invoice
        if self.nameless or r.random() < .35:
            sender = r.choice([" · ", ", ", " - ", " | "]).join([inv.supplier] + inv.supplier_address[:2])
            self.put(x, y, sender, 6.5)
            y += self.step * 1.3
        if r.random() < .45:
            self.put(x, y, inv.label(r.choice(["billto", "billto", "buyer"])) + r.choice([":", "", ","]), self.size * r.choice([.8, 1]), r.random() < .5)
            y += self.step
        return self.put_lines(x, y, [inv.customer] + inv.customer_address, bold=r.random() < .25)

    def draw_supplier(self, x, y, right=False):
        r, inv = self.random, self.invoice
        if self.nameless:
            return y
        if r.random() < .3:
            self.put(x, y, inv.label("from") + r.choice([":", ""]), self.size * r.choice([.8, 1]), r.random() < .5, right)
            y += self.step
        lines = [inv.supplier] + inv.supplier_address + [text for text in (self.phone, self.mail) if r.random() < .35]
        if self.vat_line and self.bank_at == "head" and r.random() < .3:
            lines.append(self.vat_line)
        return self.put_lines(x, y, lines, bold=r.random() < .6, right=right, first=r.choice([1, 1, 1.3, 1.6, 2]))

    def draw_parties(self):
        r, inv = self.random, self.invoice
        self.nameless = r.random() < .12  # the supplier stands in the line of the sender and in the footer
        self.footed = self.footed or self.nameless
        order = r.choice(["beside", "beside, customer left", "customer first", "supplier first"])
        top, flush = self.y, r.random() < .35
        outer = self.right if flush else self.left
        if order == "beside":
            top += self.step * 2
            self.y = max(self.draw_supplier(self.left, top), self.draw_customer(self.middle, top))
        elif order == "beside, customer left":
            self.y = max(self.draw_customer(self.left, top + self.step), self.draw_supplier(self.middle, top))
        elif order == "customer first":
            self.y = self.draw_supplier(outer, self.draw_customer(self.left, top) + self.step, flush)
        else:
            self.y = self.draw_supplier(outer, top, flush) + self.step * r.uniform(.5, 2)
            self.y = self.draw_customer(self.left if r.random() < .8 else self.middle, self.y)
        self.y += self.step
        if r.random() < .18:
            lines = [inv.pick(w.DELIVERY) + r.choice([":", ""]), r.choice([inv.customer, inv.company()])] + inv.address()
            self.y = self.put_lines(r.choice([self.left, self.middle]), self.y, lines) + self.step

    def draw_letter(self):
        """Draws an invoice as a letter."""
        r, inv = self.random, self.invoice
        self.draw_parties()
        items = self.details()
        day = inv.day(inv.date)
        if r.random() < .14 and any(value == day for _, value in items) and len(items) > 1:
            items = [item for item in items if item[1] != day]
            place = r.choice(["Köln, den ", "Berlin, ", "Paris, le ", "Milano, ", "Porto, ", ""])
            self.put(self.right, self.y, place + day, right=True)
            self.y += self.step * 1.5
        if self.title_form != "none":
            self.put(self.left, self.y, self.title(), self.size * r.choice([1, 1.4, 1.8, 2.2]), True)
            self.y += self.step * 2
        if items:
            place = r.choice(["full", "right", "left"])
            self.draw_details(items, self.middle - 20 if place == "right" else self.left, self.middle if place == "left" else self.right)
            self.y += self.step
        if r.random() < .3:
            self.put(self.left, self.y, inv.label("intro"))
            self.y += self.step * 1.6
        if r.random() < .2:
            text = f"{inv.label(r.choice(['ref', 'delno']))} {inv.fill('######')} {r.choice(['vom', 'of', 'du', 'del', '/'])} "
            self.put(self.left, self.y, text + inv.day(inv.date - datetime.timedelta(r.randint(1, 40))))
            self.y += self.step * 1.5

    def draw_rows(self):
        r, inv = self.random, self.invoice
        columns = [c for c in WIDTHS if r.random() < SHARES[c]]
        whole, x, places = sum(WIDTHS[c] for c in columns), self.left, {}
        for c in columns:
            width = (self.right - self.left) * WIDTHS[c] / whole
            places[c] = (x, x + width - 6)
            x += width
        self.reserve(self.step * 4)
        for c, (start, end) in places.items():
            head, size = inv.label("c_" + c), self.size * .85
            while self.width(head, size, True) > end - start + 4 and size > 5:
                size -= .5
            self.put(end if c in NUMERIC else start, self.y, head, size, True, c in NUMERIC)
        ruled = r.choice(["none", "head", "all"])
        if ruled != "none":
            self.pdf.line(self.left, self.y + 3, self.right, self.y + 3)
        self.y += self.step * 1.3
        signed, percent = r.random() < .3, r.choice(["%", " %", ""])
        for row in inv.rows:
            self.reserve(self.step * 2)
            whole_number = row["quantity"] == int(row["quantity"])
            texts = dict(pos=row["position"], code=row["code"], desc=row["article"], qty=inv.amount(row["quantity"], 0 if whole_number else 2),
                         unit=inv.pick(w.UNITS), price=inv.amount(row["price"]), rate=row["rate"] + percent,
                         amt=inv.money(row["amount"]) if signed else inv.amount(row["amount"]))
            for c, (start, end) in places.items():
                self.put(end if c in NUMERIC else start, self.y, texts[c], right=c in NUMERIC)
            self.y += self.step
            if r.random() < .15:
                self.put(places["desc"][0], self.y, r.choice(["Ref. ", "Serie ", "Lot "]) + inv.fill("#####"), self.size * .85)
                self.y += self.step
            if ruled == "all":
                self.pdf.line(self.left, self.y - self.step + 3, self.right, self.y - self.step + 3)
        self.y += self.step * .8

    def sum_lines(self):
        """Returns the sums with their labels, and takes back what is not printed."""
        r, inv, money = self.random, self.invoice, self.invoice.money
        lines = []
        if inv.adjustments:
            goods, charge, discount = w.ADJUSTMENTS[inv.language]
            lines = [(goods, money(inv.goods))] + [(charge if a > 0 else discount, money(a)) for a in inv.adjustments]
        if r.random() < .92:
            lines.append((inv.label("net"), money(inv.net)))
        else:
            del self.truth["Net_Amount"]
        of = r.choice(["{} {}%", "{} {} %", "{}", "{} ({}%)"])
        if r.random() < .1:
            del self.truth["Tax_Amount"]
        elif len(inv.taxes) == 1:
            lines += [(of.format(inv.label("tax"), rate), money(tax)) for rate, tax in inv.taxes.items()]
        else:
            base = r.random() < .4
            lines += [(f"{inv.label('tax')} {rate}%" + (f" {r.choice(['auf', 'sur', 'on', 'su'])} {inv.amount(inv.bases[rate])}" if base else ""),
                       money(tax)) for rate, tax in inv.taxes.items()]
            if r.random() < .5:
                lines.append((inv.label("taxsum"), money(inv.tax)))
            else:
                del self.truth["Tax_Amount"]
        lines.append((inv.label("total") + r.choice(["", "", f" {inv.currency}", f" ({inv.currency})", f" {inv.sign}"]), money(inv.total)))
        if r.random() < .12:
            paid = (inv.total / 3).quantize(inv.total)
            lines += [(inv.label("paid"), money(paid)), (inv.label("payable"), money(inv.total - paid))]
        return lines

    def draw_sums(self):
        r, inv = self.random, self.invoice
        lines = self.sum_lines()
        self.reserve(self.step * (len(lines) + 4))
        total = next(text for label, text in reversed(lines) if text == inv.money(inv.total))
        if r.random() < .22:
            column = (self.right - self.left) / len(lines)
            for i, (label, text) in enumerate(lines):
                self.put(self.left + i * column, self.y, label, self.size * .8)
                self.put(self.left + i * column, self.y + self.step, text, bold=text == total)
            self.y += self.step * 2.5
        else:
            x = r.choice([self.pdf.w / 2 + 10, self.pdf.w / 2 + 10, self.left, self.pdf.w / 2 - 60])
            colon, flush = r.choice(["", ":"]), r.random() < .3
            for label, text in lines:
                strong = text == total
                self.put(self.right - 110 if flush else x, self.y, label + colon, bold=strong, right=flush)
                self.put(self.right, self.y, text, self.size * (1.2 if strong else 1), strong, True)
                self.y += self.step
        if inv.currency_form == "none":
            self.put(self.left, self.y, f"{inv.label('cur')}{r.choice([': ', ' '])}{inv.currency}")
            self.y += self.step
        if len(inv.taxes) > 1 and r.random() < .3 or r.random() < .1:
            self.draw_tax_table()

    def draw_tax_table(self):
        inv = self.invoice
        self.y += self.step * .6
        rows = [[inv.label(key)[:17] for key in ("c_rate", "net", "tax", "total")]]
        rows += [[f"{rate} %", inv.amount(inv.bases[rate]), inv.amount(tax), inv.amount(inv.bases[rate] + tax)] for rate, tax in inv.taxes.items()]
        for texts in rows:
            for i, text in enumerate(texts):
                self.put(self.left + i * 95, self.y, text, self.size * .85)
            self.y += self.step

    def draw_payment(self):
        r, inv = self.random, self.invoice
        self.y += self.step
        self.reserve(self.step * 8)
        if self.has_due and r.random() < .8:
            self.put(self.left, self.y, inv.label("duesent").replace("@", inv.day(inv.due)))
            self.truth["Due_Date"] = inv.due.isoformat()
            self.y += self.step * 1.3
        if r.random() < .2:
            self.put(self.left, self.y, f"{inv.label('skonto')} {inv.day(inv.date + datetime.timedelta(5))} 2 %")
            self.y += self.step
        if self.bank_at != "footer" or not self.footed:
            holder = [f"{inv.label('holder')}: {inv.supplier}"] if r.random() < .4 else []
            lines = [r.choice(w.BANKS)] + holder + self.bank_lines + ([self.vat_line] if self.vat_line else [])
            self.y = self.put_lines(self.left, self.y, lines)
        if r.random() < .4:
            self.put(self.left, self.y + self.step, inv.label("thanks"))


def font_files():
    """Returns the files of all fonts."""
    return [FONT_FOLDER / f"{name}{weight}.ttf" for name, regular in FONTS for weight in (regular, "-Bold")]


def fpdf_version():
    return fpdf.__version__


def draw_one(job):
    """Draws one invoice and returns its name, its truth and its bytes."""
    i, seed, labels = job
    sheet = Sheet(Invoice(random.Random(f"{seed}/{i}"), labels))
    sheet.draw()
    return f"{seed}-{i:05d}.pdf", sheet.truth, bytes(sheet.pdf.output())


def main(folder, count, seed):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    labels, truth, pages = w.read_labels(), {}, hashlib.sha256()
    with multiprocessing.Pool(4) as pool:
        for name, fields, content in pool.imap(draw_one, ((i, seed, labels) for i in range(count)), chunksize=8):
            (folder / name).write_bytes(content)
            pages.update(content)
            truth[name] = fields
    (folder / "truth.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{count} invoices, SHA-256 of all pages {pages.hexdigest()}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
