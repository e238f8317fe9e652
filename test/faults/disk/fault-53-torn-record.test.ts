/**
 * Fault 53: The last record of a journal is torn.
 *
 * A record that was never acknowledged is dropped and all others stay; a journal that lacks acknowledged records is
 * refused with exit code 10 and is not changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ToolError } from '../../../src/core/errors.ts';
import { JournalFile } from '../../../src/sandbox/storage/journal/file.ts';
import { temporaryFolder } from '../../acceptance/world.ts';

const RECORDS = ['{"a":1}', '{"b":"zwei"}', '{"c":[3]}'];

function writeJournal(path: string, bodies: readonly string[]): void {
  const journal = new JournalFile(path);
  for (const body of bodies) journal.append(body);
  journal.close();
}

it('truncated at every byte: unacknowledged records are dropped, acknowledged ones are missed', () => {
  const path = join(temporaryFolder(), 'one.journal');
  writeJournal(path, RECORDS.slice(0, 2));
  const receipt = readFileSync(`${path}.receipt`);
  const acknowledged = readFileSync(path).length;
  writeJournal(path, RECORDS.slice(2));
  const whole = readFileSync(path);
  for (let size = 0; size < whole.length; size += 1) {
    writeFileSync(path, whole.subarray(0, size));
    writeFileSync(`${path}.receipt`, receipt);
    const open = () => {
      const journal = new JournalFile(path);
      journal.close();
      return journal.bodies;
    };
    if (size >= acknowledged) expect(open(), `size ${size}`).toEqual(RECORDS.slice(0, 2));
    else {
      expect(open, `size ${size}`).toThrow(ToolError);
      expect(open, `size ${size}`).toThrow('records at its end are missing');
      expect(readFileSync(path)).toEqual(whole.subarray(0, size));
    }
  }
});
