/**
 * Reads a stream of millions of messages and prints the memory of the program after each million, which must
 * not grow; no message may be missing.
 *
 * node test/long/soak.mjs [messages]
 */
import { fileURLToPath } from 'node:url';
import { inFolder, memoryOf, startBourse, startFlood } from './stream-process.mjs';

const MILLION = 1_000_000;

/** Returns the memory in MB at each million messages, the peak, and the exit of the program. */
export function soak({ messages, onMillion = () => {} }) {
  return inFolder(async (home) => {
    const marks = [];
    let follower;
    let peak = 0;
    let marked = 0;
    const flood = await startFlood(messages, ({ sent }) => {
      if (sent - marked < MILLION) return;
      marked = sent;
      const memory = follower === undefined ? undefined : memoryOf(follower.child.pid);
      if (memory === undefined) return;
      peak = Math.max(peak, memory.peak);
      marks.push(memory.now);
      onMillion({ sent, ...memory });
    });
    try {
      const words = ['stream', 'raw', 'btcusdt@trade', '--count', String(messages), '--fail-on-gap'];
      follower = startBourse(home, [...words, '--host', `spot-ws=${flood.address}`], 'ignore');
      const { code, stderr } = await follower.ended;
      return { code, stderr, marks, peak };
    } finally {
      flood.close();
    }
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const messages = Number(process.argv[2] ?? 10_000_000);
  const row = ({ sent, now, peak }) =>
    console.log(`${Math.floor(sent / MILLION)} M messages: ${now.toFixed(0)} MB, peak ${peak.toFixed(0)} MB`);
  const { code, stderr } = await soak({ messages, onMillion: row });
  console.log(stderr.trimEnd());
  console.log(`exit code ${code}`);
  process.exitCode = code;
}
