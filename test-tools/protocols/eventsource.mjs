// Starts a durable turn at the last of NODES, and reads it in Chromium by an EventSource that is cut after each event, and comes back to another of
// NODES each time. Kills PID after AFTER events, or at the event that has the text AFTER. Prints the events as the page got them.
import http from 'node:http';
import { launch } from 'puppeteer-core';

const { NODES, CONVERSATION, PID, AFTER } = process.env;
const nodes = NODES.split(',').map((node) => new URL(node));
let connections = 0;
let seen = 0;
let killed = !PID;

const server = http.createServer((req, res) => {
  if (req.url === '/') {
    res.writeHead(200, { 'content-type': 'text/html' });
    return res.end('<!doctype html><title>Turn</title>');
  }
  const node = nodes[connections++ % nodes.length];
  const headers = { ...req.headers, host: node.host, authorization: 'Bearer ann' };
  const there = http.request({ host: node.hostname, port: node.port, path: req.url, headers }, (answer) => {
    res.writeHead(answer.statusCode, answer.headers);
    if (answer.statusCode !== 200) return answer.pipe(res);
    res.write('retry: 10\n\n');
    let rest = '';
    answer.setEncoding('utf8');
    answer.on('data', (text) => {
      rest += text;
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const event = rest.slice(0, end + 2);
        rest = rest.slice(end + 2);
        res.write(event);
        if (event.includes('\ndata:') && event.startsWith('id:')) {
          seen++;
          if (!killed && (/^\d+$/.test(AFTER) ? seen >= Number(AFTER) : event.includes(AFTER))) {
            killed = true;
            process.kill(Number(PID), 'SIGKILL');
          }
          there.destroy();
          setTimeout(() => res.end(), 5);
          return;
        }
      }
    });
    answer.on('end', () => res.end());
    answer.on('error', () => {});
  });
  there.on('error', () => {
    if (!res.headersSent) res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.end('retry: 10\n\n');
  });
  res.on('close', () => there.destroy());
  return there.end();
});
await new Promise((ok) => server.listen(0, '127.0.0.1', ok));

const browser = await launch({ executablePath: process.env.ADK_TEST_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'] });
try {
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  const turns = `/conversations/${CONVERSATION}/turns`;
  const said = await fetch(new URL(turns, nodes.at(-1)),
    { method: 'POST', body: 'Tell slowly', headers: { authorization: 'Bearer ann' } });
  const turn = await said.text();
  const events = await tab.evaluate((path) => new Promise((ok) => {
    const got = [];
    const source = new EventSource(path);
    for (const name of ['message', 'thought', 'toolCall', 'iterationEnd', 'reset', 'waiting', 'error', 'end']) {
      source.addEventListener(name, (event) => {
        if (!event.data) return;
        got.push({ id: event.lastEventId, name, data: event.data });
        if (name === 'end') { source.close(); ok(got); }
      });
    }
  }), `${turns}/${turn}/events`);
  console.log(JSON.stringify({ turn, connections, events, killed: killed && !!PID }));
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}
