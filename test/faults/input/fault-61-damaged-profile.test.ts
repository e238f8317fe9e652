/**
 * Fault 61: The file of profiles is corrupt, empty or truncated.
 *
 * It is never overwritten; the error names the file and quotes nothing of it; exit code 3.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { CANARY_KEYS } from '../../acceptance/scripted-exchange.ts';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';
import { expectNoCanary } from '../fault-exchange.ts';

const SECRET = CANARY_KEYS.BOURSE_API_SECRET;

it.each([
  '',
  ' \n',
  'null',
  '[]',
  '{}',
  '{"schemaVersion":1,"profiles":{"a":"plain:',
  `{"schemaVersion":1,"profiles":{"a":{"secret":"plain:${SECRET}"`,
  `not JSON ${SECRET}`,
  '{"schemaVersion":"1","profiles":{}}',
  '\u0000\u0001',
])('%j is left as it is: exit 3', async (text) => {
  const home = temporaryFolder();
  const folder = join(home, 'config');
  mkdirSync(folder, { mode: 0o700 });
  const path = join(folder, 'profiles.json');
  writeFileSync(path, text, { mode: 0o600 });
  const add = 'profile add two --env live --api-key env:BOURSE_API_KEY --secret env:BOURSE_API_SECRET';
  for (const line of ['profile list', 'account info --profile a', add]) {
    const outcome = await bourse(line, { home, environment: line === add ? CANARY_KEYS : {} });
    const error = failure(outcome);
    expect(error).toMatchObject({ kind: 'credentials', exitCode: 3 });
    expect(error.message).toContain(path);
    expectNoCanary(outcome);
  }
  expect(readFileSync(path, 'utf8')).toBe(text);
});
