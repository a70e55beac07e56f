"""Reads what `go run ./tests/learned features` writes, and compares values."""

import json
import pathlib
import re

import numpy as np

# A currency has no model: generated invoices have one only, so that there is nothing to choose.
FIELDS = dict(Invoice_Number="number", Invoice_Date="date", Due_Date="date", Invoice_Total="amount", Net_Amount="amount", Tax_Amount="amount",
              Supplier_Name="name", Customer_Name="name", VAT_ID="vat", IBAN="iban", Purchase_Order="number",
              Customer_Number="number")
FORMAT = 1


def compact(text):
    """Returns the letters and digits of a text, in lower case."""
    return re.sub(r"[\W_]", "", text).casefold()


def same_value(field, value, truth):
    """Reports whether a candidate's value is the true one."""
    kind = FIELDS[field]
    if kind == "amount":
        return abs(abs(float(value)) - abs(float(truth))) < .005
    if kind == "date":
        return value == truth
    return compact(value) == compact(truth)


class Documents:
    """Candidates and features of the documents of one or more files, with their truth."""

    def __init__(self, prefixes, truth):
        self.truth = json.loads(pathlib.Path(truth).read_text(encoding="utf-8"))
        self.names, self.candidates, self.features = [], {}, {}
        for prefix in prefixes:
            written = json.loads(pathlib.Path(prefix + ".json").read_text(encoding="utf-8"))
            if written["format"] != FORMAT:
                raise SystemExit(f"{prefix}.json has format {written['format']}, want {FORMAT}")
            self.feature_names = written["features"]
            rows = np.fromfile(prefix + ".f32", "<f4").reshape(-1, len(self.feature_names))
            at = 0
            for document in written["documents"]:
                count = len(document["candidates"])
                self.candidates[document["name"]] = document["candidates"]
                self.features[document["name"]] = rows[at:at + count]
                at += count
        self.names = sorted(name for name in self.candidates if name in self.truth)

    def of_kind(self, name, field):
        """Returns which candidates of a document may be a value of a field."""
        return [i for i, c in enumerate(self.candidates[name]) if c["kind"] == FIELDS[field]]
