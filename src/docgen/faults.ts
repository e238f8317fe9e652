/**
 * The table of faults at the end of the page about safety. It is made from the comments at the beginning of the test
 * files of `test/faults/`, each of which injects one fault.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from './markdown.ts';

/** A fault of the catalogue of faults, as the test that injects it describes it. */
export interface InjectedFault {
  readonly number: number;
  /** What goes wrong. */
  readonly fault: string;
  /** What bourse does then. */
  readonly behaviour: string;
  /** The path of the test file from the project's root. */
  readonly test: string;
}

const FOLDER = 'test/faults';
const FILE = /(?:^|\/)fault-(\d\d)-[a-z0-9-]+\.test\.ts$/;

/** The first comment of a test file: "Fault <number>: <fault>", an empty line, and what bourse does. */
const COMMENT = /^\/\*\*\n \* Fault (\d+): ([\s\S]+?)\n \*\n \* ([\s\S]+?)\n \*\//;

/** Returns the faults that tests inject, by number. Throws an Error for a file whose comment has another form. */
export function listFaults(root: string): readonly InjectedFault[] {
  return readdirSync(join(root, FOLDER), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => faultOf(root, `${FOLDER}/${name}`))
    .sort((one, other) => one.number - other.number);
}

function faultOf(root: string, test: string): InjectedFault {
  const found = COMMENT.exec(readFileSync(join(root, test), 'utf8'));
  const number = Number(FILE.exec(test)?.[1]);
  if (found === null || Number(found[1]) !== number) {
    throw new Error(
      `${test} does not begin with the comment "Fault ${number}: …", or its name lacks the number`,
    );
  }
  return { number, fault: joinLines(found[2]!), behaviour: joinLines(found[3]!), test };
}

function joinLines(text: string): string {
  return text.replace(/\n \* ?/g, ' ').trim();
}

/** The line before the table; everything after it is written by the generator. */
const MARK = '<!-- The table below is derived from the tests by `npm run docs`. -->';

/** Returns the page about safety with a table of the faults after its mark. Throws an Error if the mark is missing. */
export function safetyPage(page: string, faults: readonly InjectedFault[]): string {
  const end = page.indexOf(MARK);
  if (end < 0) throw new Error(`docs/safety.md lacks the line ${MARK}`);
  const rows = faults.map(({ number, fault, behaviour, test }) => [
    String(number),
    fault,
    behaviour,
    `[test](../${test})`,
  ]);
  const lines = table(['', 'fault', 'what bourse does', ''], rows);
  return `${[page.slice(0, end) + MARK, '', ...lines].join('\n')}\n`;
}
