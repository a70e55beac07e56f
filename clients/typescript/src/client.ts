// The client: every operation by its path, and what takes more than one request.
import { fixedToken, type Fetch, type TokenSource } from './auth.js';
import type { components, paths } from './contract.js';
import { ApiError, DigestMismatch, PackageFailed, ProcessingFailed, WaitTimeout } from './errors.js';
import { sleepFor, Transport, type Query } from './transport.js';

type Schemas = components['schemas'];
type Method = 'get' | 'put' | 'post' | 'delete';
type Operation<P extends keyof paths, M extends Method> = NonNullable<paths[P][M]>;
type Parameters<O, In extends string> = O extends { parameters: infer A } ? (In extends keyof A ? NonNullable<A[In]> : never) : never;
type JsonIn<O> = O extends { requestBody?: infer B } ? (NonNullable<B> extends { content: { 'application/json': infer J } } ? J : never) : never;
type JsonOut<O> = O extends { responses: infer R }
  ? { [S in keyof R]: R[S] extends { content: { 'application/json': infer J } } ? J : never }[keyof R]
  : never;
type If<T, Then> = [T] extends [never] ? unknown : Then;

/** What an operation takes. */
export type Arguments<P extends keyof paths, M extends Method> =
  & If<Parameters<Operation<P, M>, 'path'>, { path: Parameters<Operation<P, M>, 'path'> }>
  & { query?: Parameters<Operation<P, M>, 'query'>; headers?: Record<string, string>; idempotencyKey?: string; signal?: AbortSignal }
  & { body?: JsonIn<Operation<P, M>> };

/** The JSON that an operation answers, undefined where it answers none. */
export type Answer<P extends keyof paths, M extends Method> = [JsonOut<Operation<P, M>>] extends [never]
  ? undefined
  : JsonOut<Operation<P, M>>;

/** The paths whose lists come in pages. */
type Paged = { [P in keyof paths]: paths[P]['get'] extends { parameters: { query?: { cursor?: string } } } ? P : never }[keyof paths];

/** What tells which dossier is meant. The record of a dossier is one. */
export interface DossierRef { id: string; dossierTemplateId: string }

/** What tells which file is meant. The status of a file and the row of a list are one. */
export interface FileRef { id: string; dossierId: string; dossierTemplateId: string }

/** How a client works. */
export interface Options {
  /** clientCredentials(…), another source, or a token (an API key) that was obtained elsewhere. */
  auth: string | TokenSource;
  /** Default: the global fetch. */
  fetch?: Fetch;
  /** How often a request is sent again; default: 3. */
  retries?: number;
  /** Milliseconds before the first retry and between readings of a status; default: 200. Further waits are longer. */
  pause?: number;
}

/** How long something is waited for. */
export interface Patience {
  /** Milliseconds; default: five minutes. */
  timeout?: number;
  signal?: AbortSignal;
}

/** Speaks to one service as one account. Methods reject with ApiError, SignInError, or what fetch rejects with. */
export class Docket {
  readonly #sender: Transport;

  constructor(baseUrl: string, options: Options) {
    const auth = typeof options.auth === 'string' ? fixedToken(options.auth) : options.auth;
    const send = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
    this.#sender = new Transport(baseUrl.replace(/\/+$/, ''), auth, send, options.retries ?? 3, options.pause ?? 200);
  }

  /**
   * Calls an operation of the contract, by its path and method.
   *
   * Give an idempotencyKey only to operations that take one: with it a request is sent again when
   * the connection breaks, and still done once.
   */
  async call<P extends keyof paths, M extends Method>(method: M, path: P, args: Arguments<P, M>): Promise<Answer<P, M>> {
    const a = args as { path?: Record<string, string>; query?: Query; headers?: Record<string, string>; idempotencyKey?: string;
      body?: unknown; signal?: AbortSignal };
    const headers = { ...a.headers };
    if (a.idempotencyKey !== undefined) headers['Idempotency-Key'] = a.idempotencyKey;
    if (a.body !== undefined) headers['Content-Type'] = 'application/json';
    const body = a.body === undefined ? undefined : JSON.stringify(a.body);
    const answer = await this.#sender.send(method.toUpperCase(), fill(path, a.path), { query: a.query, headers, body, signal: a.signal });
    const text = await answer.text();
    const isJson = (answer.headers.get('Content-Type') ?? '').startsWith('application/json');
    return (isJson && text ? JSON.parse(text) : undefined) as Answer<P, M>;
  }

