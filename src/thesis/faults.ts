/** From what ajv records to what is wrong, once, in plain words. */

import { nearestWord } from '../core/text.ts';
import type { SchemaFault } from '../generated/thesis-validator-faults.js';
import { either, shown, shownValue } from './display.ts';
import { expectation, type MemberSchema, memberSchema, spoken } from './members.ts';
import { pointerStep } from './scan.ts';
import type { Rule } from './verdict.ts';

/** A fault without its place in the text. */
export interface Fault {
  readonly path: string;
  readonly rule: Rule;
  readonly expected: string;
  readonly found: string;
  readonly message: string;
  readonly fix: string;
  /** Whether the place to point at is the member's name rather than its value. */
  readonly atName?: true;
}

/** What is wrong, as far as the rule knows it; `whole` turns it into sentences. */
interface Finding {
  readonly rule: Rule;
  readonly expected: string;
  readonly fix: string;
  readonly found?: string;
  readonly message?: string;
  readonly path?: string;
  readonly atName?: true;
}

/** Keywords that only say that another one failed. */
const ECHOES = new Set(['oneOf', 'discriminator', 'allOf', 'if']);

/**
 * Returns the faults of a value that ajv refused, each once. `action` is the thesis's action, by which the
 * conditional members are required.
 */
export function foldFaults(recorded: readonly SchemaFault[], action: string): readonly Fault[] {
  const alternatives = recorded
    .filter((one) => one.keyword === 'anyOf' || one.keyword === 'contains')
    .map((one) => `${one.schemaPath}/`);
  const empty = new Set(recorded.filter((one) => one.keyword === 'minItems').map((one) => one.instancePath));
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const one of recorded) {
    if (ECHOES.has(one.keyword) || alternatives.some((prefix) => one.schemaPath.startsWith(prefix))) continue;
    if (one.keyword === 'contains' && empty.has(one.instancePath)) continue;
    const fault = faultOf(one, action);
    const key = `${fault.path} ${fault.rule} ${fault.message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    faults.push(fault);
  }
  return faults;
}

function faultOf(one: SchemaFault, action: string): Fault {
  const path = one.instancePath;
  const name = path === '' ? 'a thesis' : shown(spoken(path));
  const finding = FINDINGS[one.keyword]?.(one, action);
  if (finding === undefined)
    throw new Error(`the schema uses ${one.keyword}, which has no words in faults.ts`);
  const found = finding.found ?? shownValue(one.data);
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
  type: wrongType,
  const: (one) => ({
    rule: 'const',
    expected: JSON.stringify(one.schema),
    fix: `Set ${spoken(one.instancePath)} to ${JSON.stringify(one.schema)}.`,
  }),
  enum: wrongWord,
  required: missingMember,
  anyOf: missingChoice,
  minProperties: (one) => {
    const names = Object.keys(memberSchema(one.instancePath)?.properties ?? {});
    const name = spoken(one.instancePath);
    return {
      rule: 'at-least-one',
      expected: either(names),
      found: 'an empty object',
      message: `${name} needs at least one of ${either(names)}`,
      fix: `Add ${either(names)} to ${name}.`,
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
      expected: `no members but ${either(names)}`,
      found: shown(extra),
      message: `${spoken(one.instancePath)} allows no member but ${either(names)}, found ${shown(JSON.stringify(extra))}`,
      fix: close === undefined ? 'Take it out, or move it to the top of the thesis.' : `Write ${close}.`,
    };
  },
  minLength: (one) => ({
    rule: 'length',
    expected: 'a text that is not empty',
    fix: `Write something in ${spoken(one.instancePath)}${isRequired(one.instancePath) ? '' : ', or take it out'}.`,
  }),
  exclusiveMinimum: (one) => outOfBounds(one, 'minimum'),
  minimum: (one) => outOfBounds(one, 'minimum'),
  maximum: (one) => outOfBounds(one, 'maximum'),
  minItems: () => ({
    rule: 'items',
    expected: 'a list of at least one text',
    fix: 'Add an item such as "paper or watch only; no real orders".',
  }),
  contains: (one) => {
    const { pattern } = one.schema as { readonly pattern: string };
    const expected = `at least one text with ${either(pattern.split('|').map((word) => JSON.stringify(word)))} in it`;
    return {
      rule: 'contains',
      expected,
      message: `${spoken(one.instancePath)} must have ${expected}, found none`,
      found: 'no such item',
      fix: 'Add an item such as "paper or watch only; no real orders". Capital letters count.',
    };
  },
};

function wrongType(one: SchemaFault): Finding {
  if (one.instancePath === '') {
    return {
      rule: 'type',
      expected: 'one JSON object',
      message: `a thesis is one JSON object, found ${shownValue(one.data)}`,
      fix: 'Give one thesis as an object in braces; for one a line give --ndjson.',
    };
  }
  // An item of a list has no schema of its own among the members; all lists here are of texts.
  const schema: MemberSchema = memberSchema(one.instancePath) ?? { type: String(one.schema) };
  const expected = expectation(schema);
  if (one.data === Number.POSITIVE_INFINITY || one.data === Number.NEGATIVE_INFINITY) {
    return { rule: 'number', expected, fix: 'Write a number of at most 300 digits.' };
  }
  const isQuoted = typeof one.data === 'string' && fits(one.data, schema);
  return {
    rule: 'type',
    expected,
    fix: isQuoted ? `Write it without the quotes: ${shown(String(one.data))}.` : `Write ${expected}.`,
  };
}

/** Tells whether the text would be a value of the right kind if it stood without its quotes. */
function fits(text: string, schema: MemberSchema): boolean {
  if (schema.type === 'number') return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
  return schema.type === 'boolean' && (text === 'true' || text === 'false');
}

function wrongWord(one: SchemaFault): Finding {
  const words = (one.schema as readonly unknown[]).map(String);
  const expected = either(words.map((word) => JSON.stringify(word)));
  const close = typeof one.data === 'string' ? nearestWord(one.data, words) : undefined;
  return {
    rule: 'enum',
    expected,
    fix: close === undefined ? `Write ${expected}.` : `Write ${JSON.stringify(close)}, letter for letter.`,
  };
}

/** The branches by action are the schema's own `oneOf`. */
function needs(one: SchemaFault, action: string): string | undefined {
  return one.schemaPath.startsWith('#/oneOf/') ? `action ${action} needs` : undefined;
}

function missingMember(one: SchemaFault, action: string): Finding {
  const member = String(one.params['missingProperty']);
  const path = `${one.instancePath}/${member}`;
  const expected = expectation(memberSchema(path));
  const owner = one.instancePath === '' ? 'the thesis' : spoken(one.instancePath);
  const because = needs(one, action);
  const isFixed = /^(?:true|false|"[^"]*")$/.test(expected);
  return {
    rule: 'required',
    expected,
    found: 'nothing',
    message: because === undefined ? `${spoken(path)} is missing` : `${because} ${spoken(path)}`,
    fix: isFixed ? `Add "${member}": ${expected} to ${owner}.` : `Add "${member}" to ${owner}: ${expected}.`,
  };
}

function missingChoice(one: SchemaFault, action: string): Finding {
  const names = (one.schema as readonly { readonly required: readonly string[] }[]).flatMap(
    (each) => each.required,
  );
  const owner = spoken(one.instancePath);
  const full = either(names.map((name) => `${owner}.${name}`));
  const value = expectation(memberSchema(`${one.instancePath}/${names[0]}`));
  return {
    rule: 'at-least-one',
    expected: either(names),
    found: 'none of them',
    message: `${needs(one, action) ?? `${owner} needs`} ${needs(one, action) === undefined ? either(names) : full}`,
    fix: `Add ${either(names.map((name) => `"${name}"`))} to ${owner}: ${value}.`,
  };
}

function outOfBounds(one: SchemaFault, rule: 'minimum' | 'maximum'): Finding {
  const expected = expectation(memberSchema(one.instancePath));
  return { rule, expected, fix: `Write ${expected}.` };
}

function isRequired(path: string): boolean {
  const cut = path.lastIndexOf('/');
  return memberSchema(path.slice(0, cut))?.required?.includes(path.slice(cut + 1)) ?? false;
}
