/** The commands of the audit log. None of them sends a request. */
import { readAudit } from '../../app/policy/audit-log.ts';
import type { View } from '../../catalogue/types.ts';
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import { checkAudit, parseLine } from '../../policy/audit.ts';
import type { CommandCall } from '../types.ts';

const LINES: View = {
  shape: 'rows',
  columns: [
    { name: 'seq', is: 'integer' },
    { name: 'time', is: 'time' },
    { name: 'door', is: 'text', hidden: true },
    { name: 'client', is: 'text' },
    { name: 'command', is: 'text' },
    { name: 'endpoint', is: 'text' },
    { name: 'digest', is: 'text', hidden: true },
    { name: 'verdict', is: 'text' },
    { name: 'rule', is: 'text' },
    { name: 'venue', is: 'text' },
    { name: 'profile', is: 'text', hidden: true },
    { name: 'outcome', is: 'text' },
    { name: 'latencyMs', title: 'ms', is: 'integer' },
    { name: 'prev', is: 'text', hidden: true },
    { name: 'hash', is: 'text', hidden: true },
  ],
};

/** Shows the newest lines; text that is no line is left out, and `audit verify` names it. */
export async function show({ services: { world }, options, output }: CommandCall): Promise<void> {
  const count = Number(options['last']);
  if (!Number.isSafeInteger(count) || count < 1)
    throw usageError(`--last must be a whole number from 1, was "${String(options['last'])}".`);
  const lines = readAudit(world)
    .split('\n')
    .map(parseLine)
    .filter((line) => line !== undefined)
    .filter(({ outcome }) => options['refused'] !== true || outcome === 'refused');
  await output.value(lines.slice(-count), LINES);
}

/** Checks the chain; exit code 1 if a line does not follow from the one before. */
export async function verify({ services: { world }, output }: CommandCall): Promise<ExitCode> {
  const { lines, head, fault } = checkAudit(readAudit(world));
  const found = { ok: fault === undefined, lines, head, line: fault?.line ?? null, why: fault?.why ?? null };
  await output.value(found, { shape: 'record', columns: [] });
  return fault === undefined ? EXIT_CODES.done : EXIT_CODES.check;
}
