/** Streams and user events of a host of today's interface, whose addresses have prefixes. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/app/world.ts';
import type { Interface } from '../../../src/catalogue/environments.ts';
import { startSandbox } from '../../../src/sandbox/process/serve.ts';
import { lines } from '../outcomes.ts';
import { bourse } from '../world.ts';

async function hostVariables(served: Interface) {
  const sandbox = await startSandbox({ port: 0, seed: 1, clock: systemClock(), interface: served });
  onTestFinished(() => sandbox.close());
  const hosts = Object.entries(sandbox.hosts).map(
    ([name, url]) => [`BOURSE_HOST_${name.toUpperCase().replaceAll('-', '_')}`, url] as const,
  );
  return {
    ...Object.fromEntries(hosts),
    BOURSE_ENV: 'live',
    BOURSE_API_KEY: sandbox.apiKey,
    BOURSE_API_SECRET: sandbox.apiSecret,
  };
}

describe('streams of a host of today', () => {
  it.each([
    ['mark-price BTCUSDT --on usdm', 'markPriceUpdate'],
    ['book-ticker BTCUSDT --on usdm', 'bookTicker'],
    ['agg-trades BTCUSDT --on usdm', 'aggTrade'],
    ['mark-price BTCUSD_PERP --on coinm', 'markPriceUpdate'],
    ['raw btcusdt@aggTrade --on usdm', 'aggTrade'],
  ])('that stayed silent are received: %s', async (words, event) => {
    const environment = await hostVariables('today');
    const { code, stdout } = await bourse(`stream ${words} --interface today --count 1`, {
      clock: systemClock(),
      environment,
    });
    expect(code).toBe(0);
    expect(lines<{ e: string }>(stdout)[0]).toMatchObject({ e: event });
  });

  it('stay silent where the command speaks the interface of the document', async () => {
    const environment = await hostVariables('today');
    const { code, stdout } = await bourse('stream mark-price BTCUSDT --on usdm --for 2s', {
      clock: systemClock(),
      environment,
    });
    expect([code, stdout]).toEqual([0, '']);
  });

  it('report user events under /private', async () => {
    const environment = await hostVariables('today');
    const ending = new AbortController();
    let placed: Promise<unknown> = Promise.resolve();
    const { code, stdout } = await bourse('stream user --on usdm --interface today --records', {
      clock: systemClock(),
      environment,
      interrupt: ending.signal,
      onWrite: (_name, text) => {
        if (text.includes('"kind":"account"'))
          placed = bourse('trade buy BTCUSDT 0.01 --on usdm --yes --interface today', {
            clock: systemClock(),
            environment,
          });
        if (text.includes('ORDER_TRADE_UPDATE')) ending.abort();
      },
    });
    expect(code).toBe(0);
    await placed;
    expect(stdout).toContain('"e":"ORDER_TRADE_UPDATE"');
  });
});
