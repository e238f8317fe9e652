/**
 * Signed calls: signing against node:crypto with a parsed key, one signed read against a minimal signed GET,
 * and many signed pages in one process against a minimal program with undici's pool.
 */
import { createHmac, createPrivateKey, createSecretKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { BOURSE, checkThat, childScript, compare, inFolder, line, runNode, withServer } from './measure.mjs';

const API_KEY = 'B'.repeat(64);
const SECRET = 'benchSecret'.padEnd(64, '7');

const PAGE_ROWS = 1000;

/** Returns the results of this benchmark. */
export function bench({ rounds, isSmoke }) {
  return inFolder(async (home) => {
    const trades = (isSmoke ? 3 : 40) * PAGE_ROWS + 1;
    const calls = await withServer('./signed-server.mjs', [API_KEY, SECRET, trades], (origin) => {
      addProfile(home, origin);
      return [oneRead(home, origin, rounds), manyPages(home, origin, trades, rounds)];
    });
    return [
      ...(await signatures(home, rounds, isSmoke)),
      ...calls,
      ...(await callsAtOnce(home, isSmoke ? 40 : 700, Math.min(rounds, 7))),
    ];
  });
}

/** Adds a profile whose secrets are in separate files, as users store keys. */
function addProfile(home, origin) {
  const kept = { 'api-key': API_KEY, secret: SECRET };
  const references = Object.entries(kept).flatMap(([name, text]) => {
    const file = join(home, name);
    writeFileSync(file, text, { mode: 0o600 });
    return [`--${name}`, `file:${file}`];
  });
  const words = [
    'profile',
    'add',
    'bench',
    '--replace',
    '--env',
    'testnet',
    '--host',
    `spot=${origin}`,
    ...references,
  ];
  const done = runNode([BOURSE, ...words], { home });
  checkThat(done.code === 0, `exit code ${done.code} of profile add: ${done.stderr}`);
}

function oneRead(home, origin, rounds) {
  const check = (stdout) => {
    const { balances } = JSON.parse(String(stdout));
    checkThat(balances.length === 40, `${balances.length} balances`);
  };
  return compare({
    name: 'account info, one signed read',
    goal: 1.6,
    subject: { words: [BOURSE, 'account', 'info', '-o', 'json'], check },
    limit: { words: [childScript('get-signed.cjs'), `${origin}/api/v3/account`, API_KEY, SECRET], check },
    rounds,
    home,
  });
}

function manyPages(home, origin, trades, rounds) {
  const check = (stdout) => {
    const rows = JSON.parse(String(stdout));
    checkThat(rows.length === trades, `${rows.length} trades of ${trades}`);
    checkThat(
      rows.every((row, index) => row.id === index),
      'the trades in order',
    );
  };
  const words = ['account', 'trades', 'BTCUSDT', '--all', '-o', 'json'];
  return compare({
    name: `account trades --all, ${Math.ceil(trades / PAGE_ROWS)} signed pages`,
    goal: 1.15,
    of: 'cpuMs',
    subject: { words: [BOURSE, ...words], check },
    limit: { words: [childScript('pages-signed.cjs'), origin, API_KEY, SECRET, String(PAGE_ROWS)], check },
    rounds,
    home,
  });
}

/** Signed reads in one process, sixteen at once, with budget and permit, against undici's pool with HMAC and JSON.parse. */
async function callsAtOnce(home, count, rounds) {
  const found = { subject: [], limit: [] };
  for (let round = 0; round < rounds; round += 1) {
    // Each round has files of its own: the calls of all rounds together would exceed the budget of a minute.
    const own = join(home, `round-${round}`);
    mkdirSync(own);
    const measure = (kind) =>
      withServer('./signed-server.mjs', [API_KEY, SECRET, 0], (origin) => {
        addProfile(own, origin);
        const words = [kind, origin, API_KEY, SECRET, count, own].map(String);
        const done = runNode([childScript('signed-calls.mjs'), ...words], { home: own });
        checkThat(done.code === 0, `exit code ${done.code} of ${kind}: ${done.stderr}`);
        return JSON.parse(String(done.stdout));
      });
    found.limit.push(await measure('undici'));
    found.subject.push(await measure('bourse'));
  }
  return Object.entries({ cpuMs: 1.1, wallMs: null }).map(([of, goal]) =>
    line({
      name: `${count} signed reads, 16 at once, over undici's pool`,
      goal,
      of,
      subject: found.subject.map((one) => one[of]),
      limit: found.limit.map((one) => one[of]),
    }),
  );
}

/** A typical payload of an order. */
const PAYLOAD =
  'symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTC&quantity=0.01&price=50000&newClientOrderId=bo01HS11QE4NWZ5CCV6DY4PQ4BS8-1&recvWindow=3000&timestamp=1710506096789';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const ed25519 = generateKeyPairSync('ed25519').privateKey;
const pemOf = (key) => key.export({ type: 'pkcs8', format: 'pem' });

/** The key types, each with its implementation in plain node:crypto. */
const WAYS = [
  {
    name: 'HMAC',
    goal: 1.05,
    secret: SECRET,
    count: 30_000,
    bare() {
      const key = createSecretKey(SECRET, 'utf8');
      return (payload) => createHmac('sha256', key).update(payload).digest('hex');
    },
  },
  {
    name: 'RSA of 2048 bits',
    goal: 1.02,
    secret: pemOf(rsa),
    count: 300,
    bare() {
      const key = createPrivateKey(pemOf(rsa));
      return (payload) => sign('sha256', Buffer.from(payload), key).toString('base64');
    },
  },
  {
    name: 'Ed25519',
    goal: 1.05,
    secret: pemOf(ed25519),
    count: 5000,
    bare() {
      const key = createPrivateKey(pemOf(ed25519));
      return (payload) => sign(null, Buffer.from(payload), key).toString('base64');
    },
  },
];

/** A permit that checks nothing: what is measured is the signature. */
const ANY_PERMIT = { use() {} };

/** Measures the signer, bundled as in the build, because Node 20 can't run TypeScript. */
async function signatures(home, rounds, isSmoke) {
  const outfile = join(home, 'signer.mjs');
  const entry = fileURLToPath(new URL('../../src/signing/signer.ts', import.meta.url));
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' });
  const { createSigner } = await import(pathToFileURL(outfile).href);
  return WAYS.map(({ name, goal, secret, count, bare }) => {
    const signer = createSigner({ secret }, API_KEY);
    const limit = bare();
    checkThat(signer.sign(ANY_PERMIT, { payload: PAYLOAD }) === limit(PAYLOAD), `the signature with ${name}`);
    const times = isSmoke ? 10 : count;
    const found = { subject: [], limit: [] };
    // One warm-up round of each, in which V8 compiles the code.
    for (let round = 0; round <= rounds; round += 1) {
      const subjectMs = cpuOf(times, (payload) => signer.sign(ANY_PERMIT, { payload }));
      const limitMs = cpuOf(times, limit);
      if (round === 0) continue;
      found.subject.push(subjectMs);
      found.limit.push(limitMs);
    }
    return line({
      name: `${times} signatures with ${name}`,
      goal,
      of: 'cpuMs',
      subject: found.subject,
      limit: found.limit,
    });
  });
}

function cpuOf(count, signOne) {
  const began = process.cpuUsage();
  for (let index = 0; index < count; index += 1) signOne(PAYLOAD + index);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
