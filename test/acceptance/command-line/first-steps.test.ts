/** What a newcomer types before reading much: each slip is answered with the way on. */
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/app/world.ts';
import { startVenue } from '../../stream/stub-exchange.ts';
import { failure, json } from '../outcomes.ts';
import { bourse } from '../world.ts';

const hint = async (line: string) => failure(await bourse(line)).hint;

describe('a command without its group', () => {
  it('is named whole', async () => {
    expect(await hint('buy BTCUSDT 0.1')).toBe('Did you mean bourse trade buy?');
    expect(await hint('klines BTCUSDT 1h')).toBe(
      'Did you mean bourse market klines, or bourse stream klines?',
    );
  });

  it('that there is nowhere is answered with the groups', async () => {
    expect(await hint('frobnicate')).toContain('bourse --help');
  });
});

describe('a slip in a command of a group that is called itself', () => {
  it('is told without a stray space', async () => {
    expect(failure(await bourse('api lst')).message).toBe('Unknown command "lst" for "bourse api".');
  });
});

describe('a missing argument', () => {
  it('is shown at its place, not as an option alone', async () => {
    expect(await hint('market depth')).toBe(
      'Nothing was sent. Usage: bourse market depth <symbol> [options]',
    );
  });
});

describe('a yes or no', () => {
  it.each([
    ['trade sell BTCUSDT 0.01 --on usdm --reduce-only', 'reduceOnly=true'],
    ['trade sell BTCUSDT 0.01 --on usdm --reduce-only false', 'reduceOnly=false'],
    ['margin borrow BTC 0.01 --is-isolated --symbol BTCUSDT', 'isIsolated=TRUE'],
  ])('may stand alone also where the interface takes it as text: %s', async (line, wire) => {
    const skip = line.startsWith('trade') ? ' --skip-filters' : '';
    const { body } = json<{ body: string }>(await bourse(`${line} --dry-run${skip} --env sandbox`));
    expect(body.split('&')).toContain(wire);
  });
});

describe('--fields', () => {
  it('without a field is told, not answered with "ok"', async () => {
    const { kind, message } = failure(await bourse('market ping --fields= --env sandbox'));
    expect({ kind, message }).toEqual({ kind: 'usage', message: '--fields needs at least one field.' });
  });

  it('is refused by a stream, which would pass it over', async () => {
    const { kind, message } = failure(await bourse('stream trades btcusdt --fields p --env sandbox'));
    expect(kind).toBe('usage');
    expect(message).toContain('--fields');
  });
});

describe('a symbol that a product line does not list', () => {
  it.each([
    ['market mark BTC-200101-1-C', '--on options'],
    ['market klines BTCUSD 1h --on coinm', '--on coinm'],
  ])('is looked up among those of its line: %s', async (line, on) => {
    expect(await hint(`${line} --env sandbox`)).toContain(`\`bourse market info ${on}\``);
  });
});

describe('cancelling', () => {
  it('all orders where none is open names the command that lists them', async () => {
    expect(await hint('trade cancel-all BTCUSDT --env sandbox')).toContain(
      'bourse trade open-orders BTCUSDT',
    );
  });

  it('an order nobody knows of does not ask to look it up once more', async () => {
    expect(await hint('trade order cancel BTCUSDT --order-id 999999 --env sandbox')).toContain(
      'knows no order of this id',
    );
  });
});

describe('explain', () => {
  it.each(['trade buy', 'account balance', 'market ticker', 'stream trades', 'thesis validate', 'stream'])(
    'knows every command, also one that shares its endpoint or has none: %s',
    async (words) => {
      expect(json<object[]>(await bourse(`explain ${words}`))).toHaveLength(1);
    },
  );
});

