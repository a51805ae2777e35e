// One conversation through npm's openai: image in, a tool, approval, denial, a second turn, cancel.
import assert from 'node:assert/strict';
import OpenAI from 'openai';

const client = new OpenAI({ baseURL: process.env.OPENAI_URL, apiKey: 'scenario', maxRetries: 0 });
const model = 'demo';

// image in, streamed
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } };
const seen = await client.chat.completions
  .stream({ model, messages: [{ role: 'user', content: [{ type: 'text', text: 'Look' }, image] }] })
  .finalChatCompletion();
assert.equal(seen.choices[0].message.content, 'You said: Look[ [image/png]]');

// a tool runs on the server and is never a call for the client
const found = await client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Find order 4711' }] });
assert.equal(found.choices[0].finish_reason, 'stop');
assert.equal(found.choices[0].message.tool_calls, undefined);
assert.equal(found.choices[0].message.content, 'Done.');

// approval, streamed on both sides
const asked = await client.responses.stream({ model, input: 'Refund order 4711' }).finalResponse();
const request = asked.output.find((item) => item.type === 'mcp_approval_request');
assert.deepEqual([request.name, request.arguments, request.server_label], ['refund', '{"amount":100}', 'demo']);
const answer = (approve) => [{ type: 'mcp_approval_response', approval_request_id: request.id, approve }];
const types = [];
const approved = client.responses.stream({ model, previous_response_id: asked.id, input: answer(true) });
approved.on('event', (e) => types.push(e.type));
const done = await approved.finalResponse();
assert.equal(done.output_text, 'Done.');
assert.equal(types.at(-1), 'response.completed');

// the same again is the same, another decision is a conflict
const again = await client.responses.create({ model, previous_response_id: asked.id, input: answer(true) });
assert.equal(again.output_text, 'Done.');
await assert.rejects(client.responses.create({ model, previous_response_id: asked.id, input: answer(false) }),
  (e) => e.status === 409);

// denied
const second = await client.responses.create({ model, input: 'Refund order 4712', conversation: 'two' });
const deny = [{ type: 'mcp_approval_response', approval_request_id: second.output.at(-1).id, approve: false, reason: 'No.' }];
const denied = await client.responses.create({ model, conversation: 'two', input: deny });
assert.equal(denied.status, 'completed');

// the next turn of the same conversation
const next = await client.responses.create({ model, previous_response_id: done.id, input: 'Thanks' });
assert.match(next.output_text, /Thanks/);

// cancel: the client closes the connection
const stopped = await client.chat.completions.create({ model, stream: true, messages: [{ role: 'user', content: 'slow' }] });
for await (const chunk of stopped) if (chunk.choices[0].delta.content) break;
console.log('ok');
