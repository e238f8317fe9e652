'use strict';
// Minimal program for the tokens of a wallet: fetches one page after the other, parses it, and prints all tokens as JSON.
const { writeSync } = require('node:fs');
const { Agent, get } = require('node:http');

const [, , origin, path] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const tokens = [];

function fetchFrom(offset) {
  get(`${origin}${path}&offset=${offset}`, { agent }, (response) => {
    const chunks = [];
    response.on('data', (chunk) => chunks.push(chunk));
    response.on('end', () => {
      const { list } = JSON.parse(Buffer.concat(chunks).toString('utf8')).data;
      tokens.push(...list);
      if (list.length > 0) return fetchFrom(offset + list.length);
      agent.destroy();
      for (let rest = Buffer.from(`${JSON.stringify(tokens)}\n`); rest.length > 0; )
        rest = rest.subarray(writeSync(1, rest));
    });
  });
}

fetchFrom(0);
