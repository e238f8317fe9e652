/** The audit log of this machine: an append-only file with a line for each decision on a write and for each outcome. */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { asToolError, ToolError } from '../../core/errors.ts';
import { type AuditEntry, auditLine, auditLinkOf } from '../../policy/audit.ts';
import { planArgs } from '../../policy/plan.ts';
import type { Answer, PreparedRequest } from '../../request/types.ts';
import { type CheckedFile, ensurePrivateFolder, readCheckedFile } from '../../store/checked-file.ts';
import { withLock } from '../../store/lock.ts';
import type { World } from '../world.ts';
import { doorOf } from './door.ts';

/** Longer than any line, which holds no arguments. */
const TAIL_BYTES = 8192;
const BYTES_MAX = 512 * 1024 * 1024;

/** Which write a line is about, and what was decided. */
export interface AuditedWrite {
  readonly request: PreparedRequest;
  readonly command: string;
  readonly client: string;
  readonly profile: string | undefined;
  readonly venue: string;
  readonly rule: string;
  readonly verdict: AuditEntry['verdict'];
}

function auditFile({ folders, facts }: World): CheckedFile {
  const path = join(folders.state, 'audit.ndjson');
  return { path, what: 'the audit log', owner: facts.owner, kind: 'storage', bytesMax: BYTES_MAX };
}

/** Returns the text of the audit log; empty if there is none. Throws kind `storage` for a file that cannot be trusted. */
export function readAudit(world: World): string {
  return readCheckedFile(auditFile(world)) ?? '';
}

/** Appends a line about a write. Throws kind `storage` if it cannot be written. */
export async function appendAudit(
  world: World,
  { request, command, client, profile, venue, rule, verdict }: AuditedWrite,
  outcome: string,
  latencyMs: number | null = null,
): Promise<void> {
  const { endpoint, method, path } = request;
  const entry: AuditEntry = {
    time: new Date(world.clock.now()).toISOString(),
    door: doorOf(command),
    client,
    command,
    endpoint,
    digest: createHash('sha256')
      .update(JSON.stringify([method, path, planArgs(request)]))
      .digest('hex'),
    rule,
    verdict,
    venue,
    profile: profile ?? '',
    outcome,
    latencyMs,
  };
  const file = auditFile(world);
  ensurePrivateFolder(file);
  const { clock, random } = world;
  await withLock({ path: `${file.path}.lock`, clock, random }, () => appendLine(file.path, entry));
}

/** Sends a write that may be sent, and appends a line with what became of it. `note` says if that fails. */
export async function auditOutcome(
  world: World,
  write: AuditedWrite,
  note: (text: string) => void,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const startedMs = world.clock.monotonicMs();
  const append = async (outcome: string) => {
    const latencyMs = Math.round(world.clock.monotonicMs() - startedMs);
    await appendAudit(world, write, outcome, latencyMs).catch((error: unknown) =>
      note(`The audit log lacks the outcome of the write: ${asToolError(error).message}`),
    );
  };
  try {
    const answer = await send();
    await append(outcomeOf(answer.status));
    return answer;
  } catch (error) {
    await append(asToolError(error).facts.execution === 'not_executed' ? 'not_executed' : 'unknown');
    throw error;
  }
}

function outcomeOf(status: number): string {
  if (status >= 200 && status < 300) return 'accepted';
  return status >= 400 && status < 500 ? 'rejected' : 'unknown';
}

function appendLine(path: string, entry: AuditEntry): void {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0 } = constants;
  try {
    const descriptor = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
    try {
      const tail = readTail(descriptor);
      const last = tail.split('\n').findLast((line) => auditLinkOf(line) !== undefined);
      // A line that a killed process left incomplete stays as it is, and the check of the log names it.
      const separator = tail === '' || tail.endsWith('\n') ? '' : '\n';
      const bytes = Buffer.from(
        separator + auditLine(entry, last === undefined ? undefined : auditLinkOf(last)),
      );
      if (writeSync(descriptor, bytes) !== bytes.length) throw new Error('the disk is full');
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new ToolError({
      kind: 'storage',
      message: `The audit log ${path} could not be written: ${(error as Error).message}.`,
      hint: 'Free disk space or make the file writable: under a policy no write is sent without a line in it.',
      cause: error,
    });
  }
}

function readTail(descriptor: number): string {
  const { size } = fstatSync(descriptor);
  const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
  readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
  return bytes.toString('utf8');
}
