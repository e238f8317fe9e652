/**
 * Kills recordings while they are written and plays them back: every message up to the last second must be
 * present, unchanged and in order.
 *
 * node test/long/kill-recording.mjs [kills]
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inFolder, pause, startBourse, startFlood } from './stream-process.mjs';

/** The number of trades sent, enough for one or two seconds without filling the disk. */
const MESSAGES = 3_000_000;
const LIFE_MS = { least: 0, most: 1500 };
const WRITTEN_BYTES_MIN = 40_000;
const TRIES_MAX = 300;

/**
 * Records, kills and plays once. Returns the remaining files, the played messages, and whether they are
 * complete. `pauseMs` slows the server down, so that playing takes less time.
 */
export function killRecording({ rotate, lifeMs, pauseMs = 0 }) {
  return inFolder(async (home) => {
    const flood = await startFlood(MESSAGES, undefined, pauseMs);
    try {
      const words = ['stream', 'raw', 'btcusdt@trade', '--record', 'killed.ndjson.gz'];
      const rotating = rotate === undefined ? [] : ['--rotate', rotate];
      const recorder = startBourse(home, [...words, ...rotating, '--host', `spot-ws=${flood.address}`]);
      // Waits until the recording has begun to write, which takes longer on a busy machine.
      for (let tries = 0; tries < TRIES_MAX && bytesIn(home) < WRITTEN_BYTES_MIN; tries += 1)
        await pause(100);
      await pause(lifeMs);
      recorder.child.kill('SIGKILL');
      await recorder.ended;
    } finally {
      flood.close();
    }
    const files = readdirSync(home).filter((name) => name.startsWith('killed'));
    const played = await play(home);
    return { files, ...played };
  });
}

function bytesIn(home) {
  const files = readdirSync(home).filter((name) => name.startsWith('killed') && name.includes('.gz'));
  return files.reduce(
    (sum, name) => sum + (statSync(join(home, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** Plays a recording by its name. */
async function play(home) {
  const { child, ended } = startBourse(home, [
    'stream',
    'replay',
    join(home, 'killed.ndjson.gz'),
    '--speed',
    'max',
    '--fail-on-gap',
  ]);
  let lines = 0;
  let wrong = 0;
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop();
    for (const line of parts) {
      if (!line.includes(`"t":${5_000_000_000 + lines},"p":"70123.45000000"`) || !line.endsWith('"M":true}'))
        wrong += 1;
      lines += 1;
    }
  });
  const { code, stderr } = await ended;
  return { code, stderr, lines, wrong };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kills = Number(process.argv[2] ?? 10);
  for (let kill = 0; kill < kills; kill += 1) {
    const rotate = kill % 2 === 0 ? undefined : '500ms';
    const lifeMs = LIFE_MS.least + ((LIFE_MS.most - LIFE_MS.least) * kill) / kills;
    const { files, code, lines, wrong } = await killRecording({ rotate, lifeMs });
    console.log(
      `killed after ${lifeMs.toFixed(0)} ms, ${files.length} files left: ${lines} messages played, ${wrong} wrong, exit code ${code}`,
    );
    if (code !== 0 || wrong > 0 || lines === 0) process.exitCode = 1;
  }
}
