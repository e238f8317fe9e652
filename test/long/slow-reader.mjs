/**
 * Reads a stream with a pause and then slowly: the memory of the program must not grow, and the number of
 * dropped messages must be reported exactly. Streams come from the sandbox, or from a server that sends as
 * fast as possible.
 *
 * node test/long/slow-reader.mjs [seconds asleep]
 */
import { fileURLToPath } from 'node:url';
import { inFolder, memoryOf, pause, startBourse, startFlood } from './stream-process.mjs';

const SYMBOLS = ['btc', 'eth', 'bnb', 'sol', 'xrp', 'doge', 'ada', 'link', 'ltc', 'dot'];
/** Order book streams, which send some MB per second because books change every 100 ms. */
const SANDBOX_STREAMS = SYMBOLS.flatMap((name) => [
  `${name}usdt@depth20@100ms`,
  `${name}usdt@depth@100ms`,
  `${name}usdt@trade`,
  `${name}usdt@bookTicker`,
]);
const SLOW_BYTES = 256 * 1024;
const SLOW_READS = 40;

/**
 * Reads streams with a pause, then slowly, then to the end. The pause takes `asleepMs`, and longer until `answered`
 * pings were answered, however busy the machine is. Returns the memory in MB before and during the
 * pause, the answered pings by then and at the end, the lines received, the gaps reported, and the exit of
 * the program.
 */
export function slowReader({ from, policy, asleepMs, answered = 0, onMark = () => {} }) {
  return inFolder(async (home) => {
    const counts = { pings: 0, pongs: 0 };
    const source =
      from === 'sandbox'
        ? await startSandbox(home)
        : await startFlood(1e12, (latest) => Object.assign(counts, latest));
    try {
      const streams = from === 'sandbox' ? SANDBOX_STREAMS : ['btcusdt@trade'];
      const where = from === 'sandbox' ? ['--env', 'sandbox'] : ['--host', `spot-ws=${source.address}`];
      const words = ['stream', 'raw', ...streams, '--when-slow', policy, '--records', ...where];
      const { child, ended } = startBourse(home, words);
      // Nothing is read from the pipe until the pause ends.
      child.stdout.pause();
      const marks = [];
      for (let slept = 0; slept < asleepMs || counts.pongs < answered; slept += 500) {
        await pause(500);
        const memory = memoryOf(child.pid);
        if (memory === undefined) break;
        marks.push(memory.now);
        onMark({ slept: slept + 500, ...memory });
      }
      const asleep = { ...counts };
      const reader = readSlowly(child);
      await reader.slowly;
      child.kill('SIGINT');
      const { code, stderr } = await ended;
      return { code, stderr, marks, peak: Math.max(...marks), asleep, awake: counts, ...reader.counts() };
    } finally {
      await source.close();
    }
  });
}

function readSlowly(child) {
  let rest = '';
  const counts = { lines: 0, dropped: 0, gaps: [] };
  const take = (text) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop();
    for (const line of parts) {
      if (!line.startsWith('{"bourse":')) counts.lines += 1;
      else if (line.includes('"gap"')) counts.gaps.push(JSON.parse(line));
    }
  };
  child.stdout.setEncoding('utf8');
  const slowly = (async () => {
    for (let reads = 0; reads < SLOW_READS; reads += 1) {
      take(child.stdout.read(SLOW_BYTES) ?? child.stdout.read() ?? '');
      await pause(50);
    }
    child.stdout.on('data', take).resume();
  })();
  return {
    slowly,
    counts: () => ({
      ...counts,
      dropped: counts.gaps
        .filter(({ reason }) => reason === 'slow-reader')
        .reduce((sum, { missing }) => sum + missing, 0),
    }),
  };
}

async function startSandbox(home) {
  const { child, ended } = startBourse(home, ['sandbox', 'serve', '-o', 'json']);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return {
    async close() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asleepMs = 1000 * Number(process.argv[2] ?? 20);
  for (const from of ['sandbox', 'flood'])
    for (const policy of ['pause', 'drop']) {
      const found = await slowReader({ from, policy, asleepMs });
      const { marks, peak, code, lines, dropped, gaps, stderr, asleep, awake } = found;
      console.log(
        `${from}, --when-slow ${policy}: ${marks[0].toFixed(0)} MB at first, ${marks.at(-1).toFixed(0)} MB after ${asleepMs / 1000} s asleep, peak RSS ${peak.toFixed(0)} MB`,
      );
      console.log(
        `  ${lines} lines read, ${gaps.length} gaps, ${dropped} messages dropped, exit code ${code}`,
      );
      console.log(`  ${stderr.trimEnd().split('\n')[0]}`);
      if (from === 'flood')
        console.log(`  pings answered: ${asleep.pongs} while it slept, ${awake.pongs} in the end`);
    }
}
