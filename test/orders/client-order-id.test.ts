import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { unixMs } from '../../src/core/words.ts';
import { keyedOrderIds, newClientOrderId, nextAttemptId } from '../../src/orders/client-order-id.ts';

const NOW = unixMs(1_710_506_096_789);

describe('client order ids', () => {
  it('are two letters, a ULID and the attempt, in characters that the exchange allows', () => {
    const id = newClientOrderId('bo', NOW, seededRandom(1));
    expect(id).toMatch(/^bo01HS11QE4N[0-9A-HJKMNP-TV-Z]{16}-1$/);
    expect(id).toMatch(/^[.A-Z:/a-z0-9_-]{1,36}$/);
    expect(id).toHaveLength(30);
  });

  it('contain their time, and sort by it', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.integer({ min: 0, max: 2 ** 41 }), (seed, ms) => {
        const id = newClientOrderId('bo', unixMs(ms), seededRandom(seed));
        const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
        const decoded = [...id.slice(2, 12)].reduce((sum, digit) => sum * 32 + digits.indexOf(digit), 0);
        const later = newClientOrderId('bo', unixMs(ms + 1), seededRandom(seed + 1));
        return decoded === ms && id < later;
      }),
      { seed: 31, numRuns: 300 },
    );
  });

  it('are unique within one millisecond', () => {
    const random = seededRandom(9);
    const ids = Array.from({ length: 20_000 }, () => newClientOrderId('bo', NOW, random));
    expect(new Set(ids).size).toBe(20_000);
  });

  it('count the attempts of one order', () => {
    const first = newClientOrderId('bo', NOW, seededRandom(1));
    const second = nextAttemptId(first);
    expect([second, nextAttemptId(second)]).toEqual([`${first.slice(0, -1)}2`, `${first.slice(0, -1)}3`]);
    expect(nextAttemptId(`${first.slice(0, -1)}9`)).toHaveLength(31);
    for (const foreign of ['mine', `${first}-1`, first.slice(0, -2), '', `${first.slice(0, -1)}99999999`])
      expect(() => nextAttemptId(foreign)).toThrow(RangeError);
  });

  it('refuse an attempt whose id would be longer than the exchange allows', () => {
    const first = newClientOrderId('bo', NOW, seededRandom(1));
    expect(nextAttemptId(`${first.slice(0, -1)}9999998`)).toHaveLength(36);
    expect(() => nextAttemptId(`${first.slice(0, -1)}9999999`)).toThrow(RangeError);
  });

  it.each(['', 'b', 'bou', 'b-'])('refuse the prefix %j', (prefix) => {
    expect(() => newClientOrderId(prefix, NOW, seededRandom(1))).toThrow(RangeError);
  });
});

describe('the ids of the orders of an idempotency key', () => {
  const idsOf = (key: string) => {
    const next = keyedOrderIds('bo', key);
    return [next(), next(), next()];
  };

  it('begin with the key, and are the same for the same key', () => {
    const ids = idsOf('deposit:7/a_b.c-1');
    expect(ids[0]).toBe('deposit:7/a_b.c-1');
    expect(idsOf('deposit:7/a_b.c-1')).toEqual(ids);
    expect(new Set([...ids, ...idsOf('deposit:8')]).size).toBe(6);
  });

  it.each(['k'.repeat(37), 'a b', 'a+b', 'a"b', ''])(
    'are made from a digest if the exchange does not accept the key: %j',
    (key) => {
      for (const id of idsOf(key)) expect(id).toMatch(/^bo[0-9A-HJKMNP-TV-Z]{26}-1$/);
      expect(nextAttemptId(idsOf(key)[0]!)).toMatch(/-2$/);
    },
  );
});
