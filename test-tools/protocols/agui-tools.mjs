// A tool that npm's @ag-ui/client declares and runs. AGUI_URL=http://host/agui
import { HttpAgent } from '@ag-ui/client';

const tools = [{
  name: 'show_map',
  description: 'Shows a place on the map.',
  parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
}];
const agent = new HttpAgent({
  url: process.env.AGUI_URL,
  threadId: crypto.randomUUID(),
  headers: { Authorization: 'Bearer points' },
});
const calls = [];
const watch = {
  onToolCallEndEvent: ({ event, toolCallArgs }) => void calls.push({ id: event.toolCallId, args: toolCallArgs }),
  onRunFinishedEvent: ({ event }) => console.log(`pending ${event.outcome?.pendingToolCallIds?.length ?? 0}`),
  onRunErrorEvent: ({ event }) => console.log(`error ${event.code}`),
};
agent.addMessage({ id: crypto.randomUUID(), role: 'user', content: 'Show tell' });
await agent.runAgent({ tools }, watch);
for (const { id, args } of calls.splice(0)) {
  agent.addMessage({ id: crypto.randomUUID(), role: 'tool', toolCallId: id, content: `the map of ${args.place} is shown` });
}
await agent.runAgent({ tools }, watch);
console.log(agent.messages.map(({ role, content }) => `${role}: ${content}`).join('\n'));
