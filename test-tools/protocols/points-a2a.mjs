// npm's @a2a-js/sdk through the points, over the binding of A2A_BINDING. A2A_URL=http://host
import assert from 'node:assert/strict';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { run } from './points.mjs';

const binding = process.env.A2A_BINDING ?? 'HTTP+JSON';
const fetchImpl = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, Authorization: 'Bearer points' } });
const Factory = binding === 'JSONRPC' ? JsonRpcTransportFactory : RestTransportFactory;
const client = await new ClientFactory(ClientFactoryOptions.createFrom(ClientFactoryOptions.default,
  { transports: [new Factory({ fetchImpl })], preferredTransports: [binding] })).createFromUrl(process.env.A2A_URL);
const [COMPLETED, FAILED, CANCELED, INPUT_REQUIRED] = [3, 4, 5, 6];
const text = (value) => ({ content: { $case: 'text', value }, filename: '', mediaType: '' });
const data = (value) => ({ content: { $case: 'data', value }, filename: '', mediaType: 'application/json' });
const request = (parts, more, configuration) => ({ configuration, message: { messageId: crypto.randomUUID(), role: 1, parts,
  extensions: [], referenceTaskIds: [], contextId: '', taskId: '', ...more } });
const send = (parts, more, configuration) => client.sendMessage(request(parts, more, configuration));
const said = (task) => task.artifacts.map((a) => a.parts.map((p) => p.content.value).join('')).join('');
const decide = async (decision) => {
  const asked = await send([text('Refund and tell')]);
  assert.equal(asked.status.state, INPUT_REQUIRED);
  const gate = asked.status.message.parts[1].content.value.gate;
  return send([data({ gate, ...decision })], { taskId: asked.id, contextId: asked.contextId });
};
/** Reads a stream of updates; tells each piece, and returns the text and the last state. */
const read = async (updates, onPiece) => {
  let all = '';
  let state;
  for await (const { payload } of updates) {
    state = payload.value.status?.state ?? state;
    const piece = payload.$case === 'artifactUpdate' ? payload.value.artifact.parts[0].content.value
      : payload.$case === 'task' ? said(payload.value) : '';
    all += piece;
    if (piece && (await onPiece?.(piece)) === 'leave') break;
  }
  return [all, state];
};

await run({
  async tool() {
    assert.equal(said(await send([text('Find and tell')])), 'Done: Order 4711 is on its way.');
  },
  async streamed() {
    const name = crypto.randomUUID();
    const got = await read(client.sendMessageStream(request([text(`wait ${name}`)])), (piece) => piece === 'Waiting' && send([text(`go ${name}`)]));
    assert.deepEqual(got, ['WaitingOver.', COMPLETED]);
  },
  async image() {
    const raw = { content: { $case: 'raw', value: Buffer.from([1, 2, 3]) }, filename: 'a.png', mediaType: 'image/png' };
    assert.equal(said(await send([text('Look'), raw])), 'You said: Look[ [image/png]]');
  },
  async approval() {
    const done = await decide({ decision: 'resolve', value: { approved: true } });
    assert.deepEqual([said(done), done.status.state], ['Done: refunded 100', COMPLETED]);
  },
  async edit() {
    const done = await decide({ decision: 'resolve', value: { approved: true, args: { amount: 80 } }, edited: true });
    assert.deepEqual([said(done), done.status.state], ['Done: refunded 80', COMPLETED]);
  },
  async reject() {
    const done = await decide({ decision: 'reject', comment: 'No.' });
    assert.deepEqual([said(done).includes('refunded'), done.status.state], [false, COMPLETED]);
  },
  async error() {
    const failed = await send([text('fail')]);
    assert.equal(failed.status.state, FAILED);
    assert.match(failed.status.message.parts[0].content.value, /E_/);
    assert.doesNotMatch(JSON.stringify(failed), /secret/);
  },
  async cancel() {
    const slow = await send([text('slow')], {}, { returnImmediately: true });
    assert.equal((await client.cancelTask({ id: slow.id })).status.state, CANCELED);
  },
  async reload() {
    const name = crypto.randomUUID();
    const task = await send([text(`wait ${name}`)], {}, { returnImmediately: true });
    await read(client.resubscribeTask({ id: task.id }), () => 'leave');
    const got = await read(client.resubscribeTask({ id: task.id }), (piece) => piece === 'Waiting' && send([text(`go ${name}`)]));
    assert.deepEqual(got, ['WaitingOver.', COMPLETED]);
  },
  async second() {
    const first = await send([text('who first')]);
    assert.equal(said(await send([text('who next')], { contextId: first.contextId })), 'points said who next (2)');
  },
  async whole() {
    const done = await send([text('Hello')]);
    assert.deepEqual([said(done), done.status.state], ['You said: Hello[]', COMPLETED]);
  },
});
