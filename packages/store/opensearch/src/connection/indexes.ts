import { StoreError } from '@recallite/store'
import { openFence, type Part, type Session } from './session.js'

/** Marks indexes of Recallite, and the version of the mappings below. */
const mark = { program: 'recallite', version: 1 }

/** Creates the indexes of a store if there are none. */
export async function prepareIndexes(session: Session, mayCreate: boolean): Promise<void> {
  const { displayUrl } = session.address
  const meta = session.index('meta')
  type Mappings = Record<string, { mappings: { _meta?: Partial<typeof mark> } }>
  const { error, ...indexes } = await session.send<Mappings>('GET', `/${meta}/_mapping`, { allowed: [404] })
  if (error) {
    const message = `There is no store at ${displayUrl} yet. Create it by indexing a folder.`
    if (!mayCreate) throw new StoreError('STORE_UNAVAILABLE', message)
    await createContents(session)
    // The last one, so that an interrupted start is repeated.
    return createIndex(session, 'meta', { properties: {}, settings: { number_of_shards: 1 } })
  }
  const { program, version = 0 } = Object.values(indexes)[0]?.mappings._meta ?? {}
  if (program !== mark.program)
    throw new StoreError('STORE_FOREIGN', `Another program created ${meta}. Use another prefix.`)
  if (version > mark.version)
    throw new StoreError('STORE_TOO_NEW', `A newer version wrote ${displayUrl}. Update Recallite.`)
}

export async function createContents(session: Session): Promise<void> {
  for (const part of ['documents', 'chunks', 'texts', 'words'] as const)
    await createIndex(session, part, { properties: contents[part] })
}

type IndexPlan = { readonly properties: object; readonly settings?: object }

/** Creates an index, unless another process does so. */
export async function createIndex(session: Session, part: Part, { properties, settings }: IndexPlan) {
  const { shards, replicas, displayUrl } = session.address
  const name = session.index(part)
  const copies = replicas === undefined ? { auto_expand_replicas: '0-1' } : { number_of_replicas: replicas }
  const mappings = { dynamic: false, _meta: mark, properties }
  const aliases = { [`${name}-${openFence}`]: {}, [`${name}-${session.fence}`]: {} }
  const allSettings = { ...defaults, number_of_shards: shards, ...copies, ...settings }
  const body = { settings: allSettings, mappings, aliases }
  const { error } = await session.send('PUT', `/${name}`, { body, allowed: [400] })
  if (!error || error.type === 'resource_already_exists_exception') return
  throw new StoreError('STORE_UNAVAILABLE', `${displayUrl} cannot create the index ${name}: ${error.reason}`)
}

const analyzerOf = (filter: string) => ({ type: 'custom', tokenizer: 'words', filter: [filter] })
const filterOf = (pattern: string) => ({ type: 'pattern_replace', pattern, replacement: '' })

/** Writers refresh, so that usually no search sees a part of a call. */
const defaults = {
  refresh_interval: '-1',
  max_result_window: 100_000,
  max_terms_count: 10_000_000,
  analysis: {
    tokenizer: { words: { type: 'whitespace', max_token_length: 10_000 } },
    // Of `form|stem`, or of a stem that is the form as well.
    filter: { stem: filterOf(String.raw`^.*\|`), form: filterOf(String.raw`\|.*$`) },
    analyzer: { stems: analyzerOf('stem'), forms: analyzerOf('form') },
  },
}

const keyword = { type: 'keyword' }
/** To be searched only. */
const searched = { type: 'keyword', doc_values: false }
/** To be read only. */
const stored = { type: 'keyword', index: false }
const flag = { type: 'boolean' }
const integer = { type: 'integer' }
const stems = { type: 'text', analyzer: 'stems', copy_to: 'stems' }
const allStems = { type: 'text', analyzer: 'stems', norms: false, index_options: 'docs' }
const forms = { type: 'text', analyzer: 'forms', norms: false, index_options: 'docs' }

const field = { key: keyword, text: keyword, number: { type: 'double' }, first: keyword, last: searched }
const fields = { type: 'nested', properties: field }
/** The properties of a document that filters test, in the index of documents and in that of their chunks. */
const filtered = { doc: keyword, root: keyword, path: keyword, date: searched, language: keyword, fields }

const documents = { ...filtered, chunkCount: integer, isUnfinished: flag }

const text = { ...stems, fields: { form: forms } }
const wordLists = { text, parts: stems, place: stems, stems: allStems, length: integer }
const textFields = { textKeys: searched, texts: stored }
const contentFields = { version: stored, sections: searched, termList: { type: 'binary', doc_values: true } }
const chunks = { ...filtered, path: searched, id: keyword, ...wordLists, ...textFields, ...contentFields }

const texts = { key: keyword, order: keyword, day: keyword, isFirst: flag, isSecret: flag, spaces: searched }

/** Of all stems and forms in `words`, some may have no chunk any more. */
const contents = { documents, chunks, texts, words: { word: keyword } }
