/** `bourse lake sql`: runs a query over the lake, and says which files it could read and what is missing in them. */
import { usageError } from '../../core/errors.ts';
import { plural, safeText } from '../../core/text.ts';
import { parseDuration } from '../../core/time.ts';
import type { SqlScan } from '../../lake/query-runner.ts';
import { readTables } from '../../lake/query-scope.ts';
import type { LakeContent } from '../../lake/snapshots.ts';
import { namedTables, viewName } from '../../lake/sql-views.ts';
import type { CommandCall } from '../types.ts';
import { printQuery } from './run-query.ts';

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, options, positionals } = call;
  const { world } = services;
  const sql = String(positionals['query']);
  // DuckDB has no words for a text without a statement.
  if (sql.trim() === '')
    throw usageError('Expected a query, found nothing.', "Example: bourse lake sql 'FROM gaps'");
  const maxMs = readMaxTime(options['max-time']);
  const overtime = new AbortController();
  const timer = setTimeout(() => overtime.abort(), maxMs);
  const signal = AbortSignal.any([world.interrupt, overtime.signal]);
  try {
    await printQuery(call, (content) => ({ content, sql }), {
      signal,
      onStart: (content, scans) => noteRead(call, sql, content, scans),
    });
  } catch (thrown) {
    if (!overtime.signal.aborted || world.interrupt.aborted) throw thrown;
    throw usageError(
      `The query took longer than ${maxMs / 1000} s and was ended.`,
      'Give it more time with --max-time.',
    );
  } finally {
    clearTimeout(timer);
  }
}

function readMaxTime(text: unknown): number {
  const ms = typeof text === 'string' ? parseDuration(text) : undefined;
  if (ms !== undefined && ms > 0) return ms;
  throw usageError(
    `--max-time must be a duration such as 30s or 5m, was "${safeText(String(text).slice(0, 40))}".`,
  );
}

/** Says how many partitions are read of the tables that the query names, and whether anything is missing in them. */
function noteRead(
  { output }: CommandCall,
  sql: string,
  content: LakeContent,
  scans: readonly SqlScan[],
): void {
  const read = readTables(content, namedTables(sql), scans);
  if (read.length === 0) return;
  const texts = read.map(({ table, partitions, of }) => {
    const counted =
      partitions === of ? plural(of, 'partition') : `${partitions} of ${plural(of, 'partition')}`;
    return `${counted} of ${viewName(table)}`;
  });
  output.note(`Read: ${texts.join(', ')}.`);
  const holes = read.reduce((sum, one) => sum + one.holes, 0);
  if (holes > 0)
    output.note(`${plural(holes, 'hole')} in what was read: bourse lake sql 'FROM gaps' lists all holes.`);
}
