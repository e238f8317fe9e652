/** Refuses options that are none: one that is misspelled would silently leave out what it asks for. */
import { usageError } from '../core/errors.ts';
import { nearestWord, safeText } from '../core/text.ts';
import type {
  CallOptions,
  OpenOptions,
  PageOptions,
  StreamOptions,
  WhenSlow,
  WriteOptions,
} from './types.ts';

/** The options of streams of all kinds. */
type BookOptions = StreamOptions<WhenSlow | 'latest'>;

/** The names of a set of options; a missing one does not compile. */
type Names<Options> = Readonly<Record<keyof Options, true>>;

const CALL: Names<CallOptions> = { signal: true };
const PAGES: Names<PageOptions> = { ...CALL, parallel: true, onGap: true };
const STREAM: Names<BookOptions> = { ...CALL, records: true, whenSlow: true, onGap: true };
const WRITE: Names<WriteOptions> = {
  ...CALL,
  idempotencyKey: true,
  round: true,
  skipFilters: true,
  despiteUnresolved: true,
};
const OPEN: Names<OpenOptions> = {
  env: true,
  profile: true,
  home: true,
  interface: true,
  hosts: true,
  timeoutMs: true,
  maxWaitMs: true,
  recvWindowMs: true,
  proxy: true,
  variables: true,
  client: true,
  onNote: true,
};

/** Returns the options of a call that reads, or an empty object. Throws a usage error for an option that is none. */
export function callOptions(name: string, given: unknown): CallOptions {
  return checked(name, given, CALL);
}

/** Returns the options of a call that reads a history page by page. Throws a usage error for an option that is none. */
export function pageOptions(name: string, given: unknown): PageOptions {
  return checked(name, given, PAGES);
}

/** Returns the options of a call that changes something. Throws a usage error for an option that is none. */
export function writeOptions(name: string, given: unknown): WriteOptions {
  return checked(name, given, WRITE);
}

/** Returns the options of a stream. Throws a usage error for an option that is none. */
export function streamOptions(name: string, given: unknown): BookOptions {
  return checked(name, given, STREAM);
}

/** Throws a usage error for an option of `openBourse` that is none: without it, calls could go to another place. */
export function checkOpenOptions(given: unknown): void {
  checked('openBourse', given, OPEN);
}

function checked<Options extends object>(name: string, given: unknown, known: Names<Options>): Options {
  if (given === undefined) return {} as Options;
  if (typeof given !== 'object' || given === null)
    throw usageError(`The options of ${name} must be an object, found ${safeText(String(given))}.`);
  const names = Object.keys(known);
  const unknown = Object.keys(given).find((one) => !names.includes(one));
  if (unknown === undefined) return given as Options;
  const near = nearestWord(unknown, names);
  throw usageError(
    `${name} has no option ${JSON.stringify(safeText(unknown))}; it takes ${names.join(', ')}.`,
    near === undefined ? undefined : `Did you mean ${near}?`,
  );
}
