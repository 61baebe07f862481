/*
 * The connection policy, and the only importer of pg.
 *
 * - Reads have separate connections, so that they never wait for indexing.
 * - The hosts of an address are tried in turn. If there are several, only the primary accepts: the server that is not in recovery.
 * - Every read has a statement timeout; a write waits a few seconds for a lock, then fails with STORE_BUSY.
 * - A read whose connection broke is repeated once. A write is repeated only after a conflict, which the server has rolled back.
 * - Values are bound. Statements contain only the validated name of the schema, and numbers from the server.
 */
import pg from 'pg'
import { StoreError } from '@recallite/store'
import { readAddress, schemaName, type Address, type AddressOptions, type Host } from './address.js'
import { isConflict, isLost, toStoreError, type CallKind } from './postgres-errors.js'
import type { DocumentKind } from './schema.js'
import { createReads, createTurns } from './standbys.js'
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
  /** Ends a call, perhaps with a statement: later calls see at least what it has seen. */
  end(statement?: string): Promise<void>
}

/** The result of a statement. */
export interface Rows<Row> {
  readonly rows: readonly Row[]
  /** The number of rows written or returned. */
  readonly count: number
}

export interface ConnectionOptions extends AddressOptions {
  /** The schema of the tables, one for each store; default: the parameter `schema` of the URL, or else `recallite`. */
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
  /** Runs reads on the primary without a timeout. */
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
  const s = schemaName(options.schema ?? address.schema)
  const servers = createServers(address, options)
  const { writing } = servers
  let closing: Promise<unknown> | undefined

  async function guarded<Output>(call: CallKind, work: () => Promise<Output>): Promise<Output> {
    if (closing) throw new StoreError('STORE_UNAVAILABLE', `${address.displayUrl} was closed. Open it again.`)
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
      read: (work) => guarded('read', () => readTwice(servers, tables, work)),
      write: (work, { wait = true } = {}) =>
        guarded('write', () =>
          repeated(wait, () => withClient(writing, tables, (session) => inTransaction(session, work, wait))),
        ),
      examine: (work) => guarded('read', () => withClient(writing, tables, ended(work))),
      withoutTransaction: (work) => guarded('write', () => withClient(writing, tables, work)),
      dedicated: (name, work) => guarded('write', async () => work(await servers.dedicated(name))),
      ofRecords: () => connectionsOf('record'),
      async close() {
        closing ??= servers.close()
        await closing
      },
    }
  }

  return connectionsOf('file')
}

type Servers = ReturnType<typeof createServers>
type Source = Servers['writing']

/** The first call opens a connection. */
function createServers(address: Address, options: ConnectionOptions) {
  const { statementTimeout = 30_000, connections = 8 } = options
  const isList = address.clients.length > 1
  const onConnect = isList ? (client: pg.ClientBase) => assertPrimary(client, address) : undefined
  const limits = { max: connections, statement_timeout: statementTimeout }
  const hosts = address.clients.map((host) => ({
    host,
    reading: createPool(host, options, { ...limits, onConnect }),
    writing: createPool(host, options, { max: maxWriters, lock_timeout: lockTimeout, onConnect }),
    anyRole: createPool(host, options, limits),
  }))
  const inTurn = createTurns(hosts)
  const toPrimary = () => inTurn(({ reading }) => reading.connect())
  const { toRead, end } = createReads(address, hosts, toPrimary)
  return {
    reading: { connect: toRead, end },
    readingPrimary: { connect: toPrimary, end },
    writing: { connect: () => inTurn((host) => host.writing.connect()), end },
    dedicated: (name: string) =>
      inTurn(async ({ host, writing }) => {
        // Only the primary accepts.
        ;(await writing.connect()).release()
        const client = new Client({ ...clientConfig(host, options), application_name: name })
        client.on('error', ignore)
        await client.connect()
        return client
      }),
    close: () =>
      Promise.all(hosts.flatMap(({ host: _, ...pools }) => Object.values(pools).map((pool) => pool.end()))),
  }
}

async function assertPrimary(client: pg.ClientBase, { displayUrl }: Address): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"')
  if (rows[0]?.isStandby !== true) return
  const message = `No primary of ${displayUrl} responds, only a standby. Promote a standby, or try again after the failover.`
  throw new StoreError('STORE_UNAVAILABLE', message, { isRetryable: true })
}

/** When pg itself gives up, for example without a password, it leaves the socket open, which would keep the process running. */
export class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: pg.Connection }
    connection.on('error', () => connection.stream.destroy())
  }
}

function clientConfig(host: Host, { connectTimeout = 10_000 }: ConnectionOptions): pg.ClientConfig {
  return {
    ...host,
    application_name: 'recallite',
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  }
}

function createPool(host: Host, options: ConnectionOptions, limits: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    Client,
    ...clientConfig(host, options),
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

/** Runs `work` again if the connection breaks during the first attempt, or a change conflicts with a read of a standby. */
async function readTwice<Output>(servers: Servers, tables: Tables, work: Work<Output>): Promise<Output> {
  try {
    return await withClient(servers.reading, tables, ended(work))
  } catch (error) {
    if (!isLost(error) && !isConflict(error)) throw error
    return withClient(servers.readingPrimary, tables, ended(work))
  }
}

function ended<Output>(work: Work<Output>): Work<Output> {
  return async (session) => {
    const output = await work(session)
    await session.end()
    return output
  }
}

/** Discards the connection if the server was lost. */
async function withClient<Output>(source: Source, tables: Tables, work: Work<Output>): Promise<Output> {
  const client = await source.connect()
  let failure: unknown
  const onError = (error: unknown) => void (failure = error)
  client.on('error', onError)
  try {
    return await work({
      ...tables,
      end: (statement) => source.end(client, statement),
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
    await session.end('COMMIT')
    return output
  } catch (error) {
    if (!isLost(error)) await session.query('ROLLBACK')
    throw error
  }
}
