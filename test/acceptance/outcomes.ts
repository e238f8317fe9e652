/** Parses the output of a run, and queries the sandbox's exchange directly. */
import { expect } from 'vitest';
import type { ErrorEnvelope } from '../../src/core/errors.ts';
import { createExchange } from '../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest } from '../../src/sandbox/exchange/requests.ts';
import { fixedClock, NOW, type Outcome } from './world.ts';

/** Returns the error envelope, which must be the last line of stderr; stdout must be empty. */
export function failure(outcome: Outcome): ErrorEnvelope {
  expect(outcome.stdout).toBe('');
  return envelope(outcome);
}

/** Returns the error envelope of a run that may have written rows before it failed. */
export function envelope(outcome: Outcome): ErrorEnvelope {
  const lines = outcome.stderr.trimEnd().split('\n');
  const { error } = JSON.parse(lines.at(-1)!) as { error: ErrorEnvelope };
  expect(error.exitCode).toBe(outcome.code);
  return error;
}

/** Returns the JSON on stdout of a successful run. */
export function json<T>(outcome: Outcome): T {
  expect(outcome).toMatchObject({ code: 0 });
  return JSON.parse(outcome.stdout) as T;
}

/** Returns the JSON value of each line. */
export function lines<T>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** Returns the rows of a csv text, cells unquoted (RFC 4180). */
export function csv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n"]*))(,|\n)/g)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === '\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

/** Returns the answer of a sandbox exchange with the default seed as text; the status must be 200. */
export function exchangeAnswer(
  target: string,
  now = NOW,
  headers: Readonly<Record<string, string>> = {},
): string {
  const exchange = createExchange({ clock: fixedClock(now), seed: 1 });
  const { status, body } = answerRequest(exchange, {
    method: 'GET',
    target,
    headers,
    body: '',
    client: 'test',
  });
  expect(status).toBe(200);
  return body;
}

/** Splits a line into words as a shell does; handles quotes, but no expansions. */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  for (const [token] of line.matchAll(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"\\])+/g))
    words.push(
      token.replace(
        /'([^']*)'|"([^"]*)"|\\'/g,
        (_, single?: string, double?: string) => single ?? double ?? "'",
      ),
    );
  return words;
}
