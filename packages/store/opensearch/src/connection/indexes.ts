import { StoreError } from '@recallite/store'
import { readCell, writeCell } from './cells.js'
import { openFence, type Part, type Session } from './session.js'

/** The version of the indexes below. */
const schemaVersion = 1

/**
 * Creates the indexes of a store that are missing.
 * @throws StoreError `STORE_UNAVAILABLE` if there are none and they may not be created; `STORE_TOO_NEW`; `STORE_FOREIGN` if another
 * program created an index with the name of one of the store
 */
export async function prepareIndexes(session: Session, mayCreate: boolean): Promise<void> {
  const { displayUrl } = session.requests.address
  const program = await readProgram(session)
  if (program === undefined && !mayCreate)
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `There is no store at ${displayUrl} yet. Create it by indexing a folder.`,
    )
  if (program === 'another')
    throw new StoreError(
      'STORE_FOREIGN',
      `Another program created ${session.index('meta')}. Use another prefix.`,
    )
  const version = program && (await readCell<number>(session, 'schema'))
  if (Number(version) > schemaVersion)
    throw new StoreError(
      'STORE_TOO_NEW',
      `A newer version wrote the store at ${displayUrl}. Update Recallite.`,
    )
  if (version === schemaVersion) return
  await createIndex(session, 'meta', { properties: {}, settings: { number_of_shards: 1 } })
  await createContents(session)
  await writeCell(session, 'schema', schemaVersion)
}

/** Creates the indexes of documents and their chunks. */
export async function createContents(session: Session): Promise<void> {
  for (const part of contents) await createIndex(session, part, { properties: mappings[part] })
}

/** The program that created the store, undefined if there is none. */
async function readProgram({ requests, index }: Session): Promise<'ours' | 'another' | undefined> {
  const { status, body } = await requests.send<
    Record<string, { mappings: { _meta?: { program?: string } } }>
  >({
    method: 'GET',
    path: `/${index('meta')}/_mapping`,
    allowed: [404],
  })
  if (status === 404) return undefined
  const [{ mappings: { _meta: made = {} } = {} } = {}] = Object.values(body)
  return made.program === program ? 'ours' : 'another'
}

const program = 'recallite'

interface IndexPlan {
  readonly properties: object
  readonly settings?: object
}

/** Creates an index, unless another process does so. */
export async function createIndex(
  session: Session,
  part: Part,
  { properties, settings }: IndexPlan,
): Promise<void> {
  const { requests, fence } = session
  const { shards, replicas, displayUrl } = requests.address
  const name = session.index(part)
  const copies = replicas === undefined ? { auto_expand_replicas: '0-1' } : { number_of_replicas: replicas }
  const { status, body } = await requests.send<{ error?: { type?: string; reason?: string } }>({
    method: 'PUT',
    path: `/${name}`,
    body: {
      settings: { ...common, number_of_shards: shards, ...copies, ...settings },
      mappings: { dynamic: false, _meta: { program }, properties },
      aliases: { [`${name}-${openFence}`]: {}, [`${name}-${fence}`]: {} },
    },
    allowed: [400],
  })
  if (status === 200 || body.error?.type === 'resource_already_exists_exception') return
  throw new StoreError(
    'STORE_UNAVAILABLE',
    `${displayUrl} cannot create the index ${name}: ${body.error?.reason}`,
  )
}

/** Writers refresh, so that usually no search sees a part of a call. */
const common = {
  refresh_interval: '-1',
  max_result_window: 100_000,
  analysis: {
    tokenizer: { words: { type: 'whitespace', max_token_length: 10_000 } },
    // Of `form|stem`, or of a stem that is the form as well.
    filter: {
      stem: { type: 'pattern_replace', pattern: String.raw`^.*\|`, replacement: '' },
      form: { type: 'pattern_replace', pattern: String.raw`\|.*$`, replacement: '' },
    },
    analyzer: {
      stems: { type: 'custom', tokenizer: 'words', filter: ['stem'] },
      forms: { type: 'custom', tokenizer: 'words', filter: ['form'] },
    },
  },
}

const keyword = { type: 'keyword' }
/** To be searched only. */
const searched = { type: 'keyword', doc_values: false }
/** To be read only. */
const stored = { type: 'keyword', index: false }
const stems = { type: 'text', analyzer: 'stems' }
const forms = { type: 'text', analyzer: 'forms', norms: false, index_options: 'docs' }

/** The properties of a document that filters test, in the index of documents and in that of their chunks. */
const filtered = {
  doc: keyword,
  root: keyword,
  path: keyword,
  date: searched,
  language: keyword,
  fields: {
    type: 'nested',
    properties: { key: keyword, text: keyword, number: { type: 'double' }, first: keyword, last: searched },
  },
}

const contents = ['documents', 'chunks', 'texts', 'words'] as const

const mappings: Readonly<Record<(typeof contents)[number], object>> = {
  documents: { ...filtered, chunkCount: { type: 'integer' }, isUnfinished: { type: 'boolean' } },
  chunks: {
    ...filtered,
    path: searched,
    id: keyword,
    version: stored,
    sections: searched,
    textKeys: searched,
    /** `EmbeddedText`s. */
    texts: stored,
    length: { type: 'integer' },
    text: { ...stems, fields: { form: forms } },
    parts: stems,
    place: stems,
    termList: { type: 'binary', doc_values: true },
  },
  texts: {
    key: keyword,
    order: keyword,
    day: keyword,
    isFirst: { type: 'boolean' },
    isSecret: { type: 'boolean' },
    spaces: searched,
  },
  /** All stems and forms, of which some may have no chunk any more. */
  words: { word: keyword },
}
