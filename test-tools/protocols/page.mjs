// Opens page.jsx in Chromium, in front of the chat endpoint at CHAT_URL, and chats.
import assert from 'node:assert/strict';
import { chromium } from './chromium.mjs';

const { open, api, complaints, close } = await chromium('page.jsx', 'Bearer page');
const say = async (tab, text) => {
  await tab.type('input', text);
  await tab.click('form button');
};
const shows = (tab, text) => tab.waitForFunction((t) => document.body.innerText.includes(t), {}, text);

const chat = crypto.randomUUID();
const tab = await open(chat, 'input');
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
await close();
