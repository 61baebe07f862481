import { StoreError } from '@recallite/store'
import { readCell, writeCell } from './cells.js'
import type { Part, Session } from './session.js'

/** The version of the indexes below. */
const schemaVersion = 1

interface Schema {
  readonly version: number
}

/**
 * Creates the indexes of a store that are missing.
 * @throws StoreError `STORE_UNAVAILABLE` if there are none and they may not be created; `STORE_TOO_NEW`; `STORE_FOREIGN` if an index
 * has the name of one of the store, but belongs to another program
 */
export async function prepareIndexes(session: Session, mayCreate: boolean): Promise<void> {
  const { displayUrl } = session.requests.address
  const exists = await hasIndex(session, session.index('meta'))
  if (!exists && !mayCreate)
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `There is no store at ${displayUrl} yet. Create it by indexing a folder.`,
    )
  const schema = exists ? await readCell<Schema>(session, 'schema') : undefined
  if (schema !== undefined && schema.version > schemaVersion)
    throw new StoreError(
      'STORE_TOO_NEW',
      `A newer version wrote the store at ${displayUrl}. Update Recallite.`,
    )
  if (schema?.version === schemaVersion) return
  if (exists && !(await isOurs(session)))
    throw new StoreError(
      'STORE_FOREIGN',
      `Another program created ${session.index('meta')}. Use another prefix.`,
    )
  for (const [part, properties] of Object.entries(mappings))
    await createIndex(session, session.index(part as Part), { properties, excludes: excluded[part as Part] })
  await writeCell(session, 'schema', { version: schemaVersion } satisfies Schema)
}

async function hasIndex({ requests }: Session, index: string): Promise<boolean> {
  const { status } = await requests.send({ method: 'GET', path: `/${index}`, allowed: [404] })
  return status === 200
}

/** Whether the index was made here; its values may not be written yet. */
async function isOurs({ requests, index }: Session): Promise<boolean> {
  const path = `/${index('meta')}/_mapping`
  const { body } = await requests.send<Record<string, { mappings: { _meta?: { program?: string } } }>>({
    method: 'GET',
    path,
  })
  return Object.values(body)[0]?.mappings._meta?.program === 'recallite'
}

interface IndexPlan {
  readonly properties: object
  /** Fields that are indexed, but not stored. */
  readonly excludes?: readonly string[] | undefined
  readonly settings?: object
}

/** Creates an index, unless another process does so. */
export async function createIndex(session: Session, index: string, plan: IndexPlan): Promise<void> {
  const { requests, fence } = session
  const { shards, replicas } = requests.address
  const copies = replicas === undefined ? { auto_expand_replicas: '0-1' } : { number_of_replicas: replicas }
  const { properties, excludes = [], settings } = plan
  const { status, body } = await requests.send<{ error?: { type?: string; reason?: string } }>({
    method: 'PUT',
    path: `/${index}`,
    body: {
      settings: {
        ...common,
        number_of_shards: index === session.index('meta') ? 1 : shards,
        ...copies,
        ...settings,
      },
      mappings: { dynamic: false, _meta: { program: 'recallite' }, _source: { excludes }, properties },
      ...(fence !== undefined && { aliases: { [`${index}-${fence}`]: {} } }),
    },
    allowed: [400],
  })
  if (status === 200 || body.error?.type === 'resource_already_exists_exception') return
  const reason = body.error?.reason ?? 'unknown reason'
  throw new StoreError(
    'STORE_UNAVAILABLE',
    `${requests.address.displayUrl} cannot create the index ${index}: ${reason}`,
  )
}

/** Writers refresh, so that no search sees a part of a call, unless a node fails. */
const common = {
  refresh_interval: '-1',
  max_result_window: 100_000,
  max_regex_length: 100_000,
  analysis: {
    analyzer: { words: { type: 'custom', tokenizer: 'words' } },
    tokenizer: { words: { type: 'whitespace', max_token_length: 10_000 } },
  },
}

const keyword = { type: 'keyword' }
const words = { type: 'text', analyzer: 'words' }

/** The properties of a document that filters test, in the index of documents and in that of their chunks. */
const filtered = {
  doc: keyword,
  root: keyword,
  path: keyword,
  date: keyword,
  language: keyword,
  fields: {
    type: 'nested',
    properties: { key: keyword, text: keyword, number: { type: 'double' }, first: keyword, last: keyword },
  },
}

const mappings: Readonly<Record<Part, object>> = {
  meta: {},
  documents: { ...filtered, chunkCount: { type: 'integer' }, isUnfinished: { type: 'boolean' } },
  chunks: {
    ...filtered,
    id: keyword,
    version: keyword,
    sections: keyword,
    textKeys: keyword,
    length: { type: 'integer' },
    /** The stems of `ChunkWords.text`, `parts` and `place` in order, all of them, and the forms of `text`. */
    text: words,
    parts: words,
    place: words,
    stems: keyword,
    forms: keyword,
    termList: { type: 'binary', store: true },
  },
  texts: {
    doc: keyword,
    version: keyword,
    key: keyword,
    order: keyword,
    day: keyword,
    isFirst: { type: 'boolean' },
    isSecret: { type: 'boolean' },
    spaces: keyword,
  },
}

/** Only chunks are never updated, which would lose these fields. */
const excluded: Partial<Readonly<Record<Part, readonly string[]>>> = {
  chunks: Object.keys(mappings.chunks).filter((name) => !['doc', 'version', 'id'].includes(name)),
}
