// Five clients as npm has them decide on the same gates at once, each in its own way: RACE_GATES gates,
// RACE_WINDOW of them at a time. Prints how each protocol fared. CHAT_URL, AGUI_URL, OPENAI_URL, A2A_URL, MCP_URL.
import assert from 'node:assert/strict';
import { AbstractChat, DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { HttpAgent } from '@ag-ui/client';
import OpenAI from 'openai';
import { ClientFactory, ClientFactoryOptions, RestTransportFactory } from '@a2a-js/sdk/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const { CHAT_URL, AGUI_URL, OPENAI_URL, A2A_URL, MCP_URL } = process.env;
const gates = Number(process.env.RACE_GATES ?? 100);
const window = Number(process.env.RACE_WINDOW ?? 20);
const headers = { Authorization: 'Bearer ann' };
const amounts = { 'ai-sdk': 1, 'ag-ui': 2, openai: 100, a2a: 4, mcp: 5 }; // by which the tool's run tells who won

// what useChat keeps
class State {
  status = 'ready'; error = undefined; messages = [];
  pushMessage(m) { this.messages = [...this.messages, m]; }
  popMessage() { this.messages = this.messages.slice(0, -1); }
  replaceMessage(i, m) { this.messages = this.messages.with(i, structuredClone(m)); }
  snapshot(x) { return structuredClone(x); }
}
class Chat extends AbstractChat {
  constructor(id, finished) {
    super({ id, state: new State(), onFinish: finished,
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      transport: new DefaultChatTransport({ api: CHAT_URL, headers }) });
  }
}
const jitter = () => new Promise((ok) => setTimeout(ok, Math.random() * 12)); // else the shortest path wins them all
const openai = new OpenAI({ baseURL: OPENAI_URL, apiKey: 'ann', maxRetries: 0 });
const fetchImpl = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...headers } });
const a2a = await new ClientFactory(ClientFactoryOptions.createFrom(ClientFactoryOptions.default,
  { transports: [new RestTransportFactory({ fetchImpl })], preferredTransports: ['HTTP+JSON'] })).createFromUrl(A2A_URL);
const mcp = new Client({ name: 'race', version: '1' }, { capabilities: { elicitation: { form: {} } } });
const asked = new Map(); // by order: what answers the form
mcp.setRequestHandler(ElicitRequestSchema, ({ params }) => new Promise((answer) =>
  asked.get(Number(/"number":"(\d+)"/.exec(params.message)[1]))(answer)));
await mcp.connect(new StreamableHTTPClientTransport(new URL(MCP_URL), { requestInit: { headers } }));

/** A gate of a conversation that every protocol has: asked for in the chat, joined by the MCP host. */
async function open(order) {
  const id = `race-${order}`;
  let finished;
  const chat = new Chat(id, () => finished?.());
  await chat.sendMessage({ text: `Refund ${order}` });
  const part = chat.lastMessage.parts.find((p) => p.type === 'dynamic-tool');
  assert.equal(part?.state, 'approval-requested', JSON.stringify([chat.error?.message, chat.lastMessage]));
  return { id, order, chat, ref: part.approval.id, turn: chat.lastMessage.metadata.turnId,
    done: new Promise((ok) => { finished = ok; }) };
}

async function join(gate) {
  const form = new Promise((ok) => asked.set(gate.order, ok));
  gate.call = mcp.callTool({ name: 'demo', arguments: { message: `Refund ${gate.order}`, conversation: gate.id } },
    undefined, { timeout: 300_000 });
  gate.answer = await Promise.race([form, gate.call.then((r) => assert.fail(JSON.stringify(r)))]);
}

