/*
 * The connection policy, and the only importer of pg.
 *
 * - Searches and reads have connections of their own, so that they never wait for indexing; with `readFrom` those go to a
 *   replica, and to the primary once the replica is lost.
 * - Every read has a statement timeout; a write waits a few seconds for a lock, then fails with STORE_BUSY.
 * - A read whose connection broke is asked once more. A write is repeated only if another transaction stood in its way:
 *   then the server has undone all of it.
 * - Values are bound. Only the name of the schema, which is checked, and numbers that the server made stand in statements.
 */
import pg from 'pg'
import { readAddress, type Address, type AddressOptions } from './address.js'
import { isInTheWay, isLost, toStoreError, type CallKind } from './postgres-errors.js'
import type { SqlValue } from './values.js'
import { StoreError } from '@recallite/store'

/** A connection to which statements can be sent, one after the other. */
export interface Session {
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
  readonly readFrom?: string | undefined
  /** In milliseconds; default 30,000. */
  readonly statementTimeout?: number | undefined
  /** In milliseconds; default 10,000. */
  readonly connectTimeout?: number | undefined
  /** Default 8. */
  readonly connections?: number | undefined
}

/** The connections of a store. */
export interface Connections {
  readonly address: Address
  /** Runs statements that write nothing. */
  read<Output>(work: (session: Session) => Promise<Output>): Promise<Output>
  /** The same, but on the primary: for what has to see the last write of this store. */
  readPrimary<Output>(work: (session: Session) => Promise<Output>): Promise<Output>
  /** Runs statements in one transaction; `wait: false` does not wait for locks. */
  write<Output>(
    work: (session: Session) => Promise<Output>,
    options?: { wait?: boolean | undefined },
  ): Promise<Output>
  /** Runs statements that write nothing and may last long, on the primary. */
  examine<Output>(work: (session: Session) => Promise<Output>): Promise<Output>
  /** Runs statements that cannot stand in a transaction, or last long. */
  alone<Output>(work: (session: Session) => Promise<Output>): Promise<Output>
  /** A connection of its own, for a lock that ends with it. */
  dedicated(name: string): Promise<pg.Client>
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
  const { statementTimeout = 30_000, connections = 8 } = options
  const reading = { max: connections, statement_timeout: statementTimeout }
  const primary = createPool(address, options, reading)
  const writing = createPool(address, options, { max: writers, lock_timeout: lockTimeout })
  const replica =
    options.readFrom === undefined
      ? undefined
      : createPool(readAddress({ ...options, url: options.readFrom }), options, reading)
  const pools = [primary, writing, ...(replica ? [replica] : [])]
  let closing: Promise<unknown> | undefined

  async function guarded<Output>(kind: CallKind, work: () => Promise<Output>): Promise<Output> {
    if (closing)
      throw new StoreError('STORE_UNAVAILABLE', `The store in ${address.shown} was closed. Open it again.`)
    try {
      return await work()
    } catch (error) {
      throw toStoreError(error, address, kind)
    }
  }

  return {
    address,
    read: (work) => guarded('read', () => readOnce(replica ? [replica, primary] : [primary, primary], work)),
    readPrimary: (work) => guarded('read', () => readOnce([primary, primary], work)),
    write: (work, { wait = true } = {}) => guarded('write', () => writeIn(writing, work, wait)),
    examine: (work) => guarded('read', () => withClient(writing, work)),
    alone: (work) => guarded('write', () => withClient(writing, work)),
    dedicated: (name) =>
      guarded('write', async () => {
        const client = new pg.Client({ ...clientConfig(address, options), application_name: name })
        client.on('error', ignore)
        await client.connect()
        return client
      }),
    async close() {
      closing ??= Promise.all(pools.map((pool) => pool.end()))
      await closing
    },
  }
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
  const pool = new pg.Pool({ ...clientConfig(address, options), idleTimeoutMillis: 30_000, ...own })
  // An idle connection that breaks is replaced by the next call.
  pool.on('error', ignore)
  // The pool listens to a client only while it is idle: what a server says at its end may come between two calls.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

const ignore = (): void => undefined

const int8Oid = 20

/** Ids and counts are whole numbers below 2 ** 53. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  Number(oid) === int8Oid ? Number : pg.types.getTypeParser(oid, format)

async function readOnce<Output>(
  [first, second]: readonly pg.Pool[],
  work: (session: Session) => Promise<Output>,
): Promise<Output> {
  if (!first || !second) throw new TypeError('a read needs two pools')
  try {
    return await withClient(first, work)
  } catch (error) {
    if (!isLost(error)) throw error
    return withClient(second, work)
  }
}

/** A connection on which a statement failed for want of the server is thrown away. */
async function withClient<Output>(
  pool: pg.Pool,
  work: (session: Session) => Promise<Output>,
): Promise<Output> {
  const client = await pool.connect()
  let failure: unknown
  const onError = (error: unknown) => void (failure = error)
  client.on('error', onError)
  try {
    return await work(sessionOf(client))
  } catch (error) {
    failure ??= isLost(error) ? error : undefined
    throw error
  } finally {
    client.off('error', onError)
    client.release(failure !== undefined)
  }
}

/** The session of a client. */
export function sessionOf(client: pg.ClientBase): Session {
  return {
    async query<Row>(text: string, values: readonly SqlValue[] = []) {
      const { rows, rowCount } = await client.query(text, [...values])
      return { rows: rows as Row[], count: rowCount ?? 0 }
    },
  }
}

/** Runs statements that all read the store as of the first of them. */
export async function inSnapshot<Output>(session: Session, work: () => Promise<Output>): Promise<Output> {
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
  try {
    const output = await work()
    await session.query('COMMIT')
    return output
  } catch (error) {
    if (!isLost(error)) await session.query('ROLLBACK')
    throw error
  }
}

async function writeIn<Output>(
  pool: pg.Pool,
  work: (session: Session) => Promise<Output>,
  wait: boolean,
): Promise<Output> {
  for (let left = mostTries; ; left -= 1) {
    try {
      return await withClient(pool, (session) => inTransaction(session, work, wait))
    } catch (error) {
      if (!wait || left <= 1 || !isInTheWay(error)) throw error
    }
  }
}

async function inTransaction<Output>(
  session: Session,
  work: (session: Session) => Promise<Output>,
  wait: boolean,
): Promise<Output> {
  await session.query('BEGIN')
  try {
    if (!wait) await session.query("SET LOCAL lock_timeout = '1ms'")
    const output = await work(session)
    await session.query('COMMIT')
    return output
  } catch (error) {
    if (!isLost(error)) await session.query('ROLLBACK')
    throw error
  }
}
