import { createRoot } from 'react-dom/client';
import { useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';

// The driver uses what useChat gives, as a page of an application would.
function Chat() {
  window.chat = useChat({
    id: location.hash.slice(1),
    resume: true,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  return <pre>ready</pre>;
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<Chat />);
