/** Converts the errors of ajv into faults with one message each. */

import { nearestWord } from '../core/text.ts';
import type { SchemaFault } from '../generated/thesis-validator-faults.js';
import { displayText, displayValue, joinWithOr } from './display.ts';
import { expectedText, type MemberSchema, memberPath, memberSchema } from './members.ts';
import { pointerStep } from './scan.ts';
import type { ThesisRule } from './verdict.ts';

/** A fault without its location in the text. */
export interface UnlocatedFault {
  readonly path: string;
  readonly rule: ThesisRule;
  readonly expected: string;
  readonly found: string;
  readonly message: string;
  readonly fix: string;
  /** Whether the fault is located at the member's name instead of its value. */
  readonly atName?: true;
}

/** The parts of a fault that depend on the rule; missing parts are derived from the value. */
interface Finding {
  readonly rule: ThesisRule;
  readonly expected: string;
  readonly fix: string;
  readonly found?: string;
  readonly message?: string;
  readonly path?: string;
  readonly atName?: true;
}

/** Keywords of JSON Schema that fail only because another keyword failed. */
const DERIVED_KEYWORDS = new Set(['oneOf', 'discriminator', 'allOf', 'if']);

/**
 * Returns the faults of a value that ajv rejected, without duplicates. `action` is the action of the thesis,
 * which decides on the conditional members.
 */
