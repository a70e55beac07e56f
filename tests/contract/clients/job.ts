// What the main job needs in every language of clients: settings, a sample, patience.
import { deepStrictEqual, ok as isTrue, rejects as throws } from 'node:assert';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export function setting(name: string): string {
  const value = process.env[`DOCKET_${name}`];
  if (!value) throw new Error(`DOCKET_${name} is not set`);
  return value;
}

export function sample(): File {
  const path = setting('SAMPLE');
  return new File([readFileSync(path)], basename(path), { type: 'application/pdf' });
}

export function ok(value: unknown, what: string): asserts value { isTrue(value, what); }

export function equal(got: unknown, want: unknown): void { deepStrictEqual(got, want); }

export async function rejects(call: Promise<unknown>, isRight: (e: unknown) => boolean): Promise<void> { await throws(call, isRight); }

// until asks again until it is so, for at most five minutes.
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 300_000; !(await isSo()); await setTimeout(200)) {
    if (Date.now() > end) throw new Error(`not within five minutes: ${what}`);
  }
}
