// Checks deliveries of webhooks by the scheme of Standard Webhooks.
import { WebhookError } from './errors.js';

/** Seconds that the time of a delivery may differ from the receiver's. */
export const tolerance = 300;

/** What a check can be told. */
export interface WebhookOptions {
  /** Default: tolerance. */
  tolerance?: number;
  /** Seconds since 1970; default: the clock. */
  now?: number;
}

/** Headers of a delivery, as fetch or as node:http has them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/**
 * Returns the JSON of a delivery that one of the secrets signed.
 *
 * Secrets are those of the subscription, as it shows them (whsec_…); while one rolls there are two.
 * The body is what arrived, byte by byte, before it was parsed. webhook-id stays the same when a
 * delivery is tried again: keep it to handle each one once. Throws WebhookError.
 */
export async function verifyWebhook(
  secrets: string | readonly string[], headers: WebhookHeaders, body: Uint8Array | string, options: WebhookOptions = {},
): Promise<unknown> {
  const [id, stamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => header(headers, name));
  if (!id || !stamp || !signatures) throw new WebhookError('webhook-id, webhook-timestamp or webhook-signature is missing');
  checkTime(stamp, options.tolerance ?? tolerance, options.now ?? Date.now() / 1000);
  const raw = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const head = new TextEncoder().encode(`${id}.${stamp}.`);
  const signed = new Uint8Array(head.length + raw.length);
  signed.set(head);
  signed.set(raw, head.length);
  const keys = await Promise.all((typeof secrets === 'string' ? [secrets] : secrets).map(importKey));
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? decode(signature.slice(3)) : undefined;
    if (!bytes) continue;
    for (const key of keys) {
      if (await crypto.subtle.verify('HMAC', key, bytes, signed)) return parse(raw);
    }
  }
  throw new WebhookError('No signature is of one of the secrets');
}

function header(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(found) ? found[0] : found) ?? '';
}

function checkTime(stamp: string, most: number, now: number): void {
  if (!/^[0-9]+$/.test(stamp)) throw new WebhookError('webhook-timestamp is not a number of seconds');
  if (Math.abs(now - Number(stamp)) > most) {
    throw new WebhookError('The delivery is too old, or is from the future: compare the clocks');
  }
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = decode(secret.replace(/^whsec_/, ''));
  if (!bytes?.length) throw new WebhookError('The secret is not one of a webhook: take it as the subscription shows it');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parse(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    throw new WebhookError('The delivery is not JSON');
  }
}
