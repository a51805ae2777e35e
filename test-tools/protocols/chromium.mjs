// A page in Chromium, in front of the chat endpoint at CHAT_URL.
import http from 'node:http';
import { build } from 'esbuild';
import { launch } from 'puppeteer-core';

/** Serves the page, and starts the browser. */
export async function chromium(entry, authorization) {
  const api = new URL(process.env.CHAT_URL);
  const { outputFiles } = await build({
    entryPoints: [entry], bundle: true, write: false, format: 'esm', jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const page = `<!doctype html><title>Chat</title><script type="module" src="/page.js"></script>`;

  // The page and the endpoint have one origin, as behind a usual proxy; this one also logs the user in.
  const server = http.createServer((req, res) => {
    if (req.url.startsWith(api.pathname)) {
      const headers = { ...req.headers, authorization };
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
  const open = async (chat, selector) => {
    const tab = await browser.newPage();
    tab.on('pageerror', (error) => complaints.push(String(error)));
    await tab.goto(`http://127.0.0.1:${server.address().port}/#${chat}`);
    await tab.waitForSelector(selector);
    return tab;
  };
  const close = async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  };
  return { open, api, complaints, close };
}
