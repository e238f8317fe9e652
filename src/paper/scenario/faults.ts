/** What is wrong with a scenario file; a file with a fault is refused as a whole. */
import { type Fault, ToolError } from '../../core/errors.ts';
import { ExactNumber, type JsonValue } from '../../core/words.ts';

/** Further faults of a file are not listed. */
const FAULTS_MAX = 20;

/** Longer values are cut in messages. */
const FOUND_LENGTH_MAX = 60;

/** One fault of a record. */
export interface RecordFault {
  /** The JSON pointer of the value in its record; "" is the record. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
  /** The next step, where it is more specific than writing what was expected. */
  readonly fix?: string;
}

/** A fault with the line of its record, counted from 1; 0 is the file. */
export interface ScenarioFault extends RecordFault {
  readonly line: number;
}

/** Thrown while a record is read, and caught by the reader of the scenario. */
export class BadRecord extends Error {
  readonly fault: RecordFault;

  constructor(fault: RecordFault) {
    super(fault.expected);
    this.fault = fault;
  }
}

/** Collects the faults of a file. */
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

  /** Throws `bad_scenario` with all faults, in the order of the file, if there is one. */
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

/** Returns a value as it is shown in a message, cut to a length that fits. */
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
