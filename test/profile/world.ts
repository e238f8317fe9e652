/** A folder of profiles, the services to open it, and a recorded conversation with the user. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Clock, seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { isSandboxKey } from '../../src/core/sandbox-key.ts';
import { unixMs } from '../../src/core/words.ts';
import { openProfiles, type Profiles } from '../../src/profile/profiles.ts';
import type { ProfileIo, ProfileServices } from '../../src/profile/services.ts';
import { demoKeys } from '../../src/sandbox/engine/ledger/demo-keys.ts';
import { createSigner } from '../../src/signing/signer.ts';

export const API_KEY = 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A';
export const SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
export const DEMO = demoKeys(1);

/** A clock whose sleeps return immediately. */
const clock: Clock = {
  now: () => unixMs(1_710_506_096_789),
  monotonicMs: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export const SERVICES: ProfileServices = {
  clock,
  random: seededRandom(5),
  owner: userInfo().uid,
  secretHex: (bytes) => randomBytes(bytes).toString('hex'),
  // A low cost keeps the tests fast; one test uses the default.
  scryptRounds: 1024,
  createSigner,
  isSandboxKey,
  demoKeys: () => DEMO,
  nodePath: process.execPath,
  programFile: fileURLToPath(import.meta.url),
  execArguments: [],
};

export interface Conversation extends ProfileIo {
  readonly warnings: string[];
  readonly questions: string[];
  readonly forgotten: string[];
}

/** Returns a conversation with these variables, in which questions are answered in this order. */
export function conversation(
  variables: Readonly<Record<string, string>> = {},
  answers: readonly string[] = [],
  more: Partial<ProfileIo> = {},
): Conversation {
  const warnings: string[] = [];
  const questions: string[] = [];
  const forgotten: string[] = [];
  const rest = [...answers];
  return {
    variables,
    warnings,
    questions,
    forgotten,
    warn: (text) => warnings.push(text),
    forgetVariable: (name) => forgotten.push(name),
    async ask(question, { isHidden }) {
      questions.push(isHidden ? question : `${question}(shown)`);
      return rest.shift();
    },
    ...more,
  };
}

/** Returns a private folder that is removed after the test. */
export function profileFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-profile-'));
  chmodSync(folder, 0o700);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns profiles in a new folder. */
export function freshProfiles(services: Partial<ProfileServices> = {}): {
  folder: string;
  profiles: Profiles;
} {
  const folder = profileFolder();
  return { folder, profiles: openProfiles(folder, { ...SERVICES, ...services }) };
}

/** The variables with example keys. */
export const KEY_VARIABLES = { KEY: API_KEY, SECRET } as const;

/** References to these variables. */
export const KEY_REFERENCES = { apiKey: 'env:KEY', secret: 'env:SECRET' } as const;

/** Returns the ToolError that the work throws. */
export async function refusal(work: () => unknown): Promise<ToolError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
