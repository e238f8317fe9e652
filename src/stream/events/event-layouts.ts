/**
 * The texts of the ten commonest kinds of events, in the order in which the exchange writes their members, from the
 * interface document's examples. Placeholders stand for values: `#` an integer, `$` a string, `?` true or false, `~` a
 * string or null, `@` price levels. A part in brackets is left out by some products.
 */
const TICKER_END = '"o":$,"h":$,"l":$,"v":$,"q":$,"O":#,"C":#,"F":#,"L":#,"n":#';

export const EVENT_LAYOUTS: readonly string[] = [
  '{"e":"trade","E":#,"s":$,"t":#,"p":$,"q":$,"T":#,"m":?,"M":?}',
  '{"e":"trade","E":#,"T":#,"s":$,"t":#,"p":$,"q":$,"X":$,"m":?}',
  '{"e":"aggTrade","E":#,"s":$,"a":#,"p":$,"q":$,"f":#,"l":#,"T":#,"m":?[,"M":?]}',
  '{"u":#,"s":$,"b":$,"B":$,"a":$,"A":$}',
  '{"e":"bookTicker","u":#,"s":$,"b":$,"B":$,"a":$,"A":$,"T":#,"E":#[,"ps":$]}',
  '{"e":"depthUpdate","E":#,"s":$,"U":#,"u":#,"b":@,"a":@}',
  '{"e":"depthUpdate","E":#,"T":#,"s":$,"U":#,"u":#,"pu":#,"b":@,"a":@[,"ps":$]}',
  '{"e":"kline","E":#,"s":$,"k":{"t":#,"T":#,"s":$,"i":$,"f":#,"L":#,"o":$,"c":$,"h":$,"l":$,"v":$,"n":#,"x":?,"q":$,"V":$,"Q":$,"B":$}}',
  '{"e":"24hrMiniTicker","E":#,"s":$,"c":$,"o":$,"h":$,"l":$,"v":$,"q":$[,"ps":$]}',
  `{"e":"24hrTicker","E":#,"s":$,"p":$,"P":$,"w":$,"x":$,"c":$,"Q":$,"b":$,"B":$,"a":$,"A":$,${TICKER_END}}`,
  `{"e":"24hrTicker","E":#,"s":$,"p":$,"P":$,"w":$,"c":$,"Q":$,${TICKER_END}[,"ps":$]}`,
  '{"e":"markPriceUpdate","E":#,"s":$,"p":$[,"i":$],"P":$,"r":$,"T":#}',
  '{"e":"forceOrder","E":#,"o":{"s":$,"S":$,"o":$,"f":$,"q":$,"p":$,"ap":$,"X":$,"l":$,"z":$,"T":#[,"ps":$]}}',
  '{"e":"executionReport","E":#,"s":$,"c":$,"S":$,"o":$,"f":$,"q":$,"p":$,"P":$,"F":$,"g":#,"C":$,"x":$,"X":$,"r":$,"i":#,"l":$,"z":$,"L":$,"n":$,"N":~,"T":#,"t":#,"I":#,"w":?,"m":?,"M":?,"O":#,"Z":$,"Y":$,"Q":$[,"W":#],"V":$}',
];
