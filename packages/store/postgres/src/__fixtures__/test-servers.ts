import pg from 'pg'
import type { RecordStore } from '@recallite/records'
import { openPostgresRecords, type PostgresRecordsOptions } from '../records/open-records.js'
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from '../open-store.js'

/** A server for tests. */
export interface TestServer {
  readonly url: string
  stop(): Promise<void>
}

let schemas = 0

/** Opens a store that holds nothing, in a schema of its own, which goes when the store is closed. */
export const openNew = (
  server: Pick<TestServer, 'url'>,
  options: Partial<PostgresStoreOptions> = {},
): Promise<PostgresStore> => inNewSchema(server, (place) => openPostgresStore({ ...place, ...options }))

/** Opens records that hold nothing, in a schema of their own, which goes when they are closed. */
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

/** A client of someone else, which may lose its server. */
export function otherClient({ url }: Pick<TestServer, 'url'>): pg.Client {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  return client
}

/** Sends a statement to a server, as someone else would. */
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
 * How many clients and how often the server are killed: RECALLITE_POSTGRES_KILLS, or a few. It is the one file of these tests that reads
 * the environment.
 */
export const killCount = (): number => Number(process.env['RECALLITE_POSTGRES_KILLS'] ?? 6)
