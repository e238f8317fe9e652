/** The faults of a scenario file; a file with any fault is refused as a whole. */
import { type Fault, ToolError } from '../../core/errors.ts';
import { ExactNumber, type JsonValue } from '../../core/words.ts';

/** At most this many faults of a scenario file are listed. */
const FAULTS_MAX = 20;

/** Values with more characters than this are cut in messages. */
const FOUND_LENGTH_MAX = 60;

/** One fault of a record. */
export interface RecordFault {
  /** The JSON pointer of the faulty value within its record; "" is the record itself. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
  /** What to do about the fault, where that is more specific than writing the expected value. */
  readonly fix?: string;
}

/**
 * A fault of a scenario file with the line of its record, counted from 1; line 0 stands for the whole file.
 */
export interface ScenarioFault extends RecordFault {
  readonly line: number;
}

/**
 * The error of a faulty scenario record; the reader of the scenario catches it and goes on with the next
 * record.
 */
export class BadRecord extends Error {
  readonly fault: RecordFault;

  constructor(fault: RecordFault) {
    super(fault.expected);
    this.fault = fault;
  }
}

/** Collects the faults of a scenario file. */
export class FaultList {
  readonly #faults: ScenarioFault[] = [];

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  get isFull(): boolean {
    return this.#faults.length >= FAULTS_MAX;
  }

  add(line: number, fault: RecordFault): void {
    this.#faults.push({ line, ...fault });
  }

  /** Throws the usage error `bad_scenario` with all faults in the order of the file, if there are any. */
  throwIfAny(source: string): void {
    if (this.isEmpty) return;
    const faults = this.#faults.sort((a, b) => a.line - b.line).slice(0, FAULTS_MAX);
    const sentences = faults.map(sentenceOf);
    const rest = this.isFull ? ' Further faults are not listed.' : '';
    throw new ToolError({
      kind: 'usage',
      code: 'bad_scenario',
      name: 'bad_scenario',
      message: `Expected a scenario in ${source}. ${sentences.join(' ')}${rest}`,
      hint: `${faults[0]!.fix ?? 'Correct the named members.'} Nothing was replayed; docs/paper.md lists the records of a scenario file.`,
      execution: 'not_executed',
      faults: faults.map((fault, index) => faultOf(fault, sentences[index]!)),
    });
  }
}

function sentenceOf({ line, path, expected, found }: ScenarioFault): string {
  const at = [...(line === 0 ? [] : [`line ${line}`]), ...(path === '' ? [] : [path])].join(', ');
  return `${at === '' ? 'The file' : at.charAt(0).toUpperCase() + at.slice(1)}: expected ${expected}, found ${found}.`;
}

function faultOf({ path, expected, found }: ScenarioFault, message: string): Fault {
  return { ...(path === '' ? {} : { param: path }), rule: 'bad_scenario', expected, found, message };
}

/** Returns a value as a message shows it, cut to the largest length of a message's value. */
export function displayValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof ExactNumber) return cut(value.text);
  if (typeof value === 'object') return 'an object';
  return cut(typeof value === 'string' ? JSON.stringify(value) : String(value));
}

function cut(text: string): string {
  return text.length <= FOUND_LENGTH_MAX ? text : `${text.slice(0, FOUND_LENGTH_MAX - 1)}…`;
}
