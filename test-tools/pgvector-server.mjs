// PostgreSQL with pgvector for tests, in one process and one session. Prints its port; ends when its input does.
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { createServer } from 'node:net';

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

const db = await PGlite.create({ extensions: { vector } });
const port = await freePort();
await new PGLiteSocketServer({ db, port, host: '127.0.0.1', maxConnections: 10 }).start();
console.log(`PORT ${port}`);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
