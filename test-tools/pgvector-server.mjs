// PostgreSQL with pgvector for tests, in one process and one session. Prints its port; ends when its input does.
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

const db = await PGlite.create({ extensions: { vector } });
// The port is the one the server got: one that was free a moment ago may be another's by now.
const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1', maxConnections: 10 });
const listening = new Promise((resolve) => server.addEventListener('listening', resolve, { once: true }));
await server.start();
console.log(`PORT ${(await listening).detail.port}`);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
