import { askSandbox } from '../../app/sandbox-host.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { parseDuration } from '../../core/time.ts';
import type { JsonValue } from '../../core/words.ts';
import { FAULTS } from '../../sandbox/faults/fault-kinds.ts';
import type { CommandCall } from '../types.ts';

/** Adds, lists or clears fault rules of the running sandbox, or prints the kinds of faults. */
export async function run({ verb, positionals, options, services, output }: CommandCall): Promise<void> {
  const send = (request: Parameters<typeof askSandbox>[2]) =>
    askSandbox(services.world, services.sandboxFolder, request) as Promise<Record<string, JsonValue>>;
  switch (verb.words[1]) {
    case 'add':
      return output.value(await send({ do: 'add-fault', rule: ruleOf(positionals, options) }));
    case 'clear': {
      const id = numberOf('id', positionals['id']);
      return output.value(await send({ do: 'clear-faults', ...(id === undefined ? {} : { id }) }));
    }
    case 'list':
      return output.value((await send({ do: 'faults' }))['faults']!);
    default:
      return output.value(
        Object.entries(FAULTS).map(([kind, { on, about, ms }]) => ({ kind, on, about, ms: ms ?? null })),
      );
  }
}

function ruleOf(positionals: CommandCall['positionals'], options: CommandCall['options']) {
  const number = (name: string) => numberOf(`--${name}`, options[name]);
  const span = options['span'];
  const ms = span === undefined ? undefined : msOf(String(span));
  return {
    kind: positionals['kind'],
    route: options['route'],
    probability: number('probability'),
    after: number('after'),
    seed: number('seed'),
    ...(options['count'] === undefined ? {} : { count: number('count') }),
    ...(ms === undefined ? {} : { ms }),
  };
}

function msOf(text: string): number {
  const ms = parseDuration(text.replace(/^-/, ''));
  if (ms === undefined) {
    throw usageError(`--span must be a duration such as 250ms or -3s, was "${safeText(text.slice(0, 40))}".`);
  }
  return text.startsWith('-') ? -ms : ms;
}

function numberOf(name: string, text: unknown): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}(\.\d{1,9})?$/.test(String(text))) return Number(text);
  throw usageError(`${name} must be a number, was "${safeText(String(text).slice(0, 40))}".`);
}
