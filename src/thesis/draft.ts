/** Writes new theses from the typed fields and the fixed members of the contract. */
import { formatDecimal, parseDecimal } from '../core/decimal.ts';
import { type Fault, usageError } from '../core/errors.ts';
import { stringifyJson } from '../core/json.ts';
import { ExactNumber, type JsonValue } from '../core/words.ts';
import {
  ACTIONS,
  type Action,
  HARD_BOUNDARIES,
  PARTS,
  SAFETY,
  SCHEMA_ID,
  SCHEMA_VERSION,
} from './contract.ts';
import { displayText, joinWithOr } from './display.ts';
import { ALWAYS_NEEDED, FIELDS, type FieldName, NEEDED, pointersOfField } from './draft-fields.ts';
import { validateText } from './validate.ts';
import type { ThesisError } from './verdict.ts';

/** The typed fields of a new thesis; numbers are decimal text. */
export type DraftFields = Readonly<Partial<Record<FieldName, string | readonly string[]>>>;

export interface DraftOptions {
  /** The value of provenance.generated_at, such as an ISO time. */
  readonly generatedAt: string;
}

type JsonObject = { [key: string]: JsonValue };

/**
 * Returns the text of a valid thesis for the action, indented by two spaces. Throws a usage error with every
 * fault: a missing field, a field that the action does not allow, or a value that the contract rejects.
 */
export function newThesis(action: string, fields: DraftFields, options: DraftOptions): string {
  const known = ACTIONS.find((one) => one === action);
  if (known === undefined) {
    throw usageError(
      `--action must be ${joinWithOr(ACTIONS)}, was "${displayText(action)}".`,
      'Choose one of them.',
    );
  }
  const faults = [...missingFields(known, fields), ...misplacedFields(known, fields), ...badNumbers(fields)];
  const text = `${stringifyJson(documentOf(known, fields, options), 2)}\n`;
  const verdict = validateText(text);
  const values = verdict.errors
    .map((error) => optionFault(known, error))
    .filter((fault) => isUnreported(fault, faults));
  const all = [...faults, ...values];
  if (all.length > 0) {
    throw usageError(
      `The thesis cannot be written: ${all.map((fault) => fault.message).join(' ')}`,
      `bourse thesis new --action ${known} without any other option writes an example.`,
      all,
    );
  }
  return text;
}

/** Returns the text of a valid thesis with example values, to be edited. */
export function exampleThesis(action: Action, options: DraftOptions): string {
  return newThesis(action, { ...EXAMPLES[action], reason: 'Example: say here why.' }, options);
}

const EXAMPLES: Readonly<Record<Action, DraftFields>> = {
  hold: { symbol: 'BTCUSDT' },
  noop: {},
  close: { 'position-id': 'example-position', symbol: 'BTCUSDT', fraction: '1' },
  adjust_exit: { 'position-id': 'example-position', symbol: 'BTCUSDT', stop: '50000', target: '80000' },
  add: { symbol: 'BTCUSDT', side: 'LONG', margin: '100', leverage: '1' },
  reduce: { 'position-id': 'example-position', symbol: 'BTCUSDT', fraction: '0.5' },
};

function documentOf(action: Action, fields: DraftFields, options: DraftOptions): JsonValue {
  const document: JsonObject = {
    schema: SCHEMA_ID,
    schema_version: SCHEMA_VERSION,
    ok: true,
    mode: 'paper',
    action,
  };
  for (const name of Object.keys(FIELDS) as FieldName[]) {
    const typed = fields[name];
    if (typed === undefined) continue;
    for (const pointer of pointersOfField(name, action))
      setMember(document, pointer, typedValue(name, typed));
  }
  for (const part of Object.keys(PARTS)) {
    if (document[part] === undefined) continue;
    document[part] = { ...(document[part] as JsonObject), agent_authorized: true, real_order: false };
  }
  return {
    ...document,
    error_code: null,
    provenance: {
      source: 'bourse thesis new',
      ...(document['provenance'] as JsonObject | undefined),
      generated_at: options.generatedAt,
    },
    safety: SAFETY,
    hard_boundaries: HARD_BOUNDARIES,
    limitations: [
      'paper or watch only; no real orders',
      ...((document['limitations'] ?? []) as readonly string[]),
    ],
  };
}

