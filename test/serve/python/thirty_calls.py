"""Thirty calls of the sandbox; a line of JSON on stdout for each."""
import json
import sys
from datetime import datetime, timedelta, timezone
from decimal import Decimal

from bourse import Bourse, BourseError

done = 0


def report(name, value):
    global done
    done += 1
    print(json.dumps([name, value], default=lambda one: f"Decimal {one}" if isinstance(one, Decimal) else repr(one)))


def refused(name, call):
    try:
        report(name, call())
    except (BourseError, TypeError) as error:
        facts = [getattr(error, "kind", None), getattr(error, "execution", None), getattr(error, "exit_code", None)]
        report(name, [type(error).__name__, str(error), facts])


with Bourse.start(env="sandbox", command=sys.argv[1:]) as x:
    now = x.market.time()["serverTime"]
    report("time", type(now).__name__)
    candle = x.market.klines(symbol="BTCUSDT", interval="1h", limit=2)[0]
    report("klines", [type(candle["close"]).__name__, candle["openTime"] % 3_600_000, type(candle["trades"]).__name__])
    since = datetime.fromtimestamp(now / 1000, timezone.utc) - timedelta(days=3)
    times = [one["openTime"] for one in x.market.klines_all(symbol="BTCUSDT", interval="1h", start_time=since)]
    report("klines_all", [len(times), times == list(range(times[0], times[-1] + 1, 3_600_000))])
    bid = x.market.depth(symbol="BTCUSDT", limit=5)["bids"][0]
    report("depth", [type(bid).__name__, [type(one).__name__ for one in bid]])
    report("ticker_price", type(x.market.ticker_price(symbol="BTCUSDT")[0]["price"]).__name__)
    report("ticker24hr", type(x.market.ticker24hr(symbol="BTCUSDT")[0]["volume"]).__name__)
    report("ticker_book", x.market.ticker_book(symbol="BTCUSDT")[0]["symbol"])
    report("avg_price", type(x.market.avg_price(symbol="BTCUSDT")["price"]).__name__)
    report("trades", type(x.market.trades(symbol="BTCUSDT", limit=1)[0]["id"]).__name__)
    report("agg_trades", len(x.market.agg_trades(symbol="BTCUSDT", limit=3)))
    report("info", x.market.info(symbol="BTCUSDT")["symbols"][0]["symbol"])
    report("balance", type(x.account.info()["balances"][0]["free"]).__name__)
    order = {"symbol": "BTCUSDT", "side": "BUY", "quantity": Decimal("0.00100"), "new_order_resp_type": "FULL"}
    limit = {"type": "LIMIT", "time_in_force": "GTC", "price": 50000}
    placed = x.trade.place_order(**order, **limit)
    report("place_order", [placed["status"], placed["origQty"], placed["price"]])
    report("get_order", x.trade.get_order(symbol="BTCUSDT", order_id=placed["orderId"])["orderId"] == placed["orderId"])
    report("open_orders", len(x.trade.open_orders(symbol="BTCUSDT")))
    report("cancel_order", x.trade.cancel_order(symbol="BTCUSDT", order_id=placed["orderId"])["status"])
    bought = x.trade.place_order(**order, type="MARKET", idempotency_key="a")
    report("market order", bought["status"])
    again = x.trade.place_order(**order, type="MARKET", idempotency_key="a")
    report("the same key", again["orderId"] == bought["orderId"])
    report("fills", len(x.account.trades(symbol="BTCUSDT", order_id=bought["orderId"])) == len(bought["fills"]))
    refused("the same key, another quantity", lambda: x.trade.place_order(**{**order, "quantity": "0.002"}, type="MARKET", idempotency_key="a"))
    refused("float", lambda: x.trade.place_order(**{**order, "quantity": 0.001}, type="MARKET"))
    refused("too fine", lambda: x.trade.place_order(**{**order, "quantity": "0.0000001"}, type="MARKET"))
    refused("too much", lambda: x.trade.place_order(**{**order, "quantity": 500}, type="MARKET"))
    report("usdm", type(x.usdm.market.klines(symbol="BTCUSDT", interval="1h", limit=1)[0]["close"]).__name__)
    report("coinm", x.coinm.market.ticker_price(symbol="BTCUSD_PERP")[0]["symbol"])
    report("funding", type(x.usdm.market.funding_rate(symbol="BTCUSDT", limit=1)[0]["fundingRate"]).__name__)
    report("coins", type(x.funds.coins()[0]["free"]).__name__)
    report("thesis", x.thesis.validate(input={"amount": Decimal("0.1000000000000000000001")})["valid"])
    report("orders", [one["state"] for one in x.orders.list()])
    for event in x.stream.trades(symbol="BTCUSDT"):
        if "bourse" not in event:
            report("stream", [type(event["price"]).__name__, type(event["tradeId"]).__name__])
            break
    report("after the stream", x.market.ping())
print(json.dumps(["done", done]))
