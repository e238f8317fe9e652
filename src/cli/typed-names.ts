/**
 * Names arguments in messages as they were typed: an option as `--start`, a positional as `<interval>`, which is
 * its form in the usage line.
 */
import { flagOf, PARAM_ALIASES, positionalsOf } from '../commands/command-text.ts';
import type { Fault } from '../core/errors.ts';
import { ToolError } from '../core/errors.ts';
import { kebabOf } from '../request/names.ts';
import type { CommandLine } from './arguments.ts';

/** Returns whether one of the tokens is this option, with or without its value. */
function isTyped(option: string, argv: readonly string[]): boolean {
  return argv.some((token) => token === option || token.startsWith(`${option}=`));
}

/** Returns the name of a parameter as it was typed; undefined for one that was not typed and is no positional. */
function typedNameOf(param: string, line: CommandLine, argv: readonly string[]): string | undefined {
  const kebab = kebabOf(param);
  const short = `--${flagOf(param)}`;
  if (isTyped(short, argv)) return short;
  if (isTyped(`--${kebab}`, argv) || isTyped(`--${param}`, argv)) return `--${kebab}`;
  const positional = positionalsOf(line.verb, line.endpoint).find(({ name }) => name === kebab);
  return positional === undefined ? undefined : `<${positional.name}>`;
}

/** Returns the message with parameters named as typed; only a name that no prose contains is replaced everywhere. */
function withNames(message: string, names: ReadonlyMap<string, string>): string {
  let text = message;
  for (const [param, typed] of names) {
    const place = /[A-Z]/.test(param)
      ? `(?<![\\w.-])${param}(?![\\w[.-])`
      : `(?:(?<=^)|(?<=^In ))${param}(?=[ ,])`;
    text = text.replace(new RegExp(place, 'g'), typed);
    if (!typed.startsWith('<')) continue;
    const option = `--${kebabOf(param)}(?![\\w-])`;
    text = text.replace(new RegExp(`\\bAdd ${option}\\.`, 'g'), `Give ${typed}.`);
    text = text.replace(new RegExp(option, 'g'), typed);
  }
  return text;
}

/** Returns the text with options in their short forms if those were typed: `--start` instead of `--start-time`. */
function withShortOptions(text: string, argv: readonly string[]): string {
  return Object.entries(PARAM_ALIASES)
    .filter(([short]) => isTyped(`--${short}`, argv))
    .reduce((all, [short, long]) => all.replace(new RegExp(`--${long}(?![\\w-])`, 'g'), `--${short}`), text);
}

/** Returns a usage error whose message, hint and faults name arguments as they were typed; others unchanged. */
export function withTypedNames(
  error: ToolError,
  line: CommandLine | undefined,
  argv: readonly string[],
): ToolError {
  if (error.kind !== 'usage') return error;
  const { message, hint, faults = [] } = error.facts;
  const names = new Map<string, string>();
  for (const param of line?.endpoint === undefined ? [] : Object.keys(line.endpoint.params)) {
    const typed = typedNameOf(param, line!, argv);
    if (typed !== undefined) names.set(param, typed);
  }
  const rename = (text: string) => withShortOptions(withNames(text, names), argv);
  const renamed = faults.map((one): Fault => ({ ...one, message: rename(one.message) }));
  const parts = faults.reduce(
    (text, one, index) => text.replace(one.message, () => renamed[index]!.message),
    message,
  );
  return new ToolError({
    ...error.facts,
    message: withShortOptions(parts, argv),
    ...(hint === undefined ? {} : { hint: withShortOptions(hint, argv) }),
    ...(error.facts.faults === undefined ? {} : { faults: renamed }),
    cause: error.cause,
  });
}
