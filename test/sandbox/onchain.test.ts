import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHAINS, holdings } from '../../src/catalogue/onchain/holdings.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { parseDecimal } from '../../src/core/decimal.ts';
import { unixMs } from '../../src/core/words.ts';
import { readEnvelope, type TokenHolding } from '../../src/onchain/envelope.ts';
import { collectHoldings } from '../../src/onchain/pages.ts';
import { checkArguments } from '../../src/request/check.ts';
import type { Exchange } from '../../src/sandbox/engine/exchange.ts';
import { checkParameters, readParameters } from '../../src/sandbox/gate/parameters.ts';
import { refusalAnswer } from '../../src/sandbox/gate/refusals.ts';
import { HOLDINGS_PAGE_SIZE, onchainHandlers } from '../../src/sandbox/handlers/onchain.ts';
import type { WireRequest } from '../../src/sandbox/types.ts';

const ENDPOINT: Endpoint = holdings;
const NOON = 1_706_702_400_000;
const HEADERS: Readonly<Record<string, string>> = {
  clienttype: 'web',
  clientversion: '1.2.0',
  'accept-encoding': 'identity',
  'user-agent': 'bourse-web3/1.1 (Skill)',
};
const SOLANA = '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9';

/** Returns a distinct EVM address for each number. */
function wallet(number: number): string {
  return `0x${number.toString(16).padStart(40, 'a')}`;
}

interface Asked {
  readonly address: string;
  readonly chainId?: string;
  readonly offset?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly seed?: number;
  readonly at?: number;
  readonly more?: string;
}

/** Runs a request through admission and the handler. */
function ask({
  address,
  chainId = '56',
  offset = '0',
  headers = HEADERS,
  seed = 1,
  at = NOON,
  more = '',
}: Asked): string {
  const request: WireRequest = { method: 'GET', target: '/', headers, body: '', client: 'test' };
  const query = `address=${address}&chainId=${chainId}&offset=${offset}${more}`;
  const verdict = checkParameters(ENDPOINT, request, readParameters(request, query));
  if ('refusal' in verdict) return refusalAnswer(verdict.refusal).body;
  // The onchain wallet endpoint doesn't use the market.
  const exchange = { clock: undefined, seed, market: undefined } as unknown as Exchange;
  return onchainHandlers['onchain.holdings']!({
    endpoint: ENDPOINT,
    params: verdict.params,
    now: unixMs(at),
    interface: 'document',
    exchange,
  });
}

function collect(asked: Asked) {
  return collectHoldings(async (offset) => readEnvelope(ask({ ...asked, offset: String(offset) })));
}

/** Returns the first of a hundred wallets that matches. */
async function findWallet(
  fits: (count: number) => boolean,
): Promise<{ address: string; holdings: readonly TokenHolding[] }> {
  for (let number = 0; number < 100; number += 1) {
    const address = wallet(number);
    const { holdings: found } = await collect({ address });
    if (fits(found.length)) return { address, holdings: found };
  }
  throw new Error('no such wallet among a hundred');
}

