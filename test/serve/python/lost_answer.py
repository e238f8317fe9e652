"""Places an order whose answer is lost, and resolves it when a line arrives on stdin; lines of JSON on stdout."""
import json
import os
import sys

from bourse import Bourse, UnknownExecution


def report(*facts):
    print(json.dumps(facts, default=str), flush=True)


with (Bourse(token_file=sys.argv[2]) if sys.argv[1] == "http" else Bourse.start(command=sys.argv[2:])) as x:
    if sys.argv[1] == "pipe":
        report("process", x._caller._child._process.pid)
    try:
        x.usdm.trade.place_order(
            symbol="BTCUSDT",
            side="BUY",
            type="LIMIT",
            time_in_force="GTC",
            quantity="0.001",
            price="50000",
            new_client_order_id="mine-1",
            skip_filters=True,
        )
        report("no error")
    except UnknownExecution as error:
        report("unknown", error.kind, error.execution, error.client_order_id, str(error))
        sys.stdin.readline()
        found = error.resolve()
        report("resolved", found.get("state") or found.get("status"), found.get("clientOrderId"))
    report("still answers", sorted(x.usdm.market.time()))
