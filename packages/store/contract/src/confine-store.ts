import type { Vocabulary } from './candidates.js'
import { unknownRoot, type DocumentAddress, type Root } from './document.js'
import { StoreError } from './errors.js'
import type { SearchFilter } from './search-filter/search-filter.js'
import type { Maintenance } from './maintenance.js'
import type { StoreStatus } from './maintenance.js'
import type { Store } from './store.js'
import type { Space } from './vector-space.js'

const windowsPath = /^(?:[A-Za-z]:\\|\\\\)/u

/**
 * Whether a path is a folder, or lies in it, as it is written: no link is followed. A path that goes up and down again lies
 * nowhere.
 * @param folder absolute, as the system writes it, and without links
 */
export function isWithin(folder: string, path: string): boolean {
  if (path === folder) return true
  const separator = windowsPath.test(folder) ? '\\' : '/'
  const top = folder.endsWith(separator) ? folder : folder + separator
  if (!path.startsWith(top)) return false
  const names = path.slice(top.length).split(separator === '/' ? '/' : /[\\/]/u)
  return names.every((name) => !['', '.', '..'].includes(name) && !name.includes('\0'))
}

function outside(folder: string): StoreError {
  return new StoreError(
    'STORE_OUTSIDE',
    `This database came with the folder ${folder} and may only hold what lies in it. Use another database, or trust the folder: recallite trust ${folder}`,
  )
}

/** The roots that may be used, and how calls are held to them. */
function boundsOf(store: Store, folder: string) {
  async function visible(): Promise<{ roots: Root[]; areAll: boolean }> {
    const all = await store.listRoots()
    const roots = all.filter(({ path }) => isWithin(folder, path))
    return { roots, areAll: roots.length === all.length }
  }
  const names = async () => new Set((await visible()).roots.map(({ name }) => name))
  return {
    visible,
    names,
    /** Names of hidden roots are unknown, like any other that is not there. */
    async assertVisible(wanted: readonly string[]): Promise<void> {
      const known = await names()
      const unknown = wanted.find((name) => !known.has(name))
      if (unknown !== undefined) throw unknownRoot(unknown)
    },
    async narrow(filter: SearchFilter | undefined): Promise<SearchFilter | undefined> {
      const { roots, areAll } = await visible()
      if (areAll) return filter
      const shown: SearchFilter = { kind: 'root', names: roots.map(({ name }) => name) }
      return filter ? { kind: 'all', filters: [shown, filter] } : shown
    },
  }
}

type Bounds = ReturnType<typeof boundsOf>

const countedAtOnce = 512

function createPending(store: Store, names: Bounds['names']): Store['pendingTexts'] {
  return async (space, { after, ...request }) => {
    const visible = await names()
    // A page with hidden texts alone is not the end.
    for (let from = after; ;) {
      const page = await store.pendingTexts(space, { ...request, after: from })
      const kept = page.filter(({ document }) => visible.has(document.root))
      from = page.at(-1)?.cursor
      if (kept.length > 0 || from === undefined) return kept
    }
  }
}

async function countPending(pendingTexts: Store['pendingTexts'], space: Space) {
  let count = 0
  for (let after: string | undefined; ;) {
    const page = await pendingTexts(space, { limit: countedAtOnce, after })
    after = page.at(-1)?.cursor
    if (after === undefined) return count
    count += page.length
  }
}

async function statusWithin(
  status: StoreStatus,
  names: ReadonlySet<string>,
  pendingTexts: Store['pendingTexts'],
): Promise<StoreStatus> {
  const roots = status.roots.filter(({ name }) => names.has(name))
  if (roots.length === status.roots.length) return status
  const spaces: StoreStatus['spaces'][number][] = []
  for (const space of status.spaces) {
    spaces.push({ ...space, pending: await countPending(pendingTexts, space) })
  }
  const sum = (key: 'documents' | 'chunks') => roots.reduce((total, root) => total + root[key], 0)
  return { ...status, roots, spaces, documents: sum('documents'), chunks: sum('chunks') }
}

