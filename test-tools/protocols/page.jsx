import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';

function Part({ part, answer }) {
  if (part.type === 'text') {
    return <p>{part.text}</p>;
  }
  if (part.type === 'file' && part.mediaType.startsWith('image/')) {
    return <img src={part.url} alt="" />;
  }
  if (part.type === 'dynamic-tool') {
    return (
      <p>
        {part.toolName} {JSON.stringify(part.input)}: {part.state} {part.output}
        {part.state === 'approval-requested' && (
          <>
            <button onClick={() => answer({ id: part.approval.id, approved: true })}>Approve</button>
            <button onClick={() => answer({ id: part.approval.id, approved: false })}>Deny</button>
          </>
        )}
      </p>
    );
  }
  return null;
}

function Chat() {
  const [text, setText] = useState('');
  const { messages, sendMessage, addToolApprovalResponse, status, error } = useChat({
    id: location.hash.slice(1) || 'page',
    resume: true, // a reload shows the answer that is being given
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  return (
    <main>
      {messages.map((message) => (
        <section key={message.id} className={message.role}>
          {message.parts.map((part, i) => (
            <Part key={i} part={part} answer={addToolApprovalResponse} />
          ))}
        </section>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sendMessage({ text });
          setText('');
        }}
      >
        <input value={text} onChange={(event) => setText(event.target.value)} />
        <button>Send</button> <output>{error ? error.message : status}</output>
      </form>
    </main>
  );
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<Chat />);
