/** Calls every endpoint of the table and prints the results, one line per endpoint. */
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { type CallResult, callEndpoint } from './call-endpoint.ts';
import { ANSWERS } from './call-table.ts';
import { runTradingWeek } from './trading-week.ts';

/**
 * Calls every endpoint and prints the results; returns the exit code of the process, 1 where a check failed.
 */
export function printAnswers(print: (printCells: string) => void): number {
  const tradingWeek = runTradingWeek();
  const ids = new Set(ENDPOINTS.filter(({ unsimulated }) => unsimulated === undefined).map(({ id }) => id));
  let faultCount = 0;
  const printCells = (cells: readonly (string | number)[]) =>
    print(
      cells.map((cell, index) => (index === 0 ? String(cell).padEnd(32) : String(cell).padStart(8))).join(''),
    );
  printCells(['endpoint', 'calls', 'status', 'fields', 'checked']);
  for (const [id, row] of Object.entries(ANSWERS)) {
    const results = row.map((one) => callEndpoint(tradingWeek, id, one));
    ids.delete(id);
    const largest = (read: (one: CallResult) => number) => Math.max(...results.map(read));
    printCells([
      id,
      results.length,
      largest(({ status }) => status),
      largest(({ fields }) => fields),
      largest(({ checked }) => checked),
    ]);
    for (const fault of results.flatMap(({ faults }) => faults)) {
      faultCount += 1;
      print(`    ${fault}`);
    }
  }
  for (const id of ids) print(`    ${id} has no row`);
  const documented = ENDPOINTS.filter(({ origin }) => origin === 'document').length;
  print(
    `${Object.keys(ANSWERS).length} endpoints, ${documented} of them in the interface document; ${faultCount} faults, ${ids.size} without a row`,
  );
  return faultCount + ids.size === 0 ? 0 : 1;
}
