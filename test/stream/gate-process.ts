/** A process that asks the gate of connection attempts many times at once. Arguments: folder, number of attempts. */
import { unixMs } from '../../src/core/words.ts';
import { attemptGate } from '../../src/stream/attempts.ts';

const [folder = '', asks = '0'] = process.argv.slice(2);
const clock = {
  now: () => unixMs(Date.now()),
  monotonicMs: () => performance.now(),
  // A wait longer than the test rejects at once.
  sleep: (ms: number) =>
    new Promise<void>((resolve, reject) => {
      if (ms > 60_000) reject(new Error('the wait is longer than the test'));
      else setTimeout(resolve, ms);
    }),
};
const gate = attemptGate({ clock, random: { next: Math.random }, folder, scope: 'stream.example' });
const never = new AbortController().signal;
const asked = Array.from({ length: Number(asks) }, () =>
  gate(never).then(
    () => 1,
    () => 0,
  ),
);
const passed = (await Promise.all(asked)).reduce<number>((sum, one) => sum + one, 0);
process.stdout.write(String(passed));
