'use strict';
// Minimal Node program that opens an SQLite file and reads one value of it.
const { DatabaseSync } = require('@photostructure/sqlite');

const [, , file] = process.argv;
const database = new DatabaseSync(file);
const { entries } = database.prepare('SELECT count(*) AS entries FROM entry').get();
database.close();
process.exitCode = entries > 0 ? 0 : 1;
