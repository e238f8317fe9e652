import { ENDPOINTS } from '../../catalogue/index.ts';
import { type Fault, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { prepareRaw } from '../../request/raw.ts';
import { confirm } from '../calling/confirm.ts';
import { showRequest } from '../calling/dry-run.ts';
import type { CommandCall, TypedArgument } from '../types.ts';

/** Calls a method and path. Endpoints of the catalogue are checked; other paths are sent unchanged. */
export async function run(call: CommandCall): Promise<void> {
  const { positionals, services, output } = call;
  const pairs = readPairs((positionals['parameters'] ?? []) as readonly string[]);
  const { request, notes, known } = prepareRaw(
    String(positionals['method']),
    String(positionals['path']),
    pairs,
    {
      endpoints: ENDPOINTS,
      now: services.world.clock.now(),
    },
  );
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) return showRequest(call, request);
  await confirm(call, request);
  const answer = await services.call(request);
  await output.answer(answer.body, known?.view, { now: services.world.clock.now() });
}

function readPairs(words: readonly string[]): TypedArgument[] {
  const faults: Fault[] = [];
  const pairs = words.flatMap((word) => {
    const at = word.indexOf('=');
    if (at > 0) return [{ name: word.slice(0, at), text: word.slice(at + 1) }];
    const found = safeText(word.slice(0, 40));
    faults.push({
      rule: 'format',
      expected: 'name=value',
      found,
      message: `A parameter is written name=value, was "${found}".`,
    });
    return [];
  });
  if (faults.length > 0)
    throw usageError(
      faults.map((one) => one.message).join(' '),
      'Such as: bourse api GET /api/v3/depth symbol=BTCUSDT',
      faults,
    );
  return pairs;
}
