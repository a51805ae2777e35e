// Opens page.jsx in Chromium, in front of the chat endpoint at CHAT_URL, and chats.
import assert from 'node:assert/strict';
import http from 'node:http';
import { build } from 'esbuild';
import { launch } from 'puppeteer-core';

const api = new URL(process.env.CHAT_URL);
const { outputFiles } = await build({
  entryPoints: ['page.jsx'], bundle: true, write: false, format: 'esm', jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
});
const page = `<!doctype html><title>Chat</title><script type="module" src="/page.js"></script>`;

// The page and the endpoint have one origin, as behind a usual proxy; this one also logs the user in.
const server = http.createServer((req, res) => {
  if (req.url.startsWith(api.pathname)) {
    const headers = { ...req.headers, authorization: 'Bearer page' };
    const there = http.request({ host: api.hostname, port: api.port, path: req.url, method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode, answer.headers);
      answer.pipe(res);
    });
    res.on('close', () => there.destroy());
    return req.pipe(there);
  }
  const script = req.url === '/page.js';
  res.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' });
  return res.end(script ? outputFiles[0].text : page);
});
await new Promise((ok) => server.listen(0, '127.0.0.1', ok));

const browser = await launch({ executablePath: process.env.ADK_TEST_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'] });
const complaints = [];
const open = async (chat) => {
  const tab = await browser.newPage();
  tab.on('pageerror', (error) => complaints.push(String(error)));
  await tab.goto(`http://127.0.0.1:${server.address().port}/#${chat}`);
  await tab.waitForSelector('input');
  return tab;
};
const say = async (tab, text) => {
  await tab.type('input', text);
  await tab.click('form button');
};
const shows = (tab, text) => tab.waitForFunction((t) => document.body.innerText.includes(t), {}, text);

const chat = crypto.randomUUID();
const tab = await open(chat);
await say(tab, 'Refund order 4711');
await shows(tab, 'approval-requested');
await tab.click('section button');
await shows(tab, 'output-available refunded 100');
await shows(tab, 'Done.');
await say(tab, 'Refund order 4712');
await shows(tab, 'approval-requested');
await (await tab.$$('section button'))[1].click();
await shows(tab, 'output-denied');
await say(tab, 'Hello');
await shows(tab, 'You said: Hello');

// In the middle of an answer the page is loaded again.
await say(tab, 'slow');
await shows(tab, 'Slow');
await tab.reload();
await shows(tab, 'Slow');
await tab.evaluate((path) => fetch(path, { method: 'DELETE' }), `${api.pathname}/${chat}/stream`);
await shows(tab, 'ready');

assert.deepEqual(complaints, []);
console.log('the page chatted');
await browser.close();
server.closeAllConnections();
server.close();
