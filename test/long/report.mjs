/**
 * Opens the report of a replay and that of a lake in Chromium, and fails if the page loads anything, logs a fault, is wider than the screen,
 * shows no values under the pointer or does not zoom its charts together. Takes pictures in light, dark, narrow, without
 * scripts and as printed, to be looked at.
 *
 * node test/long/report.mjs [folder for the pictures]
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import WebSocket from 'ws';

const CHROMIUM = 'chromium';
/** How long a page may take to be drawn. */
const DRAWING_MS = 2000;

/** The pictures; a media feature is set as a browser's user would set it. */
const PICTURES = [
  { name: 'light', width: 1100 },
  { name: 'dark', width: 1100, scheme: 'dark' },
  { name: 'narrow', width: 390 },
  { name: 'tablet', width: 800 },
  { name: 'narrow-position', width: 390, scheme: 'dark', part: '#pos-3' },
  { name: 'printed', width: 720, scheme: 'dark', media: 'print' },
  { name: 'position', width: 1100, part: '#pos-3' },
  { name: 'pointer', width: 1100, use: pointAtPrices },
  { name: 'zoomed', width: 1100, scheme: 'dark', use: zoomByEquity },
  { name: 'wheel', width: 1100, use: zoomByWheel },
  { name: 'without-scripts', width: 1100, isScripted: false },
  { name: 'without-scripts-position', width: 1100, isScripted: false, part: '#pos-3' },
];

const LAKE_PICTURES = [
  { name: 'lake-light', width: 1100 },
  { name: 'lake-dark', width: 1100, scheme: 'dark' },
  { name: 'lake-narrow', width: 390 },
  { name: 'lake-printed', width: 720, scheme: 'dark', media: 'print' },
  { name: 'lake-pointer', width: 1100, use: pointAtPrices },
  { name: 'lake-zoomed', width: 1100, scheme: 'dark', use: zoomByEquity },
  { name: 'lake-without-scripts', width: 1100, isScripted: false },
];

/** The pages, the modules that write them, and their pictures. */
const PAGES = [
  { name: 'printed', module: new URL('../paper/report/demo-page.ts', import.meta.url), pictures: PICTURES },
  {
    name: 'lake-printed',
    module: new URL('../lake/charts/demo-page.ts', import.meta.url),
    pictures: LAKE_PICTURES,
  },
];

const work = mkdtempSync(join(tmpdir(), 'bourse-report-'));
const folder = resolve(process.argv[2] ?? join(work, 'pictures'));
try {
  if (spawnSync(CHROMIUM, ['--version']).status === 0) {
    for (const page of PAGES) await takePictures(await writePage(page.module), page);
  } else console.log(`without a browser: ${CHROMIUM} is not installed, the reports were not opened`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Writes the report of a module of the tests, and returns its address. */
async function writePage(module) {
  // Bundled, because Node 20 can't run TypeScript.
  const outfile = join(work, 'page.mjs');
  const entry = fileURLToPath(module);
  const banner =
    "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: banner },
  });
  const { demoPage } = await import(`${pathToFileURL(outfile).href}?${encodeURIComponent(module.href)}`);
  const path = join(work, 'report.html');
  writeFileSync(path, demoPage());
  return pathToFileURL(path).href;
}

