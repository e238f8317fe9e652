/** How a sandbox that a command starts is wished for. */
import type { TypedSandboxOptions } from '../../app/sandbox-host.ts';
import { safeText } from '../../core/text.ts';
import type { CommandCall } from '../types.ts';

/** Returns what the options say of it; all but of where it answers. */
export function sandboxWish({ options }: CommandCall): Omit<TypedSandboxOptions, 'port'> {
  const typed = (name: string) => options[name] as string | undefined;
  return {
    seed: typed('seed'),
    weightLimit: typed('weight-limit'),
    weights: typed('weights'),
    speed: typed('speed'),
    clock: typed('clock'),
    scenario: typed('scenario'),
    market: options['market'] as readonly string[] | undefined,
    start: typed('start'),
    replay: typed('replay'),
  };
}

/** Returns how it is told that a call failed inside. */
export function tellingFailures({ output }: CommandCall): (error: unknown) => void {
  return (error) => output.note(`sandbox: a call failed inside: ${safeText(String(error))}`);
}
