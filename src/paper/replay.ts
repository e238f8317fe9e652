/** Reads a scenario file whole. */
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
