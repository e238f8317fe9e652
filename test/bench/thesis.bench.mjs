/**
 * The CPU time of `bourse thesis validate` on 60,000 theses in one NDJSON stream, as a ratio to a node process
 * that reads and JSON.parses the same file. The limit is measured first and last, on the path that users take;
 * the goal is 2.2 and 150 MB. Run it after a build: node test/bench/thesis.bench.mjs
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COUNT = 60_000;
const ROUNDS = 5;
const GOAL = 2.2;
const MEMORY_GOAL_MB = 150;
const bourse = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

const FLAGS = {
  real_orders: false,
  signed_requests: false,
  reads_api_keys: false,
  exchange_account_state: false,
};
const COMMON = {
  schema: 'svc_auto.position_management_thesis.v1',
  schema_version: '1.0.0',
  ok: true,
  mode: 'paper',
  symbol: 'BTCUSDT',
  reason: 'trend_continuation',
  rationale: 'Higher lows on the four-hour chart: funding is neutral and open interest grows with price.',
  risk_notes: ['funding may flip', 'inflation data at 12:30'],
  next_action: 'wait for the next cycle',
  error_code: null,
  safety: { public_readonly_market_data: true, public_readonly: true, paper_or_watch_only: true, ...FLAGS },
  hard_boundaries: FLAGS,
  limitations: ['paper or watch only', 'no real orders'],
};
const INTENT = { agent_authorized: true, real_order: false };
const ACTIONS = [
  () => ({ action: 'hold' }),
  (n) => ({
    action: 'close',
    position_ref: { position_id: `p${n}` },
    close_intent: { close_fraction: 0.5, mark_price: 60000 + n, ...INTENT },
  }),
  (n) => ({
    action: 'adjust_exit',
    position_ref: { execution_id: `e${n}` },
    exit_update: { stop_loss_price: 50000 + n, take_profit_price: 90000 },
  }),
  (n) => ({
    action: 'add',
    paper_intent: { side: 'LONG', requested_margin_usdt: n + 0.5, paper_leverage: 3, ...INTENT },
  }),
  (n) => ({
    action: 'reduce',
    position_ref: { position_id: `p${n}` },
    paper_intent: { reduce_fraction: 0.25, ...INTENT },
  }),
  () => ({ action: 'noop' }),
];

/** Every 1,000th thesis is invalid, so that verdicts are seen to differ. */
function thesis(n) {
  const provenance = {
    source: 'research',
    research_cycle_run_id: `run-${n}`,
    generated_at: '2025-01-01T00:00:00Z',
  };
  const invalid = n % 1000 === 999 ? { mode: 'live' } : {};
  return JSON.stringify({
    ...COMMON,
    ...ACTIONS[n % ACTIONS.length](n),
    confidence: (n % 100) / 100,
    provenance,
    ...invalid,
  });
}

const folder = mkdtempSync(join(tmpdir(), 'bourse-bench-'));
const file = join(folder, 'theses.ndjson');
const limit = join(folder, 'limit.mjs');
const measured = join(folder, 'measured.json');
const probe = join(folder, 'probe.cjs');
writeFileSync(file, `${Array.from({ length: COUNT }, (_, n) => thesis(n)).join('\n')}\n`);
writeFileSync(
  limit,
  `import { readFileSync } from 'node:fs';
let count = 0;
for (const line of readFileSync(process.argv[2], 'utf8').split('\\n')) if (line !== '') { JSON.parse(line); count++; }
console.log(count);`,
);
// The children say themselves what they used; the probe runs as they end.
writeFileSync(
  probe,
  `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  require('node:fs').writeFileSync(${JSON.stringify(measured)}, JSON.stringify({ ms: (userCPUTime + systemCPUTime) / 1000, mb: maxRSS / 1024 }));
});`,
);

function run(args) {
  const env = { ...process.env };
  delete env.NODE_EXTRA_CA_CERTS;
  const child = spawnSync(process.execPath, ['--require', probe, ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { ...JSON.parse(readFileSync(measured, 'utf8')), out: child.stdout, status: child.status };
}

function median(values) {
  return [...values].sort((first, second) => first - second)[values.length >> 1];
}

function runLimit() {
  const done = run([limit, file]);
  if (Number(done.out) !== COUNT) throw new Error(`the limit read ${done.out} lines`);
  return done.ms;
}

try {
  const limits = [];
  const ours = [];
  for (let round = 0; round < ROUNDS; round++) {
    limits.push(runLimit());
    const done = run([bourse, 'thesis', 'validate', file, '-o', 'json']);
    const report = JSON.parse(done.out);
    const invalid = report.documents.filter((one) => !one.valid);
    const isRight = invalid.length === COUNT / 1000 && invalid.every((one) => one.errors[0].path === '/mode');
    if (done.status !== 1 || report.documents.length !== COUNT || !isRight)
      throw new Error('the verdicts are wrong');
    ours.push(done);
  }
  limits.push(runLimit());
  const ratio = median(ours.map((one) => one.ms)) / median(limits);
  const memory = Math.max(...ours.map((one) => one.mb));
  const drift = limits.at(-1) / limits[0];
  console.log(
    `limit (read and JSON.parse): ${median(limits).toFixed(0)} ms CPU, last to first ${drift.toFixed(2)}`,
  );
  console.log(
    `thesis validate -o json: ${ratio.toFixed(2)} x the limit (goal ${GOAL}), ${memory.toFixed(0)} MB at most (goal ${MEMORY_GOAL_MB})`,
  );
  process.exitCode = ratio <= GOAL && memory <= MEMORY_GOAL_MB ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
