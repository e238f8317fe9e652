/** Home folders with a policy, for acceptance tests. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../world.ts';

/** Returns a home folder whose policy file has this content. */
export function homeWith(policy: unknown, mode = 0o600): string {
  const home = temporaryFolder();
  writePolicy(home, policy, mode);
  return home;
}

/** Writes the policy file of a home folder. */
export function writePolicy(home: string, policy: unknown, mode = 0o600): void {
  mkdirSync(join(home, 'config'), { recursive: true, mode: 0o700 });
  const path = join(home, 'config', 'policy.json');
  writeFileSync(path, typeof policy === 'string' ? policy : JSON.stringify(policy));
  chmodSync(path, mode);
}

/** Returns the error object that a run printed as JSON. */
export function errorOf(stderr: string): Record<string, unknown> {
  return (JSON.parse(stderr.trim().split('\n').at(-1)!) as { error: Record<string, unknown> }).error;
}
