// The client against answers of a fetch in memory.
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  AccessDenied, ApiError, Changed, clientCredentials, Conflict, DigestMismatch, Docket, NotFound, NotSignedIn, ProcessingFailed, SignInError,
  TooManyRequests, Unavailable, verifyWebhook, WaitTimeout, WebhookError, type TokenSource,
} from '../src/index.js';

const template = '4c0f4c1e-2f0b-4b5e-8c54-0c2d3c1e9a01', dossierId = '9a11b6de-6c1f-4a8e-9b59-2f5a6f2f7c02';
const file = { id: '77e2f1b0-0a7e-4f3e-9d56-1b2c3d4e5f03', dossierId, dossierTemplateId: template };
const dossier = { id: dossierId, dossierTemplateId: template };

interface Asked { method: string; url: string; headers: Headers; body: unknown }

// Answers one step after the other, and keeps what was asked.
function script(...steps: (Response | Error)[]) {
  const asked: Asked[] = [];
  const fetch = async (url: string, init: RequestInit = {}) => {
    asked.push({ method: init.method ?? 'GET', url, headers: new Headers(init.headers), body: init.body });
    const step = steps.shift();
    if (!step) throw new Error(`nothing answers ${url}`);
    if (step instanceof Error) throw step;
    return step;
  };
  const client = (auth: string | TokenSource = 'token') => new Docket('https://docket.example/', { auth, fetch, pause: 1 });
  return { asked, client };
}

function answer(status: number, body?: unknown, headers: Record<string, string> = {}): Response {
  const text = body === undefined ? null : JSON.stringify(body);
  return new Response(text, { status, headers: { ...(text !== null && { 'Content-Type': 'application/json' }), ...headers } });
}

const failure = (code: string) => ({ message: code, code, requestId: 'r-1', timestamp: '' });
const me = (c: Docket) => c.call('get', '/api/me', {});

test('failures are typed', async () => {
  const kinds = { 400: ApiError, 401: NotSignedIn, 403: AccessDenied, 404: NotFound, 409: Conflict, 412: Changed };
  for (const [status, kind] of Object.entries(kinds)) {
    const body = { ...failure('not_found'), field: 'dossierId', errors: [{ message: 'x', code: 'not_found' }] };
    const e = await me(script(answer(Number(status), body)).client()).then(() => undefined, (e: unknown) => e);
    ok(e instanceof kind, `${status} is ${e}`);
    deepStrictEqual([e.status, e.message, e.code, e.field, e.requestId, e.faults.length],
      [Number(status), 'not_found', 'not_found', 'dossierId', 'r-1', 1]);
  }
  const page = new Response('<html>Bad gateway</html>', { status: 502, headers: { 'X-Request-Id': 'r-2' } });
  await rejects(me(script(page).client()), (e) => e instanceof ApiError && e.requestId === 'r-2' &&
    e.message === 'The service answers with status 502');
});

test('reads are sent again', async () => {
  const s = script(new TypeError('refused'), answer(503, failure('unavailable')),
    answer(429, failure('too_many_requests')), answer(200, { files: [] }));
  await s.client().call('get', '/api/files', { query: { hasUpdates: true, limit: 2 } });
  deepStrictEqual(s.asked.map((a) => a.url), Array(4).fill('https://docket.example/api/files?hasUpdates=true&limit=2'));
});

test('a download has the digest that is told', async () => {
  const content = 'PK123456';
  const told = (digest: string) => new Response(content, { headers: { 'Repr-Digest': `sha-512=:x:, sha-256=:${digest}:` } });
  const s = script(told(createHash('sha256').update(content).digest('base64')), told('AAAA'), new Response(content));
  const client = s.client();
  const download = async () => new Response(await client.download({ id: dossierId })).text();
  strictEqual(await download(), content);
  strictEqual(s.asked[0]?.headers.get('Want-Repr-Digest'), 'sha-256=1');
  await rejects(download(), DigestMismatch);
  strictEqual(await download(), content);
});

test('writes without a key are not sent again', async () => {
  const s = script(answer(503, failure('unavailable')));
  await rejects(s.client().revert(file, 'Total'), Unavailable);
  strictEqual(s.asked.length, 1);
  const broken = script(new TypeError('reset'));
  await rejects(broken.client().revert(file, 'Total'), TypeError);
  strictEqual(broken.asked.length, 1);
});

test('writes with a key are sent again under it', async () => {
  const s = script(new TypeError('reset'), answer(409, failure('request_running')), answer(201, { id: dossierId }));
  strictEqual((await s.client().createDossier(template, { name: 'May' })).id, dossierId);
  strictEqual(new Set(s.asked.map((a) => a.headers.get('Idempotency-Key'))).size, 1);
  deepStrictEqual(s.asked.map((a) => a.body), Array(3).fill('{"name":"May"}'));
});

test('retries end', async () => {
  const s = script(...Array.from({ length: 9 }, () => answer(429, failure('too_many_requests'))));
  await rejects(me(s.client()), TooManyRequests);
  strictEqual(s.asked.length, 4);
});

