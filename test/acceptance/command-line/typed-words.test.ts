/** Codes are typed as words, and messages name options as they were typed. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { readValue } from '../../../src/request/reading.ts';
import { failure, json } from '../outcomes.ts';
import { bourse, NOW } from '../world.ts';

describe('a code with a meaning', () => {
  it.each([
    ['fiat orders deposit', 'transactionType=0'],
    ['fiat orders WITHDRAWAL', 'transactionType=1'],
    ['fiat payments sell', 'transactionType=1'],
    ['fiat orders 1', 'transactionType=1'],
  ])('is sent for its word: %s', async (line, sent) => {
    const [words, code] = [line.split(' ').slice(0, 2).join(' '), sent.split('=')[1]!];
    const byWord = json(await bourse(`${line} --env sandbox`));
    expect(byWord).toEqual(json(await bourse(`${words} ${code} --env sandbox`)));
  });

  it('is read for every code of the catalogue that has one', () => {
    const context = { now: NOW, product: 'spot' } as const;
    let count = 0;
    for (const { params } of ENDPOINTS)
      for (const [name, param] of Object.entries(params))
        for (const [value, meaning] of Object.entries(param.meanings ?? {})) {
          for (const typed of [meaning, meaning.toUpperCase(), meaning.replaceAll(' ', '-')])
            expect([name, typed, readValue(context, name, param, typed).text]).toEqual([name, typed, value]);
          count += 1;
        }
    expect(count).toBeGreaterThan(15);
  });

  it('is suggested for a mistyped word', async () => {
    const error = failure(await bourse('fiat orders withdrawl --env sandbox'));
    expect(error.message).toContain(
      'must be deposit (0) or withdrawal (1), was withdrawl. Did you mean withdrawal?',
    );
  });
});

describe('a message about times', () => {
  const line = 'market klines BTCUSDT 1h --env sandbox';

  it('names --start and --end if they were typed', async () => {
    const error = failure(await bourse(`${line} --start 2024-05-02 --end=2024-05-01`));
    expect(error.message).toContain('Swap --start and --end.');
    expect(error.faults?.every(({ message }) => !message.includes('-time'))).toBe(true);
  });

  it('names the parameters otherwise', async () => {
    const error = failure(await bourse(`${line} --start-time 2024-05-02 --end-time 2024-05-01`));
    expect(error.message).toContain('Swap --start-time and --end-time.');
  });
});
