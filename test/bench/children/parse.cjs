'use strict';
// Minimal Node program that parses a JSON file, or with --lines each of its lines.
const { readFileSync } = require('node:fs');

const [, , file, mode] = process.argv;
const text = readFileSync(file, 'utf8');
if (mode === '--lines') {
  let count = 0;
  for (const line of text.split('\n')) if (line !== '' && JSON.parse(line) !== null) count += 1;
  process.exitCode = count > 0 ? 0 : 1;
} else process.exitCode = JSON.parse(text) === null ? 1 : 0;
