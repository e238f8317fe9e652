/** A process that takes weights from a shared budget as fast as it can. Arguments: folder, number of requests, weight. */
import { randomBytes } from 'node:crypto';
import { unixMs } from '../../src/core/words.ts';
import { createBudget } from '../../src/state/budget.ts';
import { fileBudgetHome } from '../../src/state/budget-files.ts';

const [folder = '', count = '0', weight = '1'] = process.argv.slice(2);
const budget = createBudget({
  clock: { now: () => unixMs(Date.now()), monotonicMs: () => performance.now(), sleep: async () => {} },
  openHome: () => fileBudgetHome({ folder, destination: 'live', owner: process.getuid?.() }),
  processId: randomBytes(4).readUInt32LE(),
});
// A window of a day does not end during the test.
const meter = { key: 'spot', title: 'spot', cap: 10_000, windowMs: 86_400_000, isReported: false };
let taken = 0;
for (let index = 0; index < Number(count); index += 1) {
  const request = { demands: [{ meter, weight: Number(weight) }], lane: 'bulk', name: 'test' } as const;
  if (budget.take(request).isTaken) taken += 1;
}
budget.close();
process.stdout.write(String(taken));
