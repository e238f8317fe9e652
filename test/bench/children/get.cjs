'use strict';
// The least a Node process can do to bring the body of one answer to stdout.
const { writeSync } = require('node:fs');
const { get } = require('node:http');

get(process.argv[2], { headers: { Connection: 'close' } }, (response) => {
  response.on('data', (chunk) => {
    for (let rest = chunk; rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
  });
});
