// Reads events, one JSON object a line, and checks each against the schema of the protocol's own package.
//   node validate.mjs ai-sdk|ag-ui < events.jsonl
import { createInterface } from 'node:readline';

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
};
const check = await checks[process.argv[2]]();
let valid = 0;
let invalid = 0;
for await (const line of createInterface({ input: process.stdin })) {
  if (await check(JSON.parse(line))) {
    valid++;
  } else {
    invalid++;
    console.log(`invalid: ${line}`);
  }
}
console.log(`${valid} valid, ${invalid} invalid`);
process.exit(invalid === 0 && valid > 0 ? 0 : 1);
