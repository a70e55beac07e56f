#!/usr/bin/env python3
"""An evidence bundle of a Docket log

What is proved, when verification ends with "The bundle holds":

* Each event in events.jsonl is in the log whose checkpoint is in checkpoint.txt, column by column and with
  its body as it is stored: who (the id of the account), when, what type, which stream.
* The streams of these events had no other events, from their first one up to the position that the last
  event tells. So this is all that happened to these files and dossiers until then.
* Values that are opened beside an event are those that were sealed in it: its body has their commitment.
* The checkpoint is signed by the log, and by the witnesses that your policy asks for.

What is not proved:

* What other sealed fields say. Their ciphertext is proved, and stays proved after erasure.
* That these are all files of a dossier: each stream is complete, the list of streams is what was asked for.
* What happened after the position of the last event, and who could use an account.
* Anything, against somebody who has the key of the log, unless a witness that you trust has signed too, or
  you have kept a checkpoint of your own.

How to verify, without a service, a database, a network or a key of Docket:

    docket audit verify-bundle BUNDLE.zip --policy POLICY
    python3 verify.py BUNDLE.zip POLICY [--events]

POLICY is a file that YOU have (c2sp.org/tlog-policy). Its lines are "log KEY", "witness legal KEY" and
"quorum legal", or "quorum none" when there is no witness. Take verify.py, too, from somewhere that you trust:
docket audit verify-bundle --print-program prints it. The SHA-256 of each file is in manifest.json.

Files: events.jsonl has a line for each event: its index in the log, its entry (docket-event/1), its body, and
opened values with their salts (a body has SHA-256 of salt and value), in base64. proof.txt has the other hashes
of the Merkle tree (level, index, hash). heads.txt has for each stream its index in the tree over all streams,
and the other hashes of that tree.
"""
import base64
import datetime
import hashlib
import json
import re
import struct
import sys
import zipfile
import zlib

FILES = ["README.txt", "verify.py", "manifest.json", "events.jsonl", "proof.txt", "heads.txt", "checkpoint.txt"]
FIRST = {"verify.py": "9e3c3e891c5a79ce343941e8f676d7da81713dbf64a9fe4810dd989cbcdd9461",  # of the form docket-bundle/1
         "README.txt": "649ef93089c1c7c45ca3ed31365c40c1c37f7738827e9317471dff95ba3df6d2"}
MAX_TREE = 1 << 62
LOG, WITNESS = 1, 4  # algorithms of keys


def sha256(data):
    return hashlib.sha256(data).digest()


def check(holds, reason):
    if not holds:
        raise ValueError(reason)


def decode64(text):
    """Base64 in its one form, with padding."""
    data = base64.b64decode(text, validate=True)
    check(base64.b64encode(data) == text, "base64 is not written as it is")
    return data


def decode_number(text):
    check(re.fullmatch(rb"0|[1-9][0-9]{0,18}", text) is not None, "this is no number: %r" % text[:40])
    value = int(text)
    check(value < 1 << 63, "the number is too large")
    return value


# Signatures: Ed25519 as RFC 8032, section 5.1 has it.

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def point_add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def point_multiply(s, p):
    q = (0, 1, 1, 0)
    while s > 0:
        if s & 1:
            q = point_add(q, p)
        p, s = point_add(p, p), s >> 1
    return q


def recover_x(y, sign):
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * ROOT_OF_MINUS_1 % P
    if (x * x - x2) % P:
        return None
    return P - x if x & 1 != sign else x


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def verify_ed25519(public, message, signature):
    if len(signature) != 64:
        return False
    number = int.from_bytes(public, "little")
    y, sign = (number & (1 << 255) - 1) % P, number >> 255
    x, s = recover_x(y, sign), int.from_bytes(signature[32:], "little")
    if x is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    minus_a = ((P - x) % P, y, 1, (P - x) * y % P)
    x, y, z, _ = point_add(point_multiply(s, BASE), point_multiply(h, minus_a))
    inverse = pow(z, P - 2, P)
    return (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, "little") == signature[:32]


# Keys and policies: c2sp.org/signed-note, tlog-cosignature, tlog-policy.

