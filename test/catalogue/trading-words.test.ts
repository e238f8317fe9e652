/** How a command line selects the endpoint of its product and gives it parameters. */
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../src/cli/arguments.ts';
import { verbPage } from '../../src/cli/help-page.ts';

async function read(line: string) {
  const { endpoint, given } = await readCommandLine(line.split(' '));
  return [endpoint?.id, ...given.map(({ name, text }) => `${name}=${text}`)];
}

describe('a market command', () => {
  it.each([
    ['market klines BTCUSD_PERP 1h --on coinm', 'coinm.klines', 'symbol=BTCUSD_PERP', 'interval=1h'],
    ['market info BTCUSDT ETHUSDT --on usdm', 'usdm.exchange-info', 'symbols=BTCUSDT,ETHUSDT'],
    ['market open-interest BTCUSDT', 'usdm.open-interest', 'symbol=BTCUSDT'],
    [
      'market open-interest BTC 20240628 --on options',
      'options.open-interest',
      'underlyingAsset=BTC',
      'expiration=20240628',
    ],
    [
      'market continuous-klines BTCUSDT PERPETUAL 1h --on usdm',
      'usdm.continuous-klines',
      'pair=BTCUSDT',
      'contractType=PERPETUAL',
      'interval=1h',
    ],
  ])('selects the endpoint and its parameters: %s', async (line, ...expected) => {
    expect(await read(line)).toEqual(expected);
  });

  it('refuses a second symbol if the endpoint of the product allows only one', async () => {
    // A call without a symbol would return the whole market at its full request weight.
    for (const line of ['market depth BTCUSDT ETHUSDT --on usdm', 'market info BTC-1 --on options'])
      await expect(read(line)).rejects.toThrow(/was also given "(ETHUSDT|BTC-1)"/);
    const { each } = await readCommandLine('market ticker 24hr BTCUSDT ETHUSDT --on usdm'.split(' '));
    expect(each.map(({ text }) => text)).toEqual(['BTCUSDT', 'ETHUSDT']);
  });

  it('names its products if --on has another', async () => {
    await expect(read('market asset-index BTCUSD --on coinm')).rejects.toThrow(
      '--on must be one of usdm here, was "coinm".',
    );
  });
});

it('help shows the arguments of the product, and the default product', async () => {
  const { group, verb, endpoint } = await readCommandLine(['market', 'open-interest', 'BTCUSDT']);
  const page = verbPage(group, verb, endpoint);
  expect(page.usage).toBe('bourse market open-interest <symbol> [options]');
  const options = page.blocks.flatMap(({ rows }) => rows).map(([left, right]) => `${left} ${right}`);
  expect(options).toContain('--on <product> Product: usdm, coinm, options (default usdm)');
});