  /** Yields the pages of a list by its cursor; limit says how long they are. */
  async *pages<P extends Paged>(path: P, args: Arguments<P, 'get'>): AsyncGenerator<Answer<P, 'get'>, void> {
    let cursor: string | null | undefined;
    do {
      const query = { limit: 100, ...(args as { query?: Query }).query, ...(cursor && { cursor }) };
      const page = await this.call('get', path, { ...args, query } as Arguments<P, 'get'>);
      yield page;
      cursor = (page as { nextCursor?: string | null }).nextCursor;
    } while (cursor);
  }

  /** Returns the templates of the workspace. */
  async templates(): Promise<Schemas['DossierTemplate'][]> {
    return (await this.call('get', '/api/dossier-templates', {})).dossierTemplates;
  }

  /** Returns the template of a name, undefined where there is none. */
  async findTemplate(name: string): Promise<Schemas['DossierTemplate'] | undefined> {
    return (await this.templates()).find((t) => t.name === name);
  }

  /** Creates a dossier of a template. */
  createDossier(templateId: string, request: Schemas['DossierRequest']): Promise<Schemas['Dossier']> {
    return this.call('post', '/api/dossier-templates/{dossierTemplateId}/dossiers', {
      path: { dossierTemplateId: templateId }, body: request, idempotencyKey: newKey(),
    });
  }

  /** Yields the dossiers of the workspace that filters of listAllDossiers leave. */
  async *dossiers(query: Parameters<Operation<'/api/dossiers', 'get'>, 'query'> = {}): AsyncGenerator<Schemas['Dossier'], void> {
    for await (const page of this.pages('/api/dossiers', { query })) yield* page.dossiers;
  }

  /** Moves a dossier to the trash, or deletes it for ever. */
  async deleteDossier(dossier: DossierRef, options: { permanently?: boolean } = {}): Promise<void> {
    await this.call('delete', '/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}', {
      path: dossierPath(dossier), query: { deletePermanently: options.permanently ?? false },
    });
  }

  /**
   * Stores a file. It is sent again when the connection breaks, and still stored once. In Node,
   * openAsBlob of node:fs gives a Blob that is streamed.
   */
  async upload(
    dossier: DossierRef, content: Blob | Uint8Array<ArrayBuffer>, name: string,
    options: { keepManualChanges?: boolean; disableAutomaticAnalysis?: boolean; signal?: AbortSignal } = {},
  ): Promise<Schemas['UploadResult']> {
    const form = new FormData();
    form.append('file', content instanceof Blob ? content : new Blob([content]), name);
    const { signal, ...query } = options;
    const path = fill('/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files', dossierPath(dossier));
    const answer = await this.#sender.send('POST', path, { query, body: form, headers: { 'Idempotency-Key': newKey() }, signal });
    return (await answer.json()) as Schemas['UploadResult'];
  }

