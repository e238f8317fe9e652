/** `bourse config`: what is stored, what goes before it, and what a damaged file does. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { CONFIG_KEYS } from '../../../src/commands/config/keys.ts';
import { bourse, temporaryFolder, type WorldOptions } from '../world.ts';

/** Returns a home whose config file has this text. */
function homeWith(text: string): { home: string; file: string } {
  const home = temporaryFolder();
  const folder = join(home, 'config');
  mkdirSync(folder, { mode: 0o700 });
  const file = join(folder, 'config.json');
  writeFileSync(file, text, { mode: 0o600 });
  return { home, file };
}

function homeSetTo(settings: Record<string, string>): string {
  return homeWith(JSON.stringify({ schemaVersion: 1, settings, aliases: {} })).home;
}

async function setting(key: string, options: WorldOptions, flags = '') {
  const { stdout } = await bourse(`config get ${key} -o json ${flags}`, options);
  const { value, source } = JSON.parse(stdout) as { value: string; source: string };
  return [value, source];
}

describe('a setting', () => {
  it('is stored in a private file of a private folder, and removed again', async () => {
    const home = temporaryFolder();
    expect(await setting('zone', { home })).toEqual(['UTC', 'default']);
    expect((await bourse('config set zone Europe/Berlin', { home })).code).toBe(0);
    const folder = join(home, 'config');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'config.json')).mode & 0o777).toBe(0o600);
    expect(await setting('zone', { home })).toEqual(['Europe/Berlin', 'config']);
    expect((await bourse('config unset zone', { home })).code).toBe(0);
    expect(await setting('zone', { home })).toEqual(['UTC', 'default']);
    const { stderr } = await bourse('config unset zone', { home, terminal: 80 });
    expect(stderr).toContain('zone is not set in');
  });

  it('has the spelling color, and the name of its option', async () => {
    const home = temporaryFolder();
    await bourse('config set color never', { home });
    expect(await setting('colour', { home })).toEqual(['never', 'config']);
    await bourse('config set on usdm', { home });
    expect(await setting('product', { home })).toEqual(['usdm', 'config']);
  });

  it.each([
    ['config set outptu json', 'Did you mean output?'],
    ['config set output jsn', 'Did you mean json?'],
    ['config set timeout soon', 'a duration such as 10s'],
    ['config set zone Mars/Olympus', 'a time zone such as Europe/Berlin'],
    ['config set yes true', 'Every write is confirmed where it is sent'],
    ['config set proxy http://127.0.0.1:1', 'given on the command line'],
    ['config set policy off', 'bourse policy --help'],
    ['config get nothing', 'expected one of output, product'],
  ])('is refused with the nearest words: %s', async (line, text) => {
    const home = temporaryFolder();
    const { code, stderr } = await bourse(line, { home });
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
    expect(readdirSync(home)).toEqual([]);
  });
});

describe('the order of sources', () => {
  it('is option, variable, config file, default', async () => {
    const home = homeSetTo({ output: 'csv' });
    const csv = await bourse('config get zone', { home });
    expect(csv.stdout).toMatch(/^key,value/);
    const variable = { BOURSE_OUTPUT: 'json' };
    expect((await bourse('config get zone', { home, environment: variable })).stdout).toMatch(/^{/);
    const option = await bourse('config get zone -o csv', { home, environment: variable });
    expect(option.stdout).toMatch(/^key,value/);
    expect(await setting('output', { home, environment: variable })).toEqual(['json', 'BOURSE_OUTPUT']);
  });

  it('names a bad variable: exit 2', async () => {
    const { code, stderr } = await bourse('market time', { environment: { BOURSE_OUTPUT: 'jsn' } });
    expect([code, stderr]).toEqual([2, expect.stringContaining('BOURSE_OUTPUT must be one of table, json')]);
  });

  it('puts NO_COLOR before the colour of the config file', async () => {
    const home = homeSetTo({ colour: 'always' });
    const help = 'config get colour -o table';
    expect((await bourse(help, { home })).stdout).toContain('\u001b[');
    expect((await bourse(help, { home, environment: { NO_COLOR: '1' } })).stdout).not.toContain('\u001b[');
  });

  it('puts the environment of a named profile before that of the config file', async () => {
    const home = homeSetTo({ environment: 'sandbox' });
    const keys = { A_KEY: 'k'.repeat(64), A_SECRET: 's'.repeat(64) };
    await bourse('profile add main --env testnet --api-key env:A_KEY --secret env:A_SECRET', {
      home,
      environment: keys,
    });
    const named = ['testnet', 'profile main'];
    expect(await setting('environment', { home, environment: keys }, '--profile main')).toEqual(named);
    expect(await setting('environment', { home, environment: { ...keys, BOURSE_PROFILE: 'main' } })).toEqual(
      named,
    );
    // The active profile of another environment is not used instead.
    expect(await setting('environment', { home, environment: keys })).toEqual(['sandbox', 'config']);
  });
});

describe('the product and the environment of the config file', () => {
  it('decide where an order goes, and a note says so', async () => {
    const home = homeSetTo({ product: 'usdm', environment: 'sandbox' });
    const order = 'trade order place BTCUSDT --side BUY --type MARKET --quantity 1 --dry-run';
    const { code, stdout, stderr } = await bourse(`${order} -o json`, { home });
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('From the config file: --env sandbox --on usdm.'),
    ]);
    expect(stdout).toContain('/fapi/v1/order');
    const typed = await bourse(`${order} -o json --on spot --env sandbox`, { home });
    expect(typed.stdout).toContain('/api/v3/order');
    expect(typed.stderr).not.toContain('config file');
  });

  it('leave commands alone that do not exist for the product', async () => {
    const home = homeSetTo({ product: 'options', environment: 'sandbox' });
    expect((await bourse('market time --dry-run', { home })).code).not.toBe(70);
    expect((await bourse('account info --help', { home })).code).toBe(2);
  });
});

