/** What a budget promises to processes that share it, whichever home it has. */
import { describe, expect, it } from 'vitest';
import { HOMES, Process, requestOf, SPOT, START, Time } from './budget-world.ts';

describe.each(HOMES)('a budget in %s', (_, open) => {
  /** Returns a new store in which processes can be started, at 10 s of a window. */
  function store() {
    const home = open();
    const time = new Time();
    time.advance(10_000);
    return { home, time, start: (skewMs = 0) => new Process(home, time, skewMs) };
  }

  /** Returns processes that know the server's clock. */
  function meet(count: number) {
    const { home, time, start } = store();
    const processes = Array.from({ length: count }, () => start());
    for (const [index, one] of processes.entries()) one.call(1, index + 1);
    return { home, time, start, processes };
  }

  it('counts the weights of all processes together', () => {
    const { processes } = meet(3);
    const [one, two, three] = processes as [Process, Process, Process];
    one.taken(500);
    two.taken(400);
    expect(three.refused(100)).toMatchObject({ obstacle: 'full', used: 903, cap: 1000 });
    three.taken(60, 'order');
  });

  it('lets a process that was just started see what the others used', () => {
    const { processes, start } = meet(1);
    processes[0]!.taken(900);
    expect(start().refused(100).obstacle).toBe('full');
  });

  it('uses nine tenths of a listed limit, and 97 % once the server reports its usage', () => {
    const { start } = store();
    const one = start();
    const first = one.taken(880);
    expect(one.refused(30).obstacle).toBe('full');
    one.answer(first, 880);
    one.taken(90);
    expect(one.refused(1).obstacle).toBe('full');
  });

  it('counts what the server reports where that is more, as for other programs of this address', () => {
    const { processes, start } = meet(2);
    const [one, two] = processes as [Process, Process];
    one.call(1, 800);
    expect(two.refused(200).obstacle).toBe('full');
    expect(start().refused(200).obstacle).toBe('full');
    two.taken(100);
  });

  it('keeps the weight of a process that was killed between its request and the answer', () => {
    const { processes } = meet(2);
    const [killed, other] = processes as [Process, Process];
    killed.taken(900);
    // The killed process never says what became of its request.
    expect(other.refused(100).obstacle).toBe('full');
  });

  it('stops counting a lost request twice when a later answer must include it', () => {
    const { time, processes } = meet(2);
    const [killed, other] = processes as [Process, Process];
    killed.taken(400);
    // The server counted it: 402 with the two calls before.
    time.advance(16_000);
    other.call(10, 412);
    other.taken(550);
  });

  it('gives back the weight of a request that was not sent', () => {
    const { processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    const unsent = one.taken(900);
    one.budget.release(unsent);
    two.taken(900);
  });

  it.each([30_000, -30_000])('counts together processes whose clocks are %i ms apart', (skewMs) => {
    const { time, start } = store();
    const [right, wrong] = [start(), start(skewMs)];
    right.call(1, 1);
    // The clock of the other process shows another minute than that of the server.
    time.advance(skewMs > 0 ? 30_000 : 5_000);
    right.taken(900);
    expect(wrong.refused(200).isTaken).toBe(false);
    // Once it met the server it counts in the same windows.
    wrong.answer(wrong.taken(1, 'order'), 902);
    time.advance(60_000);
    wrong.taken(800);
    expect(right.refused(300).obstacle).toBe('full');
  });

  it('never lets a wrong clock use the next window while the server counts the last', () => {
    const { time, start } = store();
    const right = start();
    right.call(900, 900);
    time.advance(40_000);
    // START + 50 s: a clock 30 s ahead shows the next minute.
    const ahead = start(30_000);
    expect(ahead.refused(200).isTaken).toBe(false);
  });

  it('begins again with the next window of the server, and waits for it with some slack', () => {
    const { time, processes } = meet(1);
    const one = processes[0]!;
    one.taken(950);
    const { waitMs } = one.refused(100);
    // The Date header has a resolution of one second.
    expect(waitMs).toBeGreaterThanOrEqual(50_000 + 25);
    expect(waitMs).toBeLessThanOrEqual(51_000 + 25);
    time.advance(waitMs);
    one.taken(800);
  });

  it('counts a request under way at the boundary in both windows until it is answered', () => {
    const { time, processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    time.advance(49_000);
    const late = one.taken(900);
    time.advance(3_000);
    expect(two.refused(400)).toMatchObject({ obstacle: 'in-flight' });
    // The server counted it in the window before.
    one.budget.complete(late, {
      dateMs: START + 59_000,
      isAccepted: true,
      reportedOf: () => 902,
      isRefusedFor: () => false,
    });
    two.taken(900);
  });

  it('counts a request in the window that its answer reports', () => {
    const { time, processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    time.advance(49_000);
    const late = one.taken(900);
    time.advance(3_000);
    one.answer(late, 900);
    expect(two.refused(400).obstacle).toBe('full');
  });

  it('keeps a fifth of a window from bulk work while an order is under way, and lends it otherwise', () => {
    const { time, processes } = meet(3);
    const [trader, reader] = processes as [Process, Process];
    const order = trader.taken(1, 'order');
    reader.call(790, 795);
    expect(reader.refused(50).obstacle).toBe('full');
    trader.answer(trader.taken(100, 'order'), 895);
    trader.answer(order, 896);
    time.advance(2_500);
    reader.taken(70);
  });

  it('leaves the last part of a window to look-ups and cancellations', () => {
    const { processes } = meet(2);
    const [reader, trader] = processes as [Process, Process];
    reader.taken(960);
    expect(trader.refused(20, 'order').obstacle).toBe('full');
    trader.taken(30, 'urgent');
    expect(trader.refused(20, 'urgent').obstacle).toBe('full');
  });

  it('gives a place in the next window to who came first, also to a large request', () => {
    const { time, processes, start } = meet(3);
    const [large, ...small] = processes as [Process, Process, Process];
    large.taken(950);
    const place = large.book(600);
    for (let count = 0; count < 10; count += 1) small[count % 2]!.book(60);
    time.advance(place.waitMs);
    // Later requests of this window do not take the booked place away.
    const late = start();
    late.take(900);
    expect(late.refused(300).isTaken).toBe(false);
    expect(large.budget.take(requestOf(600), place.booking).isTaken).toBe(true);
  });

  it('gives up a place that is not needed any more', () => {
    const { time, processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    one.taken(950);
    const { booking, waitMs } = one.book(900);
    one.budget.cancel(booking!);
    time.advance(waitMs);
    two.taken(900);
  });

  it('gives the booked places of a killed process to others a few seconds after the window began', () => {
    const { time, processes } = meet(2);
    const [killed, other] = processes as [Process, Process];
    killed.taken(950);
    const { waitMs } = killed.book(800);
    time.advance(waitMs);
    expect(other.refused(400).isTaken).toBe(false);
    time.advance(7_000);
    other.taken(800);
  });

  it('does not send a request from a booked place that others may have taken meanwhile', () => {
    const { time, processes } = meet(2);
    const [late, other] = processes as [Process, Process];
    late.taken(950);
    const { booking, waitMs } = late.book(800);
    time.advance(waitMs + 7_000);
    other.taken(800);
    expect(late.budget.take(requestOf(800), booking).isTaken).toBe(false);
  });

  it('sends nothing during a pause, whatever the lane', () => {
    const { time, processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    one.budget.pause(SPOT, 20_000);
    expect(two.refused(1, 'urgent')).toMatchObject({ obstacle: 'paused' });
    expect(two.refused(1).waitMs).toBeGreaterThan(18_000);
    time.advance(21_000);
    two.taken(1);
  });

  it('gives a request that weighs more than the limit a window of its own', () => {
    const { time, processes } = meet(1);
    const one = processes[0]!;
    const { booking, waitMs } = one.book(5000);
    time.advance(waitMs);
    expect(one.budget.take(requestOf(5000), booking).isTaken).toBe(true);
    expect(one.refused(1).obstacle).toBe('full');
  });

  it('sends one probe after a pause, then begins slowly', () => {
    const { time, processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    one.budget.pause(SPOT, 20_000);
    time.advance(21_000);
    const probe = one.taken(1);
    expect(two.refused(1).obstacle).toBe('probe');
    one.answer(probe, 3);
    two.taken(200);
    expect(two.refused(100)).toMatchObject({ obstacle: 'probe' });
    time.advance(4_000);
    two.taken(200);
    expect(two.refused(200)).toMatchObject({ obstacle: 'probe' });
    time.advance(3_000);
    two.taken(200);
  });

  it('books places in one window for all requests that do not fit while a probe is under way', () => {
    const { time, processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    one.budget.pause(SPOT, 20_000);
    time.advance(21_000);
    one.taken(1);
    expect([one, two, one].map((process) => process.book(100).waitMs)).toEqual(
      Array(3).fill(two.book(100).waitMs),
    );
  });

  it('begins no later window slowly once the probe after a pause was accepted', () => {
    const { time, processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    one.budget.pause(SPOT, 20_000);
    time.advance(21_000);
    const probe = one.taken(1);
    // Places in the next two windows are booked before the probe is answered, so that these windows have logs.
    one.book(950);
    two.book(950);
    one.answer(probe, 3);
    for (const window of ['the next', 'the one after it']) {
      time.advance(60_000);
      const permit = two.taken(1);
      expect(one.take(1).isTaken, `${window}: two requests under way`).toBe(true);
      two.budget.release(permit);
    }
  });

  it('passes a limit that the server announced to all processes and to later windows', () => {
    const { time, processes, start } = meet(2);
    processes[0]!.budget.announce(SPOT, 100);
    expect(start().refused(98)).toMatchObject({ obstacle: 'full', cap: 100 });
    time.advance(600_000);
    processes[1]!.taken(90);
    expect(start().refused(10)).toMatchObject({ obstacle: 'full', cap: 100 });
  });

  it('learns a lower limit from a refusal, for all processes and for later windows', () => {
    const { time, processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    one.call(298, 300);
    one.answer(one.taken(10), 310, false);
    expect(two.refused(10)).toMatchObject({ obstacle: 'full' });
    time.advance(61_000);
    two.call(1, 1);
    two.taken(295);
    expect(two.refused(10).obstacle).toBe('full');
  });

  it('learns what a request costs from a server that charges more than listed', () => {
    const { processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    // Listed as 10, each of them uses 100.
    one.call(10, 102);
    one.call(10, 202);
    const open = [0, 1, 2, 3, 4, 5].map(() => two.taken(10, 'order'));
    // Six requests under way use 600 more, and one that is sent now a hundred.
    two.taken(10, 'order');
    expect(one.refused(10, 'order').obstacle).toBe('in-flight');
    two.answer(open[0]!, 302);
    expect(one.refused(10, 'order').obstacle).toBe('in-flight');
  });

  it('learns what a request costs from answers that arrive out of order, while others are under way', () => {
    const { processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    one.call(1, 1);
    const light = [10, 10, 10].map((weight) => one.taken(weight, 'order'));
    const heavy = two.taken(20, 'order');
    // The server counts three requests of 10, then one that is listed as 20 and costs 100.
    one.answer(light[0]!, 11);
    two.answer(heavy, 131);
    one.answer(light[2]!, 31);
    one.answer(light[1]!, 21);
    for (let count = 0; count < 8; count += 1) two.taken(20, 'order');
    expect(two.refused(20, 'order').obstacle).toBe('in-flight');
  });

  it('still counts requests under way when an answer reaches a process whose clock is ahead', () => {
    const { home, time, processes } = meet(1);
    const one = processes[0]!;
    one.call(1, 1);
    time.advance(5_000);
    one.taken(300, 'order');
    const ahead = new Process(home, time, 20_000);
    // Other programs used 500; the server has not counted the 300 yet.
    ahead.answer(ahead.taken(1, 'order'), 502);
    expect(one.refused(200, 'order')).toMatchObject({ used: 802 });
  });

  it('lets fewer bulk requests be under way the more of the limit is used', () => {
    const { time, processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    const sendUntilRefused = () => {
      const open = [];
      for (;;) {
        const taken = two.budget.take(requestOf(1));
        if (!taken.isTaken) return { open, obstacle: taken.obstacle };
        open.push(taken);
      }
    };
    one.call(500, 500);
    const atHalf = sendUntilRefused();
    expect(atHalf).toMatchObject({ obstacle: 'in-flight', open: { length: 6 } });
    // Requests that cannot wait are still sent.
    one.taken(1, 'urgent');
    one.taken(1, 'order');
    for (const permit of atHalf.open) two.answer(permit, 750);
    time.advance(2_500);
    expect(sendUntilRefused()).toMatchObject({ obstacle: 'in-flight', open: { length: 1 } });
  });

  it('lets one bulk request be under way near the end of a limit, and another when its answer is late', () => {
    const { time, processes } = meet(2);
    const [one, two] = processes as [Process, Process];
    one.call(880, 880);
    two.taken(1);
    expect(one.refused(1).obstacle).toBe('in-flight');
    time.advance(5_000);
    one.taken(1);
  });

  it('lets the first of two simultaneous requests pass, and gives back the weight of the second', () => {
    const { home, time, processes } = meet(2);
    const first = processes[0]!;
    let isBetween = false;
    // Between the look of the second process and its record, the first one takes the rest of the window.
    const second = new Process(() => {
      const inner = home();
      return {
        ...inner,
        open(name, mayCreate) {
          const log = inner.open(name, mayCreate);
          if (log === undefined) return undefined;
          return {
            append(bytes) {
              if (isBetween) {
                isBetween = false;
                first.taken(900);
              }
              log.append(bytes);
            },
            read: (from) => log.read(from),
            close: () => log.close(),
          };
        },
      };
    }, time);
    second.call(1, 3);
    isBetween = true;
    expect(second.refused(500).obstacle).toBe('full');
    // What the second had written does not count.
    first.taken(60, 'order');
  });

  it('reads its log once for a request and its answer, and twice once half of the limit is used', () => {
    const { home, time } = store();
    const done: string[] = [];
    const counted = new Process(() => {
      const inner = home();
      return {
        ...inner,
        open(name, mayCreate) {
          const log = inner.open(name, mayCreate);
          if (log === undefined) return undefined;
          return {
            append(bytes) {
              done.push('append');
              log.append(bytes);
            },
            read(from) {
              done.push('read');
              return log.read(from);
            },
            close: () => log.close(),
          };
        },
      };
    }, time);
    counted.call(1, 1);
    // Later than the requests of the window before could arrive.
    time.advance(20_000);
    done.length = 0;
    counted.call(1, 2);
    expect(done).toEqual(['append', 'read', 'append']);
    done.length = 0;
    counted.call(498, 500);
    expect(done).toEqual(['read', 'append', 'read', 'append']);
    expect(counted.refused(500)).toMatchObject({ used: 500 });
  });

  it('lets no request pass that others left no room for, nor during a pause of theirs, without a look before it', () => {
    const { processes } = meet(2);
    const [one, other] = processes as [Process, Process];
    other.taken(900);
    expect(one.refused(200)).toMatchObject({ obstacle: 'full', used: 902 });
    // What did not fit was given back.
    other.taken(60, 'order');
    const paused = meet(2).processes as [Process, Process];
    paused[1].budget.pause(SPOT, 5_000);
    expect(paused[0].refused(1)).toMatchObject({ obstacle: 'paused', waitMs: 5_000 });
  });

  it('takes no limit below a usage that an earlier answer proved, also where nobody has read that answer', () => {
    const { processes } = meet(1);
    const one = processes[0]!;
    const [accepted, refused] = [one.taken(400), one.taken(100)];
    one.answer(accepted, 401);
    one.answer(refused, 501, false);
    expect(one.refused(500)).toMatchObject({ obstacle: 'full', cap: 401 / 0.97 });
  });

  it('passes over a record that was torn, and counts those behind it', () => {
    const { home, processes, start } = meet(1);
    const one = processes[0]!;
    one.taken(300);
    const index = Math.floor(START / SPOT.windowMs);
    const log = home().open({ key: SPOT.key, windowMs: SPOT.windowMs, index }, false)!;
    const whole = Buffer.from(log.read(0));
    log.append(whole.subarray(whole.length - 32, whole.length - 13));
    log.close();
    one.taken(400);
    expect(start().refused(300)).toMatchObject({ obstacle: 'full', used: 701 });
  });
});
