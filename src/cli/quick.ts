/**
 * Answers version, help, completion and explanations without loading the program. Bundled as one CommonJS file; reads files
 * that the build wrote and writes directly to the file descriptor.
 */
import { fstatSync, writeSync } from 'node:fs';
import { describedCandidates } from './described-candidates.ts';
import {
  completionCandidates,
  helpWords,
  type PreparedFiles,
  preparedHelp,
  readPrepared,
  typedProduct,
} from './prepared.ts';
import { preparedExplanations } from './prepared-explanations.ts';

const PREPARED: PreparedFiles = { folder: __dirname, variables: process.env };

/** Prints the answer if `argv` asks only for the version, help or completion; returns whether it did. */
export function answer(argv: readonly string[]): boolean {
  const [first] = argv;
  if (first === '--version' || first === '-V' || first === 'version')
    return argv.length === 1 && print(readPrepared(PREPARED, 'version.txt'));
  if (first === '__complete' && argv[1] === '--described')
    return printCandidates(describedCandidates(PREPARED, argv.slice(2)));
  if (first === '__complete') return printCandidates(completionCandidates(PREPARED, argv.slice(1)));
  const subject = subjectOf(argv);
  if (subject !== undefined) return printExplanations(subject);
  const words = helpWords(argv);
  if (words === undefined) return false;
  // Without a terminal the width is fixed, and the build has formatted the first page already.
  if (words.length === 0 && !fstatSync(1).isCharacterDevice())
    return print(readPrepared(PREPARED, 'root.txt'));
  const text = preparedHelp(PREPARED, words, typedProduct(argv), terminalWidth());
  return text !== undefined && print(text);
}

function terminalWidth(): number {
  // Reading process.stdout costs more time than everything else here, so it is read only on a character
  // device.
  return fstatSync(1).isCharacterDevice() ? process.stdout.columns || 80 : 80;
}

/**
 * Writes the text to stdout, waiting while the pipe is full; stops without an error where the reader has
 * left.
 */
function print(text: string): true {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EAGAIN') return true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
  return true;
}

/**
 * Returns the subject that `argv` wants explained as JSON; undefined where it wants anything else, such as an output
 * that depends on the user's settings.
 */
function subjectOf([group, ...rest]: readonly string[]): string | undefined {
  if (group !== 'explain' || rest.splice(-2).join(' ') !== '-o json') return undefined;
  return rest.length > 0 && rest.every((word) => /^(?:-\d|[^-])/.test(word))
    ? rest.join(' ').trim()
    : undefined;
}

/** Prints the explanations of a subject; a terminal gets them from the program, which makes them safe for it. */
function printExplanations(subject: string): boolean {
  const json = fstatSync(1).isCharacterDevice() ? undefined : preparedExplanations(__dirname, subject);
  return json !== undefined && print(`${json}\n`);
}

/** Prints completion candidates, one per line; the shell filters the candidates and never evaluates them. */
function printCandidates(candidates: readonly string[]): boolean {
  return print(candidates.map((word) => `${word}\n`).join(''));
}
