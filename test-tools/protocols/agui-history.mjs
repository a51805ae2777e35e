// Threads that npm's @ag-ui/client opens again. AGUI_URL=http://host/agui
import { HttpAgent } from '@ag-ui/client';

const newAgent = (threadId) => new HttpAgent({
  url: process.env.AGUI_URL, threadId, headers: { Authorization: 'Bearer points' },
});
const reopened = async (content) => {
  const first = newAgent(crypto.randomUUID());
  first.addMessage({ id: crypto.randomUUID(), role: 'user', content });
  await first.runAgent({});
  const again = newAgent(first.threadId);
  await again.runAgent({});
  return again;
};
const found = await reopened('Find order 4711');
for (const { role, content, toolCalls } of found.messages) console.log(`${role} ${content ?? toolCalls[0].function.name}`);
const waiting = await reopened('Refund order 4712');
console.log(`pending ${waiting.pendingInterrupts.length}`);
