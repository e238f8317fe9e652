/**
 * A loopback server of the tokens of one wallet, in a process of its own so that it takes no CPU time from the measured
 * process. It answers by offset, with an empty list at the end.
 *
 * node wallet-server.mjs [tokens] [tokens of a page]
 */
import { createServer } from 'node:http';

const [total, pageSize] = process.argv.slice(2).map(Number);

function token(index) {
  return {
    chainId: '56',
    address: '0x8894e0a0c962cb723c1976a4421c95949be2d4e3',
    contractAddress: `0x${index.toString(16).padStart(40, '0')}`,
    name: `Token ${index}`,
    symbol: `T${index}`,
    icon: `/images/web3-data/public/token/logos/${index}.png`,
    decimals: 18,
    price: index % 50 === 49 ? null : `${index % 977}.${String(index % 100_000).padStart(8, '0')}`,
    percentChange24h: `-${index % 9}.25`,
    remainQty: `${index}.000000000000000001`,
  };
}

function pageFrom(offset) {
  const count = Math.max(0, Math.min(pageSize, total - offset));
  const list = Array.from({ length: count }, (_, index) => token(offset + index));
  const data = { offset, addressStatus: null, list };
  return JSON.stringify({ code: '000000', message: null, messageDetail: null, data, success: true });
}

const pages = new Map();
for (let offset = 0; offset <= total; offset += pageSize) pages.set(offset, pageFrom(offset));

const server = createServer((request, response) => {
  const offset = Number(new URL(request.url, 'http://127.0.0.1').searchParams.get('offset'));
  const body = pages.get(offset) ?? pageFrom(offset);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