class Key:
    def __init__(self, text, algorithm):
        parts = text.split(b"+", 2)
        check(len(parts) == 3 and parts[0] and re.fullmatch(rb"[0-9a-f]{8}", parts[1]), "this is no key: %r" % text[:80])
        self.name, data = parts[0], decode64(parts[2])
        self.hash = sha256(self.name + b"\n" + data)[:4]
        check(len(data) == 33 and data[0] == algorithm, "the key of %r is of another algorithm" % self.name)
        check(self.hash == bytes.fromhex(parts[1].decode()), "the hash of the key of %r is another" % self.name)
        self.public, self.algorithm = data[1:], algorithm

    def verifies(self, text, signature):
        if self.algorithm == LOG:
            return verify_ed25519(self.public, text, signature)
        at = int.from_bytes(signature[:8], "big")
        return at < 1 << 63 and verify_ed25519(self.public, b"cosignature/v1\ntime %d\n" % at + text, signature[8:])


class Policy:
    def __init__(self, text):
        self.logs, self.witnesses, self.groups, self.quorum = {}, {}, {}, None
        for line in text.split(b"\n"):
            fields = line.split()
            if not fields or fields[0].startswith(b"#"):
                continue
            self.add_line(fields)
        check(self.logs and self.quorum, "the policy needs a log and a quorum")

    def add_line(self, fields):
        kind, count = fields[0], len(fields)
        if kind == b"log" and count in (2, 3):
            key = Key(fields[1], LOG)
            self.logs[key.name] = key
        elif kind == b"witness" and count in (3, 4):
            key = Key(fields[2], WITNESS)
            self.check_new(fields[1])
            self.witnesses[fields[1]] = key
        elif kind == b"group" and count > 3:
            members = fields[3:]
            least = {b"any": 1, b"all": len(members)}.get(fields[2]) or decode_number(fields[2])
            known = len(members) == len(set(members)) and all(self.knows(m) for m in members)
            check(known and 1 <= least <= len(members), "a group of the policy cannot be")
            self.check_new(fields[1])
            self.groups[fields[1]] = (least, members)
        elif kind == b"quorum" and count == 2 and not self.quorum:
            self.quorum = fields[1]
            check(self.quorum == b"none" or self.knows(self.quorum), "the quorum of the policy is nobody")
        else:
            raise ValueError("a line of the policy is not log, witness, group or quorum: %r" % b" ".join(fields)[:80])

    def knows(self, name):
        return name in self.witnesses or name in self.groups

    def check_new(self, name):
        check(name != b"none" and not self.knows(name), "a name of the policy is taken")

    def is_met(self, name, signed):
        if name in self.groups:
            least, members = self.groups[name]
            return sum(self.is_met(m, signed) for m in members) >= least
        return name == b"none" or name in signed

    def open(self, note):
        """Returns origin, size and root of a checkpoint, and who of the witnesses signed it."""
        note.decode("utf-8")
        check(not re.search(rb"[\x00-\x09\x0b-\x1f]", note), "the checkpoint has control characters")
        end = note.rfind(b"\n\n")
        text, lines = note[:end + 1], note[end + 2:].split(b"\n")[:-1]
        check(end >= 0 and note.endswith(b"\n") and lines, "the checkpoint has no signatures")
        head = text.split(b"\n", 3)
        check(len(head) == 4 and head[0], "the checkpoint needs three lines")
        size, root, signatures = decode_number(head[1]), decode64(head[2]), []
        check(size <= MAX_TREE and len(root) == 32, "the checkpoint has no size and root")
        for line in lines:
            match = re.fullmatch("\u2014 ".encode() + rb"([^ +]+) ([A-Za-z0-9+/=]+)", line)
            check(match, "a signature of the checkpoint is not written as one")
            data = decode64(match[2])
            check(len(data) >= 5, "a signature of the checkpoint is too short")
            signatures.append((match[1], data[:4], data[4:]))
        check(head[0] in self.logs, "the checkpoint is of a log that the policy does not name: %r" % head[0][:80])
        check(signed_by(self.logs[head[0]], text, signatures), "the log has not signed the checkpoint")
        signed = {name for name, key in self.witnesses.items() if signed_by(key, text, signatures)}
        check(self.is_met(self.quorum, signed), "the checkpoint lacks the signatures of a quorum of witnesses")
        return head[0], size, root, sorted(self.witnesses[w].name for w in signed)


def signed_by(key, text, signatures):
    """Whether a key has signed; a wrong signature in its name refuses the whole checkpoint."""
    of_key = [s for name, number, s in signatures if (name, number) == (key.name, key.hash)]
    check(all(key.verifies(text, s) for s in of_key[:1]), "a signature of %r does not hold" % key.name)
    return bool(of_key)


# The archive: zip without compression, written in one way only.

