/** A sandbox with a relay for REST and a relay for the WebSocket API, and commands that trade on it. */
import { onTestFinished } from 'vitest';
import { WS_APIS, type WsApiProduct } from '../../src/catalogue/ws-apis.ts';
import { unixMs } from '../../src/core/words.ts';
import { startSandbox } from '../../src/sandbox/process/serve.ts';
import { startRelay } from './relay.ts';
import { bourse, type Outcome, temporaryFolder, type WorldOptions } from './world.ts';
import { patientClock, startWsRelay } from './ws-relay.ts';

/**
 * Starts a sandbox with a fixed clock behind a REST relay and a relay of the WebSocket API of a product. The APIs of
 * futures are part of today's interface.
 */
export async function openRelayedRestAndWs(product: WsApiProduct = 'spot') {
  const { host } = WS_APIS[product];
  const served = product === 'spot' ? 'document' : 'today';
  const clock = patientClock();
  const skew = { ms: 0 };
  const sandbox = await startSandbox({
    port: 0,
    seed: 1,
    interface: served,
    clock: { ...clock, now: () => unixMs(clock.now() + skew.ms) },
  });
  const rest = await startRelay(sandbox.hosts.spot);
  const ws = await startWsRelay(sandbox.hosts[host], clock);
  onTestFinished(async () => {
    await Promise.all([rest.close(), ws.close()]);
    await sandbox.close();
  });
  const home = temporaryFolder();
  const run = (line: string | readonly string[], more: WorldOptions = {}): Promise<Outcome> =>
    bourse(line, {
      ...more,
      clock,
      home,
      environment: {
        BOURSE_ENV: 'sandbox',
        BOURSE_INTERFACE: served,
        BOURSE_HOST_SPOT: rest.origin,
        [`BOURSE_HOST_${product.toUpperCase()}`]: rest.origin,
        [`BOURSE_HOST_${host.toUpperCase().replaceAll('-', '_')}`]: ws.url,
        BOURSE_API_KEY: sandbox.apiKey,
        BOURSE_API_SECRET: sandbox.apiSecret,
      },
    });
  return { sandbox, rest, ws, clock, skew, home, run };
}
