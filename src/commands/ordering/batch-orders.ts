/** Reads the single orders of a batch. */
import type { Endpoint } from '../../catalogue/types.ts';
import { listElements } from '../../request/elements.ts';
import type { WireArguments } from '../../request/types.ts';

/** Returns the wire arguments of each order of a batch; the request must have been checked. */
export function batchOrdersOf({ clientIds }: Endpoint, wire: WireArguments): readonly WireArguments[] {
  return listElements(wire.get(clientIds!.listField!)!)!.map((fields) => fields as WireArguments);
}
