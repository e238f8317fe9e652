/** How a sandbox that a command starts is wished for. */
import type { TypedSandboxOptions } from '../../app/sandbox-options.ts';
import { safeText } from '../../core/text.ts';
import type { CommandCall } from '../types.ts';

/** Returns what the options say of it; all but of where it answers. */
export function readHostOptions({ options }: CommandCall): Omit<TypedSandboxOptions, 'port'> {
  const optionOf = (name: string) => options[name] as string | undefined;
  return {
    seed: optionOf('seed'),
    weightLimit: optionOf('weight-limit'),
    weights: optionOf('weights'),
    speed: optionOf('speed'),
    clock: optionOf('clock'),
    scenario: optionOf('scenario'),
    market: options['market'] as readonly string[] | undefined,
    start: optionOf('start'),
    replay: optionOf('replay'),
  };
}

/** Returns how it is told that a call failed inside. */
export function noteFailures({ output }: CommandCall): (error: unknown) => void {
  return (error) => output.note(`sandbox: a call failed inside: ${safeText(String(error))}`);
}
