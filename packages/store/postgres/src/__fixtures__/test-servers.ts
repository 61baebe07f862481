import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { casesOf, postgresPrograms } from '@recallite/test-kit'
import type { RecordStore } from '@recallite/store/records'
import { openPostgresRecords, type PostgresRecordsOptions } from '../records/open-records.js'
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from '../open-store.js'

/** A server for tests. */
export interface TestServer {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a server before the tests of a group, and stops it after them. Its URL is available in the tests. */
export function serverOfGroup(start: () => Promise<TestServer>): Pick<TestServer, 'url'> {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await start()
  }, 120_000)
  afterAll(() => server?.stop())
  return {
    get url() {
      return server?.url ?? ''
    },
  }
}

let schemas = 0

/** Opens an empty store in a new schema, which is dropped when the store is closed. */
export const openNew = (
  server: Pick<TestServer, 'url'>,
  options: Partial<PostgresStoreOptions> = {},
): Promise<PostgresStore> => inNewSchema(server, (place) => openPostgresStore({ ...place, ...options }))

/** Opens an empty record store in a new schema, which is dropped when it is closed. */
export const openNewRecords = (
  server: Pick<TestServer, 'url'>,
  options: Partial<PostgresRecordsOptions> = {},
): Promise<RecordStore> => inNewSchema(server, (place) => openPostgresRecords({ ...place, ...options }))

async function inNewSchema<Opened extends { close(): Promise<void> }>(
  { url }: Pick<TestServer, 'url'>,
  open: (place: { readonly url: string; readonly schema: string; readonly connections: number }) => Promise<Opened>,
): Promise<Opened> {
  schemas += 1
  const schema = `test_${process.pid}_${schemas}`
  const opened = await open({ url, schema, connections: 3 })
  const close = async () => {
    await opened.close()
    await run(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  }
  return { ...opened, close }
}

/** An independent client, which may lose its server. */
export function otherClient({ url }: Pick<TestServer, 'url'>): pg.Client {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  return client
}

/** Sends a statement to a server by an independent client. */
export async function run<Row = unknown>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows as Row[]
  } finally {
    await client.end()
  }
}

/**
 * The folder of a server's programs: RECALLITE_TEST_POSTGRES, such as one with pgvector, or Debian's. Only this file of the tests
 * reads the environment.
 */
export const findPrograms = (): string | undefined => postgresPrograms(process.env['RECALLITE_TEST_POSTGRES'])

/** How often clients and the server are killed: RECALLITE_POSTGRES_KILLS, or a few times. */
export const killCount = (): number => Number(process.env['RECALLITE_POSTGRES_KILLS'] ?? casesOf(6, 3))

/** Whether a server of these programs supports TLS. */
export function hasTls(programs: string): boolean {
  return execFileSync(join(programs, 'pg_config'), ['--configure'], { encoding: 'utf8' }).includes('openssl')
}
