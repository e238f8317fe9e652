/**
 * Streams: `stream raw` into a pipe against ws with batched writes, and a sorted order book whose best prices
 * are read after each event against two plain maps.
 */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { BOURSE, checkThat, childScript, compareAll, inFolder, line, withServer } from './measure.mjs';

/** Returns the results of this benchmark. */
export function bench({ rounds, isSmoke }) {
  return inFolder(async (home) => {
    const trades = isSmoke ? 2000 : 1_000_000;
    const raw = await withServer('./stream-server.mjs', [trades], (origin) =>
      rawStreams(home, origin, trades, rounds),
    );
    const parsed = await withServer('./stream-server.mjs', [trades], (origin) =>
      parsedStream(home, origin, trades, rounds),
    );
    return [...raw, ...parsed, await books(home, rounds, isSmoke)];
  });
}

/** Compares with ws, and with the minimum work: finding the ends of frames and copying them. */
async function rawStreams(home, origin, trades, rounds) {
  const address = origin.replace('http:', 'ws:');
  const check = (stdout) => {
    const text = String(stdout);
    const lines = text.split('\n');
    checkThat(lines.length === trades + 1, `${lines.length - 1} trades of ${trades}`);
    const wrong = lines
      .slice(0, trades)
      .findIndex((text, at) => !text.includes(`"t":${5_000_000_000 + at},`));
    checkThat(wrong === -1, `trade ${wrong}`);
  };
  const words = ['stream', 'raw', 'btcusdt@trade', '--count', String(trades), '--host', `spot-ws=${address}`];
  const against = (name, goal, script) =>
    compareAll({
      name,
      goals: { cpuMs: goal, wallMs: null },
      subject: { words: [BOURSE, ...words], check },
      limit: { words: [childScript(script), address, String(trades)], check },
      rounds: Math.min(rounds, 7),
      home,
    });
  return [
    ...(await against(`stream raw, ${trades} trades to a pipe`, 0.6, 'stream-raw.cjs')),
    ...(await against('the same against bare frames', 1.3, 'stream-frames.cjs')),
  ];
}

/** Compares two programs that are bundled alike, so that the difference is not in loading. */
function parsedStream(home, origin, trades, rounds) {
  const address = origin.replace('http:', 'ws:');
  const subject = join(home, 'parsed-feed.mjs');
  const limit = join(home, 'stream-parsed.cjs');
  const entry = fileURLToPath(new URL('./parsed-feed.ts', import.meta.url));
  const shared = { bundle: true, platform: 'node', external: ['bufferutil', 'utf-8-validate'] };
  const banner = {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  };
  buildSync({ ...shared, entryPoints: [entry], outfile: subject, format: 'esm', banner });
  buildSync({ ...shared, entryPoints: [childScript('stream-parsed.cjs')], outfile: limit, format: 'cjs' });
  const last = 5_000_000_000 + trades - 1;
  const check = (stdout) =>
    checkThat(String(stdout) === `${trades} ${trades * 24} ${last}\n`, String(stdout));
  const checkCount = (stdout) => checkThat(String(stdout).startsWith(`${trades} `), String(stdout));
  const words = [address, String(trades)];
  const against = (name, goal, limitWords) =>
    compareAll({
      name,
      goals: { cpuMs: goal, wallMs: null },
      subject: { words: [subject, ...words], check },
      limit: limitWords,
      rounds: Math.min(rounds, 7),
      home,
    });
  return [
    ...against(`${trades} trades as objects in a program`, 0.6, { words: [limit, ...words], check }),
    ...against('the same against frames that are only counted', 6, {
      words: [childScript('stream-count.cjs'), ...words],
      check: checkCount,
    }),
  ];
}

const LEVELS = 20;
const EVENTS = 20_000;

/** Measures the order book, bundled as in the build, because Node 20 can't run TypeScript. */
async function books(home, rounds, isSmoke) {
  const outfile = join(home, 'book.mjs');
  const entry = fileURLToPath(new URL('../../src/stream/book/book.ts', import.meta.url));
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' });
  const { Book } = await import(pathToFileURL(outfile).href);
  const texts = eventTexts(isSmoke ? 100 : EVENTS);
  const found = { subject: [], limit: [] };
  for (let round = 0; round <= rounds; round += 1) {
    // New strings for each run, because V8 has cached the hashes of earlier ones.
    const subject = measureUpdates(texts, (events) => keepBook(new Book(), events));
    const limit = measureUpdates(texts, keepMaps);
    checkThat(
      subject.result === limit.result,
      `${subject.result} levels and best prices, ${limit.result} in maps`,
    );
    if (round === 0) continue;
    found.subject.push(subject.ms);
    found.limit.push(limit.ms);
  }
  return line({
    name: `a book from ${texts.length} changes of ${LEVELS} levels`,
    goal: 1.2,
    of: 'cpuMs',
    subject: found.subject,
    limit: found.limit,
  });
}

function measureUpdates(texts, keep) {
  const events = texts.map((text) => JSON.parse(text));
  const began = process.hrtime.bigint();
  const result = keep(events);
  return { result, ms: Number(process.hrtime.bigint() - began) / 1e6 };
}

function keepBook(book, events) {
  let best = '';
  for (const { u, b, a } of events) {
    book.apply({ first: u, last: u, bids: b, asks: a });
    best = `${book.bids.best()} ${book.asks.best()}`;
  }
  return `${book.bids.size} ${book.asks.size} ${best}`;
}

/** Keeps only the levels, in plain maps, and finds the best prices once at the end. */
function keepMaps(events) {
  const bids = new Map();
  const asks = new Map();
  for (const { b, a } of events) {
    for (const [price, quantity] of b) {
      if (quantity === '0.00000000') bids.delete(price);
      else bids.set(price, quantity);
    }
    for (const [price, quantity] of a) {
      if (quantity === '0.00000000') asks.delete(price);
      else asks.set(price, quantity);
    }
  }
  const sortPrices = (side) => [...side.keys()].sort((one, other) => Number(one) - Number(other));
  return `${bids.size} ${asks.size} ${sortPrices(bids).at(-1)} ${sortPrices(asks)[0]}`;
}

/** Returns level changes around a moving mid price, most of them near it and a third of them removals. */
function eventTexts(count) {
  let state = 12345;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  let middle = 7_000_000;
  return Array.from({ length: count }, (_, index) => {
    middle += Math.floor(random() * 7) - 3;
    const sides = { b: new Map(), a: new Map() };
    for (let level = 0; level < LEVELS; level += 1) {
      const away = Math.floor(random() ** 2 * 1000);
      const isBid = random() < 0.5;
      const price = isBid ? middle - 1 - away : middle + away;
      const quantity = random() < 0.33 ? '0.00000000' : `${(random() * 9 + 1).toFixed(8)}`;
      sides[isBid ? 'b' : 'a'].set(priceText(price), quantity);
    }
    // Levels that the mid price has crossed are removed from the other side.
    for (let away = 0; away < 4; away += 1) {
      sides.b.set(priceText(middle + away), '0.00000000');
      sides.a.set(priceText(middle - 1 - away), '0.00000000');
    }
    return JSON.stringify({ e: 'depthUpdate', u: index, b: [...sides.b], a: [...sides.a] });
  });
}

function priceText(cents) {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}000000`;
}
