/** Messages name an argument as it was typed: `--start`, or `<interval>` as the usage line does. */
import { describe, expect, it } from 'vitest';
import { failure } from '../outcomes.ts';
import { bourse } from '../world.ts';

async function refusalOf(line: string) {
  return failure(await bourse(line, { environment: { BOURSE_ENV: 'sandbox' } }));
}

describe('the message of a wrong argument', () => {
  it('named a positional by its parameter instead of as the usage line does', async () => {
    const { message, faults } = await refusalOf('fiat orders gift');
    expect(message).toBe(
      '<transaction-type> must be deposit (0) or withdrawal (1), was gift. Choose one of them.',
    );
    expect(faults).toMatchObject([{ param: 'transactionType', message }]);
  });

  it('asked for the option of a missing positional', async () => {
    const { message, hint } = await refusalOf('market klines');
    expect(message).toContain(
      '<symbol> is required (Trading pair, such as BTCUSDT), found nothing. Give <symbol>.',
    );
    expect(message).toContain('<interval> is required (Candle interval), found nothing. Give <interval>.');
    expect(message).not.toContain('--symbol');
    expect(hint).toContain('Usage: bourse market klines <symbol> <interval>');
  });

  it('named an option by its parameter instead of as typed', async () => {
    expect((await refusalOf('market klines BTCUSDT 1h --start foo')).message).toMatch(
      /^--start must be a time, was foo\./,
    );
    expect((await refusalOf('market klines BTCUSDT 1h --start-time foo')).message).toMatch(
      /^--start-time must be/,
    );
    expect((await refusalOf('market klines BTCUSDT 1h --startTime foo')).message).toMatch(
      /^--start-time must be/,
    );
    expect((await refusalOf('market klines BTCUSDT 1h --limit=0')).message).toMatch(
      /^--limit must be 1 to 1000/,
    );
    expect((await refusalOf('market klines --symbol BTCUSDT --interval 7x')).message).toMatch(
      /^--interval must be/,
    );
    const window = await refusalOf('market klines BTCUSDT 1h --start 2024-02-01 --end 2024-01-01');
    expect(window.message).toMatch(/^--start must not be after --end, was .* Swap --start and --end\.$/);
  });

  it('keeps the parameters of calls that are typed as name=value', async () => {
    const { message } = await refusalOf('api GET /api/v3/klines symbol=BTCUSDT interval=1h limit=0');
    expect(message).toMatch(/^limit must be 1 to 1000/);
  });
});
