// npm's openai through the points. OPENAI_URL=http://host/v1
import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { run } from './points.mjs';

const client = new OpenAI({ baseURL: process.env.OPENAI_URL, apiKey: 'points', maxRetries: 0 });
const model = 'demo';
const ask = (content, more) => client.chat.completions.create({ model, messages: [{ role: 'user', content }], ...more });
const said = (completion) => completion.choices[0].message.content;
const decide = async (decision) => {
  const asked = await client.responses.create({ model, input: 'Refund and tell' });
  const id = asked.output.find((item) => item.type === 'mcp_approval_request').id;
  const input = [{ type: 'mcp_approval_response', approval_request_id: id, ...decision }];
  return (await client.responses.create({ model, previous_response_id: asked.id, input })).output_text;
};
const waits = async (name, options) => {
  const stream = await client.chat.completions.create({ model, stream: true, messages: [{ role: 'user', content: `wait ${name}` }] }, options);
  return { stream, pieces: (async function* pieces() {
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) yield chunk.choices[0].delta.content;
  })() };
};

await run({
  async tool() {
    const found = await ask('Find and tell');
    assert.equal(said(found), 'Done: Order 4711 is on its way.');
    assert.equal(found.choices[0].message.tool_calls, undefined);
  },
  async streamed() {
    const name = crypto.randomUUID();
    let text = '';
    for await (const piece of (await waits(name)).pieces) {
      text += piece;
      if (piece === 'Waiting') await ask(`go ${name}`);
    }
    assert.equal(text, 'Waiting\n\nOver.'); // two messages of ours are one of theirs
  },
  async image() {
    const content = [{ type: 'text', text: 'Look' }, { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } }];
    assert.equal(said(await ask(content)), 'You said: Look[ [image/png]]');
    const input = [{ role: 'user', content: [{ type: 'input_text', text: 'Look' }, { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AQID' }] }];
    assert.equal((await client.responses.create({ model, input })).output_text, 'You said: Look[ [image/png]]');
  },
  async approval() {
    assert.equal(await decide({ approve: true }), 'Done: refunded 100');
  },
  async edit() { // arguments is a field of ours: OpenAI's answer to an approval has a yes or a no
    assert.equal(await decide({ approve: true, arguments: '{"amount":80}' }), 'Done: refunded 80');
  },
  async reject() {
    assert.match(await decide({ approve: false, reason: 'No.' }), /not approved/);
  },
  async error() {
    await assert.rejects(ask('fail'), (e) => e.status >= 500 && /^E_/.test(e.code) && !/secret/.test(e.message));
    await assert.rejects(async () => { for await (const chunk of await ask('fail', { stream: true })) void chunk; }, /\S/);
  },
  async cancel() { // the connection is closed; the server's count of aborted turns is looked at by the test
    const stream = await ask('slow', { stream: true });
    for await (const chunk of stream) if (chunk.choices[0].delta.content) break;
  },
  async reload() {
    const name = crypto.randomUUID();
    const options = { headers: { 'Idempotency-Key': name } };
    const left = await waits(name, options);
    for await (const piece of left.pieces) if (piece) break;
    left.stream.controller.abort();
    let text = '';
    for await (const piece of (await waits(name, options)).pieces) {
      text += piece;
      if (piece === 'Waiting') await ask(`go ${name}`);
    }
    assert.equal(text, 'Waiting\n\nOver.'); // two messages of ours are one of theirs
  },
  async second() {
    const first = await client.responses.create({ model, input: 'who first' });
    const next = await client.responses.create({ model, input: 'who next', previous_response_id: first.id });
    assert.equal(next.output_text, 'points said who next (2)');
  },
  async whole() {
    const answer = await client.responses.create({ model, input: 'Hello' });
    assert.deepEqual([answer.output_text, answer.status], ['You said: Hello[]', 'completed']);
    assert.equal(said(await ask('Hello')), 'You said: Hello[]');
  },
});
