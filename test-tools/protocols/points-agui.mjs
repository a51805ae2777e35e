// npm's @ag-ui/client through the points. AGUI_URL=http://host/agui
import assert from 'node:assert/strict';
import { HttpAgent, buildResumeArray } from '@ag-ui/client';
import { run } from './points.mjs';

const url = process.env.AGUI_URL;
const headers = { Authorization: 'Bearer points' };
const newAgent = (threadId = crypto.randomUUID()) => new HttpAgent({ url, threadId, headers });
const user = (content) => ({ id: crypto.randomUUID(), role: 'user', content });

/** Says something, and returns what came: text, pieces, results, outcome, error. */
async function say(agent, content, { message = user(content), resume, onText } = {}) {
  const got = { text: '', pieces: [], results: [] };
  if (!resume) agent.addMessage(message);
  await agent.runAgent({ resume }, {
    onTextMessageContentEvent: ({ event }) => {
      got.text += event.delta;
      got.pieces.push(event.delta);
      onText?.(event.delta);
    },
    onToolCallResultEvent: ({ event }) => void got.results.push(event.content),
    onRunFinishedEvent: ({ outcome }) => void (got.outcome = outcome),
    onRunErrorEvent: ({ event }) => void (got.error = event),
  });
  return got;
}
const answer = (agent, payload) => say(agent, null, { resume: buildResumeArray(agent.pendingInterrupts,
  { [agent.pendingInterrupts[0].id]: { status: 'resolved', payload } }) });
const stop = (agent) => fetch(`${url}/${agent.threadId}`, { method: 'DELETE', headers });

await run({
  async tool() {
    const got = await say(newAgent(), 'Find order 4711');
    assert.deepEqual([got.results, got.text], [['Order 4711 is on its way.'], 'Done.']);
  },
  async streamed() { // the piece comes while the turn waits for another to say go
    const name = crypto.randomUUID();
    const got = await say(newAgent(), `wait ${name}`, { onText: (text) => text === 'Waiting' && say(newAgent(), `go ${name}`) });
    assert.equal(got.text, 'WaitingOver.');
  },
  async image() {
    const got = await say(newAgent(), [{ type: 'text', text: 'Look' },
      { type: 'image', source: { type: 'data', value: 'AQID', mimeType: 'image/png' } }]);
    assert.equal(got.text, 'You said: Look[ [image/png]]');
  },
  async approval() {
    const agent = newAgent();
    await say(agent, 'Refund order 4711');
    const got = await answer(agent, { approved: true });
    assert.deepEqual([got.results, got.text], [['refunded 100'], 'Done.']);
  },
  async edit() {
    const agent = newAgent();
    await say(agent, 'Refund order 4711');
    const got = await answer(agent, { approved: true, editedArgs: { amount: 80 } });
    assert.deepEqual([got.results, got.text], [['refunded 80'], 'Done.']);
  },
  async reject() {
    const agent = newAgent();
    await say(agent, 'Refund order 4712');
    const got = await answer(agent, { approved: false });
    assert.match(got.results[0], /not approved/);
  },
  async error() {
    const got = await say(newAgent(), 'fail');
    assert.match(got.error.code, /^E_/);
    assert.doesNotMatch(JSON.stringify(got), /secret/);
  },
  async cancel() {
    const agent = newAgent();
    const got = await say(agent, 'slow', { onText: () => stop(agent) });
    assert.deepEqual([got.text, got.outcome?.type ?? got.outcome], ['Slow', 'cancelled']);
  },
  async reload() {
    const name = crypto.randomUUID();
    const left = newAgent();
    const message = user(`wait ${name}`);
    await say(left, null, { message, onText: () => left.abortRun() });
    const got = await say(newAgent(left.threadId), null, { message, onText: (text) => text === 'Waiting' && say(newAgent(), `go ${name}`) });
    assert.equal(got.text, 'WaitingOver.');
  },
  async second() {
    const agent = newAgent();
    await say(agent, 'who first');
    assert.equal((await say(agent, 'who next')).text, 'points said who next (2)');
  },
});
