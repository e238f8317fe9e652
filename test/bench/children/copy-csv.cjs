'use strict';
// Minimal Node program that copies a csv file of candles to a Parquet file with the types of the lake.
const { DuckDBInstance } = require('@duckdb/node-api');

const [, , csv, parquet] = process.argv;
const PRICES = ['open', 'high', 'low', 'close'];
const AMOUNTS = ['volume', 'quote_volume', 'taker_buy_volume', 'taker_buy_quote_volume'];
const NAMES = [
  'open_time',
  ...PRICES,
  'volume',
  'close_time',
  'quote_volume',
  'count',
  ...AMOUNTS.slice(2),
  'ignore',
];

async function copy() {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const columns = `{${NAMES.map((name) => `'${name}': 'VARCHAR'`).join(', ')}}`;
  const list = [
    'epoch_ms(open_time::BIGINT) AS open_time',
    ...PRICES.map((name) => `${name}::DECIMAL(18,8) AS ${name}`),
    ...AMOUNTS.map((name) => `${name}::DECIMAL(18,8)::DECIMAL(38,8) AS ${name}`),
    'epoch_ms(close_time::BIGINT) AS close_time',
    'count::BIGINT AS count',
  ].join(', ');
  await connection.run(
    `COPY (SELECT ${list} FROM read_csv('${csv}', header = false, columns = ${columns}) ORDER BY open_time)
     TO '${parquet}' (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2)`,
  );
}

copy();
