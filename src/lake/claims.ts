/** Claims of partitions between processes, and the files that a process leaves behind when it is killed. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { ToolError } from '../core/errors.ts';
import { type LakeHome, lakePath } from './home.ts';
import { CLAIM_MS, type LakeLedger } from './ledger.ts';
import type { Claim } from './ledger-records.ts';
import { removeRetired } from './retired-files.ts';

/** The time between two attempts to claim, in ms. */
const POLL_MS = 50;

/** The longest wait for other processes, in ms: longer than a large file takes. */
const WAIT_MAX_MS = 120_000;

/** Temporary files are named after machine, process and import. */
const TEMPORARY = /^\.part-([a-z0-9]+)-(\d+)-[0-9a-f]+-.*\.tmp$/;

/** Returns the name of this machine as it stands in claims and in the names of files. */
export function hostName(): string {
  return (
    hostname()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '') || 'host'
  );
}

/** Returns the beginning of the names of the temporary files of an import. */
export function temporaryPrefix({ pid }: LakeHome, owner: string): string {
  return `.part-${hostName()}-${pid}-${owner}`;
}

/**
 * Claims partitions, and waits for processes that hold some of them. Throws a ToolError of kind `storage` when they hold
 * them too long.
 */
export async function claimPartitions(
  home: LakeHome,
  ledger: LakeLedger,
  partitions: readonly string[],
  owner: string,
): Promise<void> {
  const startedMs = home.clock.monotonicMs();
  for (;;) {
    const taken = await ledger.claim(partitions, owner, hostName());
    if (taken === undefined) return;
    if (isDead(taken, home)) await sweepClaims(home, ledger);
    else if (home.clock.monotonicMs() - startedMs >= WAIT_MAX_MS) throw waitError(taken);
    else await home.clock.sleep(POLL_MS);
  }
}

/** Removes what killed processes left: claims, files that are in no ledger, temporary files. */
export async function sweep(home: LakeHome, ledger: LakeLedger): Promise<void> {
  await sweepClaims(home, ledger);
  for (const name of readdirSync(home.folder)) {
    const [, host, pid] = TEMPORARY.exec(name) ?? [];
    if (host === undefined) continue;
    const path = lakePath(home, name);
    const isLeft =
      host === hostName()
        ? !home.isProcessAlive(Number(pid)) && Number(pid) !== home.pid
        : home.clock.now() - modifiedMs(path) > CLAIM_MS;
    if (isLeft) rmSync(path, { force: true });
  }
  removeRetired(home);
}

/** Removes the temporary files of one import. */
export function removeTemporary(home: LakeHome, owner: string): void {
  const prefix = temporaryPrefix(home, owner);
  for (const name of readdirSync(home.folder)) {
    if (name.startsWith(`${prefix}-`)) rmSync(lakePath(home, name), { force: true });
  }
}

/** Ends the claims of an import; files that it put in place and did not enter in the ledger are removed. */
export async function endClaims(
  home: LakeHome,
  ledger: LakeLedger,
  owner: string,
  remove: (path: string) => void = remover(home),
): Promise<void> {
  await ledger.sweepClaims((claim) => claim.owner === owner, remove);
}

function remover(home: LakeHome) {
  return (path: string) => rmSync(lakePath(home, path), { force: true });
}

/** Takes over the claims of processes that have ended, and removes the files that they did not enter in the ledger. */
async function sweepClaims(home: LakeHome, ledger: LakeLedger): Promise<void> {
  await ledger.sweepClaims((claim) => isDead(claim, home), remover(home));
}

function isDead({ host, pid, until }: Claim, home: LakeHome): boolean {
  return until <= home.clock.now() || (host === hostName() && pid !== home.pid && !home.isProcessAlive(pid));
}

function modifiedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

function waitError({ partition, pid, host }: Claim): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `Process ${pid} on ${host} writes to ${partition}; the wait of ${WAIT_MAX_MS / 1000} seconds is over.`,
    hint: 'Run the command again when that process is done.',
    retryable: true,
  });
}
