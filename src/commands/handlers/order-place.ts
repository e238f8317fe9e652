/**
 * Places an order or an order list, or amends an order: sent once under an id made beforehand, and looked up by it
 * where its outcome is unclear.
 */
import { safeText } from '../../core/text.ts';
import { placeOnce } from '../../orders/place.ts';
import { prepare } from '../../request/prepare.ts';
import { withOwnIds } from '../own-ids.ts';
import type { CommandCall } from '../types.ts';
import { finderOf, idMaker, openDesk } from './order-desk.ts';
import { confirm, showRequest } from './write.ts';

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const { world } = services;
  const endpoint = call.endpoint!;
  const { param, noun } = endpoint.ownId!;
  const given = withOwnIds(endpoint, call.given, idMaker(call));
  const { request, notes, wire } = prepare(endpoint, given, { now: world.clock.now() });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) return showRequest(call, request);
  await confirm(call, request);
  const clientOrderId = wire.get(param)!;
  const desk = await openDesk(call, request);
  const finder = await finderOf(call, endpoint, desk.sender.call);
  const placement = await placeOnce(
    { ...desk.tools, lookup: finder.lookup(clientOrderId, wire) },
    {
      ...desk.options,
      clientOrderId,
      idField: finder.query.shows!.id,
      orderAt: endpoint.view?.rowsAt,
      resume: () => finder.resume(clientOrderId, wire),
    },
  );
  const isFound = placement.state === 'FOUND';
  if (isFound) output.note(`The ${noun} ${safeText(clientOrderId)} was found: it has been placed, once.`);
  const view = isFound ? finder.query.view : endpoint.view;
  await output.answer(placement.answer.body, view, { now: world.clock.now() });
}
