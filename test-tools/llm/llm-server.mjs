// A mock of the model providers' interfaces for tests, on loopback. Prints its port; ends when its input does.
// Arguments: files with fixtures, first match wins.
import { LLMock } from '@copilotkit/aimock';

const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'warn' });
for (const file of process.argv.slice(2)) {
  mock.loadFixtureFile(file);
}
await mock.start();
console.log(`PORT ${mock.port}`);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
