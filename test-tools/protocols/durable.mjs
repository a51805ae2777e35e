// Talks to VICTIM by AG-UI and by the AI SDK, kills it when LEAD has read AFTER events, and loads both pages
// again from SURVIVOR. Prints the texts that the pages end with.
import assert from 'node:assert/strict';
import { HttpAgent } from '@ag-ui/client';
import { AbstractChat, DefaultChatTransport } from 'ai';

const { VICTIM, SURVIVOR, PID, LEAD, AFTER, ROUND } = process.env;
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
    await agent.runAgent({ runId: `run-${ROUND}` }, { onRunFinishedEvent: () => { finished = true; } }).catch(() => {});
    const text = agent.messages.filter((m) => m.role === 'assistant').map((m) => m.content ?? '').join('');
    return { finished, text };
  };
  const first = await run(VICTIM);
  return first.finished ? first.text : (await run(SURVIVOR)).text;
};

const [chat, agui] = await Promise.all([chats(), runs()]);
console.log(JSON.stringify({ killed, chat, agui }));
