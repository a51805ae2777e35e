// An MCP server over stdio that kills itself at a moment of its life: node dying-server.mjs MOMENT
import { createInterface } from 'node:readline';

const moment = process.argv[2];
const die = (now) => now === moment && process.kill(process.pid, 'SIGKILL');
const tools = [{ name: 'good', description: 'Works.', inputSchema: { type: 'object' } }];
const results = {
  initialize: (params) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'dying', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'called' }] }),
};

let calls = 0;
die('start');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  die(method);
  if (id === undefined) return;
  if (method === 'tools/call') die(`call ${++calls}`);
  const answer = JSON.stringify({ jsonrpc: '2.0', id, result: results[method](params) });
  if (moment === `half of ${method}`) {
    process.stdout.write(answer.slice(0, answer.length / 2), () => process.kill(process.pid, 'SIGKILL'));
    return;
  }
  process.stdout.write(`${answer}\n`, () => die(`after ${method}`));
});
