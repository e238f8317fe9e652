/** A long answer that is written from its bytes reads as the same answer written from its text. */
import { expect, it } from 'vitest';
import type { View } from '../../src/catalogue/types.ts';
import { RowChoice } from '../../src/cli/output/choice.ts';
import { createOutput, type OutputOptions } from '../../src/cli/output/output.ts';
import { PLAIN_PAINT } from '../../src/cli/output/plain-paint.ts';
import type { ReceivedAnswer } from '../../src/commands/types.ts';
import { UTC } from '../../src/core/time-zone.ts';
import { NOW, testWorld } from '../acceptance/world.ts';

const VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'time', is: 'time' },
    { name: 'price', is: 'decimal' },
    { name: 'name', is: 'text' },
  ],
};

const ROWS =
  '[{"time":1700000000000,"price":"1.10","name":"a"}, {"time":1700000000001,"price":"2","name":"é"}]';
/** As an exchange would have to be broken to send it: one byte of a character of two is missing. */
const DAMAGED = Buffer.from(ROWS.replace('é', 'Ã'), 'latin1');

const BODIES = { valid: Buffer.from(ROWS), damaged: DAMAGED };

const STYLES: Readonly<Record<string, Partial<OutputOptions>>> = {
  json: { format: 'json' },
  ndjson: { format: 'ndjson' },
  csv: { format: 'csv' },
  table: { format: 'table' },
  fields: { format: 'json', fields: ['price'] },
  'time iso': { format: 'json', times: { form: 'iso', zone: UTC } },
  'first by price': {
    format: 'json',
    choice: new RowChoice({ where: undefined, sort: ['price'], isDescending: true, top: 1 }, NOW),
  },
};

async function shown(answer: string | ReceivedAnswer, style: Partial<OutputOptions>, terminal?: number) {
  const captured = { stdout: '', stderr: '' };
  const world = testWorld(terminal === undefined ? {} : { terminal }, captured);
  const options = { format: 'json' as const, isAsked: true, fields: undefined, isQuiet: false };
  await createOutput(world, { ...options, paint: PLAIN_PAINT, ...style }).answer(answer, VIEW);
  return captured;
}

for (const [body, bytes] of Object.entries(BODIES))
  for (const [name, style] of Object.entries(STYLES))
    it.each([[undefined], [80]])(`${name} of ${body} bytes, terminal of %s columns`, async (terminal) => {
      const text = bytes.toString('utf8');
      expect(await shown({ body: text, bytes }, style, terminal)).toEqual(await shown(text, style, terminal));
    });

it('the text of an answer that is written unchanged to a pipe is not made', async () => {
  const answer = {
    bytes: BODIES.valid,
    get body(): string {
      throw new Error('the text was read');
    },
  };
  expect((await shown(answer, { format: 'json' })).stdout).toBe(`${ROWS}\n`);
});
