/** Replays a scenario file: what its theses would have earned or lost, calculated exactly. */
import { runScenario } from './engine/moments.ts';
import { type ReplayRecord, replayRecord } from './records/replay-record.ts';
import { readLines } from './scenario/lines.ts';
import { ScenarioReader } from './scenario/reader.ts';

/**
 * Replays the text of a scenario file and returns the ledger and the metrics that result. `source` names the file in
 * errors. Throws a usage error `bad_scenario` that lists the faults of a file that is refused.
 */
export async function replayScenario(
  source: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<ReplayRecord> {
  const reader = new ScenarioReader(source);
  await readLines(chunks, reader);
  return replayRecord(runScenario(reader.finish()));
}
