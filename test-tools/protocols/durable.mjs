// Talks to VICTIM by AG-UI and by the AI SDK, kills it when LEAD has read AFTER events, and loads both pages
// again from SURVIVOR. Prints the texts that the pages end with. A background response that VICTIM accepted is
// followed at SURVIVOR all the time. With PLAIN, no turn is durable: prints what the pages end with after the kill.
import assert from 'node:assert/strict';
import { HttpAgent } from '@ag-ui/client';
import { AbstractChat, DefaultChatTransport } from 'ai';
import OpenAI from 'openai';

const { VICTIM, SURVIVOR, PID, LEAD, AFTER, ROUND, PLAIN } = process.env;
const headers = { Authorization: `Bearer ann` };
process.on('unhandledRejection', () => {}); // the clients' own, of the connection that breaks
let read = 0;
let killed = false;

const plain = globalThis.fetch;
globalThis.fetch = async (url, init) => {
  const response = await plain(url, init);
  if (!String(url).startsWith(VICTIM + LEAD) || !response.body) return response;
  const count = new TransformStream({
    transform(bytes, out) {
      out.enqueue(bytes);
      read += new TextDecoder().decode(bytes).split('\n').filter((line) => line.startsWith('data:')).length;
      if (read >= Number(AFTER) && !killed) {
        killed = true;
        setTimeout(() => process.kill(Number(PID), 'SIGKILL'), 5);
      }
    },
  });
  return new Response(response.body.pipeThrough(count), response);
};

class State {
  status = 'ready'; error = undefined; messages = [];
  pushMessage(m) { this.messages = [...this.messages, m]; }
  popMessage() { this.messages = this.messages.slice(0, -1); }
  replaceMessage(i, m) { this.messages = this.messages.with(i, structuredClone(m)); }
  snapshot(x) { return structuredClone(x); }
}
class Chat extends AbstractChat {
  constructor(init) { super({ ...init, state: new State() }); }
}

const history = async (id) => {
  const response = await plain(`${SURVIVOR}/conversations/${id}/last`, { headers });
  assert.equal(response.status, 200);
  return response.text();
};

const chats = async () => {
  const id = `chat-${ROUND}`;
  const newChat = (base) => new Chat({ id, onError: () => {},
    transport: new DefaultChatTransport({ api: `${base}/api/chat`, headers, body: { agent: 'demo' } }) });
  const said = (chat) => chat.messages.filter((m) => m.role === 'assistant')
    .flatMap((m) => m.parts).filter((p) => p.type === 'text').map((p) => p.text).join('');
  const first = newChat(VICTIM);
  await first.sendMessage({ text: 'Tell' });
  if (PLAIN) return { status: first.status, error: first.error?.message };
  if (first.status === 'ready' && !killed) return said(first);
  const reloaded = newChat(SURVIVOR);
  reloaded.messages = first.messages.filter((m) => m.role === 'user');
  await reloaded.resumeStream();
  assert.equal(reloaded.status, 'ready', String(reloaded.error));
  // a turn that has ended is part of the history that a page loads
  return reloaded.messages.some((m) => m.role === 'assistant') ? said(reloaded) : history(id);
};

const runs = async () => {
  const user = { id: `m-${ROUND}`, role: 'user', content: 'Tell' };
  const run = async (base) => {
    const agent = new HttpAgent({ url: `${base}/agui`, threadId: `thread-${ROUND}`, headers });
    agent.setMessages([user]);
    let finished = false;
    let error;
    await agent.runAgent({ runId: `run-${ROUND}` }, { onRunFinishedEvent: () => { finished = true; } })
      .catch((e) => { error = e.message; });
    if (PLAIN) return { finished, error };
    const text = agent.messages.filter((m) => m.role === 'assistant').map((m) => m.content ?? '').join('');
    return { finished, text };
  };
  const first = await run(VICTIM);
  if (PLAIN) return first;
  return first.finished ? first.text : (await run(SURVIVOR)).text;
};

const responses = (base) => new OpenAI({ baseURL: `${base}/v1`, apiKey: 'ann', maxRetries: 0 }).responses;
const events = async (id) => {
  const all = [];
  for await (const event of await responses(SURVIVOR).retrieve(id, { stream: true })) all.push(event);
  return all;
};
/** The text of a background response, if live and later readers were told the same. */
const follow = async (id) => {
  const live = await events(id);
  assert.deepEqual(live.map((event) => event.sequence_number), live.map((_, i) => i));
  assert.deepEqual(await events(id), live);
  return (await responses(SURVIVOR).retrieve(id)).output_text;
};

const begun = PLAIN ? null : await responses(VICTIM).create({ model: 'demo', input: 'Tell', background: true });
const [chat, agui, background] = await Promise.all([chats(), runs(), begun && follow(begun.id)]);
console.log(JSON.stringify({ killed, chat, agui, background }));
