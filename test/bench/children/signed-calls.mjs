/**
 * Sends signed reads, sixteen at once over kept connections, with undici's pool or with the library of bourse, and prints what
 * the calls after the first ones cost: {"wallMs":…,"cpuMs":…}.
 *
 * node signed-calls.mjs undici|bourse ORIGIN API_KEY SECRET CALLS HOME, where the profile `bench` of HOME has the origin and the keys
 */
import { createHmac, createSecretKey } from 'node:crypto';

const [kind, origin, apiKey, secret, calls, home] = process.argv.slice(2);
const AT_ONCE = 16;
/** Calls in which V8 compiles the code, and connections are opened. */
const WARM_UP = 200;

const OPEN = {
  async undici() {
    const { Pool } = await import('undici');
    const key = createSecretKey(secret, 'utf8');
    const pool = new Pool(origin, { connections: AT_ONCE, pipelining: 1 });
    const read = async (orderId) => {
      const query = `symbol=BTCUSDT&orderId=${orderId}&timestamp=${Date.now()}`;
      const signature = createHmac('sha256', key).update(query).digest('hex');
      const path = `/api/v3/order?${query}&signature=${signature}`;
      const { statusCode, body } = await pool.request({
        path,
        method: 'GET',
        headers: { 'X-MBX-APIKEY': apiKey },
      });
      const order = JSON.parse(await body.text());
      if (statusCode !== 200) throw new Error(JSON.stringify(order));
      return order.clientOrderId;
    };
    return { read, close: () => pool.close() };
  },
  async bourse() {
    const { openBourse } = await import('../../../dist/library/index.mjs');
    const x = openBourse({ profile: 'bench', home });
    const read = async (orderId) => (await x.trade.getOrder({ symbol: 'BTCUSDT', orderId })).clientOrderId;
    return { read, close: () => x.close() };
  },
};

const { read, close } = await OPEN[kind]();

async function run(count) {
  let next = 0;
  const work = async () => {
    while (next < count) {
      next += 1;
      const id = next;
      const found = await read(id);
      if (found !== `own-${id}`) throw new Error(`${found} in place of order ${id}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

await run(WARM_UP);
const [began, used] = [process.hrtime.bigint(), process.cpuUsage()];
await run(Number(calls));
const { user, system } = process.cpuUsage(used);
const wallMs = Number(process.hrtime.bigint() - began) / 1e6;
process.stdout.write(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }));
await close();
