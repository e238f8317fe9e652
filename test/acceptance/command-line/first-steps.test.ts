/** Typical mistakes of new users: each is answered with the next step. */
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/app/world.ts';
import { startStreamServer } from '../../stream/scripted-stream-server.ts';
import { failure, json } from '../outcomes.ts';
import { bourse } from '../world.ts';

const hint = async (line: string) => failure(await bourse(line)).hint;

describe('a command without its group', () => {
  it('is answered with the full commands', async () => {
    expect(await hint('buy BTCUSDT 0.1')).toBe('Did you mean bourse trade buy BTCUSDT 0.1?');
    expect(await hint('klines BTCUSDT 1h')).toBe(
      'Did you mean bourse market klines BTCUSDT 1h, or bourse stream klines BTCUSDT 1h?',
    );
  });

  it('that does not exist is answered with the list of groups', async () => {
    expect(await hint('frobnicate')).toContain('bourse --help');
  });
});

describe('a mistyped word after a group that is itself a command', () => {
  it('is reported without a stray space', async () => {
    expect(failure(await bourse('api lst')).message).toBe('Unknown command "lst" for "bourse api".');
  });
});

describe('a missing argument', () => {
  it('is shown in the usage line, not only as an option', async () => {
    expect(await hint('market depth')).toBe(
      'Nothing was sent. Usage: bourse market depth <symbol> [options]',
    );
  });
});

describe('a boolean option', () => {
  it.each([
    ['trade sell BTCUSDT 0.01 --on usdm --reduce-only', 'reduceOnly=true'],
    ['trade sell BTCUSDT 0.01 --on usdm --reduce-only false', 'reduceOnly=false'],
    ['margin borrow BTC 0.01 --is-isolated --symbol BTCUSDT', 'isIsolated=TRUE'],
  ])('needs no value, even if the parameter is text: %s', async (line, wire) => {
    const skip = line.startsWith('trade') ? ' --skip-filters' : '';
    const { body } = json<{ body: string }>(await bourse(`${line} --dry-run${skip} --env sandbox`));
    expect(body.split('&')).toContain(wire);
  });
});

describe('--fields', () => {
  it('without a field is refused, not answered with "ok"', async () => {
    const { kind, message } = failure(await bourse('market ping --fields= --env sandbox'));
    expect({ kind, message }).toEqual({ kind: 'usage', message: '--fields needs at least one field.' });
  });

  it('that a stream does not have is refused before it connects', async () => {
    const {
      kind,
      message,
      hint: next,
    } = failure(await bourse('stream trades btcusdt --fields prise --env sandbox'));
    expect({ kind, next }).toEqual({ kind: 'usage', next: 'Did you mean price?' });
    expect(message).toContain('prise');
  });
});

describe('a symbol that a product does not list', () => {
  it.each([
    ['market mark BTC-200101-1-C', '--on options'],
    ['market klines BTCUSD 1h --on coinm', '--on coinm'],
  ])('comes with the command that lists the symbols of the product: %s', async (line, on) => {
    expect(await hint(`${line} --env sandbox`)).toContain(`\`bourse market info ${on}\``);
  });
});

describe('cancelling', () => {
  it('all orders while none is open names the command that lists open orders', async () => {
    expect(await hint('trade cancel-all BTCUSDT --env sandbox')).toContain(
      'bourse trade open-orders BTCUSDT',
    );
  });

  it('an unknown order does not suggest to look it up again', async () => {
    expect(await hint('trade order cancel BTCUSDT --order-id 999999 --env sandbox')).toContain(
      'knows no order of this id',
    );
  });
});

describe('explain', () => {
  it.each(['trade buy', 'account balance', 'market ticker', 'stream trades', 'thesis validate', 'stream'])(
    'knows every command, even one that shares its endpoint or has none: %s',
    async (words) => {
      const found = json<{ is: string }[]>(await bourse(`explain ${words}`));
      expect(found.filter(({ is }) => is === 'endpoint' || is === 'command')).toHaveLength(1);
    },
  );
});

describe('a stream', () => {
  it.each([
    ['klines btcusdt 7m', 'interval must be one of 1s, 1m'],
    ['partial-depth btcusdt 7', 'levels must be one of 5, 10, 20, was "7".'],
  ])('does not treat an invalid slot value as another symbol: %s', async (words, message) => {
    expect(failure(await bourse(`stream ${words} --env sandbox`)).message).toContain(message);
  });

  it('whose name may be misspelt is reported after ten seconds without a message', async () => {
    const venue = await startStreamServer({});
    const ends = new AbortController();
    const clock = systemClock();
    const { code, stderr } = await bourse(
      `stream trades nopeusdt ethusdt --host spot-ws=${venue.url.origin}`,
      {
        clock: { ...clock, sleep: (ms, signal) => clock.sleep(ms === 10_000 ? 20 : ms, signal) },
        interrupt: ends.signal,
        onWrite: (_name, text) => {
          if (text.includes('No messages yet')) ends.abort();
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
  ])(
    'of an interval suggests the interval of the same length, not of similar spelling: %s',
    async (typed, meant) => {
      expect(failure(await bourse(`market klines BTCUSDT ${typed}`)).message).toContain(
        `Did you mean ${meant}?`,
      );
    },
  );

  it('of a window that ends before it begins is shown as times, not as numbers', async () => {
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
  ])('is named as a positional if it is one: %s', async (line, next) => {
    const { message, faults } = failure(await bourse([...line.split(' '), '--env', 'sandbox']));
    expect(message).toContain(next);
    expect(JSON.stringify([message, faults])).not.toContain('--');
  });
});

describe('a table', () => {
  it('of candles keeps the close price if columns are hidden', async () => {
    const { stdout } = await bourse('market klines BTCUSDT 1h --limit 2 --env sandbox --color never', {
      terminal: 60,
    });
    expect(stdout.split('\n')[0]!.split(/ {2,}/)).toEqual(['open time', 'open', 'high', 'close']);
  });

  it('of the margin account hides zero rows, as that of balances does', async () => {
    const { stdout, stderr } = await bourse('margin account --env sandbox', { terminal: 90 });
    const [, held = ''] = stdout.split('\n\n');
    expect(held.trimEnd().split('\n').length).toBeLessThan(10);
    expect(stderr).toContain('--zeros shows them');
  });

  it('shows nested values of a row as text, not as JSON', async () => {
    const terminal = { terminal: 110 };
    const commission = await bourse('account commission BTCUSDT --env sandbox --color never', terminal);
    expect(commission.stdout).toContain('maker 0.001, taker 0.001, buyer 0, seller 0\n');
    const locked = await bourse('earn locked list BNB --env sandbox --color never', terminal);
    expect(locked.stdout).toMatch(/^product +asset +days +APR +min +max +sold out +status\n/);
    expect(commission.stdout + locked.stdout).not.toContain('{');
  });
});

describe('words in the wrong order', () => {
  it.each(['', ' --round down'])('are reported as such, not as a symbol without rules:%s', async (more) => {
    const { stderr, code } = await bourse(`trade buy 0.001 BTCUSDT --env sandbox${more}`);
    expect(code).toBe(2);
    expect(stderr).toContain('The words for <symbol> <quantity> are in the wrong order.');
    expect(stderr).not.toContain('were not checked');
  });
});

describe('a missing recording', () => {
  it('is reported with the typed file name', async () => {
    expect(failure(await bourse('stream replay nope.ndjson.gz')).message).toMatch(
      /^There is no recording .*nope\.ndjson\.gz\.$/,
    );
  });
});
