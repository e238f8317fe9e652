/** The interface of a profile's own hosts, and profiles of demo trading. */
import { describe, expect, it } from 'vitest';
import { bourse, temporaryFolder } from '../world.ts';

const OWN = 'http://127.0.0.1:9';
const STOP = 'trade stop BTCUSDT 0.01 --side SELL --trigger 50000 --on usdm --skip-filters --dry-run -o json';

async function addProfile(home: string, options: string) {
  const environment = { KEY: 'k'.repeat(64), SECRET: 's'.repeat(64) };
  const line = `profile add main ${options} --api-key env:KEY --secret env:SECRET -o json`;
  const { code, stdout, stderr } = await bourse(line, { home, environment });
  expect([code, stderr]).toEqual([0, expect.stringContaining('Added main')]);
  return JSON.parse(stdout);
}

async function urlOf(home: string, line: string): Promise<string> {
  const { code, stdout, stderr } = await bourse(line, { home });
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout).url;
}

describe('a profile with hosts of its own', () => {
  it('speaks the interface of the document, unless it states that of today', async () => {
    const home = temporaryFolder();
    const added = await addProfile(home, `--env live --host usdm=${OWN}`);
    expect(added).toMatchObject({ hosts: { usdm: OWN }, interface: null });
    expect(await urlOf(home, `${STOP} --profile main`)).toBe(`${OWN}/fapi/v1/order`);
    const today = temporaryFolder();
    expect(await addProfile(today, `--env live --host usdm=${OWN} --interface today`)).toMatchObject({
      interface: 'today',
    });
    expect(await urlOf(today, `${STOP} --profile main`)).toBe(`${OWN}/fapi/v1/algoOrder`);
    const shown = await bourse('profile show main -o json', { home: today });
    expect(JSON.parse(shown.stdout)).toMatchObject({ interface: 'today' });
  });
});

describe('the active profile', () => {
  it('is the first one that is added, which says so, until another one or none is chosen', async () => {
    const home = temporaryFolder();
    const environment = { KEY: 'k'.repeat(64), SECRET: 's'.repeat(64) };
    const add = (name: string) =>
      bourse(`profile add ${name} --env live --api-key env:KEY --secret env:SECRET`, { home, environment });
    const activeOf = async () =>
      JSON.parse((await bourse('profile list -o json', { home })).stdout).flatMap(
        (row: { readonly name: string; readonly active: boolean }) => (row.active ? [row.name] : []),
      );
    expect((await add('main')).stderr).toContain(
      'Commands without --profile use the keys of main from now on;',
    );
    expect((await add('bot')).stderr).not.toContain('from now on');
    expect(await activeOf()).toEqual(['main']);
    const none = await bourse('profile use --none', { home });
    expect([none.code, none.stderr]).toEqual([0, expect.stringContaining('No profile is active.')]);
    expect(await activeOf()).toEqual([]);
    for (const line of ['profile use', 'profile use bot --none'])
      expect([line, (await bourse(line, { home })).code]).toEqual([line, 2]);
  });
});

describe('a profile of demo trading', () => {
  it('sends to the demo hosts, by the interface of today', async () => {
    const home = temporaryFolder();
    await addProfile(home, '--env demo');
    expect(await urlOf(home, `${STOP} --profile main`)).toBe(
      'https://demo-fapi.binance.com/fapi/v1/algoOrder',
    );
    const { code, stderr } = await bourse('funds transfer MAIN_MARGIN USDT 1 --profile main --dry-run', {
      home,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('demo environment has no /sapi/ paths')]);
  });
});

describe('the interface of the document', () => {
  it('cannot be chosen for the hosts of the exchange, which no longer serve it', async () => {
    const { code, stderr } = await bourse(`${STOP} --env live --interface document`);
    expect([code, stderr]).toEqual([2, expect.stringContaining("serves today's interface")]);
  });
});
