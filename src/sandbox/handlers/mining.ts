/** The mining pool (interface document, Earn, mining, fiat, C2C; records from public facts, Mining). */

import { formatDecimal, trimZeros } from '../../core/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../core/time-units.ts';
import { AMOUNT_DECIMALS, amountText } from '../engine/ledger/amounts.ts';
import { HISTORY_START } from '../engine/ledger/seeded-history.ts';
import {
  ALGORITHMS,
  dayHashRate,
  hashRateAt,
  lastShareTime,
  type MiningAlgorithm,
  type MiningWorker,
  minedAmount,
  rejectRate,
  workersOf,
} from '../engine/mining/pool.ts';
import type { Handler, SandboxCall } from '../types.ts';
import { userOf } from './account-values.ts';
import { invalidValue } from './amounts.ts';
import { pageOf, windowOf } from './history-pages.ts';
import { requiredInteger } from './request-values.ts';

/** The request handlers by endpoint id. */
export const miningHandlers: Readonly<Record<string, Handler>> = {
  'mining.algorithms': algorithms,
  'mining.coins': coins,
  'mining.worker.detail': workerDetail,
  'mining.worker.list': workerList,
  'mining.payments': payments,
  'mining.statistics': statistics,
  'mining.hash-rates': hashRates,
};

/** The number of workers per page, which requests cannot set (our choice: not shown in the interface). */
const WORKERS_PER_PAGE = 20;

/** The numbers of hourly and daily hash rates in an answer. */
const HOURLY_POINTS = 24;
const DAILY_POINTS = 30;

/**
 * The default time window of payments, and the numbers of days that a payment stays unpaid and in payment.
 */
const WINDOW_MS = 30 * DAY_MS;
const UNPAID_DAYS = 1;
const PAYING_DAYS = 2;

const UNIT = 'h/s';

function envelope(data: string): string {
  return `{"code":0,"msg":"","data":${data}}`;
}

function algorithms(): string {
  const rows = ALGORITHMS.map(({ name, id }, poolIndex) => ({
    algoName: name,
    algoId: id,
    poolIndex,
    unit: UNIT,
  }));
  return envelope(JSON.stringify(rows));
}

function coins(): string {
  const rows = ALGORITHMS.flatMap((algorithm, poolIndex) =>
    algorithm.coins.map(({ name, id }) => ({
      coinName: name,
      coinId: id,
      poolIndex,
      algoId: algorithm.id,
      algoName: algorithm.name,
    })),
  );
  return envelope(JSON.stringify(rows));
}

function requiredAlgorithm({ params }: SandboxCall): MiningAlgorithm {
  const found = ALGORITHMS.find(({ name }) => name === params.get('algo'));
  if (found === undefined) throw invalidValue('algo');
  return found;
}

/** Returns the workers of the requested mining account; every account name exists. */
function requestedWorkers(call: SandboxCall): readonly MiningWorker[] {
  const account = call.params.get('userName')!;
  return workersOf(call.exchange.seed, userOf(call).id, account, requiredAlgorithm(call));
}

function workerDetail(call: SandboxCall): string {
  const worker = requestedWorkers(call).find(({ name }) => name === call.params.get('workerName'));
  if (worker === undefined) throw invalidValue('workerName');
  const rows = seriesOf([worker], call.now).map(({ type, points }) => ({
    workerName: worker.name,
    type,
    hashrateDatas: points.map(({ time, hashRate, reject }) => ({
      time,
      hashrate: rateText(hashRate),
      reject,
    })),
  }));
  return envelope(JSON.stringify(rows));
}

function hashRates(call: SandboxCall): string {
  const userName = call.params.get('userName')!;
  const rows = seriesOf(requestedWorkers(call), call.now).map(({ type, points }) => ({
    type,
    userName,
    list: points.map(({ time, hashRate, reject }) => ({
      time,
      hashrate: rateText(hashRate),
      reject: reject.toFixed(4),
    })),
  }));
  return envelope(JSON.stringify(rows));
}

/** Returns the total hash rates of workers: hourly for a day and daily for 30 days, oldest first. */
function seriesOf(workers: readonly MiningWorker[], now: number) {
  const hour = Math.floor(now / HOUR_MS);
  const day = Math.floor(now / DAY_MS);
  const hours = Array.from(
    { length: HOURLY_POINTS },
    (_, index) => (hour - HOURLY_POINTS + 1 + index) * HOUR_MS,
  );
  const days = Array.from({ length: DAILY_POINTS }, (_, index) => day - DAILY_POINTS + index);
  return [
    {
      type: 'H_hashrate',
      points: hours.map((time) => ({
        time,
        hashRate: total(workers, (one) => hashRateAt(one, time)),
        reject: meanReject(workers, Math.floor(time / DAY_MS)),
      })),
    },
    {
      type: 'D_hashrate',
      points: days.map((one) => ({
        time: one * DAY_MS,
        hashRate: total(workers, (worker) => dayHashRate(worker, one)),
        reject: meanReject(workers, one),
      })),
    },
  ];
}

