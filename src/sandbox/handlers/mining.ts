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
import { badData } from './amounts-sent.ts';
import { integer } from './call-values.ts';
import { pageOf, windowOf } from './history-pages.ts';

/** The handlers by endpoint id. */
export const miningHandlers: Readonly<Record<string, Handler>> = {
  'mining.algorithms': algorithms,
  'mining.coins': coins,
  'mining.worker.detail': workerDetail,
  'mining.worker.list': workerList,
  'mining.payments': payments,
  'mining.statistics': statistics,
  'mining.hash-rates': hashRates,
};

/** Workers on a page: the exchange alone decides (choice: not shown in the interface). */
const PAGE_SIZE = 20;

/** How many hours and days of hash rates are answered. */
const HOURS = 24;
const DAYS = 30;

/** What of payments is answered without times, and how long a payment stays unpaid and is being paid. */
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

function algorithmSent({ params }: SandboxCall): MiningAlgorithm {
  const found = ALGORITHMS.find(({ name }) => name === params.get('algo'));
  if (found === undefined) throw badData('algo');
  return found;
}

/** Every user has an account of any name they ask for. */
function workersSent(call: SandboxCall): readonly MiningWorker[] {
  const account = call.params.get('userName')!;
  return workersOf(call.exchange.seed, userOf(call).id, account, algorithmSent(call));
}

function workerDetail(call: SandboxCall): string {
  const worker = workersSent(call).find(({ name }) => name === call.params.get('workerName'));
  if (worker === undefined) throw badData('workerName');
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
  const rows = seriesOf(workersSent(call), call.now).map(({ type, points }) => ({
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

/** Returns the hash rates of workers together: hour by hour of a day, and day by day of a month, oldest first. */
function seriesOf(workers: readonly MiningWorker[], now: number) {
  const hour = Math.floor(now / HOUR_MS);
  const day = Math.floor(now / DAY_MS);
  const hours = Array.from({ length: HOURS }, (_, index) => (hour - HOURS + 1 + index) * HOUR_MS);
  const days = Array.from({ length: DAYS }, (_, index) => day - DAYS + index);
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
  const wanted = workersSent(call).filter((one) => status === '0' || String(one.status) === status);
  const sorted = sortWorkers(wanted, integer(call, 'sort'), integer(call, 'sortColumn'), now);
  const first = (integer(call, 'pageIndex') - 1) * PAGE_SIZE;
  const day = Math.floor(now / DAY_MS) - 1;
  const workerDatas = sorted.slice(first, first + PAGE_SIZE).map((one) => ({
    workerId: one.workerId,
    workerName: one.name,
    status: one.status,
    hashRate: hashRateAt(one, now),
    dayHashRate: dayHashRate(one, day),
    rejectRate: rejectRate(one, day),
    lastShareTime: lastShareTime(one, now),
  }));
  return envelope(JSON.stringify({ workerDatas, totalNum: wanted.length, pageSize: PAGE_SIZE }));
}

/** 1 and 2 sort by hash rate, 3 and 4 by the last submit, the even ones descending; a column sent beside decides. */
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

/** Written by hand: what was earned is a JSON number and keeps every digit. */
function payments(call: SandboxCall): string {
  const workers = workersSent(call);
  const wanted = call.params.get('coin');
  const today = Math.floor(call.now / DAY_MS);
  const { from, to } = windowOf(call, 'startDate', 'endDate', WINDOW_MS);
  const first = Math.ceil(Math.max(from, HISTORY_START) / DAY_MS);
  const last = Math.min(Math.floor(to / DAY_MS), today - 1);
  const mined = algorithmSent(call).coins.filter(({ name }) => wanted === undefined || name === wanted);
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const rows = days.flatMap((day) => mined.map((coin) => ({ day, coin })));
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
    `{"accountProfits":[${shown.join(',')}],"totalNum":${rows.length},"pageSize":${integer(call, 'pageSize')}}`,
  );
}

/** 0 unpaid, 1 paying, 2 paid (public facts, Mining). */
function payoutStatus(daysAgo: number): number {
  if (daysAgo <= UNPAID_DAYS) return 0;
  return daysAgo <= PAYING_DAYS ? 1 : 2;
}

function statistics(call: SandboxCall): string {
  const { params, now } = call;
  const workers = workersSent(call);
  const algorithm = algorithmSent(call);
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
