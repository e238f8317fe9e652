/**
 * `--idempotency-key`: a command that was sent under a key is not sent again. The same command under the same key prints
 * the recorded result; another command under it is refused.
 */
import { createHash } from 'node:crypto';
import { idempotencyClaim, isInFlight, isPlanClaim, openJournal } from '../../app/journal/write-journal.ts';
import {
  recordOf,
  UNRESOLVED_STATES,
  WRITE_KIND,
  type WriteRecord,
  wordsOf,
} from '../../app/journal/write-record.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import { stringifyJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import type { JsonValue } from '../../core/words.ts';
import type { SharedState } from '../../state/shared-state.ts';
import type { CommandCall, TypedCommand } from '../types.ts';

/** Options that change neither what is sent nor where. */
const NEUTRAL_OPTIONS: ReadonlySet<string> = new Set([
  'yes',
  'dry-run',
  'despite-unresolved',
  'idempotency-key',
]);

/** Returns a digest of the command as it was typed: its words, its arguments and where it goes. */
export function commandDigest({
  command,
  endpoint,
  given,
  fanOut,
  positionals,
  verb,
  options,
}: TypedCommand): string {
  const own = (verb.options ?? []).map(({ name }) => name).filter((name) => !NEUTRAL_OPTIONS.has(name));
  const names = [...own, 'env', 'profile', 'host', 'interface', 'via'].sort();
  const typed = [...given, ...fanOut].map(({ name, text }) => `${name}=${text}`).sort();
  const parts: JsonValue = [
    command,
    endpoint?.id ?? null,
    typed,
    positionals as JsonValue,
    names.map((name) => [name, (options[name] ?? null) as JsonValue]),
  ];
  return createHash('sha256').update(stringifyJson(parts)).digest('hex').slice(0, 32);
}

/** What an earlier run under the same key has left. */
export interface RecordedResult {
  /** The answer that it printed; undefined if it ended before. */
  readonly answer: string | undefined;
  readonly note: string;
}

/**
 * Returns the result of an earlier run of the command under the key, or undefined if the key is new. A write whose process
 * was killed is looked up first. Throws a usage error if the key was used for another command, kind `execution-unknown` if
 * it is not known what became of its writes, and the recorded refusal of a write that was not executed.
 */
export async function recordedResult(
  call: CommandCall,
  key: string,
  digest: string,
): Promise<RecordedResult | undefined> {
  const journal = await openJournal(call.services.world);
  try {
    const claimed = await journal.claimed(idempotencyClaim(key));
    // A plan compares the key of an order that was sent by its client order id alone.
    if (claimed === undefined || isPlanClaim(claimed)) return undefined;
    const [usedFor, run] = claimed.split(' ');
    if (usedFor !== digest)
      throw usageError(
        `The idempotency key "${safeText(key)}" was used for another command or other parameters.`,
        'Repeat that command exactly, or take a new key. Nothing was sent.',
      );
    return await resultOf(call, journal, key, run!);
  } finally {
    await journal.close();
  }
}

/** Returns the writes of a run; those whose process has ended without their outcome are looked up first. */
async function writesOf(
  call: CommandCall,
  journal: SharedState,
  run: string,
): Promise<readonly WriteRecord[]> {
  const where = { field: 'run', value: run } as const;
  const read = async () => (await journal.subjects({ kind: WRITE_KIND, where })).map(recordOf);
  const writes = await read();
  const abandoned = writes.filter(
    (write) => UNRESOLVED_STATES.includes(write.state) && !isInFlight(write, call.services.world),
  );
  if (abandoned.length === 0) return writes;
  const { resolveWrite } = await import('../orders/resolve.ts');
  for (const write of abandoned) await resolveWrite(call, journal, write);
  return read();
}

async function resultOf(
  call: CommandCall,
  journal: SharedState,
  key: string,
  run: string,
): Promise<RecordedResult> {
  const writes = await writesOf(call, journal, run);
  const [last] = writes;
  if (last === undefined)
    throw usageError(
      `The idempotency key "${safeText(key)}" was used, and its record has been pruned.`,
      'Take a new key. Nothing was sent.',
    );
  const unresolved = writes.find(({ state }) => UNRESOLVED_STATES.includes(state));
  if (unresolved !== undefined)
    throw new ToolError({
      kind: 'execution-unknown',
      message: `It is not known what became of ${wordsOf(unresolved)}, sent before under the key "${safeText(key)}". It was not sent again.`,
      hint: 'Look it up first.',
      execution: 'unknown',
      endpoint: unresolved.endpoint,
      ...(unresolved.clientOrderId === undefined ? {} : { clientOrderId: unresolved.clientOrderId }),
      resume: `bourse orders resolve ${unresolved.id}`,
    });
  const entries = (await Promise.all(writes.map(({ id }) => journal.timeline(id)))).flat();
  const textIn = (name: 'answer' | 'why') =>
    entries.map(({ body }) => body[name]).findLast((value) => typeof value === 'string');
  const when = `at ${formatTime(last.firstAt)}`;
  if (last.state === 'REJECTED' || last.state === 'ABSENT')
    throw new ToolError({
      kind: last.state === 'REJECTED' ? 'rejected' : 'unavailable',
      message: `${textIn('why') ?? `The ${last.noun} was not executed.`} This is the recorded result of the command sent ${when} under the key "${safeText(key)}".`,
      hint: 'Take a new key to try again. Nothing was sent.',
      execution: 'not_executed',
      endpoint: last.endpoint,
      ...(last.clientOrderId === undefined ? {} : { clientOrderId: last.clientOrderId }),
    });
  return {
    answer: textIn('answer'),
    note: `This is the recorded result of the command sent ${when} under the key "${safeText(key)}". Nothing was sent.`,
  };
}

/** Prints the recorded result of an earlier run. */
export async function showRecorded({ output, endpoint }: CommandCall, result: RecordedResult): Promise<void> {
  output.note(result.note);
  if (result.answer !== undefined) await output.answer(result.answer, endpoint?.view);
}
