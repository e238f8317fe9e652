/** Reads the options of commands that start a sandbox. */
import type { TypedSandboxOptions } from '../../app/sandbox-options.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { IgnoredParameter } from '../../sandbox/gate/ignored-parameters.ts';
import type { CommandCall } from '../types.ts';

/** Returns the host options of the command line, without the port. Throws a usage error for candles that the lake lacks. */
export async function readHostOptions(call: CommandCall): Promise<Omit<TypedSandboxOptions, 'port'>> {
  const { options, services } = call;
  const optionOf = (name: string) => options[name] as string | undefined;
  return {
    seed: optionOf('seed'),
    marketModel: optionOf('market-model'),
    weightLimit: optionOf('weight-limit'),
    orderLimit: optionOf('order-limit'),
    limits: options['limits'] as TypedSandboxOptions['limits'],
    weights: optionOf('weights'),
    interface: services.settings.interface,
    speed: optionOf('speed'),
    clock: optionOf('clock'),
    scenario: optionOf('scenario'),
    market: options['market'] as readonly string[] | undefined,
    start: optionOf('start'),
    ...(await replayOf(call)),
  };
}

/** Returns what `--replay` names: a recording, or the candles of the lake. */
async function replayOf(call: CommandCall): Promise<Pick<TypedSandboxOptions, 'replay' | 'candles'>> {
  const replay = call.options['replay'] as string | undefined;
  if (replay === LAKE) return { candles: await (await import('./lake-candles.ts')).readLakeCandles(call) };
  const other = LAKE_OPTIONS.find((name) => call.options[name] !== undefined);
  if (other !== undefined) throw usageError(`--${other} chooses candles of the lake.`, 'Add --replay lake.');
  return { replay };
}

/** The value of `--replay` for the lake; a file of this name is `./lake`. */
const LAKE = 'lake';
const LAKE_OPTIONS = ['symbols', 'interval', 'from', 'to', 'at'] as const;

/**
 * Returns a callback that prints the name of an unknown parameter when the sandbox ignores it for the first
 * time.
 */
export function noteIgnored({ output }: CommandCall): (ignored: IgnoredParameter) => void {
  return ({ call, parameter }) =>
    output.note(
      `sandbox: ${safeText(call)} has no parameter ${safeText(parameter)}; it is ignored, as on the exchange. ` +
        'bourse sandbox status counts such calls.',
    );
}

/** Prints the unknown parameters that the sandbox ignored, each with the number of calls. */
export function noteAllIgnored({ output }: CommandCall, ignored: readonly IgnoredParameter[]): void {
  for (const { call, parameter, count } of ignored) {
    const calls = count === 1 ? 'in 1 call' : `in ${count} calls`;
    output.note(`sandbox: ${safeText(call)} has no parameter ${safeText(parameter)}; ignored ${calls}.`);
  }
}

/** Returns a callback that prints internal errors of the sandbox to stderr. */
export function noteFailures({ output }: CommandCall): (error: unknown) => void {
  return (error) => output.note(`sandbox: internal error in a call: ${safeText(String(error))}`);
}
