import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { exchangeAnswer, failure, json, lines } from '../outcomes.ts';
import { bourse } from '../world.ts';

const EVM = '0x8894E0a0c962CB723c1976a4421c95949bE2D4E3';
const SOLANA = '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9';

interface Holding {
  readonly [key: string]: unknown;
  readonly chainId: string;
  readonly symbol: string;
  readonly price: string | null;
  readonly remainQty: string;
  readonly value: string | null;
}

interface Holdings {
  readonly holdings: readonly Holding[];
  readonly totalValue: string;
  readonly unpriced: number;
  readonly isComplete: boolean;
  readonly nextOffset: number | null;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Serves a wallet service that answers by offset and records the requests. */
async function serve(answer: (offset: number) => unknown) {
  const seen: { readonly url: string; readonly headers: NodeJS.Dict<string | string[]> }[] = [];
  const server = createServer((request, response) => {
    response.sendDate = false;
    seen.push({ url: request.url ?? '', headers: request.headers });
    const offset = Number(new URL(request.url ?? '', 'http://x').searchParams.get('offset'));
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer(offset)));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { seen, server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const page = (offset: number, list: unknown) => ({
  code: '000000',
  message: null,
  messageDetail: null,
  data: { offset, addressStatus: null, list },
  success: true,
});

const entry = (symbol: string, price: string | null, remainQty: string) => ({
  chainId: '56',
  address: EVM.toLowerCase(),
  contractAddress: '0xcf1c67ce2e1e19369ffd5c44b8501517483cd669',
  name: symbol,
  symbol,
  icon: '/images/one.png',
  decimals: 18,
  price,
  percentChange24h: '0.1',
  remainQty,
});

describe('wallet holdings', () => {
  it.each([
    ['56', EVM, '56'],
    ['bsc', EVM, '56'],
    ['BNB', EVM, '56'],
    ['8453', EVM, '8453'],
    ['base', EVM, '8453'],
    ['CT_501', SOLANA, 'CT_501'],
    ['solana', SOLANA, 'CT_501'],
    ['sol', SOLANA, 'CT_501'],
  ])('looks up a wallet on the chain %s', async (chain, address, chainId) => {
    const found = json<Holdings>(await bourse(`wallet holdings ${address} --chain ${chain} --env sandbox`));
    expect(found.holdings.length).toBeGreaterThan(0);
    expect([...new Set(found.holdings.map((one) => one.chainId))]).toEqual([chainId]);
  });

  it('says of the sandbox that it makes the tokens up, and of a service that answers nothing of the kind', async () => {
    const { origin } = await serve((offset) => page(offset, [entry('CAKE', '2', '3')]));
    const made = await bourse(`wallet holdings ${EVM} --chain 56 -o table --env sandbox`);
    expect(made.stderr).toContain(
      'The sandbox makes up the tokens of an address; --env live reads the real ones.',
    );
    const served = await bourse(
      `wallet holdings ${EVM} --chain 56 -o table --env sandbox --host web3=${origin}`,
    );
    expect([served.code, served.stderr.includes('makes up')]).toEqual([0, false]);
  });

  it('accepts the chain by its full name and the address as an option', async () => {
    const wanted = await bourse(`wallet holdings ${EVM} --chain 56 --env sandbox`);
    for (const flag of ['--chain-id', '--chainId'])
      expect(await bourse(`wallet holdings --address ${EVM} ${flag} 56 --env sandbox`)).toEqual(wanted);
  });

  it('keeps the fields of each entry unchanged and adds the exact value', async () => {
    const { origin } = await serve(() =>
      page(0, [entry('AAA', '0.1', '3'), entry('BBB', '1e-7', '12345678901234567890.5')]),
    );
    const line = `wallet holdings ${EVM} --chain 56 --env sandbox --host web3=${origin}`;
    const { holdings, totalValue } = json<Holdings>(await bourse(line));
    expect(holdings.map((one) => one.value)).toEqual(['0.3', '1234567890123.45678905']);
    expect(holdings[0]).toMatchObject(entry('AAA', '0.1', '3'));
    expect(totalValue).toBe('1234567890123.75678905');
  });

  it('sends the four documented headers and no others, with keys set or not', async () => {
    const { origin, seen } = await serve(() => page(0, [entry('AAA', '1', '1')]));
    const environment = { BOURSE_API_KEY: 'canary-key', BOURSE_API_SECRET: 'canary-secret' };
    const outcome = await bourse(`wallet holdings ${EVM} --chain 56 --env sandbox --host web3=${origin}`, {
      environment,
    });
    expect(outcome.code).toBe(0);
    expect(seen.length).toBe(1);
    const { host: _host, ...headers } = seen[0]!.headers;
    expect(headers).toEqual({
      clienttype: 'web',
      clientversion: '1.2.0',
      'accept-encoding': 'identity',
      'user-agent': expect.stringMatching(/^\S+-web3\/1\.1 \(Skill\)$/),
    });
    expect(JSON.stringify([seen, outcome])).not.toContain('canary');
  });

  it('sends them for every page of --all over one connection, without a header Connection', async () => {
    const { origin, seen, server } = await serve((offset) =>
      page(offset, offset > 2 ? [] : [entry(`T${offset}`, '1', '1')]),
    );
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    await bourse(`wallet holdings ${EVM} --chain 56 --env sandbox --host web3=${origin} --all`);
    expect(seen.length).toBe(4);
    expect(connections).toBe(1);
    for (const { headers } of seen) expect(Object.keys(headers)).toHaveLength(5);
  });

  it('dropped the status of the address', async () => {
    const { origin } = await serve(() => {
      const answer = page(0, [entry('AAA', '1', '1')]);
      return { ...answer, data: { ...answer.data, addressStatus: { risk: 'HIGH' } } };
    });
    const line = `wallet holdings ${EVM} --chain 56 --env sandbox --host web3=${origin}`;
    expect(json<{ addressStatus: unknown }>(await bourse(line)).addressStatus).toEqual({ risk: 'HIGH' });
    expect((await bourse(`${line} -o csv`)).stderr).toContain('Address status: {"risk":"HIGH"}\n');
  });

  it('accepted rows of another wallet, chain or page without a word', async () => {
    const foreign = { ...entry('BBB', '1', '1'), address: `0x${'9'.repeat(40)}`, chainId: '8453' };
    const { origin } = await serve(() => page(25, [entry('AAA', '1', '1'), foreign]));
    const { code, stderr } = await bourse(
      `wallet holdings ${EVM} --chain 56 --env sandbox --host web3=${origin} -o json`,
    );
    expect(code).toBe(0);
    expect(stderr).toBe(
      'Asked for the page of offset 0, the service sent the one of offset 25.\n' +
        `1 row of 2 belong to another address: 0x${'9'.repeat(40)}.\n` +
        '1 row of 2 belong to another chain: 8453.\n',
    );
  });

  it('fetches all pages with --all, each once, and reports completeness', async () => {
    const { origin, seen } = await serve((offset) =>
      page(
        offset,
        offset >= 50 ? [] : Array.from({ length: 25 }, (_, at) => entry(`T${offset + at}`, '1', '1')),
      ),
    );
    const line = `wallet holdings ${EVM} --chain 56 --env sandbox --host web3=${origin}`;
    const all = json<Holdings>(await bourse(`${line} --all`));
    expect(all.holdings.map((one) => one.symbol)).toEqual(Array.from({ length: 50 }, (_, at) => `T${at}`));
    expect(all).toMatchObject({ isComplete: true, nextOffset: null, totalValue: '50', unpriced: 0 });
    expect(seen.map(({ url }) => /offset=(\d+)/.exec(url)?.[1])).toEqual(['0', '25', '50']);
    const first = json<Holdings>(await bourse(line));
    expect(first).toMatchObject({ isComplete: false, nextOffset: 25 });
    const second = json<Holdings>(await bourse(`${line} --offset 25`));
    expect(second.holdings[0]!.symbol).toBe('T25');
    const capped = json<Holdings>(await bourse(`${line} --all --max-pages 1`));
    expect(capped).toMatchObject({ isComplete: false, nextOffset: 25 });
  });

  it('stops if the service ignores the offset', async () => {
    const { origin, seen } = await serve(() => page(0, [entry('AAA', '1', '1')]));
    const line = `wallet holdings ${EVM} --chain 56 --all --env sandbox --host web3=${origin}`;
    expect((await bourse(line)).code).toBe(0);
    expect(seen.length).toBeLessThan(5);
  });

  it('sorts by value and applies --min-value, in exact decimals', async () => {
    const list = [
      entry('LOW', '0.1', '1'),
      entry('HIGH', '9007199254740993', '1'),
      entry('NEAR', '9007199254740992.9', '1'),
      entry('NONE', null, '5'),
    ];
    const { origin } = await serve((offset) => page(offset, offset === 0 ? list : []));
    const line = `wallet holdings ${EVM} --chain 56 --all --sort value --env sandbox --host web3=${origin}`;
    const sorted = json<Holdings>(await bourse(line));
    expect(sorted.holdings.map((one) => one.symbol)).toEqual(['HIGH', 'NEAR', 'LOW', 'NONE']);
    expect(sorted.unpriced).toBe(1);
    const kept = json<Holdings>(await bourse(`${line} --min-value 9007199254740993`));
    expect(kept.holdings.map((one) => one.symbol)).toEqual(['HIGH']);
  });

  it('prints an empty list for a wallet without tokens', async () => {
    const { origin } = await serve(() => page(0, null));
    const line = `wallet holdings ${EVM} --chain 56 --env sandbox --host web3=${origin}`;
    const none = {
      holdings: [],
      totalValue: '0',
      unpriced: 0,
      isComplete: true,
      nextOffset: null,
      addressStatus: null,
    };
    expect(json(await bourse(line))).toEqual(none);
    expect(await bourse(`${line} -o ndjson`)).toMatchObject({ code: 0, stdout: '' });
    const table = await bourse(line, { terminal: 80 });
    expect(table).toMatchObject({ code: 0, stdout: '' });
    expect(table.stderr).toContain('The wallet holds no tokens');
  });

  it('prints the total on stderr in formats with rows only', async () => {
    const outcome = await bourse(`wallet holdings ${EVM} --chain 56 --env sandbox -o ndjson`);
    const raw = JSON.parse(
      walletAnswer(
        `/bapi/defi/v3/public/wallet-direct/buw/wallet/address/pnl/active-position-list/ai?address=${EVM}&chainId=56&offset=0`,
      ),
    ) as { data: { list: Holding[] } };
    expect(lines<Holding>(outcome.stdout).map((one) => one['contractAddress'])).toEqual(
      raw.data.list.map((one) => one['contractAddress']),
    );
    expect(outcome.stderr).toMatch(/^\d+ tokens, total value (about )?[\d.]+ USD/);
  });

  it('shows the value of a holding on a terminal of 80 columns', async () => {
    const { stdout } = await bourse(`wallet holdings ${EVM} --chain 56 --env sandbox`, {
      terminal: 80,
      environment: { NO_COLOR: '1' },
    });
    expect(stdout.split('\n')[0]).toMatch(/symbol +quantity +price USD +value USD +24 h %/);
  });
});

describe('an invalid wallet lookup', () => {
  it.each([
    ['0x123', '56', 'an address of BNB Smart Chain: 0x and 40 hexadecimal digits, was 0x123'],
    [SOLANA, '56', 'an address of BNB Smart Chain'],
    [EVM, 'CT_501', 'an address of Solana'],
    [EVM.replace('E0a0', 'e0A0'), '56', 'address'],
  ])('is refused before anything is sent: %s on %s', async (address, chain, message) => {
    const outcome = await bourse(`wallet holdings ${address} --chain ${chain} --env live`);
    const error = failure(outcome);
    expect(error).toMatchObject({ kind: 'usage', exitCode: 2, execution: 'not_executed' });
    expect(error.message).toContain(message);
  });

  it('lists the supported chains for an unknown one', async () => {
    const error = failure(await bourse(`wallet holdings ${EVM} --chain ethereum --env live`));
    expect(error.message).toContain('--chain must be 56, 8453 or CT_501, was ethereum');
  });

  it('reports an invalid address and a missing chain at once', async () => {
    const error = failure(await bourse('wallet holdings --env live'));
    expect(error.faults?.map((fault) => fault.param)).toEqual(['address', 'chainId']);
  });

  it('that the service rejects keeps its code and message', async () => {
    const { origin } = await serve(() => ({
      code: '000400',
      message: 'bad',
      messageDetail: 'bad address',
      data: null,
      success: false,
    }));
    const outcome = await bourse(`wallet holdings ${EVM} --chain 56 --env sandbox --host web3=${origin}`);
    const error = failure(outcome);
    expect(error).toMatchObject({ kind: 'rejected', exitCode: 4, code: '000400' });
    expect(error.message).toContain('bad');
  });

  it('with an invalid amount or number of pages is refused', async () => {
    for (const option of [
      '--min-value=-1',
      '--min-value=much',
      '--max-pages=0',
      '--offset=-1',
      '--sort=name',
    ])
      expect((await bourse(`wallet holdings ${EVM} --chain 56 --all ${option} --env live`)).code).toBe(2);
  });
});

describe('wallet chains', () => {
  it('lists the three chains with their aliases', async () => {
    const chains = json<{ id: string; aliases: string[] }[]>(await bourse('wallet chains'));
    expect(chains.map((chain) => chain.id)).toEqual(['56', '8453', 'CT_501']);
    for (const { id, aliases } of chains) {
      const address = id === 'CT_501' ? SOLANA : EVM;
      for (const alias of aliases)
        expect((await bourse(`wallet holdings ${address} --chain ${alias} --env sandbox`)).code).toBe(0);
    }
  });
});

/** The answer of the sandbox's wallet service, which requires its headers. */
function walletAnswer(target: string): string {
  return exchangeAnswer(target, undefined, {
    clienttype: 'web',
    clientversion: '1.2.0',
    'accept-encoding': 'identity',
    'user-agent': 'test-web3/1.1 (Skill)',
  });
}
