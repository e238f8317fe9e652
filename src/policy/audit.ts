/** The lines of the audit log: what was decided about each write, each line with the hash of the one before. Pure. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../core/words.ts';

/** What one line of the audit log states. It holds no argument of the write, only their digest. */
export interface AuditEntry {
  /** ISO 8601, in UTC. */
  readonly time: string;
  /** Which way the write came: `cli`, `api`, `ws`, `library` or `serve`. */
  readonly door: string;
  /** The program that ran the command, as it names itself; lines of earlier versions have no such member. */
  readonly client: string;
  readonly command: string;
  readonly endpoint: string;
  /** A digest of the method, path and arguments of the write. */
  readonly digest: string;
  /** The id of the rule, or the name of the limit, that decided. */
  readonly rule: string;
  readonly verdict: 'allow' | 'ask' | 'refuse';
  readonly venue: string;
  readonly profile: string;
  /** `refused` or `sending` when it was decided; then `accepted`, `rejected`, `unknown` or `not_executed`. */
  readonly outcome: string;
  /** From sending to the answer, in ms; null when it was decided. */
  readonly latencyMs: number | null;
}

/** The hash that the first line of a log names as the one before. */
const NO_HASH = '0'.repeat(64);

/** The place of a line in the chain. */
export interface AuditLink {
  readonly seq: number;
  readonly hash: string;
}

const START: AuditLink = { seq: 0, hash: NO_HASH };

/** Returns the line of an entry, with its line feed, that follows another line. */
export function auditLine(entry: AuditEntry, after: AuditLink = START): string {
  const body = { seq: after.seq + 1, ...entry, prev: after.hash };
  return `${JSON.stringify({ ...body, hash: hashOf(body) })}\n`;
}

/** Returns the link of a line; undefined for text that is no whole line of an audit log. */
export function auditLinkOf(line: string): AuditLink | undefined {
  const value = parseLine(line);
  if (value === undefined) return undefined;
  const { seq, hash } = value;
  return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : undefined;
}

/** Returns the entry of a line; undefined for text that is no line of an audit log. */
export function parseLine(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}

/** What the check of an audit log found. */
export interface AuditCheck {
  readonly lines: number;
  /** The hash of the last line; zeros for an empty log. */
  readonly head: string;
  /** The number of the first line that does not follow from the one before, and what is wrong with it. */
  readonly fault?: { readonly line: number; readonly why: string };
}

/** Checks that each line is unchanged and follows the one before. */
export function checkAudit(text: string): AuditCheck {
  const lines = text.split('\n');
  const rest = lines.pop();
  let last = START;
  for (const [index, line] of lines.entries()) {
    const why = lineFault(line, last);
    if (why !== undefined) return { lines: index, head: last.hash, fault: { line: index + 1, why } };
    last = auditLinkOf(line)!;
  }
  const torn = rest === '' ? {} : { fault: { line: lines.length + 1, why: 'the line is not complete' } };
  return { lines: lines.length, head: last.hash, ...torn };
}

function lineFault(line: string, last: AuditLink): string | undefined {
  const value = parseLine(line);
  if (value === undefined) return 'the line is no entry';
  const { hash, ...body } = value;
  if (body['prev'] !== last.hash || body['seq'] !== last.seq + 1)
    return 'lines before it are missing or were changed';
  return hash === hashOf(body) ? undefined : 'the line was changed';
}

function hashOf(body: object): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}