/** Each protocol decides, and returns what it was told of a decision: by whom, through which protocol, how. */
const decide = {
  async 'ai-sdk'({ chat, ref, order, done }) {
    await chat.addToolApprovalResponse({ id: ref, approved: true,
      options: { body: { editedArgs: { [ref]: { number: `${order}`, amount: amounts['ai-sdk'] } } } } });
    await done;
    assert.equal(chat.error, undefined);
    const { by, channel, approved } = chat.lastMessage.parts.find((p) => p.type === 'data-gate' && p.id === ref).data;
    assert.equal(chat.lastMessage.parts.at(-1).text, 'Done.');
    return { by, channel, approved };
  },
  async 'ag-ui'({ id, ref, order }) {
    const agent = new HttpAgent({ url: AGUI_URL, threadId: id, headers });
    let told; let failed; let text = '';
    await agent.runAgent({ resume: [{ interruptId: ref, status: 'resolved',
      payload: { approved: true, editedArgs: { number: `${order}`, amount: amounts['ag-ui'] } } }] }, {
      onActivitySnapshotEvent: ({ event }) => { told = event.content; },
      onTextMessageContentEvent: ({ event }) => { text += event.delta; },
      onRunErrorEvent: ({ event }) => { failed = event; },
    });
    assert.deepEqual([failed, text], [undefined, 'Done.']);
    return { by: told.by, channel: told.channel, approved: told.approved };
  },
  async openai({ id, ref }) {
    try {
      const response = await openai.responses.create({ model: 'demo', conversation: id,
        input: [{ type: 'mcp_approval_response', approval_request_id: ref, approve: true }] });
      assert.equal(response.output_text, 'Done.');
      return { by: 'ann', channel: 'openai', approved: true };
    } catch (e) {
      assert.equal(e.code, 'E_GATE_ALREADY_SETTLED', e);
      return said(e.message);
    }
  },
  async a2a({ id, turn, ref, order }) {
    const value = { approved: true, args: { number: `${order}`, amount: amounts.a2a } };
    try {
      const task = await a2a.sendMessage({ message: { messageId: crypto.randomUUID(), role: 1, extensions: [], referenceTaskIds: [],
        contextId: id, taskId: turn, parts: [{ content: { $case: 'data', value: { gate: ref, decision: 'resolve', value } },
          filename: '', mediaType: 'application/json' }] } });
      assert.equal(task.status.state, 3);
      return { by: 'ann', channel: 'a2a', approved: true };
    } catch (e) {
      return said(e.message);
    }
  },
  async mcp({ call, answer, order }) {
    answer({ action: 'accept', content: { approved: true, number: `${order}`, amount: amounts.mcp } });
    const { content, isError } = await call;
    const text = content.map((c) => c.text).join('\n');
    assert.equal(isError, false, text);
    assert.match(text, /Done\.$/);
    return content.length === 1 ? { by: 'ann', channel: 'mcp', approved: true } : said(text);
  },
};

/** Reads the sentence that protocols without a field of their own have. */
function said(text) {
  const told = /was (approved|denied) by (\S+) \((\S+)\)/.exec(text);
  assert.ok(told, `not told: ${text}`);
  return { by: told[2], channel: told[3], approved: told[1] === 'approved' };
}

const protocols = Object.keys(decide);
const won = Object.fromEntries(protocols.map((d) => [d, 0]));
let losers = 0;
const began = performance.now();
const all = [];
for (let i = 0; i < gates; i += window) {
  all.push(...await Promise.all(Array.from({ length: Math.min(window, gates - i) }, (_, n) => open(i + n + 1))));
}
const opened = performance.now();
for (let i = 0; i < gates; i += window) {
  const these = all.slice(i, i + window);
  await Promise.all(these.map(join));
  await Promise.all(these.map(async (gate) => {
    const order = protocols.toSorted(() => Math.random() - 0.5);
    const told = await Promise.all(order.map(async (protocol) => (await jitter(), [protocol, await decide[protocol](gate)])));
    const winner = told[0][1].channel;
    for (const [protocol, { by, channel, approved }] of told) {
      assert.deepEqual([protocol, by, channel, approved], [protocol, 'ann', winner, true], JSON.stringify(told));
      losers += protocol === winner ? 0 : 1;
    }
    won[winner]++;
    console.log(`gate ${gate.order} ${gate.ref} ${winner} ${amounts[winner]}`);
  }));
}
const seconds = (from, to) => Math.round((to - from) / 100) / 10;
console.log(`race ${JSON.stringify({ gates, losers, won, open: seconds(began, opened), decide: seconds(opened, performance.now()) })}`);
await mcp.close();