describe('the onchain wallet endpoint of the sandbox', () => {
  it('responds with the documented envelope and fields in order', async () => {
    const { address } = await findWallet((count) => count > 0);
    const answer = JSON.parse(ask({ address }));
    expect(Object.keys(answer)).toEqual(['code', 'message', 'messageDetail', 'data', 'success']);
    expect(answer).toMatchObject({ code: '000000', message: null, messageDetail: null, success: true });
    expect(Object.keys(answer.data)).toEqual(['offset', 'addressStatus', 'list']);
    expect(answer.data).toMatchObject({ offset: 0, addressStatus: null });
    expect(Object.keys(answer.data.list[0])).toEqual([
      'chainId',
      'address',
      'contractAddress',
      'name',
      'symbol',
      'icon',
      'decimals',
      'price',
      'percentChange24h',
      'remainQty',
    ]);
    expect(answer.data.list[0].icon).toMatch(/^\/images\/web3-data\/public\/token\/logos\/[0-9a-f]+\.png$/);
    expect(typeof answer.data.list[0].decimals).toBe('number');
  });

  it('returns tokens with valid contract addresses, prices and quantities on every chain', async () => {
    for (const chain of CHAINS) {
      for (let number = 0; number < 20; number += 1) {
        const address = chain.addresses === 'evm' ? wallet(number) : SOLANA;
        const { holdings: found } = await collect({ address, chainId: chain.id, seed: number });
        for (const one of found) {
          const contract = new Map([
            ['address', one.contractAddress ?? ''],
            ['chainId', chain.id],
            ['offset', '0'],
          ]);
          expect(checkArguments(ENDPOINT, contract)).toEqual([]);
          expect(parseDecimal(one.price!)?.value).toBeGreaterThan(0n);
          expect(parseDecimal(one.remainQty!)?.value).toBeGreaterThan(0n);
          expect(parseDecimal(one.remainQty!)!.scale).toBeLessThanOrEqual(Number(one.decimals));
          expect(one.percentChange24h).toMatch(/^-?\d{1,2}\.\d{2}$/);
        }
      }
    }
  });

  it('returns equal holdings for equal seed, chain and address, and different ones otherwise', async () => {
    const { address } = await findWallet((count) => count > 5);
    expect(ask({ address })).toBe(ask({ address }));
    const others = [
      ask({ address, seed: 2 }),
      ask({ address, chainId: '8453' }),
      ask({ address: wallet(999) }),
    ];
    for (const other of others) expect(other).not.toBe(ask({ address }));
  });

  it('pages by twenty until a page is empty', async () => {
    const { address, holdings: all } = await findWallet((count) => count > 2 * HOLDINGS_PAGE_SIZE);
    const page = (offset: number) => readEnvelope(ask({ address, offset: String(offset) }));
    expect(page(0).list).toHaveLength(HOLDINGS_PAGE_SIZE);
    expect(page(20).offset).toBe('20');
    expect(page(7).list[0]?.contractAddress).toBe(all[7]?.contractAddress);
    expect(page(all.length - 1).list).toHaveLength(1);
    expect(JSON.parse(ask({ address, offset: String(all.length) })).data.list).toEqual([]);
    expect(new Set(all.map((one) => one.contractAddress)).size).toBe(all.length);
  });

  it('returns a null list for an address without holdings', async () => {
    const zero = `0x${'0'.repeat(40)}`;
    expect(JSON.parse(ask({ address: zero })).data.list).toBeNull();
    const { address } = await findWallet((count) => count === 0);
    expect(JSON.parse(ask({ address, offset: '20' })).data).toMatchObject({ offset: 20, list: null });
  });

  it('returns EVM addresses in lower case and Solana addresses unchanged', async () => {
    const { address } = await findWallet((count) => count > 0);
    const upper = `0x${address.slice(2).toUpperCase()}`;
    const mixed = `0xA${address.slice(3)}`;
    for (const spelled of [address, upper, mixed]) expect(ask({ address: spelled })).toBe(ask({ address }));
    expect(readEnvelope(ask({ address })).list[0]?.address).toBe(address);
    for (let seed = 0; seed < 10; seed += 1) {
      const { list } = readEnvelope(ask({ address: SOLANA, chainId: 'CT_501', seed }));
      for (const one of list) expect(one.address).toBe(SOLANA);
    }
  });

  it('changes prices hourly and returns the correct 24-hour change', async () => {
    const { address } = await findWallet((count) => count > 10);
    const day = 86_400_000;
    const now = readEnvelope(ask({ address })).list;
    const before = readEnvelope(ask({ address, at: NOON - day })).list;
    now.forEach((one, index) => {
      const change = (Number(one.price) / Number(before[index]!.price) - 1) * 100;
      expect(Math.abs(change - Number(one.percentChange24h))).toBeLessThan(0.0051);
    });
    expect(now.map((one) => one.price)).not.toEqual(before.map((one) => one.price));
    expect(ask({ address, at: NOON + 3_599_999 })).toBe(ask({ address }));
  });
});

describe('the onchain wallet endpoint rejects', () => {
  const refusedWith = (asked: Asked) => {
    const answer = JSON.parse(ask(asked));
    expect(Object.keys(answer)).toEqual(['code', 'message', 'messageDetail', 'data', 'success']);
    expect(answer).toMatchObject({ data: null, success: false });
    expect(typeof answer.message).toBe('string');
    return answer.code;
  };
  const address = wallet(1);

  it.each(['clienttype', 'clientversion', 'accept-encoding', 'user-agent'])(
    'a call with %s missing or wrong',
    (name) => {
      const { [name]: _, ...without } = HEADERS;
      expect(refusedWith({ address, headers: without })).toBe('100002');
      expect(refusedWith({ address, headers: { ...HEADERS, [name]: 'curl/8' } })).toBe('100002');
    },
  );

  it('a call with a key, a token or a signature', () => {
    for (const name of ['x-mbx-apikey', 'authorization', 'cookie']) {
      expect(refusedWith({ address, headers: { ...HEADERS, [name]: 'x' } })).toBe('100002');
    }
    expect(refusedWith({ address, more: '&signature=ab' })).toBe('100002');
  });

  it('an invalid address and an unknown chain', () => {
    for (const bad of ['0x12', SOLANA, `${address}0`, 'x'])
      expect(refusedWith({ address: bad })).toBe('000400');
    expect(refusedWith({ address, chainId: 'CT_501' })).toBe('000400');
    expect(refusedWith({ address, chainId: '1' })).toBe('000400');
  });

  it('an invalid or duplicate parameter', () => {
    expect(refusedWith({ address, offset: '-1' })).toBe('100002');
    expect(refusedWith({ address, offset: 'x' })).toBe('100002');
    expect(refusedWith({ address, offset: '' })).toBe('100002');
    expect(refusedWith({ address: '' })).toBe('100002');
    expect(refusedWith({ address, more: '&offset=0' })).toBe('100002');
  });

  it('arbitrary input without an internal error', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (address, chainId, offset) => {
        const encoded = { address, chainId, offset };
        for (const name of ['address', 'chainId', 'offset'] as const) {
          encoded[name] = encodeURIComponent(encoded[name]);
        }
        const answer = JSON.parse(ask(encoded));
        expect(['000400', '100002']).toContain(answer.code);
      }),
      { seed: 20240131 },
    );
  });
});
