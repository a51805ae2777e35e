// Chats with an agent in a terminal: AGUI_URL=http://localhost:8080/agui TOKEN=… node terminal.mjs
import { createInterface } from 'node:readline/promises';
import { HttpAgent, buildResumeArray } from '@ag-ui/client';

const agent = new HttpAgent({
  url: process.env.AGUI_URL,
  headers: { Authorization: `Bearer ${process.env.TOKEN}` },
});
const print = {
  onTextMessageContentEvent: ({ event }) => void process.stdout.write(event.delta),
  onToolCallEndEvent: ({ toolCallName, toolCallArgs }) =>
    console.log(`[${toolCallName} ${JSON.stringify(toolCallArgs)}]`),
  onRunErrorEvent: ({ event }) => console.log(`${event.message} (${event.code})`),
  onRunFinishedEvent: () => console.log(),
};

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const ask = async (question) => {
  process.stdout.write(question);
  return (await lines.next()).value;
};
for (let text = await ask('> '); text; text = await ask('> ')) {
  agent.addMessage({ id: crypto.randomUUID(), role: 'user', content: text });
  await agent.runAgent({}, print);
  while (agent.pendingInterrupts.length > 0) {
    const answers = {};
    for (const { id, message } of agent.pendingInterrupts) {
      const approved = (await ask(`${message} (y/n) `)) === 'y';
      answers[id] = { status: 'resolved', payload: { approved } };
    }
    await agent.runAgent({ resume: buildResumeArray(agent.pendingInterrupts, answers) }, print);
  }
}
process.exit(0);
