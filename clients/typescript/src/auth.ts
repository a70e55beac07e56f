// Where access tokens come from.
import { SignInError } from './errors.js';

/** What sends requests: fetch, or another one of its form. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Provides access tokens. */
export interface TokenSource {
  /** Returns a token that is believed to be valid. */
  token(send: Fetch, baseUrl: string): Promise<string>;
  /** Returns another token in the place of one that was refused, undefined where there is none. */
  renew(send: Fetch, baseUrl: string, refused: string): Promise<string | undefined>;
}

/** Returns a source of a token, or an API key, that was obtained elsewhere and is never renewed. */
export function fixedToken(value: string): TokenSource {
  return { token: async () => value, renew: async () => undefined };
}

/** How a program signs in. */
export interface Credentials {
  workspace: string;
  clientId: string;
  clientSecret: string;
  /** Another OpenID provider than the service itself, for workspaces that trust one. */
  issuer?: string;
}

const early = 30_000; // milliseconds before its end that a token is renewed

/** Returns a source that signs in as the service account of a client, and again before a token ends. */
export function clientCredentials(c: Credentials): TokenSource {
  let endpoint = '';
  let access = '';
  let ends = 0;
  let running: Promise<string> | undefined;

  async function signIn(send: Fetch, baseUrl: string): Promise<string> {
    if (!endpoint) {
      const issuer = (c.issuer ?? `${baseUrl}/auth/realms/${c.workspace}`).replace(/\/+$/, '');
      endpoint = (await read(await send(`${issuer}/.well-known/openid-configuration`), 'token_endpoint')).text;
    }
    const begun = Date.now();
    const form = new URLSearchParams({
      grant_type: 'client_credentials', scope: 'openid', client_id: c.clientId, client_secret: c.clientSecret,
    });
    const { text, body } = await read(await send(endpoint, { method: 'POST', body: form }), 'access_token');
    access = text;
    ends = begun + 1000 * Number(body['expires_in'] ?? 60);
    return access;
  }

  // Requests that come together share one sign-in.
  const share = (send: Fetch, baseUrl: string) =>
    (running ??= signIn(send, baseUrl).finally(() => { running = undefined; }));

  return {
    token: async (send, baseUrl) => (Date.now() < ends - early ? access : share(send, baseUrl)),
    renew: async (send, baseUrl, refused) => (access === refused ? share(send, baseUrl) : access),
  };
}

async function read(answer: Response, name: string): Promise<{ text: string; body: Record<string, unknown> }> {
  let body: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(await answer.text());
    if (parsed !== null && typeof parsed === 'object') body = parsed as Record<string, unknown>;
  } catch {
    // told below
  }
  const text = body[name];
  if (answer.ok && typeof text === 'string') return { text, body };
  throw new SignInError(String(body['error'] ?? `status ${answer.status}`), String(body['error_description'] ?? body['message'] ?? ''));
}
