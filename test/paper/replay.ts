/** Replays scenarios that tests write as records. */
import { canonicalText, sha256 } from '../../src/paper/canonical.ts';
import { runScenario } from '../../src/paper/engine/moments.ts';
import { type ReplayRecord, replayRecord } from '../../src/paper/records/replay-record.ts';
import { ScenarioReader } from '../../src/paper/scenario/reader.ts';

/** The replay of a scenario. */
export interface Replay {
  readonly record: ReplayRecord;
  /** The canonical output. */
  readonly text: string;
  readonly hash: string;
}

/** Replays a scenario given as its lines. */
export function replayLines(lines: readonly string[]): Replay {
  const reader = new ScenarioReader('the scenario');
  for (const line of lines) reader.addLine(line);
  const record = replayRecord(runScenario(reader.finish()));
  const text = canonicalText(record);
  return { record, text, hash: sha256(text) };
}

/** Replays a scenario given as records; `{ line }` is a line as it stands. */
export function replay(records: readonly Readonly<Record<string, unknown>>[]): Replay {
  return replayLines(
    records.map((one) => (typeof one['line'] === 'string' ? one['line'] : JSON.stringify(one))),
  );
}
