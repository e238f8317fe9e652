/** A process that sends requests as fast as the shared limits let it, until it is killed. Arguments: folder, address. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../src/core/clock.ts';
import { unixMs } from '../../src/core/words.ts';
import type { PreparedRequest, Send } from '../../src/request/types.ts';
import { readUsage } from '../../src/request/usage.ts';
import { createBudget } from '../../src/state/budget.ts';
import { fileBudgetHome } from '../../src/state/budget-files.ts';
import { sharedCooldowns } from '../../src/store/cooldowns.ts';
import { createRateLimiter } from '../../src/transport/rate-limiter.ts';

const [folder = '', address = ''] = process.argv.slice(2);
const clock = {
  now: () => unixMs(Date.now()),
  monotonicMs: () => performance.now(),
  sleep: async (ms: number) => {
    await pause(ms);
  },
};
const processId = randomBytes(4).readUInt32LE();
const random = seededRandom(processId);
const budget = createBudget({
  clock,
  processId,
  openHome: () => fileBudgetHome({ folder, destination: 'live', owner: process.getuid?.() }),
});
const cooldowns = sharedCooldowns(`${folder}-cooldowns`, clock, 'live');
const limitRate = createRateLimiter({
  clock,
  maxWaitMs: 600_000,
  budgetOf: () => budget,
  cooldownsOf: () => cooldowns,
});

const send: Send = async (request) => {
  const answer = await fetch(`${address}${request.path}?weight=${request.weight.counted}`);
  const headers = Object.fromEntries(answer.headers);
  return {
    status: answer.status,
    headers,
    body: await answer.text(),
    origin: address,
    receivedAt: clock.now(),
    usage: readUsage(headers),
  };
};
function requestOf(counted: number): PreparedRequest {
  return {
    endpoint: 'spot.ping',
    product: 'spot',
    host: 'spot',
    method: 'GET',
    path: '/api/v3/ping',
    query: '',
    body: undefined,
    headers: {},
    exactHeaders: false,
    security: 'NONE',
    effect: 'read',
    weight: { first: counted, second: counted, counted },
  };
}

const never = new AbortController().signal;
const limited = limitRate(send);
for (;;) {
  const counted = [1, 2, 5, 10, 20][Math.floor(random.next() * 5)]!;
  const request = requestOf(counted);
  // After a ban the process tries again later, as a user would.
  await limited(request, never).catch(() => pause(10_000));
}
