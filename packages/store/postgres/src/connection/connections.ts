/*
 * The connection policy, and the only importer of pg.
 *
 * - Reads have separate connections, so that they never wait for indexing.
 * - Every read has a statement timeout; a write waits a few seconds for a lock, then fails with STORE_BUSY.
 * - A read whose connection broke is repeated once. A write is repeated only after a conflict, which the server has rolled back.
 * - Values are bound. Statements contain only the validated name of the schema, and numbers from the server.
 */
import pg from 'pg'
import { StoreError } from '@recallite/store'
import { readAddress, schemaName, type Address, type AddressOptions } from './address.js'
import { isConflict, isLost, toStoreError, type CallKind } from './postgres-errors.js'
import type { DocumentKind } from './schema.js'
import { decodeText, encodeValue, type SqlValue } from './values.js'

/** One of the two stores in a schema. */
export interface Tables {
  /** The name of the schema. */
  readonly s: string
  readonly kind: DocumentKind
}

/** A connection that runs one statement after the other. */
export interface Session extends Tables {
  query<Row>(text: string, values?: readonly SqlValue[]): Promise<Rows<Row>>
}

/** The result of a statement. */
export interface Rows<Row> {
  readonly rows: readonly Row[]
  /** The number of rows written or returned. */
  readonly count: number
}

export interface ConnectionOptions extends AddressOptions {
  /** The schema of the tables, one for each store; default `recallite`. */
  readonly schema?: string | undefined
  /** In milliseconds; default 30,000. */
  readonly statementTimeout?: number | undefined
  /** In milliseconds; default 10,000. */
  readonly connectTimeout?: number | undefined
  /** Default 8. */
  readonly connections?: number | undefined
}

export interface Connections extends Tables {
  readonly address: Address
  /** Runs statements that only read. */
  read<Output>(work: Work<Output>): Promise<Output>
  /** Runs statements in one transaction; `wait: false` does not wait for locks. */
  write<Output>(work: Work<Output>, options?: { wait?: boolean | undefined }): Promise<Output>
  /** Runs reads without a timeout. */
  examine<Output>(work: Work<Output>): Promise<Output>
  /** Runs writes outside of a transaction and without a timeout. */
  withoutTransaction<Output>(work: Work<Output>): Promise<Output>
  /** A separate connection, for a lock that is released with it. */
  dedicated<Output>(name: string, work: (client: Client) => Promise<Output>): Promise<Output>
  /** The same connections, for the records of the schema. */
  ofRecords(): Connections
  close(): Promise<void>
}

type Work<Output> = (session: Session) => Promise<Output>

/** In milliseconds. */
const lockTimeout = 5000

/** The maximum number of writing connections; further writes wait for one. */
const maxWriters = 4

const maxTries = 5

/** The first statement opens a connection. */
export function openConnections(options: ConnectionOptions): Connections {
  const address = readAddress(options)
  const s = schemaName(options.schema)
  const { statementTimeout = 30_000, connections = 8 } = options
  const reading = createPool(address, options, { max: connections, statement_timeout: statementTimeout })
  const writing = createPool(address, options, { max: maxWriters, lock_timeout: lockTimeout })
  let closing: Promise<unknown> | undefined

  async function guarded<Output>(call: CallKind, work: () => Promise<Output>): Promise<Output> {
    if (closing)
      throw new StoreError(
        'STORE_UNAVAILABLE',
        `The store in ${address.displayUrl} was closed. Open it again.`,
      )
    try {
      return await work()
    } catch (error) {
      throw toStoreError(error, address, call)
    }
  }

  function connectionsOf(kind: DocumentKind): Connections {
    const tables = { s, kind }
    return {
      ...tables,
      address,
      read: (work) => guarded('read', () => readTwice(reading, tables, work)),
      write: (work, { wait = true } = {}) =>
        guarded('write', () =>
          repeated(wait, () => withClient(writing, tables, (session) => inTransaction(session, work, wait))),
        ),
      examine: (work) => guarded('read', () => withClient(writing, tables, work)),
      withoutTransaction: (work) => guarded('write', () => withClient(writing, tables, work)),
      dedicated: (name, work) => guarded('write', async () => work(await connect(address, options, name))),
      ofRecords: () => connectionsOf('record'),
      async close() {
        closing ??= Promise.all([reading, writing].map((pool) => pool.end()))
        await closing
      },
    }
  }

  return connectionsOf('file')
}

