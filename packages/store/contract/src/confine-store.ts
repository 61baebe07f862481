import type { StoreDamage } from './care.js'
import type { DocumentAddress, Root } from './document.js'
import { StoreError } from './errors.js'
import type { SearchCondition, SearchFilter } from './filter/search-filter.js'
import type { StoreStatus } from './status.js'
import type { PendingText, Space, Store } from './store.js'

const windowsPath = /^(?:[A-Za-z]:\\|\\\\)/u

function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !name.includes('\0')
}

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
  return names.every(isPlainName)
}

function outside(folder: string): StoreError {
  return new StoreError(
    'STORE_OUTSIDE',
    `This database came with the folder ${folder} and may only hold what lies in it. Use another database, or trust the folder: recallite trust ${folder}`,
  )
}

function isOfRoots(condition: SearchCondition): boolean {
  return condition.kind === 'root' && condition.isNegated !== true
}

function rootsOf(addresses: readonly DocumentAddress[]): string[] {
  return [...new Set(addresses.map(({ root }) => root))]
}

/** The roots that may be used, and how calls are held to them. */
function boundsOf(store: Store, folder: string) {
  async function visible(): Promise<{ roots: Root[]; areAll: boolean }> {
    const all = await store.listRoots()
    const roots = all.filter(({ path }) => isWithin(folder, path))
    return { roots, areAll: roots.length === all.length }
  }
  async function names(): Promise<ReadonlySet<string>> {
    return new Set((await visible()).roots.map(({ name }) => name))
  }
  return {
    visible,
    names,
    /** Names of hidden roots are unknown, like any other that is not there. */
    async assertVisible(wanted: readonly string[]): Promise<void> {
      const known = await names()
      const unknown = wanted.find((name) => !known.has(name))
      if (unknown === undefined) return
      throw new StoreError(
        'STORE_UNKNOWN_ROOT',
        `There is no root named ${unknown}. 'recallite roots' lists them.`,
      )
    },
    /** A condition on roots that is there anyhow is narrowed, so that filters do not grow. */
    async narrow(filter: SearchFilter = []): Promise<SearchFilter> {
      const { roots, areAll } = await visible()
      if (areAll) return filter
      const shown = roots.map(({ name }) => name)
      const at = filter.findIndex(isOfRoots)
      if (at === -1) return [{ kind: 'root', names: shown }, ...filter]
      return filter.map((condition, index) =>
        index === at && condition.kind === 'root'
          ? { ...condition, names: condition.names.filter((name) => shown.includes(name)) }
          : condition,
      )
    },
  }
}

type Bounds = ReturnType<typeof boundsOf>

const countedAtOnce = 512

function createPending(store: Store, { names }: Bounds): Store['pendingTexts'] {
  return async (space, { limit, after }) => {
    const visible = await names()
    // A page with hidden texts alone is not the end.
    for (let from = after; ;) {
      const page: PendingText[] = await store.pendingTexts(space, { limit, after: from })
      const kept = page.filter(({ document }) => visible.has(document.root))
      from = page.at(-1)?.key
      if (kept.length > 0 || from === undefined) return kept
    }
  }
}

async function countPending(pendingTexts: Store['pendingTexts'], space: Space): Promise<number> {
  let count = 0
  for (let after: string | undefined; ;) {
    const page: PendingText[] = await pendingTexts(space, { limit: countedAtOnce, after })
    after = page.at(-1)?.key
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
  const sum = (key: 'files' | 'chunks') => roots.reduce((total, root) => total + root[key], 0)
  return { ...status, roots, spaces, files: sum('files'), chunks: sum('chunks') }
}

function confineDocuments(store: Store, folder: string, { visible, assertVisible }: Bounds) {
  const assertInside = ({ path }: Root) => {
    if (!isWithin(folder, path)) throw outside(folder)
  }
  return {
    listRoots: async () => (await visible()).roots,
    async addRoot(root) {
      assertInside(root)
      return store.addRoot(root)
    },
    async updateRoot(root) {
      assertInside(root)
      await assertVisible([root.name])
      return store.updateRoot(root)
    },
    async removeRoot(name) {
      await assertVisible([name])
      return store.removeRoot(name)
    },
    async listDocuments(root) {
      await assertVisible([root])
      return store.listDocuments(root)
    },
    async replaceDocument(document, ...rest) {
      await assertVisible([document.root])
      return store.replaceDocument(document, ...rest)
    },
    async touchDocuments(documents, ...rest) {
      await assertVisible(rootsOf(documents))
      return store.touchDocuments(documents, ...rest)
    },
    async removeDocuments(addresses, ...rest) {
      await assertVisible(rootsOf(addresses))
      return store.removeDocuments(addresses, ...rest)
    },
  } satisfies Partial<Store>
}

function confineSearches(store: Store, { visible, names, narrow }: Bounds) {
  return {
    findByWords: async (request) => store.findByWords({ ...request, filter: await narrow(request.filter) }),
    findByVector: async (request) => store.findByVector({ ...request, filter: await narrow(request.filter) }),
    async readChunks(ids) {
      const known = await names()
      const { chunks, damaged } = await store.readChunks(ids)
      return { chunks: chunks.filter(({ root }) => known.has(root)), damaged }
    },
    // Words are suggested by prefix: none is, where it may be of a hidden text alone.
    chunksWithPrefixes: async (prefixes) =>
      (await visible()).areAll ? store.chunksWithPrefixes(prefixes) : new Map(),
  } satisfies Partial<Store>
}

/** What is of no root, or about chunks that the caller found. One by one, so that nothing new is let through unseen. */
function rootless(store: Store) {
  return {
    listLanguages: () => store.listLanguages(),
    listSpaces: () => store.listSpaces(),
    addSpace: (...given) => store.addSpace(...given),
    updateSpace: (...given) => store.updateSpace(...given),
    dropSpace: (space) => store.dropSpace(space),
    putVectors: (...given) => store.putVectors(...given),
    removeUnusedVectors: (options) => store.removeUnusedVectors(options),
    readCounts: (request) => store.readCounts(request),
    readTermLists: (ids) => store.readTermLists(ids),
    scoreByVector: (request) => store.scoreByVector(request),
    chunksWithStems: (stems) => store.chunksWithStems(stems),
    chunksWithForms: (forms) => store.chunksWithForms(forms),
    lock: (options) => store.lock(options),
    backup: (...given) => store.backup(...given),
    generation: () => store.generation(),
    readNote: (name) => store.readNote(name),
    writeNote: (...given) => store.writeNote(...given),
    optimise: () => store.optimise(),
    close: () => store.close(),
  } satisfies Partial<Store>
}

/**
 * A store in which only those roots exist whose paths lie in one folder: others are not listed, searched, read, counted or
 * written, and none can be added. For a database that somebody else may have made, such as one that came with the folder.
 * `near` is left out, as its task would be given the whole store.
 * @param folder absolute and without links
 */
export function confineStore(store: Store, folder: string): Store {
  const bounds = boundsOf(store, folder)
  const pendingTexts = createPending(store, bounds)
  return {
    ...rootless(store),
    ...confineDocuments(store, folder, bounds),
    ...confineSearches(store, bounds),
    within: folder,
    pendingTexts,
    status: async () => statusWithin(await store.status(), await bounds.names(), pendingTexts),
    async verify(options) {
      const names = await bounds.names()
      const isKnown = ({ root }: DocumentAddress) => names.has(root)
      const damages: readonly StoreDamage[] = await store.verify(options)
      return damages.map((damage) => ({ ...damage, documents: damage.documents.filter(isKnown) }))
    },
  }
}
