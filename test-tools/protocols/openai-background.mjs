// Background responses through npm's openai: made at one node, read at another. OPENAI_URL, OTHER_URL=http://host/v1
import assert from 'node:assert/strict';
import OpenAI from 'openai';

const at = (baseURL, apiKey = 'npm') => new OpenAI({ baseURL, apiKey, maxRetries: 0 });
const one = at(process.env.OPENAI_URL);
const other = at(process.env.OTHER_URL);
const model = 'demo';
const text = 'One two three four.';
const create = (input, more) => one.responses.create({ model, input, background: true, ...more });
const ended = async (client, id) => {
  for (;;) {
    const now = await client.responses.retrieve(id);
    if (!['queued', 'in_progress'].includes(now.status)) return now;
    await new Promise((soon) => setTimeout(soon, 20));
  }
};
const read = async (stream) => {
  const events = [];
  for await (const event of stream) events.push(event);
  return events;
};

// polled, at both nodes
const begun = await create('Tell');
assert.deepEqual([begun.status, begun.background, begun.output], ['queued', true, []]);
const polled = await ended(other, begun.id);
assert.deepEqual([polled.status, polled.output_text, polled.id], ['completed', text, begun.id]);
assert.deepEqual(await one.responses.retrieve(begun.id), polled);

// streamed, cut in the middle, and read on at the other node
const live = await create('Tell slowly', { stream: true });
const seen = [];
for await (const event of live) {
  seen.push(event);
  if (event.type === 'response.output_text.delta') break;
}
const id = seen[0].response.id;
const starting_after = seen.at(-1).sequence_number;
const rest = await read(await other.responses.retrieve(id, { stream: true, starting_after }));
assert.deepEqual([...seen, ...rest].map((event) => event.sequence_number), [...seen, ...rest].map((_, i) => i));
assert.deepEqual(seen.slice(0, 3).map((event) => [event.type, event.response.status]),
  [['response.created', 'queued'], ['response.queued', 'queued'], ['response.in_progress', 'in_progress']]);
assert.equal(rest.at(-1).response.output[0].content[0].text, text);
assert.deepEqual(await read(await one.responses.retrieve(id, { stream: true })), [...seen, ...rest]);

// the helper that keeps the whole response
assert.equal((await other.responses.stream({ response_id: id, starting_after }).finalResponse()).output_text, text);

// an approval, and the answer in the background
const asked = await ended(other, (await create('Tell and refund')).id);
const request = asked.output.find((item) => item.type === 'mcp_approval_request');
assert.deepEqual([asked.status, asked.output_text, request.arguments], ['completed', 'Refunding. ', '{"amount":100}']);
const input = [{ type: 'mcp_approval_response', approval_request_id: request.id, approve: true }];
const approved = await other.responses.create({ model, previous_response_id: asked.id, background: true, input });
assert.equal((await ended(one, approved.id)).output_text, text);
assert.deepEqual(await one.responses.retrieve(asked.id), asked);

// canceled at the other node, before it is read to the end
const stopped = await create('Tell slowly');
assert.equal((await other.responses.cancel(stopped.id)).status, 'cancelled');
assert.equal((await one.responses.cancel(stopped.id)).status, 'cancelled');
assert.equal((await one.responses.cancel(begun.id)).status, 'completed');
const canceled = (await read(await one.responses.retrieve(stopped.id, { stream: true }))).at(-1);
assert.deepEqual([canceled.type, canceled.response.status], ['response.incomplete', 'cancelled']);

// failed
const failed = await ended(one, (await create('fail')).id);
assert.deepEqual([failed.status, failed.error.code], ['failed', 'server_error']);
assert.match(failed.error.type, /^E_/);
assert.doesNotMatch(JSON.stringify(failed), /secret/);

// what is not there, and what belongs to another
const eve = at(process.env.OTHER_URL, 'eve');
for (const call of [
  () => eve.responses.retrieve(begun.id),
  () => eve.responses.retrieve(begun.id, { stream: true }),
  () => eve.responses.cancel(begun.id),
  () => eve.responses.create({ model, input: 'Tell', previous_response_id: begun.id }),
  () => one.responses.retrieve('resp_none'),
]) await assert.rejects(call, (e) => e.status === 404 && /response_not_found/.test(e.code));
await assert.rejects(one.responses.retrieve(begun.id, { stream: true, starting_after: 'x' }),
  (e) => e.status === 400 && e.param === 'starting_after');
console.log('ok');
