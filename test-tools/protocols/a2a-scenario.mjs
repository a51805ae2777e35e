// One peer through npm's @a2a-js/sdk, over the binding of A2A_BINDING: a tool, a file, approval, denial,
// a second turn, list, history, cancel, errors.
import assert from 'node:assert/strict';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';

const binding = process.env.A2A_BINDING ?? 'HTTP+JSON';
const fetchImpl = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, Authorization: 'Bearer peer' } });
const Factory = binding === 'JSONRPC' ? JsonRpcTransportFactory : RestTransportFactory;
const client = await new ClientFactory(ClientFactoryOptions.createFrom(ClientFactoryOptions.default,
  { transports: [new Factory({ fetchImpl })], preferredTransports: [binding] })).createFromUrl(process.env.A2A_URL);
const text = (value) => ({ content: { $case: 'text', value }, filename: '', mediaType: '' });
const data = (value) => ({ content: { $case: 'data', value }, filename: '', mediaType: 'application/json' });
const message = (parts, more) => ({ messageId: crypto.randomUUID(), role: 1, parts, extensions: [], referenceTaskIds: [],
  contextId: '', taskId: '', ...more });
const send = (parts, more) => client.sendMessage({ message: message(parts, more) });
const said = (task) => task.artifacts.map((a) => a.parts.map((p) => p.content.value).join('')).join('|');

// a tool and a file, whole and streamed
const found = await send([text('Find order 4711')]);
assert.deepEqual([found.status.state, said(found)], [3, 'Done.']);
const raw = { content: { $case: 'raw', value: Buffer.from([1, 2, 3]) }, filename: 'a.png', mediaType: 'image/png' };
const pieces = [];
let last;
for await (const { payload } of client.sendMessageStream({ message: message([text('Look'), raw]) })) {
  if (payload.$case === 'artifactUpdate') pieces.push(payload.value.artifact.parts[0].content.value);
  last = payload;
}
assert.deepEqual([pieces.join(''), last.value.status.state], ['You said: Look[ [image/png]]', 3]);

// a second turn in the context of the first
const again = await send([text('Thanks')], { contextId: found.contextId });
assert.equal(again.contextId, found.contextId);
assert.notEqual(again.id, found.id);

// approval, streamed; the same again changes nothing
const asked = await send([text('Refund order 4711')]);
assert.equal(asked.status.state, 6);
const gate = asked.status.message.parts[1].content.value.gate;
const decide = (value) => [data({ gate, decision: 'resolve', value })];
const at = { taskId: asked.id, contextId: asked.contextId };
const states = [];
for await (const { payload } of client.sendMessageStream({ message: message(decide({ approved: true }), at) }))
  states.push(payload.value.status?.state ?? payload.$case);
assert.deepEqual([states[0], states.at(-1)], [6, 3]);
await assert.rejects(send(decide({ approved: false }), at));

// denied
const second = await send([text('Refund order 4712')]);
const denied = await send([data({ gate: second.status.message.parts[1].content.value.gate, decision: 'reject', comment: 'No.' })],
  { taskId: second.id, contextId: second.contextId });
assert.equal(denied.status.state, 3);

// others decide
const others = await send([text('Refund payout 1')]);
assert.equal(others.status.state, 8);
assert.equal((await client.cancelTask({ id: others.id })).status.state, 5);

// list and history
const list = await client.listTasks({ contextId: found.contextId, pageSize: 1, status: 0 });
assert.deepEqual([list.tasks.length, list.totalSize], [1, 2]);
const next = await client.listTasks({ contextId: found.contextId, pageSize: 1, status: 0, pageToken: list.nextPageToken });
assert.deepEqual([list.tasks[0].id, next.tasks[0].id, next.nextPageToken], [again.id, found.id, '']);
assert.equal((await client.getTask({ id: found.id, historyLength: 0 })).history.length, 0);
assert.equal((await client.getTask({ id: found.id })).history[0].parts[0].content.value, 'Find order 4711');

// cancel what runs, at once given back
const slow = await client.sendMessage({ message: message([text('slow')]), configuration: { returnImmediately: true } });
assert.ok([1, 2].includes(slow.status.state));
assert.equal((await client.cancelTask({ id: slow.id })).status.state, 5);
await assert.rejects(client.cancelTask({ id: slow.id }), (e) => /NotCancelable/.test(e.constructor.name));
await assert.rejects(client.getTask({ id: 'nope' }), (e) => /TaskNotFound/.test(e.constructor.name));
console.log('ok');
