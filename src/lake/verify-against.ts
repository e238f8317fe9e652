/** Compares the rows of a lake with those that the API answers with now. */
import { removeTemporary, temporaryPrefix } from './claims.ts';
import { literal, pathList } from './duckdb.ts';
import { lakePath } from './home.ts';
import type { LakeSpan } from './ledger.ts';
import type { Lake } from './open-lake.ts';
import { equality, keyMatch } from './part-files.ts';
import { readStaged } from './staging.ts';
import { SYNC_TABLES } from './sync/page-layouts.ts';
import { PageReader } from './sync/page-rows.ts';
import { PageStaging } from './sync/page-staging.ts';
import type { SpanBounds, SyncSeries } from './sync/sync-plan.ts';
import type { PageSource } from './sync/sync-source.ts';
import { partitionEnd, tableOf } from './tables.ts';
import type { LakeFault } from './verify.ts';

/** What was compared. */
export interface Comparison {
  readonly rows: number;
  readonly faults: readonly LakeFault[];
}

export interface ComparisonOptions {
  /** The time that is compared. */
  readonly window: SpanBounds;
  /** Returns the pages of a series; undefined for one that the API does not have. */
  readonly sourceOf: (series: SyncSeries) => Promise<PageSource | undefined>;
  /** Called with the number of rows of each page. */
  readonly onRows: (count: number) => void;
}

/** Fetches the spans of the lake that lie in a window again and compares them. */
export async function compareWithApi(lake: Lake, options: ComparisonOptions): Promise<Comparison> {
  const spans = await lake.ledger.read((rows) => rows.spans().filter(({ state }) => state === 'have'));
  const faults: LakeFault[] = [];
  let rows = 0;
  for (const span of spans) {
    const series = syncSeriesOf(span);
    const source = series === undefined ? undefined : await options.sourceOf(series);
    if (series === undefined || source === undefined) continue;
    for (const piece of piecesOf(span, options.window)) {
      const compared = await comparePiece(lake, series, source, piece, options);
      rows += compared.rows;
      faults.push(...compared.faults);
    }
  }
  return { rows, faults };
}

/** Part of a span of rows, in one folder. */
interface Piece extends SpanBounds {
  readonly span: LakeSpan;
}

function syncSeriesOf({ table: name, product, symbol, interval }: LakeSpan): SyncSeries | undefined {
  const table = SYNC_TABLES.find((one) => one === name);
  return table === undefined ? undefined : { table, product, symbol, interval };
}

/** A span of the ledger lies in one folder already; of one with ids all rows are compared, or none. */
function piecesOf(span: LakeSpan, window: SpanBounds): readonly Piece[] {
  if (span.minId !== null) {
    return span.from >= window.from && span.to <= window.to ? [{ span, from: span.from, to: span.to }] : [];
  }
  const [from, to] = [Math.max(span.from, window.from), Math.min(span.to, window.to)];
  return from < to ? [{ span, from, to: Math.min(to, partitionEnd(span.table, from)) }] : [];
}

async function comparePiece(
  { home, ledger, duckdb }: Lake,
  series: SyncSeries,
  source: PageSource,
  { span, from, to }: Piece,
  { onRows }: ComparisonOptions,
): Promise<Comparison> {
  const table = tableOf(series.table, series.product);
  const reader = new PageReader(source.layout, table);
  const owner = home.secretHex(8);
  const staging = new PageStaging(home, series, source.layout.cells, temporaryPrefix(home, owner));
  try {
    for await (const text of span.minId === null
      ? source.pages({ from, to })
      : source.pagesFrom(span.minId)) {
      const page = reader.read(text);
      staging.add(page, from, to);
      onRows(page.times.length);
      if (span.maxId !== null && (page.ids.at(-1) ?? 0) >= span.maxId) break;
    }
    const staged = staging.finish();
    const parts = await ledger.read((rows) => rows.parts([span.partition]));
    const paths = pathList(parts.map(({ path }) => lakePath(home, path)));
    const own = table.name === 'funding' ? `AND symbol = ${literal(series.symbol)}` : '';
    const inside =
      span.minId === null
        ? `epoch_ms("${table.time}") >= ${from} AND epoch_ms("${table.time}") < ${to} ${own}`
        : `"${table.id}" BETWEEN ${span.minId} AND ${span.maxId}`;
    const stored = `SELECT * FROM read_parquet(${paths}, hive_partitioning = false) WHERE ${inside}`;
    const keys = table.key.map((name) => `"${name}"`).join(', ');
    const [first] = staged;
    if (first === undefined) {
      await duckdb.rows(`CREATE OR REPLACE TEMP TABLE incoming AS SELECT * FROM (${stored}) WHERE false`);
    } else await duckdb.rows(readStaged(first, pathList([first.path])));
    const of = (name: string) => `coalesce(epoch_ms(l."${name}"), epoch_ms(i."${name}"))`;
    const found = await duckdb.rows(`SELECT kind, count(*) AS rows, min(moment) AS first FROM (
        SELECT ${of(table.time)} AS moment, CASE WHEN l."${table.time}" IS NULL THEN 'absent'
          WHEN i."${table.time}" IS NULL THEN 'surplus' WHEN ${equality(table, 'l', 'i')} THEN 'equal' ELSE 'differs' END AS kind
        FROM (${stored}) l FULL JOIN (SELECT DISTINCT ON (${keys}) * FROM incoming WHERE ${inside}) i
          ON ${keyMatch(table, 'l', 'i')})
      GROUP BY kind ORDER BY kind`);
    const rows = found.reduce((sum, row) => sum + Number(row['rows']), 0);
    const faults = found
      .filter((row) => row['kind'] !== 'equal')
      .map((row): LakeFault => {
        const since = new Date(Number(row['first'])).toISOString();
        const what = FAULTS[String(row['kind'])]!;
        return {
          is: 'data',
          where: span.partition,
          fault: `${String(row['rows'])} rows ${what}, the first at ${since}`,
        };
      });
    return { rows, faults };
  } finally {
    staging.remove();
    removeTemporary(home, owner);
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  absent: 'of the API are not in the lake',
  differs: 'differ from those of the API',
  surplus: 'are in the lake and not in the answer of the API',
};
