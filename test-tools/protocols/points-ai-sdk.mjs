// npm's ai and @ai-sdk/react through the points, in Chromium. CHAT_URL=http://host/api/chat
import assert from 'node:assert/strict';
import { run } from './points.mjs';
import { chromium } from './chromium.mjs';

const { open, api, close } = await chromium('points-page.jsx', 'Bearer points');
/** A page with a chat. */
async function page(chat = crypto.randomUUID()) {
  const tab = await open(chat, 'pre');
  const until = (check, arg) => tab.waitForFunction(check, { timeout: 10_000 }, arg);
  return {
    tab, chat, until,
    send: (message) => tab.evaluate((m) => void window.chat.sendMessage(m), message),
    ready: () => until(() => ['ready', 'error'].includes(window.chat.status) && window.chat.messages.at(-1)?.role === 'assistant'),
    shows: (text) => until((t) => JSON.stringify(window.chat.messages).includes(t), text),
    text: () => tab.evaluate(() => window.chat.messages.at(-1).parts.filter((p) => p.type === 'text').map((p) => p.text).join('')),
    tool: () => tab.evaluate(() => window.chat.messages.flatMap((m) => m.parts).findLast((p) => p.type === 'dynamic-tool')),
    answer: (response) => tab.evaluate((r) => void window.chat.addToolApprovalResponse(r), response),
    stop: () => tab.evaluate((path) => fetch(path, { method: 'DELETE' }).then((r) => r.status), `${api.pathname}/${chat}/stream`),
  };
}
const said = async (text) => {
  const chat = await page();
  await chat.send({ text });
  await chat.ready();
  return chat;
};
const asked = async () => {
  const chat = await page();
  await chat.send({ text: 'Refund order 4711' });
  await chat.shows('approval-requested');
  return [chat, (await chat.tool()).approval.id];
};

await run({
  async tool() {
    const chat = await said('Find order 4711');
    assert.deepEqual([(await chat.tool()).output, await chat.text()], ['Order 4711 is on its way.', 'Done.']);
  },
  async streamed() {
    const chat = await page();
    await chat.send({ text: 'wait page' });
    await chat.shows('"Waiting"');
    await said('go page');
    await chat.shows('Over.');
  },
  async image() {
    const chat = await page();
    await chat.send({ text: 'Look', files: [{ type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AQID', filename: 'a.png' }] });
    await chat.ready();
    assert.equal(await chat.text(), 'You said: Look[ [image/png]]');
  },
  async approval() {
    const [chat, id] = await asked();
    await chat.answer({ id, approved: true });
    await chat.shows('refunded 100');
  },
  async edit() {
    const [chat, id] = await asked();
    await chat.answer({ id, approved: true, options: { body: { editedArgs: { [id]: { amount: 80 } } } } });
    await chat.shows('refunded 80');
  },
  async reject() {
    const [chat, id] = await asked();
    await chat.answer({ id, approved: false });
    await chat.shows('output-denied');
  },
  async error() {
    const chat = await page();
    await chat.send({ text: 'fail' });
    await chat.until(() => window.chat.status === 'error');
    assert.match(await chat.tab.evaluate(() => window.chat.error.message), /E_/);
  },
  async cancel() {
    const chat = await page();
    await chat.send({ text: 'slow' });
    await chat.shows('Slow');
    assert.equal(await chat.stop(), 204);
    await chat.shows('aborted');
  },
  async reload() {
    const chat = await page();
    await chat.send({ text: 'wait reload' });
    await chat.shows('"Waiting"');
    await chat.tab.reload();
    await chat.tab.waitForSelector('pre');
    await chat.shows('"Waiting"');
    await said('go reload');
    await chat.shows('Over.');
  },
  async second() {
    const chat = await said('who first');
    await chat.send({ text: 'who next' });
    await chat.shows('points said who next (2)');
  },
});
await close();
