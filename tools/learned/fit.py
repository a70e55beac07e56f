"""Trains one LightGBM model a field, and writes the model file and its card.

usage: fit.py train WORK MODEL        from WORK/train*.json, .f32 and WORK/train/truth.json
       fit.py calibrate WORK MODEL    makes confidences, from WORK/values.json and WORK/held/truth.json
       fit.py check WORK MODEL GOLDEN compares WORK/held-scores.f64, scores by Go, with LightGBM's
       fit.py card WORK MODEL CARD    writes what the model was made of, and its figures on WORK/held

WORK holds what the steps of `make train` leave. All steps give the same bytes for the same input.
"""

import glob
import hashlib
import json
import multiprocessing
import pathlib
import random
import sys

import lightgbm
import numpy as np

import generate
import words
from data import FIELDS, Documents, compact, same_value
from modelfile import write_model

ROUNDS = 60
NEGATIVES = 20  # of a field and document, at most
MASKED = .18  # share of feature groups that a second copy of each row has hidden
PARAMETERS = dict(objective="binary", num_leaves=31, learning_rate=.1, feature_fraction=.3, bagging_fraction=.8, bagging_freq=1,
                  min_data_in_leaf=15, lambda_l2=5, max_bin=63, seed=3, deterministic=True, force_row_wise=True, num_threads=1, verbose=-1)
NEUTRAL = dict(score=1.0, lead=0.0, start=0.0)
# Features that are hidden together, beside the labels of a position.
GROUPS = ["x0 x1 y0", "sizeOfUsual sizeOfLargest heading", "gapLeft gapAbove indentAbove indentAboveRight gapBelow",
          "lettersBefore lettersBehind", "sizeAbove numericAbove numericLeft numericRight numericBelow", "times order orderShare ofKind",
          "partyDown partyRight partyLines", "inTable inTableHead inMargin", "form.a form.b form.c", "form.b form.j form.k", "form.d form.e form.f",
          "form.g form.h", "form.m form.n form.o", "form.t form.u form.v", "form.e form.f form.i form.j", "ownLabel ownDescription"]


def rows_of(documents, field, chosen):
    """Returns features, truths and weights of one field. Documents whose truth is no candidate are left out."""
    features, truths, weights = [], [], []
    for name in documents.names:
        wanted, candidates = documents.truth[name].get(field), documents.candidates[name]
        kind = documents.of_kind(name, field)
        right = [i for i in kind if wanted is not None and same_value(field, candidates[i]["value"], wanted)]
        if wanted is not None and not right:
            continue
        wrong = [i for i in kind if i not in set(right)]
        if len(wrong) > NEGATIVES:
            near = [i for i in wrong if wanted and FIELDS[field] == "name" and
                    (compact(candidates[i]["value"]) in compact(wanted) or compact(wanted) in compact(candidates[i]["value"]))][:6]
            wrong = sorted(set(near) | set(chosen.sample(wrong, NEGATIVES)))
        features.append(documents.features[name][right + wrong])
        truths += [1] * len(right) + [0] * len(wrong)
        weights += [1 / max(1, len(right))] * len(right) + [1.0] * len(wrong)
    return np.vstack(features), np.array(truths), np.array(weights)


def mask_rows(features, names, seed):
    """Returns a copy in which each row has some groups of features hidden: labels are missing, others unknown."""
    positions = sorted({name.split(":")[0] for name in names if ":" in name})
    groups = [([i for i, name in enumerate(names) if name.startswith(p + ":")], 0.0) for p in positions]
    groups += [([names.index(name) for name in group.split()], np.nan) for group in GROUPS]
    masked = features.copy()
    hidden = np.random.RandomState(seed).rand(len(features), len(groups)) < MASKED
    for k, (columns, value) in enumerate(groups):
        rows = np.where(hidden[:, k])[0]
        masked[np.ix_(rows, columns)] = value
    return masked


def train_field(work, field):
    """Trains the model of one field, on one core: threads would share sums in another order."""
    documents = Documents([p[:-5] for p in sorted(glob.glob(f"{work}/train*.json"))], f"{work}/train/truth.json")
    seed = list(FIELDS).index(field)
    features, truths, weights = rows_of(documents, field, random.Random(seed))
    both = np.vstack([features, mask_rows(features, documents.feature_names, seed)])
    data = lightgbm.Dataset(both, label=np.tile(truths, 2), weight=np.tile(weights, 2) / 2)
    booster = lightgbm.train(PARAMETERS, data, num_boost_round=ROUNDS)
    booster.save_model(f"{work}/{field}.txt")
    print(f"{field}: {len(truths)} candidates, {truths.sum()} right", flush=True)


def train(work, model):
    with multiprocessing.get_context("spawn").Pool(4, maxtasksperchild=1) as pool:
        pool.starmap(train_field, [(work, field) for field in FIELDS], chunksize=1)
    feature_names = Documents([f"{work}/held"], f"{work}/held/truth.json").feature_names
    write(work, model, {field: NEUTRAL for field in FIELDS}, feature_names)


def write(work, model, calibrations, feature_names):
    boosters = {field: lightgbm.Booster(model_file=f"{work}/{field}.txt") for field in FIELDS}
    pathlib.Path(model).write_bytes(write_model(boosters, calibrations, FIELDS, feature_names))


