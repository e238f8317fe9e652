/** Describes the members of a thesis in words, from the schema. */
import { schemaText } from '../generated/thesis-validator-schema.js';
import { joinWithOr } from './display.ts';

/** The subset of JSON Schema that the schema of the thesis uses for one value. */
export interface MemberSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, MemberSchema>>;
  readonly required?: readonly string[];
  readonly items?: MemberSchema;
}

interface ThesisSchema extends MemberSchema {
  readonly definitions: Readonly<Record<string, MemberSchema>>;
}

let parsed: ThesisSchema | undefined;

/** Returns the schema of the member at a JSON pointer; undefined when the contract does not define it. */
export function memberSchema(path: string): MemberSchema | undefined {
  parsed ??= JSON.parse(schemaText) as ThesisSchema;
  let at: MemberSchema | undefined = parsed;
  for (const step of path.split('/').slice(1)) {
    const members: Readonly<Record<string, MemberSchema>> = at?.properties ?? {};
    at = Object.hasOwn(members, step) ? members[step] : undefined;
    const name = at?.$ref?.split('/').at(-1);
    if (name !== undefined) at = parsed.definitions[name];
  }
  return at;
}

/** Returns a description of the allowed value, such as "a number above 0, at most 1". */
export function expectedText(schema: MemberSchema | undefined): string {
  if (schema === undefined) return 'a value';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return joinWithOr(schema.enum.map((one) => JSON.stringify(one)));
  if (typeof schema.type === 'object') return 'a text or null';
  switch (schema.type) {
    case 'string':
      return schema.minLength === undefined ? 'a text' : 'a text that is not empty';
    case 'number':
      return `a number${boundsOf(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list of texts';
    default:
      return 'an object';
  }
}

function boundsOf(schema: MemberSchema): string {
  const above = schema.exclusiveMinimum;
  const { minimum, maximum } = schema;
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  const lower = above === undefined ? '' : ` above ${above}`;
  return maximum === undefined ? lower : `${lower}, at most ${maximum}`;
}

/** Returns a JSON pointer in dot notation: `/paper_intent/side` becomes `paper_intent.side`. */
export function memberPath(path: string): string {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step, index) => (/^\d+$/.test(step) && index > 0 ? `[${step}]` : index > 0 ? `.${step}` : step))
    .join('');
}
