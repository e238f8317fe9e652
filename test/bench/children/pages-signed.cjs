'use strict';
// Minimal program for many signed reads with undici's pool: signs, sends, reads, parses and prints each.
const { createHmac, createSecretKey } = require('node:crypto');
const { writeSync } = require('node:fs');
const { Pool } = require('undici');

const [, , origin, apiKey, secret, page] = process.argv;
const key = createSecretKey(secret, 'utf8');
const pool = new Pool(origin, { connections: 1, pipelining: 1 });

async function main() {
  for (let from = 0, isFirst = true; ; isFirst = false) {
    const query = `symbol=BTCUSDT&limit=${page}&fromId=${from}&timestamp=${Date.now()}`;
    const signature = createHmac('sha256', key).update(query).digest('hex');
    const path = `/api/v3/myTrades?${query}&signature=${signature}`;
    const { body } = await pool.request({ path, method: 'GET', headers: { 'X-MBX-APIKEY': apiKey } });
    const text = await body.text();
    const rows = JSON.parse(text);
    if (rows.length > 0) {
      const last = rows[rows.length - 1];
      write(`${isFirst ? '[' : ','}${text.slice(1, -1)}`);
      from = last.id + 1;
    }
    if (rows.length < Number(page)) break;
  }
  write(']\n');
  await pool.close();
}

function write(text) {
  for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
}

main();
