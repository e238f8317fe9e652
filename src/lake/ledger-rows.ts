/** Reads the rows of the ledger of a lake. */
import type { SqlValue } from '../store/sqlite.ts';
import type { SqlRow, Statements } from '../store/statements.ts';
import type {
  Claim,
  LakePart,
  LakeSegment,
  LakeSource,
  LakeSpan,
  SnapshotRecord,
  SourceOrigin,
  SourceOutcome,
} from './ledger-records.ts';
import type { Series } from './tables.ts';

/** Reads the rows of a ledger. */
export class LakeRows {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Returns the files of the lake; those of some partitions if given. */
  parts(partitions?: readonly string[]): readonly LakePart[] {
    if (partitions === undefined) return this.#parts('true');
    return partitions.flatMap((one) => this.#parts('partition = ?', one));
  }

  /** Returns the files with rows of a source. */
  partsOfSource(source: number): readonly LakePart[] {
    return this.#parts(
      'source = ? OR path IN (SELECT path FROM segment WHERE source = ?)',
      ...[source, source],
    );
  }

  #parts(where: string, ...values: readonly SqlValue[]): readonly LakePart[] {
    const rows = this.#statements.all(`SELECT * FROM part WHERE ${where} ORDER BY path`, ...values);
    const segments = new Map<string, LakeSegment[]>();
    const own = `SELECT * FROM segment WHERE path IN (SELECT path FROM part WHERE ${where}) ORDER BY path, number`;
    for (const row of this.#statements.all(own, ...values)) {
      const path = String(row['path']);
      const list = segments.get(path);
      if (list === undefined) segments.set(path, [readSegment(row)]);
      else list.push(readSegment(row));
    }
    return rows.map((row) => readPart(row, segments.get(String(row['path']))));
  }

  sources(): readonly LakeSource[] {
    return this.#statements.all('SELECT * FROM source ORDER BY id').map(readSource);
  }

  /** Returns the sources of a product by one name, oldest first. */
  sourcesNamed(product: string, name: string): readonly LakeSource[] {
    return this.#statements
      .all('SELECT * FROM source WHERE product = ? AND name = ? ORDER BY id', product, name)
      .map(readSource);
  }

  spans(): readonly LakeSpan[] {
    return this.#statements.all('SELECT * FROM span ORDER BY from_ms, min_id').map(readSpan);
  }

  /** Returns the spans of one series, in the order of time. */
  spansOf({ table, product, symbol, interval }: Series): readonly LakeSpan[] {
    return this.#statements
      .all(
        `SELECT * FROM span WHERE lake_table = ? AND product = ? AND symbol = ? AND interval = ? ORDER BY from_ms, min_id`,
        ...[table, product, symbol, interval],
      )
      .map(readSpan);
  }

  /** Returns the snapshots, oldest first. */
  snapshots(): readonly SnapshotRecord[] {
    return this.#statements.all('SELECT * FROM snapshot ORDER BY at_ms, id').map((row) => ({
      id: String(row['id']),
      at: Number(row['at_ms']),
      holes: String(row['holes']),
    }));
  }

  /** Returns the files of a snapshot. */
  snapshotParts(id: string): readonly LakePart[] {
    return this.#statements
      .all(
        `SELECT snapshot_file.* FROM snapshot_part JOIN snapshot_file USING (path) WHERE snapshot = ? ORDER BY path`,
        id,
      )
      .map((row) => readPart(row));
  }

  /** Returns the files of all snapshots. */
  snapshotFiles(): readonly LakePart[] {
    return this.#statements.all('SELECT * FROM snapshot_file ORDER BY path').map((row) => readPart(row));
  }

  claims(): readonly Claim[] {
    return this.#statements.all('SELECT * FROM claim ORDER BY partition').map((row) => ({
      partition: String(row['partition']),
      owner: String(row['owner']),
      pid: Number(row['pid']),
      host: String(row['host']),
      until: Number(row['until_ms']),
      pending: JSON.parse(String(row['pending'])) as string[],
    }));
  }
}

function readSegment(row: SqlRow): LakeSegment {
  return {
    source: Number(row['source']),
    rows: Number(row['rows']),
    firstMs: Number(row['first_ms']),
    lastMs: Number(row['last_ms']),
  };
}

function readPart(row: SqlRow, segments: readonly LakeSegment[] = []): LakePart {
  return {
    path: String(row['path']),
    partition: String(row['partition']),
    table: String(row['lake_table']) as LakePart['table'],
    product: String(row['product']) as LakePart['product'],
    sha256: String(row['sha256']),
    rows: Number(row['rows']),
    firstMs: Number(row['first_ms']),
    lastMs: Number(row['last_ms']),
    minId: numberOrNull(row['min_id']),
    maxId: numberOrNull(row['max_id']),
    bytes: Number(row['bytes']),
    source: Number(row['source']),
    segments,
    unit: String(row['unit']),
    revision: Number(row['revision']),
  };
}

function seriesOf(row: SqlRow): Series {
  return {
    table: String(row['lake_table']) as Series['table'],
    product: String(row['product']) as Series['product'],
    symbol: String(row['symbol']),
    interval: String(row['interval']),
  };
}

function readSource(row: SqlRow): LakeSource {
  return {
    ...seriesOf(row),
    id: Number(row['id']),
    name: String(row['name']),
    sha256: String(row['sha256']),
    origin: String(row['origin']) as SourceOrigin,
    spanMs: numberOrNull(row['span_ms']) ?? undefined,
    from: Number(row['from_ms']),
    to: Number(row['to_ms']),
    revision: Number(row['revision']),
    outcome: String(row['outcome']) as SourceOutcome,
    why: String(row['why']),
    needsReading: row['needs_reading'] === 1,
    at: Number(row['at_ms']),
  };
}

/** Returns a span as its row in the ledger has it. */
export function readSpan(row: SqlRow): LakeSpan {
  return {
    ...seriesOf(row),
    partition: String(row['partition']),
    from: Number(row['from_ms']),
    to: Number(row['to_ms']),
    minId: numberOrNull(row['min_id']),
    maxId: numberOrNull(row['max_id']),
    state: String(row['state']) as LakeSpan['state'],
    why: String(row['why']),
    source: numberOrNull(row['source']),
    askedAt: numberOrNull(row['asked_ms']),
  };
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