async function takePictures(address, { name, pictures }) {
  mkdirSync(folder, { recursive: true });
  const browser = spawn(
    CHROMIUM,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--remote-debugging-port=0',
      `--user-data-dir=${join(work, 'browser')}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise((done) => browser.once('exit', done));
  try {
    const socket = new WebSocket(await debuggingAddress(browser));
    await new Promise((done, fail) => socket.once('open', done).once('error', fail));
    const { send, events } = speak(socket);
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const call = (method, params) => send(method, params, sessionId);
    for (const domain of ['Page', 'Network', 'Log', 'Runtime']) await call(`${domain}.enable`);
    for (const picture of pictures) await takePicture(call, address, picture);
    await print(call, address, name);
    check(events, address);
    socket.close();
  } finally {
    browser.kill();
    await ended;
  }
}

/** Takes a picture of the whole page, and notes how far it reaches beyond the screen's width. */
async function takePicture(call, address, picture) {
  const { name, width, scheme = 'light', media = '', part = '', isScripted = true, use } = picture;
  await call('Emulation.setScriptExecutionDisabled', { value: !isScripted });
  await call('Emulation.setDeviceMetricsOverride', {
    width,
    height: 900,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await emulate(call, scheme, media);
  await open(call, `${address}${part}`);
  await use?.(call, name);
  const { cssContentSize: size } = await call('Page.getLayoutMetrics');
  if (size.width > width) fail(`${name}: the page is ${size.width} wide on a screen of ${width}`);
  const { data } = await call('Page.captureScreenshot', {
    format: 'png',
    captureBeyondViewport: true,
    clip: { ...size, scale: 1 },
  });
  keep(`${name}.png`, data);
}

/** Moves the pointer over the candles: the chart shows the candle with all its digits. */
async function pointAtPrices(call, name) {
  const reading = await readingAt(call, 0.4);
  if (
    !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {2}open [\d.]+ {2}high [\d.]+ {2}low [\d.]+ {2}close [\d.]+/.test(
      reading,
    )
  ) {
    fail(`${name}: under the pointer the chart shows ${JSON.stringify(reading)}`);
  }
}

/** Drags over a third of the equity: the candles move to the same times. */
async function zoomByEquity(call, name) {
  const before = await readingAt(call, 0.05);
  const [left, right] = [0.3, 0.6];
  const { x, y, width, height } = await boxOf(call, '#charts .values .u-over');
  const mouse = (type, share) =>
    call('Input.dispatchMouseEvent', {
      type,
      x: x + share * width,
      y: y + height / 2,
      button: 'left',
      buttons: 1,
      clickCount: 1,
    });
  await mouse('mousePressed', left);
  await mouse('mouseMoved', (left + right) / 2);
  await mouse('mouseMoved', right);
  await mouse('mouseReleased', right);
  const after = await readingAt(call, 0.05);
  if (!(after.slice(0, 20) > before.slice(0, 20))) {
    fail(`${name}: the candles did not follow the equity: ${before} / ${after}`);
  }
}

/** Turns the wheel over the candles: they grow, and the equity moves to the same times. */
async function zoomByWheel(call, name) {
  const equity = () => read(call, "document.querySelector('#charts .values .u-legend')?.textContent ?? ''");
  const before = [await readingAt(call, 0.05), await equityAt(call, equity)];
  const { x, y, width, height } = await boxOf(call, '#charts .prices');
  for (let turn = 0; turn < 6; turn += 1) {
    await call('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      x: x + width / 2,
      y: y + height / 2,
      deltaX: 0,
      deltaY: -120,
    });
  }
  await drawn();
  const after = [await readingAt(call, 0.05), await equityAt(call, equity)];
  for (const index of [0, 1]) {
    if (before[index] === after[index]) fail(`${name}: nothing moved from ${before[index]}`);
  }
}

/** Moves the pointer over the candles, and returns what the chart shows above them. */
async function readingAt(call, share) {
  await moveOver(call, '#charts .prices', share);
  return read(call, "document.querySelector('#charts .reading').textContent");
}

async function equityAt(call, equity) {
  await moveOver(call, '#charts .values .u-over', 0.05);
  return equity();
}

async function moveOver(call, selector, share) {
  const { x, y, width, height } = await boxOf(call, selector);
  const at = { type: 'mouseMoved', y: y + height / 2 };
  await call('Input.dispatchMouseEvent', { ...at, x: x + share * width - 2 });
  await call('Input.dispatchMouseEvent', { ...at, x: x + share * width });
  await drawn();
}

/** Scrolls an element into view, and returns where it is on the screen. */
function boxOf(call, selector) {
  return read(
    call,
    `(() => { const one = document.querySelector(${JSON.stringify(selector)}); one.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = one.getBoundingClientRect(); return { x, y, width, height }; })()`,
  );
}

async function read(call, expression) {
  const { result, exceptionDetails } = await call('Runtime.evaluate', { expression, returnByValue: true });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception.description);
  return result.value;
}

function drawn() {
  return new Promise((done) => setTimeout(done, 300));
}

/** Prints the page as a document, of a browser in the dark. */
async function print(call, address, name) {
  await emulate(call, 'dark', '');
  await open(call, address);
  keep(`${name}.pdf`, (await call('Page.printToPDF', { printBackground: false })).data);
}

async function emulate(call, scheme, media) {
  await call('Emulation.setEmulatedMedia', {
    media,
    features: [{ name: 'prefers-color-scheme', value: scheme }],
  });
}

async function open(call, url) {
  await call('Page.navigate', { url: 'about:blank' });
  await call('Page.navigate', { url });
  await new Promise((done) => setTimeout(done, DRAWING_MS));
}

function keep(name, data) {
  const file = join(folder, name);
  writeFileSync(file, Buffer.from(data, 'base64'));
  console.log(file);
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

/** Fails if the browser requested anything but the page, or noted a fault. */
function check(events, address) {
  const requests = events
    .filter(({ method }) => method === 'Network.requestWillBeSent')
    .map(({ params }) => params.request.url)
    .filter((url) => !url.startsWith(address));
  const faults = events.filter(({ method }) =>
    [
      'Log.entryAdded',
      'Runtime.exceptionThrown',
      'Runtime.consoleAPICalled',
      'Page.javascriptDialogOpening',
    ].includes(method),
  );
  console.log(`${requests.length} other requests, ${faults.length} faults noted by the browser`);
  for (const one of [...requests, ...faults]) fail(JSON.stringify(one).slice(0, 400));
}

function debuggingAddress(browser) {
  return new Promise((done, fail) => {
    let text = '';
    browser.stderr.on('data', (chunk) => {
      text += chunk;
      const found = /listening on (ws:\S+)/.exec(text);
      if (found !== null) done(found[1]);
    });
    browser.once('exit', () => fail(new Error(`${CHROMIUM} ended: ${text.slice(0, 400)}`)));
  });
}

/** Sends commands of the browser's debugging protocol, and collects its events. */
function speak(socket) {
  const events = [];
  const waiting = new Map();
  let last = 0;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.id === undefined) events.push(message);
    else if (message.error === undefined) waiting.get(message.id).done(message.result);
    else waiting.get(message.id).fail(new Error(message.error.message));
  });
  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((done, fail) => {
      last += 1;
      waiting.set(last, { done, fail });
      socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    });
  return { send, events };
}
