/** Halts writes by itself where the policy says so: after too many refusals, or after a write of unknown outcome. */

import { asToolError, ToolError } from '../../core/errors.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import { unixMs } from '../../core/words.ts';
import type { PolicyDocument } from '../../policy/policy.ts';
import { readPolicy } from '../../policy/policy-file.ts';
import { PERMIT_ERROR } from '../../request/permit.ts';
import { openJournal } from '../journal/write-journal.ts';
import type { World } from '../world.ts';
import { policyFilePath } from '../write-policy.ts';
import { EXPOSURE_CHANGED } from './exposure-changed.ts';
import { haltOnce } from './halt-file.ts';
import { HALT_RULE } from './halt-path.ts';

/** The kind of the subjects of the journal that are refusals, and the state of those that were not followed by a halt. */
const REFUSAL = { kind: 'refusal', states: ['REFUSED'] } as const;

/** The minutes within which refusals count, if the policy does not say. */
const DEFAULT_MINUTES = 10;

/** How a halt ends, for the person who must do it. */
const RESUME = 'A person ends the halt at a terminal: bourse policy resume.';

/**
 * Counts the error of a write that was not sent, if the policy refused it, and halts writes after too many. Returns the
 * error to report, which then also says that writes are halted. `onHalt` is called if this refusal halted them.
 */
export async function countRefusal(world: World, error: ToolError, onHalt: () => void): Promise<ToolError> {
  try {
    const policy = readPolicy(policyFilePath(world), world.facts.owner);
    const why = isRefusalOf(policy, error) ? await haltReason(world, policy) : undefined;
    if (why === undefined) return error;
    if (haltOnce(world, why)) onHalt();
    return withHint(error, `Writes are halted from now on: ${why}. ${RESUME}`);
  } catch (thrown) {
    return withHint(error, `The refusal was not counted for the halt: ${asToolError(thrown).message}`);
  }
}

/** The names of errors by which a write is held back although the policy has not refused it. */
const NO_REFUSALS: readonly (string | undefined)[] = [undefined, HALT_RULE, EXPOSURE_CHANGED, PERMIT_ERROR];

/** Whether a policy refused a write; not if the write waits for approval, or something else held it back. */
function isRefusalOf(
  { default: verdict, rules }: PolicyDocument,
  { kind, facts: { name } }: ToolError,
): boolean {
  if (kind !== 'refused' || NO_REFUSALS.includes(name)) return false;
  return name === 'default'
    ? verdict !== 'ask'
    : !rules.some(({ id, then }) => id === name && then === 'ask');
}

/** Records a refusal; returns the reason of a halt if there were too many, which then count no more. */
async function haltReason(world: World, { halt }: PolicyDocument): Promise<string | undefined> {
  const { afterRefusals, withinMinutes = DEFAULT_MINUTES } = halt ?? {};
  if (afterRefusals === undefined) return undefined;
  const at = world.clock.now();
  const since = unixMs(at - withinMinutes * MINUTE_MS);
  const state = await openJournal(world);
  try {
    const creates = { kind: REFUSAL.kind, scope: '' };
    const subject = `r${world.secretHex(8)}`;
    await state.commit([{ do: 'append', subject, state: 'REFUSED', from: [], at, body: {}, creates }]);
    await state.prune({ ...REFUSAL, before: since });
    const { length } = await state.subjects({ ...REFUSAL, since });
    if (length < afterRefusals) return undefined;
    await state.prune({ ...REFUSAL, before: unixMs(at + 1) });
    return `the policy refused ${length} writes within ${withinMinutes} minutes`;
  } finally {
    await state.close();
  }
}

/**
 * Halts writes if the policy asks for it after a write of unknown outcome; `note` says so, and `onHalt` is called unless
 * writes were halted before. Never throws.
 */
export async function haltAfterUnknown(
  world: World,
  note: (text: string) => void,
  onHalt: () => void,
): Promise<void> {
  try {
    const { halt } = readPolicy(policyFilePath(world), world.facts.owner);
    if (halt?.onUnknown !== true) return;
    const why = 'it is not known whether a write was executed';
    if (haltOnce(world, why)) onHalt();
    note(`Writes are halted from now on: ${why}. ${RESUME}`);
  } catch (thrown) {
    note(`Writes were not halted: ${asToolError(thrown).message}`);
  }
}

function withHint(error: ToolError, hint: string): ToolError {
  return new ToolError({ ...error.facts, hint });
}
