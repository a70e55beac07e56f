// Requests, sent again where that is safe.
import type { Fetch, TokenSource } from './auth.js';
import { errorOf } from './errors.js';

/** Values of a query; undefined is left out. */
export type Query = Record<string, unknown>;

/** What a request says beside its method and path. */
export interface Sent {
  query?: Query | undefined;
  headers?: Record<string, string> | undefined;
  /** Can be sent more than once. */
  body?: string | FormData | Blob | undefined;
  signal?: AbortSignal | undefined;
}

const longestWait = 30_000; // milliseconds that the service may ask for

/**
 * Sends requests with a token. A request that the service cannot handle now is sent again: always
 * after 429, else only reads and requests with an Idempotency-Key. Reads name the position of the
 * last write, so that they see it whichever server answers.
 */
export class Transport {
  #position = 0n;

  constructor(
    readonly baseUrl: string, readonly auth: TokenSource, readonly fetch: Fetch, readonly retries: number, readonly pause: number,
  ) {}

  /** Returns an answer that is no failure. Throws ApiError, SignInError, and what fetch throws. */
  async send(method: string, path: string, sent: Sent = {}): Promise<Response> {
    let token = await this.auth.token(this.fetch, this.baseUrl);
    let renewed = false;
    for (let tries = 1; ; tries++) {
      const headers = this.#headers(method, token, sent.headers);
      const isIdempotent = isRead(method) || headers.has('Idempotency-Key');
      let answer: Response;
      try {
        const { body, signal } = sent;
        const init = { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) };
        answer = await this.fetch(this.#url(path, sent.query), init);
      } catch (e) {
        if (tries > this.retries || !isIdempotent || sent.signal?.aborted) throw e;
        await this.sleep(tries, 0, sent.signal);
        continue;
      }
      if (answer.ok || answer.status === 304) {
        this.#noteWrite(method, answer);
        return answer;
      }
      if (answer.status === 401 && !renewed) {
        renewed = true;
        const other = await this.auth.renew(this.fetch, this.baseUrl, token);
        if (other !== undefined) {
          await answer.body?.cancel();
          token = other;
          tries--;
          continue;
        }
      }
      const error = await errorOf(answer);
      const isLater = answer.status === 503 || (answer.status === 409 && error.code === 'request_running');
      if (tries > this.retries || !(answer.status === 429 || (isIdempotent && isLater))) throw error;
      await this.sleep(tries, retryAfter(answer), sent.signal);
    }
  }

  /** Waits before a further try, at least so many milliseconds. */
  async sleep(tries: number, atLeast: number, signal?: AbortSignal): Promise<void> {
    await sleepFor(Math.max(atLeast, this.pause * 2 ** (tries - 1) * (0.8 + 0.4 * Math.random())), signal);
  }

  #headers(method: string, token: string, own: Record<string, string> = {}): Headers {
    const headers = new Headers(own);
    headers.set('Authorization', `Bearer ${token}`);
    if (isRead(method) && this.#position > 0n && !headers.has('Docket-Position')) {
      headers.set('Docket-Position', String(this.#position));
    }
    return headers;
  }

  #url(path: string, query: Query = {}): string {
    const out = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      for (const v of Array.isArray(value) ? value : [value]) {
        if (v !== undefined && v !== null) out.append(name, v instanceof Date ? v.toISOString() : String(v));
      }
    }
    return this.baseUrl + path + (out.size > 0 ? `?${out}` : '');
  }

  #noteWrite(method: string, answer: Response): void {
    const position = answer.headers.get('Docket-Position') ?? '';
    if (!isRead(method) && /^[0-9]+$/.test(position) && BigInt(position) > this.#position) this.#position = BigInt(position);
  }
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

function retryAfter(answer: Response): number {
  const text = answer.headers.get('Retry-After') ?? '';
  return /^[0-9]+$/.test(text) ? Math.min(1000 * Number(text), longestWait) : 0;
}

/** Waits for so many milliseconds, or rejects with the reason of the signal. */
export function sleepFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
