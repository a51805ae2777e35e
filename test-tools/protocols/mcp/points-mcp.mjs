// npm's @modelcontextprotocol/sdk through the points. MCP_URL=http://host/mcp
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { run } from '../points.mjs';

async function connect(answer) {
  const client = new Client({ name: 'points', version: '1' }, { capabilities: answer ? { elicitation: { form: {} } } : {} });
  if (answer) client.setRequestHandler(ElicitRequestSchema, async () => answer);
  await client.connect(new StreamableHTTPClientTransport(new URL(process.env.MCP_URL),
    { requestInit: { headers: { Authorization: 'Bearer points' } } }));
  return client;
}
const ask = (client, args, options) => client.callTool({ name: 'demo', arguments: args }, undefined, options);
const text = (result) => result.content.map((part) => part.text).join('');
const plain = await connect();
const asking = async (answer, message) => text(await ask(await connect(answer), { message }));

await run({
  async tool() {
    assert.equal(text(await ask(plain, { message: 'Find and tell' })), 'Done: Order 4711 is on its way.');
    assert.equal(text(await plain.callTool({ name: 'find_order', arguments: { number: '4711' } })), 'Order 4711 is on its way.');
  },
  async approval() {
    assert.equal(await asking({ action: 'accept', content: { approved: true } }, 'Refund and tell: approve'), 'Done: refunded 100');
  },
  async edit() {
    assert.equal(await asking({ action: 'accept', content: { approved: true, amount: 80 } }, 'Refund and tell: edit'), 'Done: refunded 80');
  },
  async reject() {
    assert.match(await asking({ action: 'decline' }, 'Refund and tell: reject'), /not approved/);
  },
  async error() {
    const failed = await ask(plain, { message: 'fail' });
    assert.deepEqual([failed.isError, /^E_/.test(text(failed)), /secret/.test(text(failed))], [true, true, false]);
  },
  async cancel() { // the server's count of aborted turns is looked at by the test
    const name = crypto.randomUUID();
    const stop = new AbortController();
    const call = assert.rejects(ask(plain, { message: `slow ${name}` }, { signal: stop.signal }));
    await ask(plain, { message: `wait ${name}` }); // until the turn has begun
    stop.abort();
    await call;
  },
  async reload() { // the host calls again, from another session, while the call waits for somebody
    const args = { message: 'Refund and tell: reload' };
    const gate = (result) => text(result).match(/approval (\S+?)[,.: ]/i)?.[1] ?? text(result);
    const first = gate(await ask(plain, args));
    const other = await connect();
    assert.equal(gate(await ask(other, args)), first);
  },
  async second() {
    await ask(plain, { message: 'who first', conversation: 'points' });
    assert.equal(text(await ask(plain, { message: 'who next', conversation: 'points' })), 'points said who next (2)');
  },
  async whole() {
    assert.equal(text(await ask(plain, { message: 'Hello' })), 'You said: Hello[]');
  },
});
process.exit(process.exitCode ?? 0);
