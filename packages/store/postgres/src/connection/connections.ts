/*
 * The connection policy, and the only importer of pg.
 *
 * - Searches and reads have connections of their own, so that they never wait for indexing.
 * - Every read has a statement timeout; a write waits a few seconds for a lock, then fails with STORE_BUSY.
 * - A read whose connection broke is asked once more. A write is repeated only if another transaction stood in its way:
 *   then the server has undone all of it.
 * - Values are bound. Only the name of the schema, which is checked, and numbers that the server made stand in statements.
 */
import pg from 'pg'
import { StoreError } from '@recallite/store'
import { readAddress, schemaName, type Address, type AddressOptions } from './address.js'
import { isInTheWay, isLost, toStoreError, type CallKind } from './postgres-errors.js'
import type { DocumentKind } from './schema.js'
import { decodeText, encodeValue, type SqlValue } from './values.js'

/** Which tables are read and written. */
export interface Tables {
  /** The name of the schema as it stands in statements. */
  readonly s: string
  /** Which of the two stores of the schema is meant. */
  readonly kind: DocumentKind
}

/** A connection to which statements can be sent, one after the other. */
export interface Session extends Tables {
  query<Row>(text: string, values?: readonly SqlValue[]): Promise<Rows<Row>>
}

/** What a statement gave. */
export interface Rows<Row> {
  readonly rows: readonly Row[]
  /** How many rows it wrote or gave. */
  readonly count: number
}

/** How to reach a database. */
export interface ConnectionOptions extends AddressOptions {
  /** The schema that has the tables, one for each store; default `recallite`. */
  readonly schema?: string | undefined
  /** In milliseconds; default 30,000. */
  readonly statementTimeout?: number | undefined
  /** In milliseconds; default 10,000. */
  readonly connectTimeout?: number | undefined
  /** Default 8. */
  readonly connections?: number | undefined
}

/** The connections of a store. */
export interface Connections extends Tables {
  readonly address: Address
  /** Runs statements that write nothing. */
  read<Output>(work: (session: Session) => Promise<Output>): Promise<Output>
  /** Runs statements in one transaction; `wait: false` does not wait for locks. */
  write<Output>(
    work: (session: Session) => Promise<Output>,
    options?: { wait?: boolean | undefined },
  ): Promise<Output>
  /** Runs statements that write nothing and may last long. */
  examine<Output>(work: (session: Session) => Promise<Output>): Promise<Output>
  /** Runs statements that cannot stand in a transaction, or last long. */
  alone<Output>(work: (session: Session) => Promise<Output>): Promise<Output>
  /** A connection of its own, for a lock that ends with it. */
  dedicated(name: string): Promise<pg.Client>
  /** The same connections, for the records of the schema. */
  ofRecords(): Connections
  close(): Promise<void>
}

/** How long a write waits for a lock, in milliseconds. */
const lockTimeout = 5000

/** Most connections that write; the rest of a store's writes wait for one of them. */
const writers = 4

const mostTries = 5

/** Opens no connection yet: the first statement does. */
export function openConnections(options: ConnectionOptions): Connections {
  const address = readAddress(options)
  const s = schemaName(options.schema)
  const { statementTimeout = 30_000, connections = 8 } = options
  const reading = createPool(address, options, { max: connections, statement_timeout: statementTimeout })
  const writing = createPool(address, options, { max: writers, lock_timeout: lockTimeout })
  let closing: Promise<unknown> | undefined

  async function guarded<Output>(call: CallKind, work: () => Promise<Output>): Promise<Output> {
    if (closing)
      throw new StoreError('STORE_UNAVAILABLE', `The store in ${address.shown} was closed. Open it again.`)
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
      alone: (work) => guarded('write', () => withClient(writing, tables, work)),
      dedicated: (name) => guarded('write', () => connect(address, options, name)),
      ofRecords: () => connectionsOf('record'),
      async close() {
        closing ??= Promise.all([reading, writing].map((pool) => pool.end()))
        await closing
      },
    }
  }

  return connectionsOf('file')
}

/** pg leaves a socket open if it gives up itself, such as for want of a password: a process could not end before the server closes it. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: pg.Connection }
    connection.on('error', () => connection.stream.destroy())
  }
}

async function connect(address: Address, options: ConnectionOptions, name: string): Promise<pg.Client> {
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

function createPool(address: Address, options: ConnectionOptions, own: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ Client, ...clientConfig(address, options), idleTimeoutMillis: 30_000, ...own })
  // An idle connection that breaks is replaced by the next call.
  pool.on('error', ignore)
  // The pool listens to a client only while it is idle: what a server says at its end may come between two calls.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

const ignore = (): void => undefined

const [int8Oid, textOid] = [20, 25]

/** Ids and counts are whole numbers below 2 ** 53. Texts are decoded here, and encoded as they are bound. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) => {
  if (Number(oid) === textOid) return decodeText
  return Number(oid) === int8Oid ? Number : pg.types.getTypeParser(oid, format)
}

type Work<Output> = (session: Session) => Promise<Output>

/** Runs `work`, and runs it a second time if the connection broke during the first. */
async function readTwice<Output>(pool: pg.Pool, tables: Tables, work: Work<Output>): Promise<Output> {
  try {
    return await withClient(pool, tables, work)
  } catch (error) {
    if (!isLost(error)) throw error
    return withClient(pool, tables, work)
  }
}

/** A connection on which a statement failed for want of the server is thrown away. */
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
  for (let left = mostTries; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (!wait || left <= 1 || !isInTheWay(error)) throw error
    }
  }
}

function inTransaction<Output>(session: Session, work: Work<Output>, wait: boolean): Promise<Output> {
  return between(session, wait ? 'BEGIN' : "BEGIN; SET LOCAL lock_timeout = '1ms'", () => work(session))
}

/** Runs statements that all read the store as of the first of them. */
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