  /**
   * Stores a file by parts: when the connection breaks, or the service is away for a while, it goes
   * on where it was.
   */
  async uploadResumable(
    dossier: DossierRef, content: Blob, name: string,
    options: { keepManualChanges?: boolean; disableAutomaticAnalysis?: boolean; signal?: AbortSignal } = {},
  ): Promise<Schemas['UploadResult']> {
    const { signal, ...flags } = options;
    const told = [['filename', name], ...Object.entries(flags).filter(([, is]) => is).map(([key]) => [key, 'true'])];
    const metadata = told.map(([key, value]) => `${key} ${encodeText(value as string)}`).join(',');
    const begun = fill('/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/uploads', dossierPath(dossier));
    const answer = await this.#sender.send('POST', begun, {
      signal, headers: { 'Upload-Length': String(content.size), 'Upload-Metadata': metadata, 'Idempotency-Key': newKey() },
    });
    const path = `${begun}/${(answer.headers.get('Location') ?? '').split('/').pop()}`;
    const read = async () => (await (await this.#sender.send('GET', path, { signal })).json()) as Schemas['ResumableUpload'];
    for (let offset = 0, failed = 0; offset < content.size; ) {
      try {
        const sent = await this.#sender.send('PATCH', path, {
          body: content.slice(offset, offset + partSize), signal,
          headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
        });
        offset = Number(sent.headers.get('Upload-Offset'));
        failed = 0;
      } catch (e) {
        if (++failed === resumeTries || signal?.aborted || !mayGoOn(e)) throw e;
        await this.#sender.sleep(Math.min(failed, 8), 0, signal);
        offset = await read().then((u) => u.offset, (x: unknown) => {
          if (mayGoOn(x)) return offset;
          throw x;
        });
      }
    }
    return (await read()).result as Schemas['UploadResult'];
  }

  /**
   * Stores a file, or a zip of files, and returns their statuses once all are processed. Rejects
   * also with ProcessingFailed and WaitTimeout.
   */
  async uploadAndWait(dossier: DossierRef, content: Blob | Uint8Array<ArrayBuffer>, name: string, patience: Patience = {}): Promise<Schemas['FileStatus'][]> {
    const end = Date.now() + (patience.timeout ?? fiveMinutes);
    const { fileIds } = await this.upload(dossier, content, name, patience.signal ? { signal: patience.signal } : {});
    const out: Schemas['FileStatus'][] = [];
    for (const id of fileIds) {
      const file = { id, dossierId: dossier.id, dossierTemplateId: dossier.dossierTemplateId };
      out.push(await this.waitProcessed(file, { ...patience, timeout: end - Date.now() }));
    }
    return out;
  }

  /** Returns how far a file is. */
  fileStatus(file: FileRef): Promise<Schemas['FileStatus']> {
    return this.call('get', '/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}', { path: filePath(file) });
  }

  /** Yields the files of all dossiers that filters of listFiles leave. */
  async *files(query: Parameters<Operation<'/api/files', 'get'>, 'query'> = {}): AsyncGenerator<Schemas['FileSummary'], void> {
    for await (const page of this.pages('/api/files', { query })) yield* page.files;
  }

  /**
   * Waits until a file is PROCESSED, and returns its status; values are missing when it has
   * failedRules. Rejects also with ProcessingFailed and WaitTimeout.
   */
  waitProcessed(file: FileRef, patience: Patience = {}): Promise<Schemas['FileStatus']> {
    return this.#poll('the file is not processed', patience, async () => {
      const status = await this.fileStatus(file);
      if (status.processingStatus === 'ERROR') {
        const info = status.fileErrorInfo;
        throw new ProcessingFailed(info?.cause ?? 'The file cannot be processed', info?.service ?? 'unknown');
      }
      return status.processingStatus === 'PROCESSED' ? status : undefined;
    });
  }

  /** Returns the components of a file, corrections applied. */
  components(file: FileRef, options: { details?: boolean } = {}): Promise<Schemas['FileComponents']> {
    return this.call('get', '/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/components', {
      path: filePath(file), query: { includeDetails: options.details ?? false },
    });
  }

  /** Returns the rows of a component, such as lines of an invoice: text by column. Empty cells are left out. */
  async rows(file: FileRef, component: string): Promise<Record<string, string>[]> {
    const { componentDetails = [] } = await this.components(file, { details: true });
    const detail = componentDetails.find((d) => d.name === component || d.technicalName === component);
    return (detail?.componentValues ?? []).flatMap(({ cells }) => (cells ? [Object.fromEntries(cells.map((c) => [c.column, c.value]))] : []));
  }

  /** Replaces all values of a component. ifMatch is the version, from its details, that must still be there. */
  async override(
    file: FileRef, component: string, values: readonly (string | Schemas['OverrideValue'])[], options: { note?: string; ifMatch?: string } = {},
  ): Promise<void> {
    await this.call('post', '/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/component-overrides', {
      path: filePath(file),
      body: {
        name: component,
        componentValues: values.map((v) => (typeof v === 'string' ? { value: v } : v)),
        ...(options.note !== undefined && { note: options.note }),
      },
      idempotencyKey: newKey(),
      ...(options.ifMatch !== undefined && { headers: { 'If-Match': `"${options.ifMatch}"` } }),
    });
  }

  /** Takes the overrides of components back. */
  async revert(file: FileRef, ...components: string[]): Promise<void> {
    await this.call('post', '/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/component-overrides/revert', {
      path: filePath(file), body: { components },
    });
  }

  /** Asks for a package of a dossier; waitPackage waits for it. */
  packageDossier(dossier: DossierRef, request: Schemas['DownloadRequest'] = {}): Promise<Schemas['DownloadStatus']> {
    return this.call('post', '/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/downloads', {
      path: dossierPath(dossier), body: request, idempotencyKey: newKey(),
    });
  }

  /** Asks for a package of a file; waitPackage waits for it. */
  packageFile(file: FileRef, request: Schemas['DownloadRequest'] = {}): Promise<Schemas['DownloadStatus']> {
    return this.call('post', '/api/dossier-templates/{dossierTemplateId}/dossiers/{dossierId}/files/{fileId}/downloads', {
      path: filePath(file), body: request, idempotencyKey: newKey(),
    });
  }

  /** Waits until a package is READY, and returns its status. Rejects also with PackageFailed and WaitTimeout. */
  waitPackage(wanted: { id: string }, patience: Patience = {}): Promise<Schemas['DownloadStatus']> {
    return this.#poll('the package is not ready', patience, async () => {
      const status = await this.call('get', '/api/downloads/{downloadId}', { path: { downloadId: wanted.id } });
      if (status.status === 'FAILED') throw new PackageFailed(status.errorCause);
      return status.status === 'READY' ? status : undefined;
    });
  }

  /**
   * Waits until an operation is over, and so are the analyses that it has asked for, and returns it: DONE, FAILED or
   * CANCELLED. Requests with the header Prefer: respond-async are answered with one. Rejects also with WaitTimeout.
   */
  waitOperation(begun: { id: string }, patience: Patience = {}): Promise<Schemas['Operation']> {
    return this.#poll('the operation is not over', patience, async () => {
      const found = await this.call('get', '/api/operations/{operationId}', { path: { operationId: begun.id } });
      return found.ended === null || found.analysis?.waiting ? undefined : found;
    });
  }

  /**
   * Returns the bytes of a package that is READY, as they come. In Node,
   * pipeline(Readable.fromWeb(stream), createWriteStream(path)) writes them to a file; there the
   * stream fails with DigestMismatch at its end unless it has the digest that the service tells,
   * for packages of up to 1 GiB.
   */
  async download(ready: { id: string }, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const path = fill('/api/downloads/{downloadId}/content', { downloadId: ready.id });
    const hash = await newHash();
    const answer = await this.#sender.send('GET', path, { signal, headers: hash && { 'Want-Repr-Digest': 'sha-256=1' } });
    const told = /sha-256=:([^:]*):/.exec(answer.headers.get('Repr-Digest') ?? '')?.[1];
    const body = answer.body ?? new Blob([]).stream();
    return hash && told ? body.pipeThrough(compareDigest(hash, told)) : body;
  }

  async #poll<T>(late: string, patience: Patience, read: () => Promise<T | undefined>): Promise<T> {
    const timeout = patience.timeout ?? fiveMinutes;
    const { pause } = this.#sender;
    const end = Date.now() + timeout;
    for (let wait = pause; ; wait = Math.min(2 * wait, 10 * pause)) {
      const value = await read();
      if (value !== undefined) return value;
      if (Date.now() + wait > end) throw new WaitTimeout(`${late} within ${Math.round(timeout / 1000)} s`);
      await sleepFor(wait, patience.signal);
    }
  }
}