describe('a damaged config file', () => {
  it.each([
    ['{"schemaVersion":1,', 'is not JSON'],
    ['', 'it is empty'],
    ['{"settings":{}}', '"schemaVersion" must be 1'],
    ['{"schemaVersion":2}', 'the version that this bourse reads, was 2'],
    ['{"schemaVersion":1,"settings":{"outpt":"json"}}', 'Did you mean output?'],
    ['{"schemaVersion":1,"settings":{"output":"jsn"}}', '"output" must be one of table, json'],
    ['{"schemaVersion":1,"settings":{"output":5}}', '"output" must be a text in quotes, was 5'],
    ['{"schemaVersion":1,"yes":true}', 'expected only schemaVersion, settings and aliases'],
  ])('stops every command that would use it, and is never overwritten: %s', async (text, fault) => {
    const { home, file } = homeWith(text);
    for (const line of ['market time --env sandbox', 'config set output json', 'alias list']) {
      const { code, stderr } = await bourse(line, { home });
      expect([line, code, JSON.parse(stderr).error.message]).toEqual([
        line,
        10,
        expect.stringContaining(fault),
      ]);
      expect(stderr).toContain('bourse config edit');
    }
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect((await bourse('config path', { home })).stdout).toBe(`${file}\n`);
  });

  it('that others can read is refused', async () => {
    const { home, file } = homeWith('{"schemaVersion":1}');
    chmodSync(file, 0o644);
    const { code, stderr } = await bourse('market time', { home });
    expect([code, stderr]).toEqual([10, expect.stringContaining('expected 0600')]);
  });
});

describe('config edit', () => {
  it('repairs a damaged file, asking again until it has no fault', async () => {
    const { home, file } = homeWith('{');
    const texts = ['{"schemaVersion":1,"aliases":{"market":"trade buy"}}', '{"schemaVersion":1}'];
    const asked: string[] = [];
    const { code, stderr } = await bourse('config edit', {
      home,
      terminal: 80,
      editFile: async (path) => writeFileSync(path, texts.shift()!),
      ask: async (question) => {
        asked.push(question);
        return '';
      },
    });
    expect([code, asked]).toEqual([0, ['Edit it again? [Y/n] ']]);
    expect(stderr).toContain('the alias "market" would hide the command');
    expect(readFileSync(file, 'utf8')).toBe('{"schemaVersion":1}');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(home, 'config')).filter((name) => name.includes('edit'))).toEqual([]);
  });

  it('leaves the file as it was if the fault is kept: exit 2', async () => {
    const { home, file } = homeWith('{"schemaVersion":1}');
    const editFile = async (path: string) => writeFileSync(path, '{"schemaVersion":1,"settings":{"a":"b"}}');
    const { code, stderr } = await bourse('config edit', { home, editFile });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Nothing was stored')]);
    const declined = await bourse('config edit', { home, editFile, terminal: 200, ask: async () => 'n' });
    expect([declined.code, declined.stderr.split('there is no setting').length]).toEqual([2, 2]);
    expect(readFileSync(file, 'utf8')).toBe('{"schemaVersion":1}');
  });

  it('does not overwrite what another process stored meanwhile', async () => {
    const { home, file } = homeWith('{"schemaVersion":1}');
    const other = '{"schemaVersion":1,"settings":{"output":"csv"}}';
    const editFile = async (path: string) => {
      writeFileSync(path, '{"schemaVersion":1,"settings":{"output":"json"}}');
      writeFileSync(file, other);
    };
    const { code, stderr } = await bourse('config edit', { home, editFile });
    expect([code, stderr]).toEqual([10, expect.stringContaining('changed by another process')]);
    expect(readFileSync(file, 'utf8')).toBe(other);
  });
});

describe('the schema of the config file', () => {
  it('has the settings of the table, with their values', () => {
    const schema = JSON.parse(readFileSync('schemas/config.v1.schema.json', 'utf8'));
    const { properties } = schema.properties.settings;
    expect(Object.keys(properties)).toEqual(CONFIG_KEYS.map(({ name }) => name));
    for (const { name, values } of CONFIG_KEYS)
      if (typeof values !== 'string') expect([name, properties[name].enum]).toEqual([name, [...values]]);
    const accepts = new Ajv().compile(schema);
    expect(accepts({ schemaVersion: 1, settings: { output: 'json' }, aliases: { lp: 'market time' } })).toBe(
      true,
    );
    expect(accepts({ schemaVersion: 1, settings: { yes: 'true' } })).toBe(false);
  });
});
