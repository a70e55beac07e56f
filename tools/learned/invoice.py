"""What an invoice says, before it is drawn: parties, numbers, days, rows, sums."""

import datetime
from decimal import Decimal as D

import words as w


class Invoice:
    """One invoice of its own, drawn from a source of random numbers."""

    def __init__(self, random, labels):
        self.random = r = random
        self.language = r.choice(w.LANGUAGES)
        self.labels = labels[self.language]
        self.country = w.COUNTRIES[self.language]
        self.choose_forms()
        self.supplier, self.customer = self.company(), self.company()
        while self.customer == self.supplier:
            self.customer = self.company()
        self.supplier_address, self.customer_address = self.address(), self.address()
        if r.random() < .2:
            self.customer_address.insert(0, self.pick(w.PERSONS))
        self.date = datetime.date(r.randint(2012, 2027), r.randint(1, 12), r.randint(1, 28))
        self.due = self.date + datetime.timedelta(r.choice([0, 7, 8, 10, 14, 14, 20, 30, 30, 45, 60]))
        self.number, self.order, self.customer_number = self.document_number(), self.order_number(), self.account_number()
        self.vat = self.fill(w.VAT_FORMS[self.country])
        self.iban = self.make_iban()
        self.make_rows()

    def choose_forms(self):
        """Chooses how amounts, days and the currency are written."""
        r = self.random
        self.points = r.choice({"en": ["1,.", "1,.", "1."]}.get(self.language, ["1.,", "1.,", "1 ,", "1,"]))
        self.day_form = r.choice(["number", "number", "number", "words", "iso", "short"])
        self.day_point = r.choice({"de": ".", "pl": ".", "nl": "-/"}.get(self.language, "/-."))
        self.currency = r.choice({"en": ["GBP", "GBP", "EUR", "USD"], "pl": ["PLN", "PLN", "EUR"]}.get(self.language, ["EUR"] * 5 + ["CHF"]))
        self.sign = w.SIGNS[self.currency]
        self.currency_form = r.choice(["none", "after", "before", "close", "code", "code after"])

    def pick(self, table):
        return self.random.choice(table[self.language])

    def label(self, key):
        return self.random.choice(self.labels[key])

    def digits(self, n):
        return "".join(self.random.choice("0123456789") for _ in range(n))

    def fill(self, form):
        """Returns a form with a digit for each #."""
        return "".join(self.random.choice("0123456789") if c == "#" else c for c in form)

    def company(self):
        r, own, trade = self.random, self.pick(w.OWN_NAMES), self.pick(w.TRADES)
        name = r.choice([self.pick(w.PERSONS)] + [f"{own} {trade}"] * 3 + [own] * 2 + [f"{trade} {own}"] * 2)
        name = f"{name} {self.pick(w.LEGAL_FORMS)}".strip()
        return name.upper() if r.random() < .15 else name

    def address(self):
        r = self.random
        lines = [self.pick(w.STREETS).replace("N", str(r.randint(1, 190)), 1), self.fill(self.pick(w.TOWNS))]
        if r.random() < .35:
            lines.append(r.choice([w.COUNTRY_NAMES[self.language], self.country]))
        return lines

    def document_number(self):
        r, year = self.random, self.date.year
        forms = ["#" * r.randint(3, 10), f"{r.choice(['RE', 'INV', 'F', 'FA', 'R', 'A', 'VK'])}{r.choice(['-', '', '/', ' '])}{year}"
                 f"{r.choice(['-', '/', ''])}" + "#" * r.randint(2, 5), f"{year}{r.choice('-/')}" + "#" * r.randint(2, 5),
                 f"{r.choice(['SI', 'FV', 'FT A', 'C'])}######", "##-#####", r.choice("ABFRX") + "#" * r.randint(3, 8)]
        return self.fill(r.choice(forms))

    def order_number(self):
        return self.fill(self.random.choice(["PO-####", "4500######", "B#####", f"{self.date.year}-####", "#" * self.random.randint(4, 8)]))

    def account_number(self):
        return self.fill(self.random.choice(["#" * self.random.randint(3, 7), "K#####", "C-####", "D####"]))

    def make_iban(self):
        body = self.fill(w.IBAN_FORMS[self.country])
        check = 98 - int("".join(str(int(c, 36)) for c in body + self.country + "00")) % 97
        return f"{self.country}{check:02d}{body}"

    def make_rows(self):
        """Makes the rows, discounts and charges, and all sums."""
        r, rates = self.random, w.RATES[self.language]
        first = r.choice(rates[:1] * 3 + rates)
        mixed = r.random() < .25
        self.rows, by_rate = [], {}
        for i in range(r.choice([1, 1, 2, 3, 4, 5, 6, 8, 12, 20])):
            quantity = D(r.choice([1, 1, 1, 2, 3, 4, 5, 10, 12, 25, 100])) if r.random() < .85 else D(r.choice(["1.5", "0.75", "2.25"]))
            price = D(r.randint(50, 90000)) / 100
            rate = rates[1] if mixed and i % 2 else first
            amount = (quantity * price).quantize(D(".01"))
            code = self.fill(r.choice(["####", "A####", "K####", "######"]))
            article = f"{self.pick(w.TRADES)} {r.choice(['A4', 'XL', 'Pro', '2 m', '12 V', ''])}".strip()
            self.rows.append(dict(position=str(i + 1), code=code, article=article, quantity=quantity, price=price, rate=rate, amount=amount))
            by_rate[rate] = by_rate.get(rate, 0) + amount
        self.goods = sum(row["amount"] for row in self.rows)
        self.adjustments = []
        if r.random() < .22:
            discount = -(self.goods * D(r.choice([2, 3, 5, 10])) / 100).quantize(D(".01"))
            self.adjustments = r.choice([[D(r.randint(100, 3000)) / 100], [discount], [D(r.randint(100, 3000)) / 100, discount]])
            by_rate[first] = by_rate.get(first, 0) + sum(self.adjustments)
        self.bases = by_rate
        self.taxes = {rate: (base * D(rate) / 100).quantize(D(".01")) for rate, base in by_rate.items()}
        self.net, self.tax = self.goods + sum(self.adjustments), sum(self.taxes.values())
        self.total = self.net + self.tax

    def amount(self, value, places=2):
        text = f"{abs(value):,.{places}f}"
        thousands, point = {"1,.": (",", "."), "1.": ("", "."), "1.,": (".", ","), "1 ,": ("\u00a0", ","), "1,": ("", ",")}[self.points]
        return ("-" if value < 0 else "") + text.replace(",", "_").replace(".", point).replace("_", thousands)

    def money(self, value):
        text = self.amount(value)
        return {"none": text, "after": f"{text} {self.sign}", "before": f"{self.sign} {text}", "close": self.sign + text,
                "code": f"{self.currency} {text}", "code after": f"{text} {self.currency}"}[self.currency_form]

    def day(self, day):
        if self.day_form == "words":
            month = w.MONTHS[self.language].split()[day.month - 1]
            return {"de": f"{day.day}. {month} {day.year}", "es": f"{day.day} de {month} de {day.year}"}.get(
                self.language, f"{day.day} {month} {day.year}")
        if self.day_form == "iso":
            return day.isoformat()
        year = day.strftime("%y") if self.day_form == "short" else str(day.year)
        return self.day_point.join([day.strftime("%d"), day.strftime("%m"), year])