describe('a stream', () => {
  it.each([
    ['klines btcusdt 7m', 'interval must be one of 1s, 1m'],
    ['partial-depth btcusdt 7', 'levels must be one of 5, 10, 20, was "7".'],
  ])('takes no word that fits nowhere for one more symbol: %s', async (words, message) => {
    expect(failure(await bourse(`stream ${words} --env sandbox`)).message).toContain(message);
  });

  it('whose name may be misspelt is told of after ten silent seconds', async () => {
    const venue = await startVenue({});
    const ends = new AbortController();
    const clock = systemClock();
    const { code, stderr } = await bourse(
      `stream trades nopeusdt ethusdt --host spot-ws=${venue.url.origin}`,
      {
        clock: { ...clock, sleep: (ms, signal) => clock.sleep(ms === 10_000 ? 20 : ms, signal) },
        interrupt: ends.signal,
        onWrite: (_name, text) => {
          if (text.includes('Nothing came yet')) ends.abort();
        },
      },
    );
    expect(code).toBe(0);
    expect(stderr).toContain(
      'No messages yet from nopeusdt@trade, ethusdt@trade: the stream may be rare, or its name misspelt.',
    );
  });
});

describe('a wrong value', () => {
  it.each([
    ['60m', '1h'],
    ['24h', '1d'],
    ['7d', '1w'],
  ])('of an interval is told the one as long, not the one spelled alike: %s', async (typed, meant) => {
    expect(failure(await bourse(`market klines BTCUSDT ${typed}`)).message).toContain(
      `Did you mean ${meant}?`,
    );
  });

  it('of a window that ends before it begins is told as times, not as digits', async () => {
    const line = 'market klines BTCUSDT 1h --start 2024-02-01 --end 2024-01-01';
    expect(failure(await bourse(line)).message).toContain('2024-02-01 00:00:00Z after 2024-01-01 00:00:00Z');
  });
});

describe('a parameter that is missing', () => {
  it.each([
    ['api DELETE /api/v3/order symbol=BTCUSDT', 'Add orderId or origClientOrderId.'],
    ['ws call order.place symbol=BTCUSDT', 'Add side.'],
    [
      `trade order batch --batch-orders [{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","quantity":"1","price":"1"}]`,
      'Add timeInForce.',
    ],
  ])('is not asked for as an option where there is none: %s', async (line, next) => {
    const { message, faults } = failure(await bourse([...line.split(' '), '--env', 'sandbox']));
    expect(message).toContain(next);
    expect(JSON.stringify([message, faults])).not.toContain('--');
  });
});

describe('a table', () => {
  it('of candles without room for all shows the close', async () => {
    const { stdout } = await bourse('market klines BTCUSDT 1h --limit 2 --env sandbox --color never', {
      terminal: 60,
    });
    expect(stdout.split('\n')[0]!.split(/ {2,}/)).toEqual(['open time', 'open', 'high', 'close']);
  });

  it('of the margin account leaves out what is empty, as that of balances does', async () => {
    const { stdout, stderr } = await bourse('margin account --env sandbox', { terminal: 90 });
    const [, held = ''] = stdout.split('\n\n');
    expect(held.trimEnd().split('\n').length).toBeLessThan(10);
    expect(stderr).toContain('--zeros shows them');
  });

  it('shows what stands within a row as words, not as JSON', async () => {
    const terminal = { terminal: 110 };
    const commission = await bourse('account commission BTCUSDT --env sandbox --color never', terminal);
    expect(commission.stdout).toContain('maker 0.001, taker 0.001, buyer 0, seller 0\n');
    const locked = await bourse('earn locked list BNB --env sandbox --color never', terminal);
    expect(locked.stdout).toMatch(/^product +asset +days +rate a year +least +most +sold out +status\n/);
    expect(commission.stdout + locked.stdout).not.toContain('{');
  });
});

describe('words in the wrong order', () => {
  it.each(['', ' --round down'])('are told as such, not as a symbol without rules:%s', async (more) => {
    const { stderr, code } = await bourse(`trade buy 0.001 BTCUSDT --env sandbox${more}`);
    expect(code).toBe(2);
    expect(stderr).toContain('quantity must be a decimal number, was BTCUSDT');
    expect(stderr).not.toContain('were not checked');
  });
});

describe('a recording that is not there', () => {
  it('is told by the name that was typed', async () => {
    expect(failure(await bourse('stream replay nope.ndjson.gz')).message).toMatch(
      /^There is no recording .*nope\.ndjson\.gz\.$/,
    );
  });
});
