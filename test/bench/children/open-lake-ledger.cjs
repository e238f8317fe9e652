'use strict';
// Minimal Node program that opens the ledger of a lake and counts its files.
const { DatabaseSync } = require('@photostructure/sqlite');

const [, , file] = process.argv;
const database = new DatabaseSync(file);
const { parts } = database.prepare('SELECT count(*) AS parts FROM part').get();
database.close();
process.exitCode = parts > 0 ? 0 : 1;
