/** The lines of streams: a table at a terminal, csv, chosen fields and named fields, against a scripted server. */
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/app/world.ts';
import { startStreamServer, trade } from '../../stream/scripted-stream-server.ts';
import { failure } from '../outcomes.ts';
import { bourse, temporaryFolder, type WorldOptions } from '../world.ts';

/** Runs a stream command against a server that sends these messages; ends after as many, or after `count`. */
async function follow(
  line: string | readonly string[],
  messages: readonly string[],
  options: WorldOptions = {},
  count = messages.length,
) {
  const venue = await startStreamServer({
    onConnection: (visit) =>
      visit.socket.on('message', () =>
        setImmediate(() => {
          for (const message of messages) visit.send(message);
        }),
      ),
  });
  const words = typeof line === 'string' ? line.split(' ') : line;
  const ends = ['--count', String(count), '--host', `spot-ws=${venue.url.origin}`];
  const outcome = await bourse([...words, ...ends], { clock: systemClock(), ...options });
  return { ...outcome, lines: outcome.stdout.split('\n').filter(Boolean) };
}

const PLAIN = { environment: { NO_COLOR: '1' } };
const terminal = (width: number) => ({ terminal: width, ...PLAIN });

function tradeAt(time: number, id: number, price: string, isBuyerMaker = false, symbol = 'BTCUSDT'): string {
  return `{"e":"trade","E":${time},"s":"${symbol}","t":${id},"p":"${price}","q":"0.00120000","T":${time},"m":${isBuyerMaker},"M":true}`;
}

/** 2024-03-15T12:34:56.789Z. */
const NOON = 1_710_506_096_789;
const LATE = Date.parse('2024-03-15T23:59:59.999Z');

