/**
 * Commands run on a fixed clock in most tests, and learn the exchange's clock from its answers: the real time in a Date
 * header would be years away from the test's, and a window of a limit would end whenever a real minute does.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const TESTS = fileURLToPath(new URL('..', import.meta.url));
/** Folders of scripts, and a test of the built program; all of them run on the real clock. */
const ON_REAL_CLOCK = /^(?:bench|long|sdk)\/|^cli\/binary\.test\.ts$/;

it('an HTTP server of a test sends no date', () => {
  const servers = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !ON_REAL_CLOCK.test(file))
    .map((file) => ({ file, text: readFileSync(join(TESTS, file), 'utf8') }))
    .filter(({ text }) => /createServer\b.*from 'node:https?'/.test(text) && text.includes('response) =>'));
  expect(servers.length).toBeGreaterThan(5);
  expect(servers.filter(({ text }) => !text.includes('sendDate = false')).map(({ file }) => file)).toEqual(
    [],
  );
});
