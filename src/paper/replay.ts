/** Reads a scenario file, and replays scenarios: what their theses would have earned or lost, calculated exactly. */
import { runScenario } from './engine/moments.ts';
import { type ReplayRecord, replayRecord } from './records/replay-record.ts';
import { readLines } from './scenario/lines.ts';
import { type Scenario, ScenarioReader } from './scenario/reader.ts';

/**
 * Reads the text of a scenario file. `source` names the file in errors. Throws a usage error `bad_scenario` that lists
 * the faults of a file that is refused.
 */
export async function readScenario(source: string, chunks: AsyncIterable<Uint8Array>): Promise<Scenario> {
  const reader = new ScenarioReader(source);
  await readLines(chunks, reader);
  return reader.finish();
}

/** Returns the ledger and the metrics that result from a scenario. */
export function replayScenario(scenario: Scenario): ReplayRecord {
  return replayRecord(runScenario(scenario));
}