describe('a stream at a terminal', () => {
  it('is one aligned line an event, below named columns', async () => {
    const { lines } = await follow(
      'stream trades btcusdt',
      [tradeAt(NOON, 9, '70000.10000000'), tradeAt(NOON + 5, 10, '70000.25000000', true)],
      terminal(80),
    );
    expect(lines).toEqual([
      '2024-03-15 UTC  symbol       price   quantity  side   trade id',
      '12:34:56.789    BTCUSDT   70,000.1     0.0012  buy           9',
      '12:34:56.794    BTCUSDT  70,000.25     0.0012  sell         10',
    ]);
  });

  it.each([40, 60, 120])('fits in %i columns', async (width) => {
    const message =
      '{"e":"24hrMiniTicker","E":1710506096789,"s":"BTCUSDT","c":"70000.10","o":"69000.00","h":"71000.00","l":"68000.00","v":"1234.5","q":"99999999.123"}';
    const { lines } = await follow('stream mini-ticker btcusdt', [message], terminal(width));
    expect(lines.map((line) => line.length).filter((length) => length > width)).toEqual([]);
    expect(lines[0]).toContain('last');
  });

  it('names its columns again after a page of lines, and when the day changes', async () => {
    const page = Array.from({ length: 41 }, (_, at) => tradeAt(NOON + at, at + 1, '70000.10000000'));
    const headers = (lines: readonly string[]) =>
      lines.flatMap((line, at) => (line.includes('symbol') ? [[at, line.slice(0, 10)]] : []));
    const long = await follow('stream trades btcusdt', page, terminal(80));
    expect(headers(long.lines)).toEqual([
      [0, '2024-03-15'],
      [41, '2024-03-15'],
    ]);
    const night = [tradeAt(LATE, 1, '70000.10000000'), tradeAt(LATE + 1, 2, '70000.10000000')];
    const overnight = await follow('stream trades btcusdt', night, terminal(80));
    expect(headers(overnight.lines)).toEqual([
      [0, '2024-03-15'],
      [2, '2024-03-16'],
    ]);
  });

  it('is coloured by the side of the taker', async () => {
    const { lines } = await follow(
      'stream trades btcusdt',
      [tradeAt(NOON, 9, '70000.10000000'), tradeAt(NOON, 10, '70000.10000000', true)],
      { terminal: 80 },
    );
    expect(lines[1]).toMatch(/^12:34:56\.789 {2}\u001b\[32m.*buy/);
    expect(lines[2]).toMatch(/^12:34:56\.789 {2}\u001b\[31m.*sell/);
  });

  it('names the values of each line when several kinds of streams follow each other', async () => {
    const wrapped = (stream: string, data: string) => `{"stream":"${stream}","data":${data}}`;
    const { lines } = await follow(
      ['stream', 'trades', 'btcusdt', '--also', 'book-ticker btcusdt'],
      [
        wrapped('btcusdt@trade', tradeAt(NOON, 9, '70000.10000000')),
        wrapped(
          'btcusdt@bookTicker',
          '{"u":400,"s":"BTCUSDT","b":"70000.00","B":"1.50","a":"70001.00","A":"2.00"}',
        ),
      ],
      terminal(80),
    );
    expect(lines).toEqual([
      '2024-03-15 UTC',
      '12:34:56.789  trades       BTCUSDT  price 70,000.1  quantity 0.0012  side buy',
      'book-ticker  BTCUSDT  bid 70,000  bid quantity 1.5  ask 70,001  ask quantity 2',
    ]);
  });

  it('shows no control characters of the exchange', async () => {
    const { stdout } = await follow(
      'stream trades btcusdt',
      [tradeAt(NOON, 9, '70000.10000000', false, 'BTC\\u001b[2JUSDT'), tradeAt(NOON, 10, '1\\u001b[2J')],
      terminal(80),
    );
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('BTC\\u{1b}[2JUSDT');
  });

  it('is written as the exchange sent it with -o ndjson', async () => {
    const { lines } = await follow('stream trades btcusdt -o ndjson', [trade(1)], terminal(80));
    expect(lines).toEqual([trade(1)]);
  });

  it('shows the elements of an array below each other', async () => {
    const row = (symbol: string, close: string) =>
      `{"e":"24hrMiniTicker","E":${NOON},"s":"${symbol}","c":"${close}","o":"10.00","h":"12.00","l":"9.00","v":"5.0","q":"50.0"}`;
    const { lines } = await follow(
      'stream all-mini-tickers',
      [`[${row('AUSDT', '11.00')},${row('BUSDT', '9.50')}]`],
      terminal(80),
    );
    expect(lines.slice(1).map((line) => line.split(/ +/)[1])).toEqual(['AUSDT', 'BUSDT']);
  });
});

describe('a stream in a pipe', () => {
  it('is csv below a header that is known before the first event', async () => {
    const { lines } = await follow('stream trades btcusdt -o csv', [trade(1)]);
    expect(lines).toEqual([
      'eventType,eventTime,symbol,tradeId,price,quantity,tradeTime,isBuyerMaker,ignored',
      'trade,1710506096001,BTCUSDT,1,70000.10000000,0.00100000,1710506096001,true,true',
    ]);
    const bare = await follow('stream trades btcusdt -o csv --no-header', [trade(1)]);
    expect(bare.lines).toEqual(lines.slice(1));
  });

  it('names the stream of each line of csv when there are several', async () => {
    const { lines } = await follow('stream trades btcusdt ethusdt -o csv', [trade(1, 'BTCUSDT', true)]);
    expect(lines[0]).toMatch(/^stream,eventType,/);
    expect(lines[1]).toMatch(/^btcusdt@trade,trade,/);
  });

  it('has full names with --named, every digit, and loses no field', async () => {
    const { lines } = await follow('stream trades btcusdt --named', [
      trade(1).replace('"M":true', '"M":true,"Zz":1.10,"price":"x"'),
    ]);
    expect(lines).toEqual([
      '{"eventType":"trade","eventTime":1710506096001,"symbol":"BTCUSDT","tradeId":1,"p":"70000.10000000","quantity":"0.00100000","tradeTime":1710506096001,"isBuyerMaker":true,"ignored":true,"Zz":1.10,"price":"x"}',
    ]);
  });

  it('has only the fields of --fields, by their names in words or on the wire', async () => {
    const { lines } = await follow('stream trades btcusdt --fields tradeId,p', [trade(1)]);
    expect(lines).toEqual(['{"tradeId":1,"p":"70000.10000000"}']);
    const wrapped = await follow('stream trades btcusdt ethusdt --fields price', [trade(1, 'BTCUSDT', true)]);
    expect(wrapped.lines).toEqual(['{"stream":"btcusdt@trade","data":{"price":"70000.10000000"}}']);
  });

  it('rejects an unknown field before it connects', async () => {
    const error = failure(await bourse('stream trades btcusdt --fields prise --env sandbox'));
    expect(error).toMatchObject({ exitCode: 2, hint: 'Did you mean price?' });
  });

  it('reports dropped connections of csv on stderr, where they break no row', async () => {
    const { stdout, stderr } = await follow('stream trades btcusdt -o csv --records', [trade(1)]);
    expect(stdout).not.toContain('bourse');
    expect(stderr).toContain('{"bourse":"hello"');
  });
});

describe('events that are chosen by --where', () => {
  const trades = ['70000.10000000', '70000.30000000', '70000.20000000', '70000.40000000'].map((price, at) =>
    tradeAt(NOON + at, at + 1, price),
  );

  it('are written as the exchange sent them, and only they count for --count', async () => {
    const words = ['stream', 'trades', 'btcusdt', '--where', 'price > 70000.2'];
    expect((await follow(words, trades, {}, 2)).lines).toEqual([trades[1], trades[3]]);
    const { lines } = await follow([...words, '-o', 'csv'], trades, {}, 2);
    expect(lines).toHaveLength(3);
  });

  it('are counted on stderr if there is none', async () => {
    const home = temporaryFolder();
    await follow('stream trades btcusdt --record x.ndjson.gz', trades, { home }, 4);
    const play = async (where: string) => {
      const line = ['stream', 'replay', 'x.ndjson.gz', '--speed', 'max', '--where', where];
      return (await bourse(line, { clock: systemClock(), home })).stderr;
    };
    expect(await play('price > 10m')).toContain('0 of 4 events match --where "price > 10m".');
    expect(await play('price < 10m')).not.toContain('--where');
  });

  it('leave the others out of an array of events', async () => {
    const ticker = (symbol: string, close: string) => `{"e":"24hrMiniTicker","s":"${symbol}","c":"${close}"}`;
    const [a, b, c] = [ticker('AUSDT', '9.50'), ticker('BUSDT', '100.00'), ticker('CUSDT', '11.00')];
    const words = ['stream', 'all-mini-tickers', '--where', 'close > 10'];
    expect((await follow(words, [`[${a}]`, `[${a},${b},${c}]`], {}, 1)).lines).toEqual([`[${b},${c}]`]);
  });

  it('have a row in the table of --watch', async () => {
    const words = ['stream', 'trades', 'btcusdt', '--watch', '--where', 'tradeId >= 3'];
    const { stdout } = await follow(words, trades, terminal(80));
    expect(stdout).not.toContain('12:34:56.790');
    expect(stdout).toContain('12:34:56.792');
  });

  it.each([
    ['prise > 1', '', 'Did you mean price?'],
    ['price >', '', 'expected a value after >'],
    ['price > 1', '--record x.ndjson.gz', '--record and --where cannot be combined'],
  ])('need a condition that can be read: %s %s', async (where, more, words) => {
    const line = ['stream', 'trades', 'btcusdt', '--where', where, ...more.split(' ').filter(Boolean)];
    const { code, stderr } = await bourse([...line, '--env', 'sandbox']);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});

describe('times of events', () => {
  it.each([
    ['iso', '"E":"2024-03-15T12:34:56.789Z"', '"T":"2024-03-15T12:34:56.789Z"'],
    ['s', '"E":1710506096.789', '"T":1710506096.789'],
    ['ms', '"E":1710506096789', '"T":1710506096789'],
  ])('are in the form of --time %s', async (form, event, transaction) => {
    const { lines } = await follow(`stream trades btcusdt --time ${form}`, [
      tradeAt(NOON, 1, '70000.10000000'),
    ]);
    expect(lines[0]).toContain(event);
    expect(lines[0]).toContain(transaction);
    expect(lines[0]).toContain('"p":"70000.10000000"');
  });
});

describe('a stream that is watched', () => {
  const row = (symbol: string, close: string, open = '10.00') =>
    `{"e":"24hrMiniTicker","E":${NOON},"s":"${symbol}","c":"${close}","o":"${open}","h":"12.00","l":"9.00","v":"5.0","q":"50.0"}`;
  /** Returns the symbols of the table that was drawn last. */
  const symbols = (stdout: string) =>
    [...(stdout.split('\u001b[?25l').at(-1) ?? '').matchAll(/ ([A-Z]+USDT) /g)].map(([, symbol]) => symbol);

  it('has one row for each symbol, sorted by value, the first n of them', async () => {
    const { code, stdout } = await follow(
      'stream all-mini-tickers --watch --sort close --desc --top 2',
      [`[${row('AUSDT', '9.50')},${row('BUSDT', '100.00')},${row('CUSDT', '11.00')}]`],
      terminal(80),
    );
    expect(code).toBe(0);
    expect(symbols(stdout)).toEqual(['BUSDT', 'CUSDT']);
  });

  it('shows the last trades below each other', async () => {
    const { stdout } = await follow(
      'stream trades btcusdt --watch --top 2',
      [1, 2, 3].map((id) => tradeAt(NOON + id, id, '70000.10000000')),
      terminal(80),
    );
    expect(stdout).not.toContain('12:34:56.790');
    expect(stdout).toMatch(/12:34:56\.791.*\n12:34:56\.792/);
  });

  it.each([
    ['stream trades btcusdt --top 3', 'Add --watch'],
    ['stream trades btcusdt --watch --sort prise', 'Did you mean price?'],
    ['stream trades btcusdt --watch --top 0', '--top must be 1 to 1000'],
  ])('is refused before it connects: %s', async (line, words) => {
    const { code, stderr } = await bourse(`${line} --env sandbox`, { terminal: 80 });
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});

describe('a recording', () => {
  it('is played back in every format', async () => {
    const home = temporaryFolder();
    await follow('stream trades btcusdt --record x.ndjson.gz', [trade(1), trade(2)], { home });
    const play = async (options: string, world: WorldOptions = {}) => {
      const outcome = await bourse(`stream replay x.ndjson.gz --speed max -q ${options}`, {
        clock: systemClock(),
        home,
        ...world,
      });
      return outcome.stdout.split('\n').filter(Boolean);
    };
    expect(await play('')).toEqual([trade(1), trade(2)]);
    expect((await play('-o csv'))[1]).toBe(
      'trade,1710506096001,BTCUSDT,1,70000.10000000,0.00100000,1710506096001,true,true',
    );
    expect((await play('', terminal(80)))[1]).toContain('BTCUSDT   70,000.1');
    expect(await play('--fields price --count 1')).toEqual(['{"price":"70000.10000000"}']);
  });
});
