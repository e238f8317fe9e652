/** Prints the table of answers as it was found: a line for each endpoint. */
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { liveWeek } from './life.ts';
import { asked, type Found } from './sweep.ts';
import { ANSWERS } from './table.ts';

/** Asks every endpoint and prints what came; returns the process's exit code, 1 where something was not right. */
export function printAnswers(print: (line: string) => void): number {
  const life = liveWeek();
  const ids = new Set(ENDPOINTS.map(({ id }) => id));
  let wrong = 0;
  const line = (cells: readonly (string | number)[]) =>
    print(
      cells.map((cell, index) => (index === 0 ? String(cell).padEnd(32) : String(cell).padStart(8))).join(''),
    );
  line(['endpoint', 'calls', 'status', 'fields', 'checked']);
  for (const [id, row] of Object.entries(ANSWERS)) {
    const found = row.map((one) => asked(life, id, one));
    ids.delete(id);
    const most = (value: (one: Found) => number) => Math.max(...found.map(value));
    line([
      id,
      found.length,
      most(({ status }) => status),
      most(({ fields }) => fields),
      most(({ checked }) => checked),
    ]);
    for (const fault of found.flatMap(({ faults }) => faults)) {
      wrong += 1;
      print(`    ${fault}`);
    }
  }
  for (const id of ids) print(`    ${id} has no row`);
  const document = ENDPOINTS.filter(({ origin }) => origin === 'document').length;
  print(
    `${Object.keys(ANSWERS).length} endpoints, ${document} of them of the document; ${wrong} faults, ${ids.size} without a row`,
  );
  return wrong + ids.size === 0 ? 0 : 1;
}