function setMember(document: JsonObject, pointer: string, value: JsonValue): void {
  const [first, second] = pointer.slice(1).split('/') as [string, string?];
  if (second === undefined) document[first] = value;
  else {
    const part = (document[first] ?? {}) as JsonObject;
    part[second] = value;
    document[first] = part;
  }
}

function typedValue(name: FieldName, typed: string | readonly string[]): JsonValue {
  const { kind } = FIELDS[name];
  if (kind === 'list') return typeof typed === 'string' ? [typed] : typed;
  const text = typeof typed === 'string' ? typed : (typed.at(-1) ?? '');
  if (kind === 'text') return text;
  const number = parseDecimal(text);
  // Text that is not a number is kept; its fault is reported before the document is validated.
  return number === undefined ? text : new ExactNumber(formatDecimal(number));
}

function missingFields(action: Action, fields: DraftFields): readonly Fault[] {
  return [...ALWAYS_NEEDED, ...NEEDED[action]]
    .filter((names) => names.every((name) => fields[name] === undefined))
    .map((names) => {
      const options = joinWithOr(names.map((name) => `--${name}`));
      return {
        ...(names.length === 1 ? { param: names[0]! } : {}),
        rule: names.length === 1 ? 'required' : 'at-least-one',
        expected: options,
        found: 'nothing',
        message: `Action ${action} needs ${options}.`,
      };
    });
}

function misplacedFields(action: Action, fields: DraftFields): readonly Fault[] {
  return (Object.keys(fields) as FieldName[])
    .filter((name) => fields[name] !== undefined && pointersOfField(name, action).length === 0)
    .map((name) => {
      const actions = joinWithOr(ACTIONS.filter((one) => pointersOfField(name, one).length > 0));
      return {
        param: name,
        rule: 'only-with',
        expected: `action ${actions}`,
        found: `action ${action}`,
        message: `--${name} goes with action ${actions}, not with ${action}.`,
      };
    });
}

function badNumbers(fields: DraftFields): readonly Fault[] {
  return (Object.keys(fields) as FieldName[]).flatMap((name) => {
    const typed = fields[name];
    if (typeof typed !== 'string' || FIELDS[name].kind !== 'number' || parseDecimal(typed) !== undefined)
      return [];
    const found = `"${displayText(typed)}"`;
    return [
      {
        param: name,
        rule: 'number',
        expected: 'a decimal number',
        found,
        message: `--${name} must be a decimal number such as 0.5, was ${found}.`,
      },
    ];
  });
}

/** Converts an error of the document into a fault of the option that set the value. */
function optionFault(action: Action, error: ThesisError): Fault {
  const name = (Object.keys(FIELDS) as FieldName[]).find((one) =>
    pointersOfField(one, action).some(
      (pointer) => error.path === pointer || error.path.startsWith(`${pointer}/`),
    ),
  );
  return {
    ...(name === undefined ? {} : { param: name }),
    rule: error.rule,
    expected: error.expected,
    found: error.found,
    message:
      name === undefined ? `${error.message}.` : `--${name} must be ${error.expected}, was ${error.found}.`,
  };
}

/**
 * Returns whether a fault of the thesis is new, that is, was not reported already as a fault of a command-line option.
 */
function isUnreported(fault: Fault, reported: readonly Fault[]): boolean {
  if (fault.param !== undefined) return !reported.some((one) => one.param === fault.param);
  return !reported.some((one) => one.rule === 'required' || one.rule === 'at-least-one');
}
