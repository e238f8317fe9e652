'use strict';
// Minimal Node program that prints the body of one signed HTTP response.
const { createHmac } = require('node:crypto');
const { writeSync } = require('node:fs');
const { get } = require('node:http');

const [, , address, apiKey, secret] = process.argv;
const query = `timestamp=${Date.now()}`;
const signature = createHmac('sha256', secret).update(query).digest('hex');
const headers = { Connection: 'close', 'X-MBX-APIKEY': apiKey };
get(`${address}?${query}&signature=${signature}`, { headers }, (response) => {
  response.on('data', (chunk) => {
    for (let rest = chunk; rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
  });
});
