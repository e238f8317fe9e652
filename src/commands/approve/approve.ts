/** `bourse approve`: a person at a terminal approves a write that the policy asks about. Sends nothing. */
import { approvePlan, readOpenPlan, type StoredPlan } from '../../app/policy/plans.ts';
import type { World } from '../../app/world.ts';
import { policyFilePath } from '../../app/write-policy.ts';
import { ToolError } from '../../core/errors.ts';
import { safeLines, safeText } from '../../core/text.ts';
import { formatTime } from '../../core/time.ts';
import { readPolicy } from '../../policy/policy-file.ts';
import { writeWords } from '../calling/write-words.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';

/** Runs the command. */
export async function run({ services: { world }, positionals, output }: CommandCall): Promise<void> {
  const policy = readPolicy(policyFilePath(world), world.facts.owner);
  const plan = await readOpenPlan(world, policy, String(positionals['plan']));
  const code = fourDigits(world);
  const answer = await world.ask(`${await planText(plan)}\nApprove it? Type ${code}: `);
  if (answer?.trim() !== code) {
    throw new ToolError({
      kind: 'refused',
      message: answer === undefined ? 'There is no terminal to ask on.' : `The answer was not ${code}.`,
      hint: 'Nothing was approved. Run bourse approve at a terminal and type the code that it shows.',
      execution: 'not_executed',
    });
  }
  await approvePlan(world, plan);
  const until = new Date(plan.expiresAt).toISOString();
  const { idempotencyKey } = plan.content;
  await output.value(
    { plan: plan.id, approved: true, until, idempotencyKey },
    { shape: 'record', columns: [] },
  );
}

/** Returns the write in words, where it goes, and each argument as it is sent. */
async function planText({ content, expiresAt }: StoredPlan): Promise<string> {
  const { endpoint: id, operation, args, venue, profile, idempotencyKey } = content;
  const endpoint = await endpointById(id).catch(() => undefined);
  const words = endpoint === undefined ? operation : writeWords(endpoint, new Map(args));
  const sender = profile === '' ? '' : ` with the profile ${safeText(profile)}`;
  return [
    `${safeLines(words)}, to ${safeText(venue)}${sender}`,
    safeText(`${operation} ${args.map((pair) => pair.join('=')).join('&')}`),
    `The approval is good for one such write, sent under the idempotency key ${safeText(idempotencyKey)}, until ${formatTime(expiresAt)}.`,
  ].join('\n');
}

/** Returns a random code that a person must read to type it. */
function fourDigits({ secretHex }: Pick<World, 'secretHex'>): string {
  return String(Number.parseInt(secretHex(4), 16) % 10_000).padStart(4, '0');
}
