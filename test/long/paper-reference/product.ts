/** The paper ledger of bourse behind one function, for the comparison with the naive one. */
import { canonicalText } from '../../../src/paper/canonical.ts';
import { runScenario } from '../../../src/paper/engine/moments.ts';
import { replayRecord } from '../../../src/paper/records/replay-record.ts';
import { readScenario } from '../../../src/paper/replay.ts';

async function* bytesOf(content: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(content);
}

/** Replays the text of a scenario file as `thesis replay --scenario` does; gives its line without the line feed. */
export async function replay(content: string): Promise<string> {
  const scenario = await readScenario('scenario.ndjson', bytesOf(content));
  return canonicalText(replayRecord(runScenario(scenario)));
}

/** Whether an error says that the scenario is refused as a whole, with exit code 2. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'exitCode' in error && error.exitCode === 2;
}