def read_archive(path):
    with open(path, "rb") as f:
        raw = f.read()
    with zipfile.ZipFile(path) as z:
        check(z.namelist() == FILES, "the archive has other files")
        check(all(i.compress_type == zipfile.ZIP_STORED for i in z.infolist()), "the archive is compressed")
        files = {name: z.read(name) for name in FILES}
    out, directory = b"", b""
    for name in FILES:
        data = files[name]
        common = struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 0x21, zlib.crc32(data), len(data), len(data), len(name), 0)
        directory += b"PK\1\2" + struct.pack("<H", 20) + common + struct.pack("<HHHII", 0, 0, 0, 0, len(out)) + name.encode()
        out += b"PK\3\4" + common + name.encode() + data
    end = struct.pack("<HHHHIIH", 0, 0, len(FILES), len(FILES), len(directory), len(out), 0)
    check(out + directory + b"PK\5\6" + end == raw, "the archive is not written as bundles are")
    lines = ['    "%s": "%s"' % (n, hashlib.sha256(files[n]).hexdigest()) for n in FILES if n != "manifest.json"]
    manifest = '{\n  "format": "docket-bundle/%d",\n  "sha256": {\n%s\n  }\n}\n'
    forms = [(manifest % (n, ",\n".join(lines))).encode() for n in (1, 2)]
    check(files["manifest.json"] in forms, "the files are not those of manifest.json")
    with open(__file__, "rb") as f:
        own = {"verify.py": hashlib.sha256(f.read()).hexdigest(), "README.txt": hashlib.sha256(__doc__.encode()).hexdigest()}
    for name, digest in (FIRST if files["manifest.json"] == forms[0] else own).items():
        check(hashlib.sha256(files[name]).hexdigest() == digest, "%s in the bundle is not that of its form" % name)
    return files


# Trees: RFC 6962, section 2.1.

def parse_nodes(text):
    nodes = []
    for line in text.split(b"\n")[:-1]:
        level, index, data = line.split(b" ")
        nodes.append((decode_number(level), decode_number(index), decode64(data)))
        check(len(nodes[-1][2]) == 32, "a hash has another length")
    check(text == b"" or text.endswith(b"\n"), "the last hash is cut off")
    return nodes


def root_of(size, leaves, nodes):
    """The root of a tree from some leaves (pairs of index and hash) and the other nodes, left to right."""
    check(1 <= size <= MAX_TREE and leaves, "the tree is empty or too large")
    indexes = [index for index, _ in leaves]
    check(indexes == sorted(set(indexes)) and 0 <= indexes[0] and indexes[-1] < size, "indexes are out of order or beyond the tree")
    leaves, nodes = leaves[::-1], nodes[::-1]

    def root(first, count):
        holds = leaves and leaves[-1][0] < first + count
        if count == 1 and holds:
            return leaves.pop()[1]
        if count & (count - 1) == 0 and not holds:
            level = count.bit_length() - 1
            check(nodes and nodes[-1][:2] == (level, first >> level), "a hash of the tree is missing")
            return nodes.pop()[2]
        left = 1 << ((count - 1).bit_length() - 1)
        return sha256(b"\1" + root(first, left) + root(first + left, count - left))

    found = root(0, size)
    check(not nodes, "hashes belong to nothing")
    return found


# Entries: docket-event/1.

FIELDS = [("position", 8), ("stream", None), ("version", 8), ("id", 16), ("time", 12), ("type", None), ("schema", 8), ("actor", None),
          ("workspace", None), ("command", 16), ("correlation", 16), ("causation", 8), ("trace", None), ("body", 32)]
NUMBERS = ("position", "version", "schema", "causation")
LINE = rb'\{"index":([0-9]+),"entry":"([A-Za-z0-9+/=]*)","body":"([A-Za-z0-9+/=]*)"(?:,"opened":\[(%s(?:,%s)*)\])?\}'
OPENED = rb'(\{"field":"([A-Za-z]+)","salt":"([A-Za-z0-9+/=]*)","value":"([A-Za-z0-9+/=]*)"\})'


def parse_entry(data):
    fields = []
    while data:
        end = 4 + int.from_bytes(data[:4], "big")
        check(4 <= end <= len(data), "an entry ends early")
        fields.append(data[4:end])
        data = data[end:]
    check(len(fields) == len(FIELDS) + 1 and fields[0] == b"docket-event/1", "this is no entry")
    entry = {}
    for (name, length), value in zip(FIELDS, fields[1:]):
        check(length is None or len(value) == length, "a field of an entry has another length")
        entry[name] = int.from_bytes(value, "big") if name in NUMBERS else value
    check(int.from_bytes(entry["time"][8:], "big") < 10**9, "the time of an entry cannot be")
    return entry


