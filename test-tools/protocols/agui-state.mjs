// The state of npm's @ag-ui/client as the server tells it. AGUI_URL=http://host/agui
import { HttpAgent, buildResumeArray } from '@ag-ui/client';

const agent = new HttpAgent({
  url: process.env.AGUI_URL,
  threadId: crypto.randomUUID(),
  headers: { Authorization: 'Bearer points' },
  initialState: { stale: true },
});
const say = async (content) => {
  agent.addMessage({ id: crypto.randomUUID(), role: 'user', content });
  await agent.runAgent({});
  console.log(JSON.stringify(agent.state));
};
await say('plan');
await say('ask');
await agent.runAgent({ resume: buildResumeArray(agent.pendingInterrupts,
  { [agent.pendingInterrupts[0].id]: { status: 'resolved', payload: { approved: true } } }) });
console.log(JSON.stringify(agent.state));