/** What every store does, on the visible roots alone. */
function confineRequired(store: Store, folder: string, { visible, names, assertVisible, narrow }: Bounds) {
  const pendingTexts = createPending(store, names)
  return {
    listRoots: async () => (await visible()).roots,
    async putRoot(root, options) {
      if (!isWithin(folder, root.path)) throw outside(folder)
      // A hidden root of this name must not be changed.
      const isKnown = (await names()).has(root.name)
      return store.putRoot(root, isKnown ? options : { isNew: true })
    },
    async removeRoot(name) {
      await assertVisible([name])
      return store.removeRoot(name)
    },
    async listDocuments(root, options) {
      await assertVisible([root])
      return store.listDocuments(root, options)
    },
    async listVersions(root, page) {
      await assertVisible([root])
      return store.listVersions(root, page)
    },
    findDocument: async (address) =>
      (await names()).has(address.root) ? store.findDocument(address) : undefined,
    async writeDocuments({ put = [], touched = [], removed = [], notes }, options) {
      await assertVisible([...put.map(({ document }) => document), ...touched, ...removed].map(rootOf))
      return store.writeDocuments({ put, touched, removed, notes }, options)
    },
    async readItems(ids) {
      const known = await names()
      const { items, damaged } = await store.readItems(ids)
      return {
        items: items.filter(({ locator }) => known.has(locator.root)),
        damaged: damaged.map(({ id, document }) => {
          return { id, document: document && known.has(document.root) ? document : null }
        }),
      }
    },
    findByWords: async (request) => store.findByWords({ ...request, filter: await narrow(request.filter) }),
    findByVector: async (request) => store.findByVector({ ...request, filter: await narrow(request.filter) }),
    pendingTexts,
    status: async () => statusWithin(await store.status(), await names(), pendingTexts),
    // These are of no root, or about chunks that the caller has found.
    readCounts: (request) => store.readCounts(request),
    readTermLists: (ids) => store.readTermLists(ids),
    scoreByVector: (request) => store.scoreByVector(request),
    listSpaces: () => store.listSpaces(),
    putSpace: (...given) => store.putSpace(...given),
    putVectors: (...given) => store.putVectors(...given),
    close: () => store.close(),
  } satisfies Partial<Store>
}

const rootOf = ({ root }: DocumentAddress): string => root

function confineMaintenance(maintenance: Maintenance): Maintenance {
  const { repair } = maintenance
  return {
    verify: (options) => maintenance.verify(options),
    ...(repair && { repair: () => repair() }),
    lock: (options) => maintenance.lock(options),
    backup: (...given) => maintenance.backup(...given),
    optimise: () => maintenance.optimise(),
    dropSpace: (space) => maintenance.dropSpace(space),
    removeUnusedVectors: (options) => maintenance.removeUnusedVectors(options),
  }
}

function confineVocabulary(vocabulary: Vocabulary, { visible }: Bounds): Vocabulary {
  return {
    chunksWithStems: (stems) => vocabulary.chunksWithStems(stems),
    chunksWithForms: (forms) => vocabulary.chunksWithForms(forms),
    // Spelling correction suggests words by prefix: none, if it may be a word of a hidden text alone.
    formsWithPrefixes: async (prefixes) =>
      (await visible()).areAll ? vocabulary.formsWithPrefixes(prefixes) : [],
    // These are texts of documents as well.
    otherForms: async (keys) => ((await visible()).areAll ? vocabulary.otherForms(keys) : []),
  }
}

/** Every member and capability by name, so that this does not compile until a new one is decided about here. */
type Decided = { readonly [Member in keyof Required<Store>]: Store[Member] }

/**
 * A store in which only those roots exist whose paths lie in one folder: others are not listed, searched, read, counted or
 * written, and none can be added. For a database that another person may have made, such as one that came with the folder.
 * It has no `thread`, as tasks would be given the whole store.
 * @param folder absolute and without links
 */
export function confineStore(store: Store, folder: string): Store {
  const { maintenance, vocabulary, notes, generation, sampleVectors, readVectors, ofRecords } = store
  const bounds = boundsOf(store, folder)
  const confined: Decided = {
    ...confineRequired(store, folder, bounds),
    specificationVersion: store.specificationVersion,
    within: folder,
    maintenance: maintenance && confineMaintenance(maintenance),
    vocabulary: vocabulary && confineVocabulary(vocabulary, bounds),
    thread: undefined,
    // Records lie in no folder: who shows any looks it up in the store of records, which did not come with the folder.
    ofRecords: ofRecords && (() => ofRecords()),
    // Notes and the generation are of no root.
    notes: notes && { read: (name) => notes.read(name), write: (...given) => notes.write(...given) },
    generation: generation && (() => generation()),
    // A sample of hidden chunks alone would tell nothing of the visible ones.
    sampleVectors:
      sampleVectors && (async (...given) => ((await bounds.visible()).areAll ? sampleVectors(...given) : [])),
    // Vectors are of no root: they are given only where nothing is hidden.
    readVectors:
      readVectors &&
      (async (...given) =>
        (await bounds.visible()).areAll ? readVectors(...given) : { vectors: [], next: null }),
  }
  return confined
}
