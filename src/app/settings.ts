/** The settings of a run: environment, profile, hosts, timeouts and verbosity. */

import { ENVIRONMENTS, INTERFACES, type Interface } from '../catalogue/environments.ts';
import type { Environment } from '../catalogue/hosts.ts';
import * as LIMITS from '../catalogue/limits/signing.ts';
import { usageError } from '../core/errors.ts';
import { redactWord } from '../core/key-detection.ts';
import { nearestWord } from '../core/text.ts';
import { parseDuration } from '../core/time.ts';

export interface Settings {
  /** The environment of public calls: live unless another was chosen. */
  readonly environment: Environment;
  /** The environment that was chosen with --env or BOURSE_ENV. */
  readonly chosenEnvironment: Environment | undefined;
  /**
   * The interface chosen with `--interface` or BOURSE_INTERFACE; if undefined, the address of a host decides
   * which interface it speaks.
   */
  readonly interface: Interface | undefined;
  /** The profile named with --profile. */
  readonly profile: string | undefined;
  /** recvWindow of signed calls in ms; if undefined the exchange's default, or 3 s for orders. */
  readonly recvWindowMs: number | undefined;
  /**
   * Sign even though a debugger, report or variable of the process could expose the keys (`--allow-leaks`).
   */
  readonly allowsLeaks: boolean;
  /** Send orders of a symbol although another order of it is unresolved (`--despite-unresolved`). */
  readonly ignoresUnresolved: boolean;
  /** The key that the command is sent under at most once (`--idempotency-key`). */
  readonly idempotencyKey: string | undefined;
  /** Values of `--host`, each `name=value`. */
  readonly hosts: readonly string[];
  readonly proxy: string | undefined;
  /** Longest wait for rate limits and an overloaded exchange; if undefined 10 s, or 120 s with `--all`. */
  readonly maxWaitMs: number | undefined;
  readonly timeoutMs: number;
  readonly isQuiet: boolean;
  readonly isDebug: boolean;
}

/** Options as typed, by their kebab-case names. */
export type TypedOptions = Readonly<Record<string, string | true | readonly string[] | undefined>>;

/** Longest wait for one answer. The exchange itself times out after 10 s (-1007). */
const TIMEOUT_MS = 15_000;

/** Reads the settings from options and environment variables; throws a usage error for a bad one. */
export function readSettings(
  options: TypedOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const chosenEnvironment = choice(ENVIRONMENTS, '--env', options['env'], {
    BOURSE_ENV: environment['BOURSE_ENV'],
  });
  return {
    environment: chosenEnvironment ?? 'live',
    chosenEnvironment,
    interface: choice(INTERFACES, '--interface', options['interface'], {
      BOURSE_INTERFACE: environment['BOURSE_INTERFACE'],
    }),
    profile: options['profile'] as string | undefined,
    recvWindowMs: readRecvWindow(options['recv-window']),
    allowsLeaks: options['allow-leaks'] === true,
    idempotencyKey: readIdempotencyKey(options['idempotency-key']),
    ignoresUnresolved: options['despite-unresolved'] === true,
    hosts: (options['host'] as readonly string[] | undefined) ?? [],
    proxy: options['proxy'] as string | undefined,
    maxWaitMs: duration('--max-wait', options['max-wait'], 0),
    timeoutMs: duration('--timeout', options['timeout']) ?? TIMEOUT_MS,
    isQuiet: options['quiet'] === true,
    isDebug: options['debug'] === true,
  };
}

/** Returns the value of an option that has a closed set, or of the variable that stands for it; undefined without both. */
function choice<const T extends string>(
  values: readonly T[],
  name: string,
  flag: TypedOptions[string],
  variable: Readonly<Record<string, string | undefined>>,
): T | undefined {
  const [variableName, set] = Object.entries(variable)[0]!;
  const text = typeof flag === 'string' ? flag : set === '' ? undefined : set;
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text.toLowerCase());
  if (found !== undefined) return found;
  const close = nearestWord(text, values);
  throw usageError(
    `${typeof flag === 'string' ? name : variableName} must be one of ${values.join(', ')}, was "${redactWord(text, 40)}".`,
    close === undefined ? undefined : `Did you mean ${close}?`,
  );
}

/** Returns the idempotency key: 1 to 100 printable characters without spaces. */
function readIdempotencyKey(value: TypedOptions[string]): string | undefined {
  if (typeof value !== 'string' || /^[\x21-\x7e]{1,100}$/.test(value)) return value as string | undefined;
  throw usageError(
    `--idempotency-key must have 1 to 100 printable ASCII characters and no spaces, was "${redactWord(value, 40)}".`,
  );
}

/** Returns the recvWindow in ms, within its limits. */
function readRecvWindow(value: TypedOptions[string]): number | undefined {
  if (typeof value !== 'string') return undefined;
  const ms = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (ms >= 1 && ms <= LIMITS.recvWindowMax.value) return ms;
  throw usageError(
    `--recv-window must be 1 to ${LIMITS.recvWindowMax.value} ms, was "${redactWord(value, 40)}".`,
  );
}

function duration(name: string, value: TypedOptions[string], leastMs = 1): number | undefined {
  if (typeof value !== 'string') return undefined;
  const ms = parseDuration(value);
  if (ms === undefined || ms < leastMs)
    throw usageError(`${name} must be a duration such as 10s, 2m or 500ms, was "${redactWord(value, 40)}".`);
  return ms;
}