function workerList(call: SandboxCall): string {
  const { params, now } = call;
  const status = params.get('workerStatus');
  const matching = requestedWorkers(call).filter((one) => status === '0' || String(one.status) === status);
  const sorted = sortWorkers(
    matching,
    requiredInteger(call, 'sort'),
    requiredInteger(call, 'sortColumn'),
    now,
  );
  const first = (requiredInteger(call, 'pageIndex') - 1) * WORKERS_PER_PAGE;
  const day = Math.floor(now / DAY_MS) - 1;
  const workerDatas = sorted.slice(first, first + WORKERS_PER_PAGE).map((one) => ({
    workerId: one.workerId,
    workerName: one.name,
    status: one.status,
    hashRate: hashRateAt(one, now),
    dayHashRate: dayHashRate(one, day),
    rejectRate: rejectRate(one, day),
    lastShareTime: lastShareTime(one, now),
  }));
  return envelope(JSON.stringify({ workerDatas, totalNum: matching.length, pageSize: WORKERS_PER_PAGE }));
}

/**
 * Sorts workers by `sort`: 1 and 2 by hash rate, 3 and 4 by last share, even numbers descending; `column`
 * replaces the sort key.
 */
function sortWorkers(
  workers: readonly MiningWorker[],
  sort: number,
  column: number,
  now: number,
): readonly MiningWorker[] {
  if (sort === 0 && column === 0) return workers;
  const byShare = column === 2 || (column === 0 && sort >= 3);
  const keyOf = (one: MiningWorker) => (byShare ? lastShareTime(one, now) : hashRateAt(one, now));
  const sign = sort !== 0 && sort % 2 === 0 ? -1 : 1;
  return [...workers].sort((a, b) => sign * (keyOf(a) - keyOf(b)));
}

/** Returns payments as JSON text, because the earned amount is a JSON number that must keep every digit. */
function payments(call: SandboxCall): string {
  const workers = requestedWorkers(call);
  const matching = call.params.get('coin');
  const today = Math.floor(call.now / DAY_MS);
  const { from, to } = windowOf(call, 'startDate', 'endDate', WINDOW_MS);
  const first = Math.ceil(Math.max(from, HISTORY_START) / DAY_MS);
  const last = Math.min(Math.floor(to / DAY_MS), today - 1);
  const minedCoins = requiredAlgorithm(call).coins.filter(
    ({ name }) => matching === undefined || name === matching,
  );
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const rows = days.flatMap((day) => minedCoins.map((coin) => ({ day, coin })));
  const shown = pageOf(call, rows, 'pageIndex', 'pageSize').map(({ day, coin }) => {
    const profit = formatDecimal(
      trimZeros({ value: minedAmount(workers, coin, day), scale: AMOUNT_DECIMALS }),
    );
    return (
      `{"time":${day * DAY_MS},"type":0,"hashTransfer":null,"transferAmount":null,` +
      `"dayHashRate":${total(workers, (one) => dayHashRate(one, day))},"profitAmount":${profit},` +
      `"coinName":"${coin.name}","status":${payoutStatus(today - day)}}`
    );
  });
  return envelope(
    `{"accountProfits":[${shown.join(',')}],"totalNum":${rows.length},"pageSize":${requiredInteger(call, 'pageSize')}}`,
  );
}

/** Returns the payment status: 0 unpaid, 1 in payment, 2 paid (public facts, Mining). */
function payoutStatus(daysAgo: number): number {
  if (daysAgo <= UNPAID_DAYS) return 0;
  return daysAgo <= PAYING_DAYS ? 1 : 2;
}

function statistics(call: SandboxCall): string {
  const { params, now } = call;
  const workers = requestedWorkers(call);
  const algorithm = requiredAlgorithm(call);
  const day = Math.floor(now / DAY_MS);
  const profits = (of: number) =>
    Object.fromEntries(
      algorithm.coins.map((coin) => [coin.name, amountText(minedAmount(workers, coin, of))]),
    );
  const valid = workers.filter((one) => one.status === 1).length;
  return envelope(
    JSON.stringify({
      fifteenMinHashRate: rateText(total(workers, (one) => hashRateAt(one, now))),
      dayHashRate: rateText(total(workers, (one) => dayHashRate(one, day - 1))),
      validNum: valid,
      invalidNum: workers.length - valid,
      profitToday: profits(day),
      profitYesterday: profits(day - 1),
      userName: params.get('userName'),
      unit: UNIT,
      algo: algorithm.name,
    }),
  );
}

function total(workers: readonly MiningWorker[], of: (worker: MiningWorker) => number): number {
  return workers.reduce((sum, worker) => sum + of(worker), 0);
}

function meanReject(workers: readonly MiningWorker[], day: number): number {
  const rejected = total(workers, (one) => rejectRate(one, day));
  return Math.floor((rejected / workers.length) * 10_000) / 10_000;
}

function rateText(hashRate: number): string {
  return `${hashRate}.00000000`;
}
