/** The commands that write theses and print the JSON Schema of the contract. */
import { usageError } from '../../core/errors.ts';
import { schemaText } from '../../generated/thesis-validator-schema.js';
import { ACTIONS } from '../../thesis/contract.ts';
import { type DraftFields, exampleThesis, newThesis } from '../../thesis/draft.ts';
import { FIELDS, type FieldName } from '../../thesis/draft-fields.ts';
import type { CommandCall } from '../types.ts';

/** Prints a valid thesis for the action; an example if no other option is given. */
export async function write({ options, services, output }: CommandCall): Promise<void> {
  const action = options['action'];
  if (typeof action !== 'string') {
    throw usageError('--action is required.', `Choose one of ${ACTIONS.join(', ')}.`);
  }
  const fields = fieldsOf(options);
  const generatedAt = new Date(services.world.clock.now()).toISOString();
  const known = ACTIONS.find((one) => one === action);
  const isExample = known !== undefined && Object.keys(fields).length === 0;
  const text = isExample ? exampleThesis(known, { generatedAt }) : newThesis(action, fields, { generatedAt });
  await output.text(output.format === 'ndjson' ? compact(text) : text);
  if (isExample) output.note('This is an example: replace its reason and its values.');
}

/** Prints the JSON Schema of the contract. */
export async function schema({ output }: CommandCall): Promise<void> {
  await output.text(output.format === 'ndjson' ? compact(schemaText) : schemaText);
}

function fieldsOf(options: CommandCall['options']): DraftFields {
  const fields: Partial<Record<FieldName, string | readonly string[]>> = {};
  for (const name of Object.keys(FIELDS) as FieldName[]) {
    const given = options[name];
    if (given === undefined || given === true) continue;
    const isWord = typeof given === 'string' && (name === 'symbol' || name === 'side');
    fields[name] = isWord ? given.toUpperCase() : given;
  }
  return fields;
}

/** Joins the lines of a JSON text whose line feeds stand only between members. */
function compact(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('');
}
