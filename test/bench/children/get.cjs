'use strict';
// Minimal Node program that prints the body of one HTTP response.
const { writeSync } = require('node:fs');
const { get } = require('node:http');

get(process.argv[2], { headers: { Connection: 'close' } }, (response) => {
  response.on('data', (chunk) => {
    for (let rest = chunk; rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
  });
});
