// The sources and files that npm's ai has in its message. CHAT_URL=http://host/api/chat TEXT=…
import { DefaultChatTransport, readUIMessageStream } from 'ai';

const headers = { Authorization: 'Bearer points' };
const transport = new DefaultChatTransport({ api: process.env.CHAT_URL, headers });
const text = process.env.TEXT;
const stream = await transport.sendMessages({
  trigger: 'submit-message',
  chatId: crypto.randomUUID(),
  messages: [{ id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] }],
});
let last;
for await (const message of readUIMessageStream({ stream })) last = message;
for (const part of last.parts) {
  if (part.type.startsWith('source-')) console.log(`${part.type} ${part.url ?? part.title}`);
  if (part.type === 'file') {
    const file = await fetch(new URL(part.url, process.env.CHAT_URL), { headers });
    console.log(`file ${part.mediaType} ${file.status} ${Buffer.from(await file.arrayBuffer()).toString('base64')}`);
  }
}