test('Retry-After is kept', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const s = script(answer(429, failure('too_many_requests'), { 'Retry-After': '7' }), answer(200, {}));
  const call = me(s.client());
  for (let i = 0; i < 50 && s.asked.length < 1; i++) await Promise.resolve();
  await new Promise((done) => setImmediate(done));
  t.mock.timers.tick(6_999);
  await new Promise((done) => setImmediate(done));
  strictEqual(s.asked.length, 1);
  t.mock.timers.tick(1);
  await call;
  strictEqual(s.asked.length, 2);
});

test('reads see the last write', async () => {
  const s = script(answer(204, undefined, { 'Docket-Position': '41' }), answer(204, undefined, { 'Docket-Position': '17' }),
    answer(200, {}));
  const c = s.client();
  await c.revert(file, 'Total');
  await c.revert(file, 'Total');
  await me(c);
  strictEqual(s.asked[2]?.headers.get('Docket-Position'), '41');
});

test('lists are read page by page', async () => {
  const s = script(answer(200, { files: [{ id: '1' }, { id: '2' }], nextCursor: 'c' }),
    answer(200, { files: [{ id: '3' }], nextCursor: null }));
  const ids: string[] = [];
  for await (const f of s.client().files({ limit: 2 })) ids.push(f.id);
  deepStrictEqual(ids, ['1', '2', '3']);
  deepStrictEqual(s.asked.map((a) => new URL(a.url).search), ['?limit=2', '?limit=2&cursor=c']);
});

const found = () => answer(200, { token_endpoint: 'https://docket.example/token' });
const token = (access_token: string, expires_in = 300) => answer(200, { access_token, expires_in });
const importer = () => clientCredentials({ workspace: 'demo', clientId: 'importer', clientSecret: 'secret' });

test('one sign-in serves requests that come together', async () => {
  const s = script(found(), token('one'), answer(200, {}), answer(200, {}), answer(200, {}));
  const c = s.client(importer());
  await Promise.all([me(c), me(c), me(c)]);
  strictEqual(s.asked[0]?.url, 'https://docket.example/auth/realms/demo/.well-known/openid-configuration');
  strictEqual(String(s.asked[1]?.body), 'grant_type=client_credentials&scope=openid&client_id=importer&client_secret=secret');
  deepStrictEqual(s.asked.slice(2).map((a) => a.headers.get('Authorization')), Array(3).fill('Bearer one'));
});

test('tokens are renewed', async () => {
  const refused = script(found(), token('one'), answer(401, failure('unauthenticated')), token('two'), answer(200, {}));
  await me(refused.client(importer()));
  strictEqual(refused.asked.at(-1)?.headers.get('Authorization'), 'Bearer two');
  const short = script(found(), token('one', 20), answer(200, {}), token('two'), answer(200, {}));
  const c = short.client(importer());
  await me(c);
  await me(c);
  strictEqual(short.asked.at(-1)?.headers.get('Authorization'), 'Bearer two');
  await rejects(me(script(answer(401, failure('unauthenticated'))).client()), NotSignedIn);
  const wrong = script(found(), answer(401, { error: 'invalid_client', error_description: 'Invalid client' }));
  await rejects(me(wrong.client(importer())), (e) => e instanceof SignInError && e.code === 'invalid_client');
});

test('uploads are sent again under their key', async () => {
  const s = script(new TypeError('reset'), answer(201, { fileIds: [file.id] }));
  deepStrictEqual((await s.client().upload(dossier, new TextEncoder().encode('%PDF'), 'Überweisung.pdf')).fileIds, [file.id]);
  for (const a of s.asked) {
    const sent = (a.body as FormData).get('file') as File;
    deepStrictEqual([sent.name, await sent.text()], ['Überweisung.pdf', '%PDF']);
  }
  strictEqual(s.asked[0]?.headers.get('Idempotency-Key'), s.asked[1]?.headers.get('Idempotency-Key'));
});

test('a resumable upload goes on where it broke', async () => {
  const upload = { Location: '/api/dossier-templates/t/dossiers/d/uploads/u-1' };
  const length = (8 << 20) + 5;
  const s = script(answer(201, undefined, upload), new TypeError('reset'), answer(200, { offset: 3 }),
    answer(204, undefined, { 'Upload-Offset': String(3 + (8 << 20)) }), answer(409, failure('wrong_offset')), answer(200, { offset: length - 1 }),
    answer(204, undefined, { 'Upload-Offset': String(length) }), answer(200, { offset: length, result: { fileIds: [file.id] } }));
  const result = await s.client().uploadResumable(dossier, new Blob([new Uint8Array(length)]), 'ü.pdf', { keepManualChanges: true });
  deepStrictEqual(result.fileIds, [file.id]);
  strictEqual(s.asked[0]?.headers.get('Upload-Metadata'), 'filename w7wucGRm,keepManualChanges dHJ1ZQ==');
  deepStrictEqual(s.asked.filter((a) => a.method === 'PATCH').map((a) => [a.headers.get('Upload-Offset'), (a.body as Blob).size]),
    [['0', 8 << 20], ['3', 8 << 20], [String(3 + (8 << 20)), 2], [String(length - 1), 1]]);
  const refused = script(answer(201, undefined, upload), answer(415, failure('unsupported_file_type')));
  await rejects(refused.client().uploadResumable(dossier, new Blob(['x']), 'a.pdf'), ApiError);
});