def outcomes(documents, values):
    """Yields field, chosen value and whether it is right for all choices, and None as the value for none."""
    for name in documents.names:
        for field in FIELDS:
            wanted, offered = documents.truth[name].get(field), values.get(name, {}).get(field) or []
            if offered:
                yield field, offered[0], wanted is not None and same_value(field, offered[0]["value"], wanted), wanted
            elif wanted is not None:
                yield field, None, False, wanted


def fit_logistic(rows, right):
    """Returns the coefficients of a logistic function by Newton's method; the first two are not negative."""
    rows, right = np.array(rows), np.array(right, float)
    free = [0, 1, 2]
    while True:
        x, c = rows[:, free], np.zeros(len(free))
        for _ in range(50):
            p = 1 / (1 + np.exp(-x @ c))
            gradient = x.T @ (right - p) - 1e-2 * c
            c = c + np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + 1e-2 * np.eye(len(free)), gradient)
        bad = [k for k, i in enumerate(free) if i < 2 and c[k] < 0]
        if not bad:
            out = [0.0, 0.0, 0.0]
            for k, i in enumerate(free):
                out[i] = round(float(c[k]), 6)
            return dict(zip(("score", "lead", "start"), out))
        free.pop(bad[0])


def calibrate(work, model):
    documents = Documents([f"{work}/held"], f"{work}/held/truth.json")
    values = json.loads(pathlib.Path(f"{work}/values.json").read_text(encoding="utf-8"))
    rows, right = [], []
    for field, choice, ok, _ in outcomes(documents, values):
        if choice:
            rows.append([np.clip(choice["score"], -8, 8), np.clip(choice["lead"], 0, 8), 1.0])
            right.append(ok)
    one = fit_logistic(rows, right)
    write(work, model, {field: one for field in FIELDS}, documents.feature_names)
    print("calibration", one, "from", len(rows), "choices")


def check(work, model, golden):
    """Compares Go's scores with LightGBM's, and writes the golden sample of the test in Go."""
    documents = Documents([f"{work}/held"], f"{work}/held/truth.json")
    names, scores, most, count, at = sorted(documents.candidates), np.fromfile(f"{work}/held-scores.f64", "<f8"), 0.0, 0, 0
    sample = np.vstack([documents.features[name] for name in names])[::max(1, sum(map(len, documents.candidates.values())) // 80)][:80]
    out = dict(model=hashlib.sha256(pathlib.Path(model).read_bytes()).hexdigest(), scores={},
               rows=[[[int(i), float(row[i])] for i in np.nonzero(row)[0]] for row in sample])
    for field in FIELDS:
        booster = lightgbm.Booster(model_file=f"{work}/{field}.txt")
        features = np.vstack([documents.features[name][documents.of_kind(name, field)] for name in names])
        wanted = booster.predict(features, raw_score=True)
        most = max(most, float(np.abs(wanted - scores[at:at + len(wanted)]).max()))
        at, count = at + len(wanted), count + len(wanted)
        out["scores"][field] = [float(s) for s in booster.predict(sample, raw_score=True)]
    if at != len(scores) or most > 1e-6:
        raise SystemExit(f"{at} of {len(scores)} scores, up to {most} apart from LightGBM's, want at most 1e-6")
    pathlib.Path(golden).write_text(json.dumps(out) + "\n", encoding="utf-8")
    print(f"{count} scores by Go, at most {most:.1e} apart from LightGBM's")


def digest_of(paths):
    """Returns the SHA-256 of some files after each other."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(pathlib.Path(path).read_bytes())
    return digest.hexdigest()


def card(work, model, card_name):
    documents = Documents([f"{work}/held"], f"{work}/held/truth.json")
    values = json.loads(pathlib.Path(f"{work}/values.json").read_text(encoding="utf-8"))
    fields, table = {field: dict(right=0, wrong=0, missing=0, notThere=0) for field in FIELDS}, {}
    for field, choice, right, wanted in outcomes(documents, values):
        if wanted is None:
            fields[field]["notThere"] += 1  # a choice for a value that is not printed
        else:
            fields[field]["missing" if choice is None else "right" if right else "wrong"] += 1
        if choice:
            row = table.setdefault(f"{min(9, int(choice['confidence'] * 10)) / 10:.1f}", dict(choices=0, right=0))
            row["choices"] += 1
            row["right"] += int(right)
    fonts = sorted(generate.font_files())
    head = pathlib.Path(model).read_bytes().split(b"\n")[1]
    out = dict(model=digest_of([model]), labels=digest_of([words.TABLE]),
               training=dict(source="generated invoices", documents=len(list(pathlib.Path(work, "train").glob("*.pdf"))), seed=1,
                             digest=digest_of(sorted(pathlib.Path(work, "train").glob("*.pdf")))),
               held=dict(source="generated invoices", documents=len(documents.names), seed=2,
                         digest=digest_of(sorted(pathlib.Path(work, "held").glob("*.pdf")))),
               fonts={path.name: digest_of([path]) for path in fonts}, parameters=PARAMETERS, rounds=ROUNDS,
               versions=dict(lightgbm=lightgbm.__version__, numpy=np.__version__, fpdf2=generate.fpdf_version()),
               calibration=json.loads(head)["fields"][0]["calibration"], fieldsOfHeld=fields,
               confidenceOfHeld=dict(sorted(table.items())))
    pathlib.Path(card_name).write_text(json.dumps(out, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    dict(train=train, calibrate=calibrate, check=check, card=card)[sys.argv[1]](*sys.argv[2:])
