/**
 * How a terminal shows the events of user data streams. Lines of several events stand below each other, so each begins
 * with a word for its event.
 */
import type { EventColumn, EventView } from '../stream-types.ts';

const eventTime = { at: 'E', title: 'time' } as const satisfies EventColumn;

export const spotOrderView = {
  title: 'order',
  columns: [
    eventTime,
    { at: 's', pinned: true },
    { at: 'S', pinned: true },
    { at: 'o', title: 'type', pinned: true },
    { at: 'X', title: 'status', pinned: true },
    { at: 'q', pinned: true },
    { at: 'p', pinned: true },
    { at: 'z', title: 'filled' },
    { at: 'L', title: 'last price' },
    { at: 'l', title: 'last quantity' },
    { at: 'n', title: 'commission' },
    { at: 'N', title: 'in' },
    { at: 'i', title: 'id' },
    { at: 'c', title: 'client id' },
  ],
  tint: { by: 'side', at: 'S' },
  symbolAt: 's',
} as const satisfies EventView;

export const futuresOrderView = {
  title: 'order',
  columns: [
    eventTime,
    { at: 'o.s', pinned: true },
    { at: 'o.S', pinned: true },
    { at: 'o.o', title: 'type', pinned: true },
    { at: 'o.X', title: 'status', pinned: true },
    { at: 'o.q', pinned: true },
    { at: 'o.p', pinned: true },
    { at: 'o.z', title: 'filled' },
    { at: 'o.ap', title: 'average price' },
    { at: 'o.rp', title: 'profit' },
    { at: 'o.n', title: 'commission' },
    { at: 'o.N', title: 'in' },
    { at: 'o.ps' },
    { at: 'o.i', title: 'id' },
    { at: 'o.c', title: 'client id' },
  ],
  tint: { by: 'side', at: 'o.S' },
  symbolAt: 'o.s',
} as const satisfies EventView;

export const optionOrdersView = {
  title: 'orders',
  columns: [eventTime, { at: 'o', title: 'orders', pinned: true }],
} as const satisfies EventView;

export const spotBalancesView = {
  title: 'balances',
  columns: [eventTime, { at: 'B', title: 'balances', pinned: true }],
} as const satisfies EventView;

/** A change of one asset, such as a deposit or a lock. */
export function assetChangeView(title: string) {
  return {
    title,
    columns: [eventTime, { at: 'a', pinned: true }, { at: 'd', pinned: true }],
    tint: { by: 'sign', at: 'd' },
  } as const satisfies EventView;
}

export const orderListView = {
  title: 'order list',
  columns: [
    eventTime,
    { at: 's', pinned: true },
    { at: 'c', title: 'type' },
    { at: 'L', title: 'status', pinned: true },
    { at: 'g', title: 'id' },
    { at: 'O', title: 'orders' },
  ],
  symbolAt: 's',
} as const satisfies EventView;

/** The end of a stream, of which nothing but the time is of interest. */
export const streamEndView = { title: 'stream ended', columns: [eventTime] } as const satisfies EventView;

export const liabilityView = {
  title: 'liability',
  columns: [
    eventTime,
    { at: 'a', pinned: true },
    { at: 't', pinned: true },
    { at: 'p', pinned: true },
    { at: 'i' },
  ],
} as const satisfies EventView;

export const marginLevelView = {
  title: 'margin level',
  columns: [eventTime, { at: 'l', title: 'level', pinned: true }, { at: 's', pinned: true }],
} as const satisfies EventView;

export const futuresAccountView = {
  title: 'account',
  columns: [
    eventTime,
    { at: 'a.m', title: 'cause', pinned: true },
    { at: 'a.B', title: 'balances' },
    { at: 'a.P', title: 'positions' },
  ],
} as const satisfies EventView;

export const optionsAccountView = {
  title: 'account',
  columns: [
    eventTime,
    { at: 'B', title: 'balances', pinned: true },
    { at: 'P', title: 'positions' },
    { at: 'G', title: 'greeks' },
  ],
} as const satisfies EventView;

export const marginCallView = {
  title: 'margin call',
  columns: [eventTime, { at: 'p', title: 'positions', pinned: true }, { at: 'cw', title: 'cross wallet' }],
} as const satisfies EventView;

export const shortFillView = {
  title: 'fill',
  columns: [
    eventTime,
    { at: 's', pinned: true },
    { at: 'S', pinned: true },
    { at: 'L', title: 'price', pinned: true },
    { at: 'l', title: 'quantity', pinned: true },
    { at: 'i', title: 'order' },
    { at: 't', title: 'trade' },
  ],
  tint: { by: 'side', at: 'S' },
  symbolAt: 's',
} as const satisfies EventView;

export const accountSettingsView = {
  title: 'settings',
  columns: [eventTime, { at: 'ac.s' }, { at: 'ac.l' }, { at: 'ai.j' }],
} as const satisfies EventView;

export const algoOrderView = {
  title: 'algo order',
  columns: [
    eventTime,
    { at: 'o.s', pinned: true },
    { at: 'o.S', pinned: true },
    { at: 'o.o', title: 'type', pinned: true },
    { at: 'o.X', title: 'status', pinned: true },
    { at: 'o.q' },
    { at: 'o.tp', title: 'trigger' },
    { at: 'o.p', title: 'price' },
    { at: 'o.aid', title: 'id' },
    { at: 'o.rm', title: 'reason' },
  ],
  tint: { by: 'side', at: 'o.S' },
  symbolAt: 'o.s',
} as const satisfies EventView;

export const triggerRejectView = {
  title: 'trigger rejected',
  columns: [
    eventTime,
    { at: 'or.s', pinned: true },
    { at: 'or.i', title: 'id' },
    { at: 'or.r', pinned: true },
  ],
  symbolAt: 'or.s',
} as const satisfies EventView;

export const strategyView = {
  title: 'strategy',
  columns: [eventTime, { at: 'su', pinned: true }],
} as const satisfies EventView;

export const gridView = {
  title: 'grid',
  columns: [eventTime, { at: 'gu', pinned: true }],
} as const satisfies EventView;

export const riskLevelView = {
  title: 'risk level',
  columns: [eventTime, { at: 's', pinned: true }, { at: 'mb' }, { at: 'mm' }],
} as const satisfies EventView;
