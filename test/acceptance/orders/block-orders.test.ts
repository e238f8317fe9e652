/** Block orders of options from the command line. */
import { describe, expect, it } from 'vitest';
import { failure, json } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';

const OPTION = 'BTC-240628-60000-C';
const OFFER = `trade block place --symbol ${OPTION} --quantity 0.5 --side BUY --at 500 --liquidity TAKER`;

describe('trade block', () => {
  it('sends the leg that is given in words as the parameter legs', async () => {
    const { stdout } = await bourse(`${OFFER} --env sandbox --dry-run -o json`);
    expect(decodeURIComponent(stdout)).toContain(
      `legs=[{"symbol":"${OPTION}","side":"BUY","quantity":"0.5","price":"500","type":"LIMIT"}]`,
    );
  });

  it.each([
    [`trade block place --symbol ${OPTION} --quantity 0.5 --liquidity TAKER`, 'no side or price was given'],
    [`${OFFER} --legs []`, '--legs states the whole trade'],
  ])('refuses a leg that is given in part or twice: %s', async (words, message) => {
    const refused = failure(await bourse(`${words} --env sandbox --dry-run -o json`));
    expect(refused).toMatchObject({ kind: 'usage', message: expect.stringContaining(message) });
  });

  it('offers, lists, extends and cancels', async () => {
    const home = temporaryFolder();
    const run = (words: string) => bourse(`${words} --env sandbox -o json`, { home });
    const info = json<{ optionSymbols: { symbol: string }[] }>(await run('market info --on options'));
    const { symbol } = info.optionSymbols[0]!;
    const offer = `trade block place --symbol ${symbol} --quantity 0.1 --side BUY --at 5 --liquidity MAKER --yes`;
    const { blockTradeSettlementKey: key } = json<{ blockTradeSettlementKey: string }>(await run(offer));
    const { stdout } = await bourse('trade block list --env sandbox -o csv', { home });
    expect(stdout.split('\n')[0]).toBe(
      'blockTradeSettlementKey,status,liquidity,legs.0.symbol,legs.0.side,legs.0.quantity,legs.0.price,createTime,expireTime',
    );
    expect(stdout).toContain(`${key},RECEIVED,MAKER,${symbol},BUY,`);
    expect(json(await run(`trade block extend ${key} --yes`))).toMatchObject({ status: 'RECEIVED' });
    expect(json(await run(`trade block get ${key}`))).toMatchObject({ liquidity: 'TAKER' });
    expect(failure(await run(`trade block accept ${key} --yes`)).kind).toBe('rejected');
    expect(json(await run(`trade block cancel ${key} --yes`))).toEqual({});
    expect(json(await run('trade block list'))).toEqual([]);
  });
});
