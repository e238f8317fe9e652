'use strict';
// Minimal Node program that runs one query over Parquet files and prints the rows as JSON.
const { DuckDBInstance } = require('@duckdb/node-api');

const [, , glob, sql] = process.argv;

async function query() {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(
    sql.replace('FROM candles', `FROM read_parquet('${glob}', hive_partitioning = true)`),
  );
  process.stdout.write(JSON.stringify(reader.getRowObjectsJson()));
}

query();
