/** Writes theses and prints their schema. */
import { usageError } from '../../core/errors.ts';
import { schemaText } from '../../generated/thesis-validator-schema.js';
import { ACTIONS } from '../../thesis/contract.ts';
import { type DraftFields, exampleThesis, newThesis } from '../../thesis/draft.ts';
import { FIELDS, type FieldName } from '../../thesis/draft-fields.ts';
import type { CommandCall } from '../types.ts';

/** Prints a valid thesis for the action: an example where nothing else is said. */
export async function write({ options, services, output }: CommandCall): Promise<void> {
  const action = options['action'];
  if (typeof action !== 'string') {
    throw usageError('--action is needed, found none.', `Choose one of ${ACTIONS.join(', ')}.`);
  }
  const fields = fieldsOf(options);
  const generatedAt = new Date(services.world.clock.now()).toISOString();
  const known = ACTIONS.find((one) => one === action);
  const isExample = known !== undefined && Object.keys(fields).length === 0;
  const text = isExample ? exampleThesis(known, { generatedAt }) : newThesis(action, fields, { generatedAt });
  await output.text(output.format === 'ndjson' ? compact(text) : text);
  if (isExample) output.note('This is an example: its reason and its values are to be replaced.');
}

/** Prints the JSON Schema of the contract. */
export async function schema({ output }: CommandCall): Promise<void> {
  await output.text(schemaText);
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

/** Our own layout has line feeds only between members, so that joining its lines changes nothing else. */
function compact(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('');
}
