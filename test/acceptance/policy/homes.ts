/** Home folders with a policy, for acceptance tests. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { json } from '../outcomes.ts';
import { bourse, temporaryFolder, type WorldOptions } from '../world.ts';

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

/** Sends a line that the policy asks about, and returns the plan that the error names. */
export async function planOf(line: string | readonly string[], options: WorldOptions): Promise<string> {
  return (await plannedBy(line, options)).plan;
}

/** Sends a line that the policy asks about, and returns the plan and the idempotency key that the error names. */
export async function plannedBy(line: string | readonly string[], options: WorldOptions) {
  const { code, stderr } = await bourse(line, options);
  expect(code).toBe(9);
  const hint = String(errorOf(stderr)['hint']);
  const [, plan, key] = /bourse approve (p[0-9a-f]{12})\. .* --idempotency-key (\S+)\.$/.exec(hint)!;
  return { plan: plan!, key: key! };
}

/** Approves a plan as a person who types the code that the question shows; returns the question. */
export async function approve(plan: string, home: string, more: WorldOptions = {}): Promise<string> {
  let asked = '';
  const ask = async (question: string) => {
    asked = question;
    return /Type (\d{4}): $/.exec(question)![1]!;
  };
  expect(json(await bourse(`approve ${plan} -o json`, { home, ask, ...more }))).toMatchObject({
    plan,
    approved: true,
  });
  return asked;
}
