import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import type { TestServer } from './test-servers.js'

/** Starts PostgreSQL 18 with pgvector in this process, on a port of its own. All its connections share one session. */
export async function startPglite(): Promise<TestServer> {
  const db = await PGlite.create({ extensions: { vector } })
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 200 })
  await server.start()
  return {
    url: `postgres://postgres:secret@${server.getServerConn()}/postgres`,
    async stop() {
      await server.stop()
      await db.close()
    },
  }
}
