import type { Vocabulary } from './candidates.js'
import { unknownRoot, type FoundItems, type Root } from './document.js'
import { StoreError } from './errors.js'
import { allOf, type SearchFilter } from './search-filter/search-filter.js'
import type { Maintenance, StoreStatus } from './maintenance.js'
import type { Store } from './store.js'
import type { Space } from './vector-space.js'

const windowsPath = /^(?:[A-Za-z]:\\|\\\\)/u

/**
 * Whether a path is a folder or inside it. Follows no links, and rejects paths with `.` or `..`.
 * @param folder absolute, in the notation of the system, without links
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
    `This database came with the folder ${folder} and is limited to files in that folder. Use another database, or trust the folder: recallite trust ${folder}`,
  )
}

/** Determines which roots are visible, and limits calls to them. */
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
    pendingTexts: createPending(store, names),
    async assertVisible(rootNames: readonly string[]): Promise<void> {
      const visibleNames = await names()
      const hidden = rootNames.find((name) => !visibleNames.has(name))
      if (hidden !== undefined) throw unknownRoot(hidden)
    },
    async narrow(filter: SearchFilter | undefined): Promise<SearchFilter | undefined> {
      const { roots, areAll } = await visible()
      if (areAll) return filter
      return allOf({ kind: 'root', names: roots.map(({ name }) => name) }, filter)
    },
  }
}

type Bounds = ReturnType<typeof boundsOf>

function createPending(store: Store, names: () => Promise<ReadonlySet<string>>): Store['pendingTexts'] {
  return async (space, { after, ...request }) => {
    const visible = await names()
    // A page that contains only hidden texts is not the end.
    for (let from = after; ;) {
      const page = await store.pendingTexts(space, { ...request, after: from })
      const texts = page.filter(({ document }) => visible.has(document.root))
      from = page.at(-1)?.cursor
      if (texts.length > 0 || from === undefined) return texts
    }
  }
}

async function countPending(pendingTexts: Store['pendingTexts'], space: Space) {
  let count = 0
  for (let after: string | undefined; ;) {
    const page = await pendingTexts(space, { limit: 512, after })
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

function itemsWithin({ items, damaged }: FoundItems, names: ReadonlySet<string>): FoundItems {
  return {
    items: items.filter(({ locator }) => names.has(locator.root)),
    damaged: damaged.map(({ id, document }) => {
      return { id, document: document && names.has(document.root) ? document : null }
    }),
  }
}

/** The required members of a store, limited to the visible roots. */
function confineRequired(store: Store, folder: string, bounds: Bounds) {
  const { visible, names, assertVisible, narrow, pendingTexts } = bounds
  return {
    listRoots: async () => (await visible()).roots,
    async putRoot(root, options) {
      if (!isWithin(folder, root.path)) throw outside(folder)
      // A hidden root of this name must not be changed.
      const isVisible = (await names()).has(root.name)
      return store.putRoot(root, isVisible ? options : { isNew: true })
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
      const documents = [...put.map(({ document }) => document), ...touched, ...removed]
      await assertVisible(documents.map(({ root }) => root))
      return store.writeDocuments({ put, touched, removed, notes }, options)
    },
    readItems: async (ids) => itemsWithin(await store.readItems(ids), await names()),
    findByWords: async (request) => store.findByWords({ ...request, filter: await narrow(request.filter) }),
    findByVector: async (request) => store.findByVector({ ...request, filter: await narrow(request.filter) }),
    pendingTexts,
    status: async () => statusWithin(await store.status(), await names(), pendingTexts),
    // These do not depend on roots, or concern chunks that the caller has found.
    readCounts: (request) => store.readCounts(request),
    readTermLists: (ids) => store.readTermLists(ids),
    scoreByVector: (request) => store.scoreByVector(request),
    listSpaces: () => store.listSpaces(),
    putSpace: (...given) => store.putSpace(...given),
    putVectors: (...given) => store.putVectors(...given),
    close: () => store.close(),
  } satisfies Partial<Store>
}

function confineMaintenance(maintenance: Maintenance): Maintenance {
  const { repair } = maintenance
  return {
    verify: (options) => maintenance.verify(options),
    ...(repair && { repair: () => repair() }),
    lock: (options) => maintenance.lock(options),
    backup: (...given) => maintenance.backup(...given),
    optimise: (options) => maintenance.optimise(options),
    dropSpace: (space) => maintenance.dropSpace(space),
    removeUnusedVectors: (options) => maintenance.removeUnusedVectors(options),
  }
}

function confineVocabulary(vocabulary: Vocabulary, { visible }: Bounds): Vocabulary {
  return {
    chunksWithStems: (stems) => vocabulary.chunksWithStems(stems),
    chunksWithForms: (forms) => vocabulary.chunksWithForms(forms),
    // Spelling correction suggests these words: one of them might occur only in a hidden text.
    formsWithPrefixes: async (prefixes) =>
      (await visible()).areAll ? vocabulary.formsWithPrefixes(prefixes) : [],
    formsContaining: async (parts) => ((await visible()).areAll ? vocabulary.formsContaining(parts) : []),
    otherForms: async (keys) => ((await visible()).areAll ? vocabulary.otherForms(keys) : []),
  }
}

/** Lists every member, so that a new one does not compile until it is handled here. */
type AllMembers = { readonly [Member in keyof Required<Store>]: Store[Member] }

/**
 * Limits a store to the roots inside one folder: others are not listed, searched, read, counted or written, and cannot be added. For
 * a database that someone else may have made, such as one that came with the folder. It has no `thread`: tasks get the whole store.
 * @param folder absolute and without links
 */
export function confineStore(store: Store, folder: string): Store {
  const { maintenance, vocabulary, notes, generation, readVectors, ofRecords } = store
  const bounds = boundsOf(store, folder)
  const confined: AllMembers = {
    ...confineRequired(store, folder, bounds),
    specificationVersion: store.specificationVersion,
    writes: store.writes,
    within: folder,
    maintenance: maintenance && confineMaintenance(maintenance),
    vocabulary: vocabulary && confineVocabulary(vocabulary, bounds),
    thread: undefined,
    // Records have no folder. Callers read them from the record store, which did not come with the folder.
    ofRecords: ofRecords && (() => ofRecords()),
    // Notes and the generation do not depend on roots.
    notes: notes && { read: (name) => notes.read(name), write: (...given) => notes.write(...given) },
    generation: generation && (() => generation()),
    // Vectors have no root: they are readable only if nothing is hidden.
    readVectors:
      readVectors &&
      (async (...given) =>
        (await bounds.visible()).areAll ? readVectors(...given) : { vectors: [], next: null }),
  }
  return confined
}
