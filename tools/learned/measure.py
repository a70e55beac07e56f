"""Measures a scorer beside the rules of a template on labelled documents, half by half.

usage: measure.py PREFIX VALUES TRUTH RULES HALF

PREFIX is what features wrote, VALUES what scores --values wrote, TRUTH {"a.pdf": {field: value}}, RULES the
JSON of docket score fields over the same documents, HALF open, kept or both. Halves are by design: what
stands before the last hyphen or digits of a name; every other design is kept.
"""

import collections
import json
import pathlib
import re
import sys

from data import FIELDS, compact, same_value

SURE = .9


def read(name):
    return json.loads(pathlib.Path(name).read_text(encoding="utf-8"))


def design_of(name):
    return re.sub(r"[-_]?[a-z]*\d*\.pdf$", "", name)


def normal(field, text):
    """Returns a value of the rules or a label as candidates have it."""
    if FIELDS[field] == "date":
        day = re.fullmatch(r"(\d\d)/(\d\d)/(\d{4})", text)
        return f"{day[3]}-{day[2]}-{day[1]}" if day else text
    if FIELDS[field] == "amount":
        digits = re.sub(r"[^\d.,-]", "", text)
        if re.search(r"[.,]\d{1,2}$", digits):
            return re.sub(r"[.,]", "", digits[:-3]) + re.sub(r"[.,]", "", digits[-3:-2]) + "." + re.sub(r"[.,]", "", digits[-2:])
        return re.sub(r"[.,]", "", digits) or "0"
    return text


def same(field, a, b):
    try:
        return same_value(field, normal(field, a), normal(field, b))
    except ValueError:
        return compact(a) == compact(b)


def decide(field, rule, offered):
    """Returns the value that rule and scorer agree in, or of which the scorer is sure; None for doubt."""
    if rule and any(same(field, rule, o["value"]) for o in offered[:1]):
        return rule
    if offered and offered[0]["confidence"] >= SURE:
        return offered[0]["value"]
    return None


def measure(names, truth, values, rules):
    counts = collections.defaultdict(collections.Counter)
    sure = collections.Counter()
    for name in names:
        for field, wanted in truth[name].items():
            if field not in FIELDS:
                continue
            offered, rule = values[name].get(field) or [], rules[name].get(field)
            top = offered[0]["value"] if offered else None
            for way, value in (("rules", rule), ("scorer", top), ("both", decide(field, rule, offered)),
                               ("rules, scorer where they are silent and it is sure", rule or decide(field, None, offered)),
                               ("rules unless the scorer is sure", decide(field, None, offered) or rule)):
                counts[way][field, "missing" if value is None else "right" if same(field, value, wanted) else "wrong"] += 1
            if offered and offered[0]["confidence"] >= SURE:
                sure["right" if same(field, top, wanted) else "wrong"] += 1
    return counts, sure


def main(prefix, values, truth, rules, half):
    values, truth = read(values), read(truth)
    found = {d["name"]: {f["field"]: (f["found"] or [None])[0] for f in d["fields"]} for d in read(rules)["documents"]}
    designs = sorted({design_of(name) for name in truth})
    kept = set(designs[1::2])
    names = [n for n in sorted(truth) if n in values and (half == "both" or (design_of(n) in kept) == (half == "kept"))]
    counts, sure = measure(names, truth, values, found)
    print(f"{half}: {len(names)} documents, {len({design_of(n) for n in names})} designs")
    for way, count in counts.items():
        total = sum(count.values())
        of = {o: sum(n for (_, k), n in count.items() if k == o) for o in ("right", "wrong", "missing")}
        print(f"  {way}: of {total} values right {of['right'] / total:.3f} wrong {of['wrong'] / total:.3f}")
        if way in ("rules", "scorer"):
            print("   ", " ".join(f"{f} {count[f, 'right']}/{count[f, 'wrong']}/{count[f, 'missing']}" for f in FIELDS))
    print(f"  sure: {sure['right']} right of {sum(sure.values())}")


if __name__ == "__main__":
    main(*sys.argv[1:])