/** When pg itself gives up, for example without a password, it leaves the socket open, which would keep the process running. */
export class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: pg.Connection }
    connection.on('error', () => connection.stream.destroy())
  }
}

async function connect(address: Address, options: ConnectionOptions, name: string): Promise<Client> {
  const client = new Client({ ...clientConfig(address, options), application_name: name })
  client.on('error', ignore)
  await client.connect()
  return client
}

const applicationName = 'recallite'

function clientConfig({ client }: Address, { connectTimeout = 10_000 }: ConnectionOptions): pg.ClientConfig {
  return {
    ...client,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    types: { getTypeParser },
  }
}

function createPool(address: Address, options: ConnectionOptions, limits: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    Client,
    ...clientConfig(address, options),
    idleTimeoutMillis: 30_000,
    ...limits,
  })
  // The next call replaces a broken idle connection.
  pool.on('error', ignore)
  // The pool listens only to idle clients, but a server may end a connection between two calls.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

const ignore = (): void => undefined

const [int8Oid, textOid] = [20, 25]

/** Ids and counts are integers below 2 ** 53. Texts are decoded here, and encoded when they are bound. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) => {
  if (Number(oid) === textOid) return decodeText
  return Number(oid) === int8Oid ? Number : pg.types.getTypeParser(oid, format)
}

/** Runs `work` again if the connection breaks during the first attempt. */
async function readTwice<Output>(pool: pg.Pool, tables: Tables, work: Work<Output>): Promise<Output> {
  try {
    return await withClient(pool, tables, work)
  } catch (error) {
    if (!isLost(error)) throw error
    return withClient(pool, tables, work)
  }
}

/** Discards the connection if the server was lost. */
async function withClient<Output>(pool: pg.Pool, tables: Tables, work: Work<Output>): Promise<Output> {
  const client = await pool.connect()
  let failure: unknown
  const onError = (error: unknown) => void (failure = error)
  client.on('error', onError)
  try {
    return await work({
      ...tables,
      async query<Row>(text: string, values: readonly SqlValue[] = []) {
        const { rows, rowCount } = await client.query(text, values.map(encodeValue))
        return { rows: rows as Row[], count: rowCount ?? 0 }
      },
    })
  } catch (error) {
    failure ??= isLost(error) ? error : undefined
    throw error
  } finally {
    client.off('error', onError)
    client.release(failure !== undefined)
  }
}

async function repeated<Output>(wait: boolean, work: () => Promise<Output>): Promise<Output> {
  for (let left = maxTries; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (!wait || left <= 1 || !isConflict(error)) throw error
    }
  }
}

function inTransaction<Output>(session: Session, work: Work<Output>, wait: boolean): Promise<Output> {
  return between(session, wait ? 'BEGIN' : "BEGIN; SET LOCAL lock_timeout = '1ms'", () => work(session))
}

/** Runs reads that all see the state of the store at the first of them. */
export function inSnapshot<Output>(session: Session, work: () => Promise<Output>): Promise<Output> {
  return between(session, 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', work)
}

async function between<Output>(
  session: Session,
  begin: string,
  work: () => Promise<Output>,
): Promise<Output> {
  await session.query(begin)
  try {
    const output = await work()
    await session.query('COMMIT')
    return output
  } catch (error) {
    if (!isLost(error)) await session.query('ROLLBACK')
    throw error
  }
}
