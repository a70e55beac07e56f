// Runs the collection of clients/ as people do: it signs in, reads everything of the demo, and makes and deletes a dossier.
import { strictEqual as equal, ok } from 'node:assert';
import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import newman from 'newman';

const collection = JSON.parse(readFileSync(process.env.DOCKET_COLLECTION, 'utf8'));
const set = {
  baseUrl: process.env.DOCKET_URL, username: 'demo', password: 'Docket-demo-1', oauthSecret: 'docket-demo-secret',
  component: 'Invoice_Number', page: '1', tile: '000',
  dossierTemplateId: process.env.DOCKET_TEMPLATE, dossierId: process.env.DOCKET_DOSSIER, fileId: process.env.DOCKET_FILE,
};
for (const v of collection.variable) v.value = set[v.key] ?? (v.value || (v.key.toLowerCase().endsWith('id') ? randomUUID() : ''));

const signIn = 'Sign in with a password';

// chosen returns the collection with those requests that fit alone, which keep what they learn where that is wanted.
function chosen(fits, keep) {
  const call = i => (keep || i.name === signIn ? i : { ...i, event: [] });
  const item = collection.item.map(f => ({ ...f, item: f.item.filter(fits).map(call) })).filter(f => f.item.length > 0);
  return { ...collection, item };
}

// run sends what fits, and returns the statuses by the names of requests.
async function run(fits, keep) {
  const summary = await new Promise((resolve, reject) => newman.run(
    { collection: chosen(fits, keep), timeoutRequest: 60_000 }, (err, done) => (err ? reject(err) : resolve(done))));
  const failed = summary.run.failures.map(f => `${f.source?.name}: ${f.error.message}`);
  equal(failed.join('\n'), '');
  return new Map(summary.run.executions.map(e => [e.item.name, e.response.code]));
}

const reads = await run(i => i.name === signIn
  || i.request.method === 'GET' && i.request.url.raw !== '{{baseUrl}}/api/events', false); // a stream, which does not end
for (const [name, code] of reads) ok(code < 300 || code === 404 || code === 409, `${name}: got ${code}, want 200, or 404 for what the demo lacks`);
const good = [...reads.values()].filter(code => code === 200).length;
ok(good >= 45, `${good} reads are answered with 200, want at least 45: ${[...reads].filter(([, c]) => c !== 200)}`);

const steps = [signIn, 'List dossier templates', 'Create or update a dossier', 'Read a dossier', 'Delete a dossier'];
const job = await run(i => steps.includes(i.name), true);
equal(JSON.stringify([...job.values()]), '[200,200,201,200,204]');
console.log(`   the collection: ${good} reads and the life of a dossier`);
