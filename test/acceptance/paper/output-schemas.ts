/** The schemas of outputs, and the tables of docs/paper.md that say which command prints which. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect } from 'vitest';
import type { CommandGroup } from '../../../src/commands/types.ts';

const FILES = ['paper-output.v1', 'thesis-output.v1', 'position-management-thesis.v1', 'error.v1'] as const;

type SchemaName = (typeof FILES)[number];

/** A JSON schema, as far as the tests read it. */
export interface Schema {
  readonly $defs: Readonly<Record<string, unknown>>;
}

/** Returns a schema of the package. */
export function schemaOf(name: SchemaName): Schema {
  return JSON.parse(
    readFileSync(new URL(`../../../schemas/${name}.schema.json`, import.meta.url), 'utf8'),
  ) as Schema;
}

const ajv = new Ajv({ strict: true });
for (const name of FILES) ajv.addSchema(schemaOf(name));

/** A row of a table: a command with the definitions of its JSON output and of a line of it. */
export interface OutputRow {
  readonly command: string;
  readonly whole: string;
  readonly line: string;
}

const document = readFileSync(new URL('../../../docs/paper.md', import.meta.url), 'utf8');
const ROWS = [...document.matchAll(/^\| `([a-z]+ [^`]+)` \| `([^`]+)` \| `([^`]+)` \|$/gm)].map(
  ([, command, whole, line]): OutputRow => ({ command: command!, whole: whole!, line: line! }),
);

/** Returns the rows of a group of commands. */
export function rowsOf(group: string): readonly OutputRow[] {
  return ROWS.filter(({ command }) => command.startsWith(`${group} `));
}

/** Returns the id of a definition: one of the schema, or the whole schema of that id. */
const idOf = (name: SchemaName, definition: string) =>
  /[./]/.test(definition) ? definition : `${name}.schema.json#/$defs/${definition}`;

/** Returns whether a value satisfies a definition. */
export function satisfies(name: SchemaName, definition: string, value: unknown): boolean {
  return ajv.getSchema(idOf(name, definition))!(value) as boolean;
}

/** Expects that a value satisfies a definition; `what` names the value in the failure. */
export function expectValid(what: string, name: SchemaName, definition: string, value: unknown): void {
  const accepts = ajv.getSchema(idOf(name, definition))!;
  expect([what, definition, accepts(value), accepts.errors]).toEqual([what, definition, true, null]);
}

/** Returns the commands of groups, as a person types them. */
export function commandsOf(groups: readonly CommandGroup[]): readonly string[] {
  return groups.flatMap(({ word, verbs }) => verbs.map(({ words }) => [word, ...words].join(' ')));
}

/** Returns the definitions of a schema that neither a row nor another definition uses. */
export function unusedDefinitions(name: SchemaName, rows: readonly OutputRow[]): readonly string[] {
  const schema = schemaOf(name);
  const text = JSON.stringify(schema);
  const isUsed = (definition: string) =>
    text.includes(`"#/$defs/${definition}"`) ||
    rows.some(({ whole, line }) => whole === definition || line === definition);
  return Object.keys(schema.$defs).filter((definition) => !isUsed(definition));
}
