// Reads what the server answered, one JSON object a line, and checks each by the protocol's own package.
//   node validate.mjs ai-sdk|ag-ui|a2a|openai < answers.jsonl
// For a2a and openai a line is {path, status, json}.
import { createInterface } from 'node:readline';

const lines = [];
for await (const line of createInterface({ input: process.stdin })) lines.push(line);

/** Fields that the A2A specification requires; the package's codec would fill them in. */
const required = {
  AgentCard: ['name', 'description', 'supportedInterfaces', 'version', 'capabilities', 'defaultInputModes', 'defaultOutputModes', 'skills'],
  Task: ['id', 'contextId', 'status'],
  TaskStatus: ['state', 'timestamp'],
  Message: ['messageId', 'role', 'parts'],
  Artifact: ['artifactId', 'parts'],
  TaskStatusUpdateEvent: ['taskId', 'contextId', 'status'],
  TaskArtifactUpdateEvent: ['taskId', 'contextId', 'artifact'],
  ListTasksResponse: ['tasks', 'nextPageToken', 'pageSize', 'totalSize'],
  TaskPushNotificationConfig: ['id', 'taskId', 'url'],
};
const inside = {
  Task: { status: 'TaskStatus', artifacts: 'Artifact', history: 'Message' }, TaskStatus: { message: 'Message' },
  TaskStatusUpdateEvent: { status: 'TaskStatus' }, TaskArtifactUpdateEvent: { artifact: 'Artifact' },
  StreamResponse: { task: 'Task', message: 'Message', statusUpdate: 'TaskStatusUpdateEvent', artifactUpdate: 'TaskArtifactUpdateEvent' },
  SendMessageResponse: { task: 'Task', message: 'Message' }, ListTasksResponse: { tasks: 'Task' },
  ListTaskPushNotificationConfigsResponse: { configs: 'TaskPushNotificationConfig' },
};
const missing = (type, json) => [
  ...(required[type] ?? []).filter((field) => json[field] === undefined).map((field) => `${type}.${field}`),
  ...Object.entries(inside[type] ?? {}).flatMap(([field, of]) => [json[field] ?? []].flat().flatMap((one) => missing(of, one))),
];

/** Drops what the codec does not write: values that are the defaults. */
const plain = (json) => {
  if (Array.isArray(json)) return json.map(plain);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, plain(value)])
    .filter(([, value]) => value !== false && value !== '' && value !== 0 && !(Array.isArray(value) && value.length === 0)));
};

const checks = {
  'ai-sdk': async () => {
    const { uiMessageChunkSchema } = await import('ai');
    const schema = uiMessageChunkSchema();
    return async (event) => (await schema.validate(event)).success;
  },
  'ag-ui': async () => {
    const { EventSchemas } = await import('@ag-ui/core/schemas');
    return async (event) => EventSchemas.safeParse(event).success;
  },
  a2a: async () => {
    const codecs = await import('@a2a-js/sdk');
    const type = (path, json) =>
      path.endsWith('agent-card.json') ? 'AgentCard'
        : json.tasks ? 'ListTasksResponse'
        : json.configs ? 'ListTaskPushNotificationConfigsResponse'
        : json.url ? 'TaskPushNotificationConfig'
        : /:(stream|subscribe)$/.test(path) || json.statusUpdate || json.artifactUpdate ? 'StreamResponse'
        : json.task || json.message ? 'SendMessageResponse' : 'Task';
    const is = (name, json) => {
      if (Object.keys(json).length === 0) return true; // a configuration was deleted
      const lost = missing(name, json);
      const read = JSON.stringify(plain(codecs[name].toJSON(codecs[name].fromJSON(json))));
      const same = read === JSON.stringify(plain(json));
      if (lost.length > 0 || !same) console.log(`${name}: lacks [${lost}], read as ${read}`);
      return lost.length === 0 && same;
    };
    const error = ({ code, message }) => Number.isInteger(code) && typeof message === 'string';
    return async ({ path, status, json }) => {
      if (json.jsonrpc) {
        const fields = Object.keys(json).filter((key) => !['jsonrpc', 'id', 'result', 'error'].includes(key));
        if (json.jsonrpc !== '2.0' || fields.length > 0 || (json.result === undefined) === (json.error === undefined)) return false;
        return json.error ? error(json.error) : is(type(path, json.result), json.result);
      }
      // also an error within a stream, which begins with status 200
      if (status >= 400 || json.error) return error(json.error) && (json.error.code === status || status === 200) && typeof json.error.status === 'string'
        && json.error.details.every((detail) => typeof detail['@type'] === 'string' && typeof detail.reason === 'string');
      return is(type(path, json), json);
    };
  },
  openai: async () => {
    const { default: ts } = await import('typescript');
    const type = ({ path, status, json, event }) =>
      status >= 400 || (json.error && !json.object && !json.type) ? '{ error: ErrorObject }'
        : path.endsWith('/models') ? "{ object: 'list', data: Model[] }"
        : path.includes('/models/') ? 'Model'
        : path.endsWith('/chat/completions') ? (event ? 'ChatCompletionChunk' : 'ChatCompletion')
        : event ? 'Sent<ResponseStreamEvent>' : 'Sent<Response>';
    const head = `import type { Model } from 'openai/resources/models';
import type { ErrorObject } from 'openai/resources/shared';
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';
// The library makes output_text up for its callers; no server sends it.
type Sent<T> = T extends { response: Response } ? Omit<T, 'response'> & { response: Omit<Response, 'output_text'> }
  : T extends Response ? Omit<T, 'output_text'> : T;
`;
    const first = head.split('\n').length - 1;
    const file = `${process.cwd()}/answers.ts`;
    const text = head + lines.map((line, i) => `export const a${i}: ${type(JSON.parse(line))} = ${JSON.stringify(JSON.parse(line).json)};`).join('\n');
    const options = { strict: true, noEmit: true, skipLibCheck: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022,
      moduleResolution: ts.ModuleResolutionKind.NodeNext, types: [] };
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists, readFile } = host;
    host.getSourceFile = (name, ...more) => (name === file ? ts.createSourceFile(name, text, options.target) : getSourceFile.call(host, name, ...more));
    host.fileExists = (name) => name === file || fileExists.call(host, name);
    host.readFile = (name) => (name === file ? text : readFile.call(host, name));
    const program = ts.createProgram([file], options, host);
    const wrong = new Set();
    for (const found of [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics(program.getSourceFile(file))]) {
      wrong.add(found.file.getLineAndCharacterOfPosition(found.start).line - first);
      console.log(ts.flattenDiagnosticMessageText(found.messageText, '\n'));
    }
    if ([...wrong].some((i) => i < 0)) throw new Error('the package has other types');
    let at = 0;
    return async () => !wrong.has(at++);
  },
};
const check = await checks[process.argv[2]]();
let valid = 0;
let invalid = 0;
for (const line of lines) {
  if (await check(JSON.parse(line))) {
    valid++;
  } else {
    invalid++;
    console.log(`invalid: ${line.slice(0, 500)}`);
  }
}
console.log(`${valid} valid, ${invalid} invalid`);
process.exit(invalid === 0 && valid > 0 ? 0 : 1);