export function foldFaults(recorded: readonly SchemaFault[], action: string): readonly UnlocatedFault[] {
  const [first] = recorded;
  if (recorded.length === 1 && first !== undefined && !DERIVED_KEYWORDS.has(first.keyword))
    return [faultOf(first, action)];
  const alternatives = recorded
    .filter((one) => one.keyword === 'anyOf' || one.keyword === 'contains')
    .map((one) => `${one.schemaPath}/`);
  const empty = new Set(recorded.filter((one) => one.keyword === 'minItems').map((one) => one.instancePath));
  const seen = new Set<string>();
  const faults: UnlocatedFault[] = [];
  for (const one of recorded) {
    if (DERIVED_KEYWORDS.has(one.keyword) || alternatives.some((prefix) => one.schemaPath.startsWith(prefix)))
      continue;
    if (one.keyword === 'contains' && empty.has(one.instancePath)) continue;
    const fault = faultOf(one, action);
    const key = `${fault.path} ${fault.rule} ${fault.message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    faults.push(fault);
  }
  return faults;
}

/** Faults by what their words depend on: a program that errs makes the same fault in one thesis after another. */
const knownFaults = new Map<string, UnlocatedFault>();
const KNOWN_FAULTS_MAX = 200;

/** The longest text of a known fault, and of an action. */
const KNOWN_TEXT_LENGTH_MAX = 60;

function faultOf(one: SchemaFault, action: string): UnlocatedFault {
  const key = keyOf(one, action);
  const known = key === undefined ? undefined : knownFaults.get(key);
  if (known !== undefined) return known;
  const fault = describe(one, action);
  if (key === undefined) return fault;
  if (knownFaults.size === KNOWN_FAULTS_MAX) knownFaults.clear();
  knownFaults.set(key, fault);
  return fault;
}

/** Returns what the words of a fault depend on; undefined for a fault of a value that seldom occurs again. */
function keyOf(one: SchemaFault, action: string): string | undefined {
  const found = one.keyword === 'required' ? one.params['missingProperty'] : one.data;
  const isShort = typeof found === 'string' && found.length <= KNOWN_TEXT_LENGTH_MAX;
  if ((!isShort && typeof found !== 'boolean') || action.length > KNOWN_TEXT_LENGTH_MAX) return undefined;
  return `${typeof found}\n${found}\n${one.schemaPath}\n${one.instancePath}\n${action}`;
}

function describe(one: SchemaFault, action: string): UnlocatedFault {
  const path = one.instancePath;
  const name = path === '' ? 'a thesis' : displayText(memberPath(path));
  const finding = FINDINGS[one.keyword]?.(one, action);
  if (finding === undefined)
    throw new Error(`the schema uses ${one.keyword}, which has no words in faults.ts`);
  const found = finding.found ?? displayValue(one.data);
  return {
    path: finding.path ?? path,
    rule: finding.rule,
    expected: finding.expected,
    found,
    message: finding.message ?? `${name} must be ${finding.expected}, found ${found}`,
    fix: finding.fix,
    ...(finding.atName === true ? { atName: true } : {}),
  };
}

const FINDINGS: Readonly<Record<string, (one: SchemaFault, action: string) => Finding>> = {
  type: typeFinding,
  const: (one) => ({
    rule: 'const',
    expected: JSON.stringify(one.schema),
    fix: `Set ${memberPath(one.instancePath)} to ${JSON.stringify(one.schema)}.`,
  }),
  enum: enumFinding,
  required: requiredFinding,
  anyOf: choiceFinding,
  minProperties: (one) => {
    const names = Object.keys(memberSchema(one.instancePath)?.properties ?? {});
    const name = memberPath(one.instancePath);
    return {
      rule: 'at-least-one',
      expected: joinWithOr(names),
      found: 'an empty object',
      message: `${name} needs at least one of ${joinWithOr(names)}`,
      fix: `Add ${joinWithOr(names)} to ${name}.`,
    };
  },
  additionalProperties: (one) => {
    const extra = String(one.params['additionalProperty']);
    const names = Object.keys(memberSchema(one.instancePath)?.properties ?? {});
    const close = nearestWord(extra, names);
    return {
      rule: 'unknown-member',
      path: one.instancePath + pointerStep(extra),
      atName: true,
      expected: `no members but ${joinWithOr(names)}`,
      found: displayText(extra),
      message: `${memberPath(one.instancePath)} allows no member but ${joinWithOr(names)}, found ${displayText(JSON.stringify(extra))}`,
      fix: close === undefined ? 'Remove it, or move it to the top level of the thesis.' : `Write ${close}.`,
    };
  },
  minLength: (one) => ({
    rule: 'length',
    expected: 'a text that is not empty',
    fix: `Write something in ${memberPath(one.instancePath)}${isRequired(one.instancePath) ? '' : ', or remove it'}.`,
  }),
  exclusiveMinimum: (one) => boundFinding(one, 'minimum'),
  minimum: (one) => boundFinding(one, 'minimum'),
  maximum: (one) => boundFinding(one, 'maximum'),
  minItems: () => ({
    rule: 'items',
    expected: 'a list of at least one text',
    fix: 'Add an item such as "paper or watch only; no real orders".',
  }),
  contains: (one) => {
    const { pattern } = one.schema as { readonly pattern: string };
    const expected = `at least one text with ${joinWithOr(pattern.split('|').map((word) => JSON.stringify(word)))} in it`;
    return {
      rule: 'contains',
      expected,
      message: `${memberPath(one.instancePath)} must have ${expected}, found none`,
      found: 'no such item',
      fix: 'Add an item such as "paper or watch only; no real orders". The check is case-sensitive.',
    };
  },
};

function typeFinding(one: SchemaFault): Finding {
  if (one.instancePath === '') {
    return {
      rule: 'type',
      expected: 'one JSON object',
      message: `a thesis is one JSON object, found ${displayValue(one.data)}`,
      fix: 'Give one thesis as an object in braces; for one thesis on each line use --ndjson.',
    };
  }
  // List items have no member schema; all lists of the contract contain texts.
  const schema: MemberSchema = memberSchema(one.instancePath) ?? { type: String(one.schema) };
  const expected = expectedText(schema);
  const isQuoted = typeof one.data === 'string' && fits(one.data, schema);
  return {
    rule: 'type',
    expected,
    fix: isQuoted ? `Write it without the quotes: ${displayText(String(one.data))}.` : `Write ${expected}.`,
  };
}

/** Returns whether the text without its quotes would be a value of the expected type. */
function fits(text: string, schema: MemberSchema): boolean {
  if (schema.type === 'number') return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
  return schema.type === 'boolean' && (text === 'true' || text === 'false');
}

function enumFinding(one: SchemaFault): Finding {
  const words = (one.schema as readonly unknown[]).map(String);
  const expected = joinWithOr(words.map((word) => JSON.stringify(word)));
  const close = typeof one.data === 'string' ? nearestWord(one.data, words) : undefined;
  return {
    rule: 'enum',
    expected,
    fix: close === undefined ? `Write ${expected}.` : `Write ${JSON.stringify(close)} exactly.`,
  };
}

/**
 * Returns the beginning of a message when the fault is in a branch of the schema that depends on the action.
 */
function actionNeeds(one: SchemaFault, action: string): string | undefined {
  return one.schemaPath.startsWith('#/oneOf/') ? `action ${action} needs` : undefined;
}

function requiredFinding(one: SchemaFault, action: string): Finding {
  const member = String(one.params['missingProperty']);
  const path = `${one.instancePath}/${member}`;
  const expected = expectedText(memberSchema(path));
  const owner = one.instancePath === '' ? 'the thesis' : memberPath(one.instancePath);
  const because = actionNeeds(one, action);
  const isFixed = /^(?:true|false|"[^"]*")$/.test(expected);
  return {
    rule: 'required',
    expected,
    found: 'nothing',
    message: because === undefined ? `${memberPath(path)} is missing` : `${because} ${memberPath(path)}`,
    fix: isFixed ? `Add "${member}": ${expected} to ${owner}.` : `Add "${member}" to ${owner}: ${expected}.`,
  };
}

function choiceFinding(one: SchemaFault, action: string): Finding {
  const names = (one.schema as readonly { readonly required: readonly string[] }[]).flatMap(
    (each) => each.required,
  );
  const owner = memberPath(one.instancePath);
  const full = joinWithOr(names.map((name) => `${owner}.${name}`));
  const value = expectedText(memberSchema(`${one.instancePath}/${names[0]}`));
  return {
    rule: 'at-least-one',
    expected: joinWithOr(names),
    found: 'none of them',
    message: `${actionNeeds(one, action) ?? `${owner} needs`} ${actionNeeds(one, action) === undefined ? joinWithOr(names) : full}`,
    fix: `Add ${joinWithOr(names.map((name) => `"${name}"`))} to ${owner}: ${value}.`,
  };
}

function boundFinding(one: SchemaFault, rule: 'minimum' | 'maximum'): Finding {
  const expected = expectedText(memberSchema(one.instancePath));
  return { rule, expected, fix: `Write ${expected}.` };
}

function isRequired(path: string): boolean {
  const cut = path.lastIndexOf('/');
  return memberSchema(path.slice(0, cut))?.required?.includes(path.slice(cut + 1)) ?? false;
}
