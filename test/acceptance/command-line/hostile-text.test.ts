import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { csv } from '../outcomes.ts';
import { bourse, type WorldOptions } from '../world.ts';

/**
 * Escape sequences that clear the screen, set a title, reverse text, hide letters, and start with a C1
 * character.
 */
const EVIL = '\u001b[2J\u001b]0;title\u0007\u202egnp.exe\u200b\u009b31m\r\nforged line';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Serves one JSON answer for every request and returns the origin. */
async function serve(status: number, body: unknown): Promise<string> {
  const server = createServer((_request, response) => {
    response.sendDate = false;
    response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Control characters that must never reach a terminal; line feeds, and carriage returns of progress, are
 * allowed.
 */
const OBEYED = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;
const TERMINAL: WorldOptions = { terminal: 120, environment: { NO_COLOR: '1' } };

function holding(name: string) {
  return {
    chainId: '56',
    address: '0x8894e0a0c962cb723c1976a4421c95949be2d4e3',
    contractAddress: '0xcf1c67ce2e1e19369ffd5c44b8501517483cd669',
    name,
    symbol: EVIL,
    icon: '/images/one.png',
    decimals: 18,
    price: '1.5',
    percentChange24h: '-5.13',
    remainQty: '2',
  };
}

function envelopeOf(list: unknown[]) {
  const data = { offset: 0, addressStatus: null, list };
  return { code: '000000', message: null, messageDetail: null, data, success: true };
}

const HOLDINGS = 'wallet holdings 0x8894E0a0c962CB723c1976a4421c95949bE2D4E3 --chain 56 --env sandbox';

describe('the text of a refusal', () => {
  const line = async () =>
    `market klines BTCUSDT 1h --env sandbox --host spot=${await serve(400, { code: -1121, msg: EVIL })}`;

  it('is shown on a terminal without control sequences', async () => {
    const { code, stdout, stderr } = await bourse(await line(), TERMINAL);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).not.toMatch(OBEYED);
    expect(stderr).not.toContain('\r');
    expect(stderr).toContain('\\u{1b}[2J');
    expect(stderr).toContain('-1121 BAD_SYMBOL');
  });

  it('cannot forge an error line', async () => {
    const { stderr } = await bourse(await line(), TERMINAL);
    expect(stderr.split('\n').filter((text) => text.startsWith('forged'))).toEqual([]);
  });

  it.each([
    ['in a pipe', {}],
    ['as JSON on a terminal', TERMINAL],
  ])('stays exact %s, in one escaped line', async (_where, options) => {
    const { stderr } = await bourse(`${await line()} -o json`, options);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(stderr).not.toMatch(OBEYED);
    expect((JSON.parse(stderr) as { error: { message: string } }).error.message).toContain(EVIL);
  });
});

describe('the names of tokens', () => {
  const line = async () => `${HOLDINGS} --host web3=${await serve(200, envelopeOf([holding(EVIL)]))}`;

  it.each(['table', 'json', 'ndjson', 'csv'])('never reach a terminal unescaped (%s)', async (format) => {
    const { code, stdout, stderr } = await bourse(`${await line()} -o ${format}`, TERMINAL);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(OBEYED);
    expect(stdout).not.toContain('\r');
    expect(stderr).not.toMatch(OBEYED);
    expect(stdout).toContain(format === 'table' ? '\\u{1b}[2J' : 'forged line');
  });

  it('stay exact in JSON, in a pipe and on a terminal', async () => {
    for (const options of [{}, TERMINAL]) {
      const { stdout } = await bourse(`${await line()} -o json`, options);
      const { holdings } = JSON.parse(stdout) as { holdings: ReturnType<typeof holding>[] };
      expect(holdings[0]).toMatchObject({ name: EVIL, symbol: EVIL });
    }
  });

  it('are text in a spreadsheet even if they look like formulas', async () => {
    const names = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '＝1', 'plain, with a comma', '"quoted"'];
    const origin = await serve(200, envelopeOf(names.map(holding)));
    const { stdout } = await bourse(
      `${HOLDINGS} --fields name,remainQty,percentChange24h --host web3=${origin} -o csv`,
    );
    const [, ...rows] = csv(stdout);
    expect(rows.map((row) => row[0])).toEqual([
      ...names.slice(0, 6).map((name) => `'${name}`),
      ...names.slice(6),
    ]);
    expect(rows[0]!.slice(1)).toEqual(['2', '-5.13']);
  });
});

describe('the names of fields', () => {
  it('are escaped in headers and in the list of fields that an unknown field prints', async () => {
    const origin = await serve(200, [{ symbol: 'BTCUSDT', price: '1', [EVIL]: '1' }]);
    const line = `market ticker price --env sandbox --host spot=${origin}`;
    const table = await bourse(`${line} --fields symbol -o table`, TERMINAL);
    expect(table.code).toBe(0);
    const unknown = await bourse(`${line} --fields nothing`, TERMINAL);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).not.toMatch(OBEYED);
    const raw = await bourse(`api GET /api/v3/unknown --env sandbox --host spot=${origin}`, TERMINAL);
    expect(raw.code).toBe(0);
    expect(raw.stdout).not.toMatch(OBEYED);
  });
});

describe('numbers that no float can hold', () => {
  it('keep every digit in every format', async () => {
    const id = '9223372036854775807';
    const body = `[{"symbol":"BTCUSDT","price":"0.10000000000000000001","id":${id},"exact":1.10}]`;
    const line = `market ticker price --env sandbox --host spot=${await serve(200, body)}`;
    expect((await bourse(line)).stdout).toBe(`${body}\n`);
    expect((await bourse(`${line} -o ndjson`)).stdout).toBe(`${body.slice(1, -1)}\n`);
    for (const format of ['table', 'csv']) {
      const { stdout } = await bourse(`${line} --fields id,price -o ${format}`, TERMINAL);
      expect(stdout).toContain(id);
      expect(stdout).toContain('0.10000000000000000001');
    }
    expect((await bourse(`${line} --fields id`)).stdout).toBe(`[{"id":${id}}]\n`);
  });
});
