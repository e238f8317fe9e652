/** Examples of commands that follow: run against a sandbox for a moment, so that they end however long they say. */
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/app/world.ts';
import { startSandbox } from '../../src/sandbox/serve.ts';
import { bourse, type Outcome, temporaryFolder } from '../acceptance/world.ts';

/** Streams and the WebSocket API; listen keys are commands like others. */
export const FOLLOWS = /^(?:stream (?!listen-key)|ws )/;

/** Long enough for a connection and the first messages of a market that moves all the time. */
const MOMENT = '1200ms';
/** Examples that run at once: each is little but a connection. */
const AT_ONCE = 12;

export interface Followed {
  readonly line: string;
  readonly outcome: Outcome;
}

/** Runs each line; returns what came of it. */
export async function followed(
  examples: readonly { readonly line: string; readonly words: readonly string[] }[],
): Promise<readonly Followed[]> {
  const sandbox = await startSandbox({ port: 0, seed: 1, clock: systemClock() });
  onTestFinished(() => sandbox.close());
  const environment: Record<string, string> = {
    BOURSE_ENV: 'sandbox',
    BOURSE_API_KEY: sandbox.apiKey,
    BOURSE_API_SECRET: sandbox.apiSecret,
  };
  for (const [name, address] of Object.entries(sandbox.hosts))
    environment[`BOURSE_HOST_${name.toUpperCase().replaceAll('-', '_')}`] = address;
  const options = { clock: systemClock(), environment };
  const done: Followed[] = [];
  const left = [...examples];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { line, words } = next;
      const home = temporaryFolder();
      // What is played was recorded before.
      if (words[1] === 'replay')
        await bourse(`stream trades btcusdt --record ${words[2]} --for ${MOMENT}`, { ...options, home });
      const outcome = await bourse(forAMoment(words), {
        ...options,
        home,
        stdin: words[0] === 'ws' ? '{"id":1,"method":"time"}\n' : '{"list":true}\n',
      });
      done.push({ line, outcome });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

/** Whatever an example says of its end, it ends after a moment, and tells that it was connected. */
function forAMoment(words: readonly string[]): readonly string[] {
  if (words[0] === 'ws') return words;
  const at = words.indexOf('--for');
  const kept = at === -1 ? words : [...words.slice(0, at), ...words.slice(at + 2)];
  const records = words.includes('--records') ? [] : ['--records'];
  return [...kept, ...records, '--for', MOMENT];
}
