// Prints the contract as JSON, without what types do not need: examples, headers of answers, and
// failures, which have one body. A schema that may be null says so where it is used, as generators
// expect. Objects are left open, as answers get new fields.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const contract = parse(readFileSync(process.argv[2], 'utf8'), { maxAliasCount: -1 });
const schemas = contract.components.schemas;
const nullable = new Set(Object.keys(schemas).filter((name) => schemas[name].nullable));
for (const name of nullable) delete schemas[name].nullable;

for (const item of Object.values(contract.paths)) {
  for (const operation of Object.values(item)) {
    for (const status of Object.keys(operation.responses)) {
      if (status >= '400') delete operation.responses[status];
    }
  }
}
for (const part of ['examples', 'headers']) delete contract.components[part];
contract.components.responses = Object.fromEntries(
  Object.entries(contract.components.responses).filter(([name]) => JSON.stringify(contract.paths).includes(`/responses/${name}"`)),
);

// A property may be called example; a schema's own example is no schema.
function strip(node, inProperties) {
  if (Array.isArray(node)) return node.map((v) => strip(v, false));
  if (node === null || typeof node !== 'object') return node;
  const name = typeof node.$ref === 'string' && node.$ref.replace('#/components/schemas/', '');
  if (name && nullable.has(name)) return { anyOf: [{ $ref: node.$ref }, { type: 'null' }] };
  const out = {};
  for (const [key, value] of Object.entries(node)) {
    if (!inProperties && ['example', 'examples', 'headers'].includes(key)) continue;
    if (key === 'additionalProperties' && value === false) continue;
    out[key] = strip(value, !inProperties && key === 'properties');
  }
  return out;
}

console.log(JSON.stringify(strip(contract, false)));
