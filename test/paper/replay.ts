/** Replays scenarios that tests write as records. */
import { canonicalText, sha256 } from '../../src/paper/canonical.ts';
import { runScenario } from '../../src/paper/engine/moments.ts';
import { type ReplayRecord, replayRecord } from '../../src/paper/records/replay-record.ts';
import { ScenarioLines } from '../../src/paper/scenario/lines.ts';
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
  const scenario = new ScenarioLines(reader);
  scenario.add(Buffer.from(lines.join('\n')));
  scenario.finish();
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

/** Returns what each entry after the first says, in a few words: "add", "close refused not_ok", "exit stop_loss 49500". */
export function briefly({ record }: Replay): readonly string[] {
  return record.entries.slice(1).map((entry) => {
    const what = [entry.book === 'watch' ? 'watch' : '', entry.action ?? entry.kind];
    if (entry.status === 'refused') what.push('refused', entry.reason!);
    else if (entry.status !== null && entry.status !== 'applied') what.push(entry.status);
    for (const one of entry.executions) {
      what.push(one.trigger === 'thesis' ? one.effect : one.trigger, one.price);
    }
    return what.filter((word) => word !== '').join(' ');
  });
}

/** Returns the reason of each refused thesis. */
export function reasonsOf({ record }: Replay): readonly (string | null)[] {
  return record.entries.filter(({ status }) => status === 'refused').map(({ reason }) => reason);
}