def parse_events(text):
    """The events: index, entry, body, the hash of the leaf, and opened values."""
    events = []
    check(text.endswith(b"\n"), "events.jsonl is cut off")
    for line in text.split(b"\n")[:-1]:
        match = re.fullmatch(LINE % (OPENED, OPENED), line)
        check(match, "a line of events.jsonl is not written as one")
        record, body = decode64(match[2]), decode64(match[3])
        entry = parse_entry(record)
        check(entry["body"] == sha256(body), "the body of an event is not that of its entry")
        events.append((decode_number(match[1]), entry, body, sha256(b"\0" + record), parse_opened(match[4] or b"", body)))
    return events


def parse_opened(text, body):
    """The opened values of an event: those to which its body commits."""
    opened = []
    for _, field, salt, value in re.findall(OPENED, text):
        salt, value, name = decode64(salt), decode64(value), field.decode()
        commitment = base64.b64encode(sha256(salt + value)).decode()
        check(len(salt) == 16 and json.loads(body)[name]["c"] == commitment, "a value is not the one that was sealed as " + name)
        opened.append((name, value))
    return opened


def check_heads(text, heads, committed):
    names, found, nodes = (b"\n" + text).partition(b"\n\n")
    check(found, "heads.txt has no empty line")
    leaves = []
    for line in names.split(b"\n")[1:]:
        index, _, stream = line.partition(b" ")
        check(stream in heads, "no event is of a stream of which there is a head")
        fields = b"docket-head/1", stream, heads[stream][0]["version"].to_bytes(8, "big"), heads[stream][1]
        record = b"".join(struct.pack(">I", len(f)) + f for f in fields)
        leaves.append((decode_number(index), sha256(b"\0" + record)))
    check(len(leaves) == len(heads), "there are events of other streams than heads")
    root = base64.b64encode(root_of(committed["streams"], leaves, parse_nodes(nodes))).decode()
    check(root == committed["root"], "a stream does not end where its last event is: events are left out")


def verify(path, policy):
    files = read_archive(path)
    origin, size, root, witnesses = policy.open(files["checkpoint.txt"])
    events = parse_events(files["events.jsonl"])
    check(root_of(size, [(e[0], e[3]) for e in events], parse_nodes(files["proof.txt"])) == root, "the events are not those of the log")
    _, last, body, _, _ = events[-1]
    check(last["type"] == b"log.heads-committed", "the last event does not commit to the heads of streams")
    committed = json.loads(body)
    heads = {}  # the last event of each stream, none of which may have a gap
    for _, entry, _, leaf, _ in events[:-1]:
        before = heads.get(entry["stream"])
        check(entry["version"] == (before[0]["version"] if before else 0) + 1, "events of a stream are left out")
        heads[entry["stream"]] = entry, leaf
    check_heads(files["heads.txt"], heads, committed)
    return origin, size, witnesses, events, heads, committed


def show(text):
    """Text for a terminal, without what moves its cursor."""
    return "".join(c if c.isprintable() else "?" for c in text.decode("utf-8", "backslashreplace"))


def main():
    arguments = [a for a in sys.argv[1:] if a != "--events"]
    if len(arguments) != 2:
        print("usage: verify.py BUNDLE.zip POLICY [--events]", file=sys.stderr)
        return 2
    try:
        with open(arguments[1], "rb") as f:
            policy = Policy(f.read())
        origin, size, witnesses, events, heads, committed = verify(arguments[0], policy)
    except Exception as reason:  # whatever is wrong with a bundle, it proves nothing
        print("The bundle does not hold: %s" % (reason or type(reason).__name__))
        return 1
    print("The bundle holds.\nlog: %s, %d events\nwitnesses: %s" % (show(origin), size, show(b", ".join(witnesses)) or "none"))
    for name in sorted(heads):
        print("%s: all %d events up to position %d" % (show(name), heads[name][0]["version"], committed["position"]))
    for _, e, body, _, opened in events if "--events" in sys.argv else []:
        at = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=int.from_bytes(e["time"][:8], "big", signed=True))
        print(e["position"], at.isoformat() + "Z", show(e["actor"]), show(e["type"]), show(e["stream"]), show(body))
        for name, value in opened:
            print("    %s = %s" % (name, show(value)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
