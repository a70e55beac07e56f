"""Writes LightGBM models as the file that package document/candidates/trees reads, whose format that package tells."""

import json
import struct


def write_model(boosters, calibrations, kinds, feature_names):
    """Returns the bytes of a model file."""
    fields, trees = [], []
    for name, booster in boosters.items():
        parsed = [read_tree(t["tree_structure"]) for t in booster.dump_model()["tree_info"]]
        fields.append(dict(name=name, kind=kinds[name], calibration=calibrations[name], trees=len(parsed)))
        trees += parsed
    head = json.dumps(dict(features=feature_names, fields=fields), separators=(",", ":"), ensure_ascii=False)
    return b"docket trees 1\n" + head.encode() + b"\n" + b"".join(trees)


def read_tree(root):
    """Returns the bytes of one tree."""
    nodes, leaves = {}, {}

    def child(node):
        if "split_index" in node:
            return node["split_index"]
        return -1 - node.get("leaf_index", 0)

    def visit(node):
        if "split_index" not in node:
            leaves[node.get("leaf_index", 0)] = node["leaf_value"]
            return
        if node["decision_type"] != "<=" or node["missing_type"] == "Zero":
            raise SystemExit(f"a tree has a split {node['decision_type']} with missing {node['missing_type']}")
        left = node["default_left"] if node["missing_type"] == "NaN" else 0 <= node["threshold"]
        nodes[node["split_index"]] = struct.pack("<HhhBdf", node["split_feature"], child(node["left_child"]), child(node["right_child"]),
                                                 int(left), node["threshold"], node["internal_value"])
        visit(node["left_child"])
        visit(node["right_child"])

    visit(root)
    if len(nodes) + 1 != len(leaves):
        raise SystemExit(f"a tree has {len(nodes)} nodes and {len(leaves)} leaves")
    ordered = [nodes[i] for i in range(len(nodes))] + [struct.pack("<d", leaves[i]) for i in range(len(leaves))]
    return struct.pack("<H", len(leaves)) + b"".join(ordered)
