import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The user that runs the tests. */
export const OWNER = userInfo().uid;

/** Returns a private folder that is removed after the test. */
export function privateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-store-'));
  chmodSync(folder, 0o700);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
