/**
 * Fault 16: Proxy variables of the environment point to a proxy that logs.
 *
 * The variables are ignored; a proxy is used only if --proxy names it, and never for loopback.
 */
import { expect, it } from 'vitest';
import { json } from '../../acceptance/outcomes.ts';
import { exchangeWithoutOrders, READ, runAt, startFaultServer } from '../fault-exchange.ts';

it.each(['', ' --proxy PROXY'])('a request to loopback never reaches the proxy%s: exit 0', async (option) => {
  const proxy = await startFaultServer([{ do: 'stall' }]);
  const server = await startFaultServer(exchangeWithoutOrders([]));
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  const environment = Object.fromEntries(names.map((name) => [name, proxy.origin]));
  const line = `${READ}${option.replace('PROXY', proxy.origin)}`;
  expect(json(await runAt(server.origin, line, { environment }))).toHaveProperty('serverTime');
  expect(proxy.connections).toHaveLength(0);
});