test('waiting ends', async () => {
  const statuses = ['PROCESSING', 'PROCESSED'].map((processingStatus) => answer(200, { processingStatus }));
  strictEqual((await script(...statuses).client().waitProcessed(file)).processingStatus, 'PROCESSED');
  const failed = answer(200, { processingStatus: 'ERROR', fileErrorInfo: { cause: 'OCR is not installed', service: 'ocr' } });
  await rejects(script(failed).client().waitProcessed(file), (e) => e instanceof ProcessingFailed && e.service === 'ocr');
  const late = Array.from({ length: 99 }, () => answer(200, { processingStatus: 'PROCESSING' }));
  await rejects(script(...late).client().waitProcessed(file, { timeout: 5 }), WaitTimeout);
});

test('operations are awaited with their analyses', async () => {
  const steps = [{ ended: null }, { ended: 'x', analysis: { requested: 2, waiting: 1 } }, { ended: 'x', state: 'CANCELLED' }];
  const { client, asked } = script(...steps.map((step) => answer(200, step)));
  strictEqual((await client().waitOperation({ id: file.id })).state, 'CANCELLED');
  strictEqual(asked.length, 3);
});

test('rows are text by column', async () => {
  const cells = [{ column: 'line_description', value: 'Drill' }, { column: 'line_amount', value: '358.00' }];
  const componentDetails = [{ name: 'Line_Items', technicalName: 'line_items', componentValues: [{ cells }, { value: 'text' }] }];
  for (const name of ['Line_Items', 'line_items']) {
    deepStrictEqual(await script(answer(200, { componentDetails })).client().rows(file, name),
      [{ line_description: 'Drill', line_amount: '358.00' }]);
  }
  deepStrictEqual(await script(answer(200, { componentDetails })).client().rows(file, 'other'), []);
});

test('an override names the version', async () => {
  const s = script(answer(204));
  await s.client().override(file, 'Total', ['1', { value: '2', basedOn: 'v' }], { note: 'typo', ifMatch: '7' });
  strictEqual(s.asked[0]?.headers.get('If-Match'), '"7"');
  deepStrictEqual(JSON.parse(String(s.asked[0]?.body)),
    { name: 'Total', componentValues: [{ value: '1' }, { value: '2', basedOn: 'v' }], note: 'typo' });
});

// The example of the scheme's specification.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', other = `whsec_${btoa('another key')}`;
const body = '{"test": 2432232314}', at = 1614265330, signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const delivery = (changes: Record<string, string> = {}) =>
  ({ 'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp': String(at), 'webhook-signature': signature, ...changes });

test('genuine deliveries', async () => {
  const want = { test: 2432232314 };
  deepStrictEqual(await verifyWebhook(secret, delivery(), body, { now: at }), want);
  deepStrictEqual(await verifyWebhook([other, secret], new Headers(delivery()), new TextEncoder().encode(body), { now: at + 300 }), want);
  const several = delivery({ 'webhook-signature': `v1a,x v1,AAAA v1,%% ${signature}` });
  deepStrictEqual(await verifyWebhook(secret, several, body, { now: at }), want);
});

test('other deliveries', async () => {
  const rows: [string, RegExp, () => Promise<unknown>][] = [
    ['another body', /No signature/, () => verifyWebhook(secret, delivery(), `${body} `, { now: at })],
    ['another secret', /No signature/, () => verifyWebhook(other, delivery(), body, { now: at })],
    ['another id', /No signature/, () => verifyWebhook(secret, delivery({ 'webhook-id': 'msg_2' }), body, { now: at })],
    ['another time', /No signature/, () => verifyWebhook(secret, delivery({ 'webhook-timestamp': String(at + 1) }), body, { now: at })],
    ['another version', /No signature/,
      () => verifyWebhook(secret, delivery({ 'webhook-signature': signature.replace('v1', 'v2') }), body, { now: at })],
    ['too old', /too old/, () => verifyWebhook(secret, delivery(), body, { now: at + 301 })],
    ['too new', /too old/, () => verifyWebhook(secret, delivery(), body, { now: at - 301 })],
    ['no time', /number of seconds/, () => verifyWebhook(secret, delivery({ 'webhook-timestamp': 'yesterday' }), body, { now: at })],
    ['no signature', /missing/, () => verifyWebhook(secret, delivery({ 'webhook-signature': '' }), body, { now: at })],
    ['a bad secret', /secret/, () => verifyWebhook('whsec_%', delivery(), body, { now: at })],
  ];
  for (const [name, told, call] of rows) await rejects(call(), (e) => e instanceof WebhookError && told.test(e.message), name);
});
