/**
 * Receives every stream from a sandbox through bourse commands, and prints the results.
 *
 * node test/stream-table/table.mjs
 */
import { bundled } from '../house/bundled.mjs';

const { receiveAll, streamsWithoutRow, tableOf } = await bundled(new URL('./receive.ts', import.meta.url));
const received = await receiveAll();
process.stdout.write(tableOf(received));
const [silent, faulty] = [
  received.filter(({ messages }) => messages === 0),
  received.filter(({ faults }) => faults.length > 0),
];
const sum = (of) => received.reduce((total, one) => total + of(one), 0);
process.stdout.write(
  `${received.length} kinds, ${sum(({ messages }) => messages)} messages, ${sum(({ checked }) => checked)} fields checked, ` +
    `${silent.length} silent, ${faulty.length} with faults\n`,
);
const unlisted = streamsWithoutRow();
if (unlisted.length > 0) process.stdout.write(`without a row in rows.ts: ${unlisted.join(', ')}\n`);
process.exitCode = silent.length + faulty.length + unlisted.length === 0 ? 0 : 1;