interface Hash {
  update(chunk: Uint8Array): unknown;
  digest(form: 'base64'): string;
}

/** Returns a SHA-256 that takes bytes as they come; undefined in browsers, which have none. */
async function newHash(): Promise<Hash | undefined> {
  const node = 'node:crypto';
  try {
    return ((await import(node)) as { createHash(name: string): Hash }).createHash('sha256');
  } catch {
    return undefined;
  }
}

function compareDigest(hash: Hash, want: string): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, to) {
      hash.update(chunk);
      to.enqueue(chunk);
    },
    flush(to) {
      if (hash.digest('base64') !== want) to.error(new DigestMismatch('what came is not what the service has'));
    },
  });
}

const fiveMinutes = 300_000;

const dossierPath = (d: DossierRef) => ({ dossierTemplateId: d.dossierTemplateId, dossierId: d.id });

const filePath = (f: FileRef) => ({ dossierTemplateId: f.dossierTemplateId, dossierId: f.dossierId, fileId: f.id });

const newKey = () => crypto.randomUUID();

function fill(path: string, values: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`${name} of ${path} is not given`);
    return encodeURIComponent(value);
  });
}

const partSize = 8 << 20; // bytes of one request of a resumable upload
const resumeTries = 10; // without a byte between them

/** Whether a resumable upload that failed can go on later. */
function mayGoOn(error: unknown): boolean {
  if (error instanceof TypeError) return true; // fetch could not reach the service
  if (!(error instanceof ApiError)) return false;
  return error.status >= 500 || ['wrong_offset', 'request_running', 'contended', 'incomplete_upload'].includes(error.code);
}

/** Text in base64 of its UTF-8. */
const encodeText = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
