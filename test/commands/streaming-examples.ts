/** Runs examples of streaming commands against a sandbox for a moment, whatever duration they give. */
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/app/world.ts';
import { startSandbox } from '../../src/sandbox/process/serve.ts';
import { bourse, type Outcome, temporaryFolder } from '../acceptance/world.ts';

/**
 * Matches commands that run until they are stopped: streams but not listen keys, the WebSocket API, and what follows a
 * paper ledger.
 */
export const RUNS_UNTIL_STOPPED = /^(?:stream (?!listen-key)|ws |(?:paper|watch) run(?! --once))/;

/** Time after the connection; long enough for the first messages of an active market. */
const MOMENT_MS = 400;
/** Max time to connect on a busy machine. */
const CONNECT_MAX_MS = 30_000;
/** Examples that run at the same time; each is little more than a connection. */
const AT_ONCE = 12;

export interface ExampleRun {
  readonly line: string;
  readonly outcome: Outcome;
}

/** Runs each line and returns the outcomes. */
export async function runExamples(
  examples: readonly { readonly line: string; readonly words: readonly string[] }[],
): Promise<readonly ExampleRun[]> {
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
  const done: ExampleRun[] = [];
  const left = [...examples];
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { line, words } = next;
      const home = temporaryFolder();
      // A replay needs a recording.
      if (words[1] === 'replay')
        await bourse(`stream trades btcusdt --record ${words[2]} --count 5`, { ...options, home });
      if (followsLedger(words)) await bourse('paper open', { ...options, home });
      const ends = new AbortController();
      const late = setTimeout(() => ends.abort(), CONNECT_MAX_MS);
      const outcome = await bourse(withRecords(words), {
        ...options,
        home,
        interrupt: ends.signal,
        stdin: words[0] === 'ws' ? '{"id":1,"method":"time"}\n' : '{"list":true}\n',
        onWrite: (_name, text) => {
          if (text.includes('{"bourse":"hello"') || text.startsWith('Following '))
            setTimeout(() => ends.abort(), MOMENT_MS);
        },
      });
      clearTimeout(late);
      done.push({ line, outcome });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

function followsLedger([group]: readonly string[]): boolean {
  return group === 'paper' || group === 'watch';
}

/** Adds --records to streams, because the records show that the stream was connected. */
function withRecords(words: readonly string[]): readonly string[] {
  return words[0] === 'ws' || followsLedger(words) || words.includes('--records')
    ? words
    : [...words, '--records'];
}
