import { posix } from 'node:path'
import type { DocumentAddress, Store, StoredDocument } from '@recallite/store'
import { versionsOf } from '../indexer/plan.js'

/** How a document is linked with others of its root; paths inside the root, in the order of the links and of the paths. */
export interface NoteLinks {
  /** The documents that it links to. */
  readonly links: readonly string[]
  /** The documents that link to it. */
  readonly backlinks: readonly string[]
}

/** The links between the documents of each root, by its name, and the generation of the index that they were read of. */
export type LinkCache = Map<string, { readonly generation: string | undefined; readonly graph: LinkGraph }>

type LinkGraph = ReturnType<typeof linkGraph>

/**
 * Reads how a document is linked. What links in its root has to be read for that, and the paths of all documents if anything does, so
 * that the links are kept until the index changes. Rejects with StoreError.
 */
export async function readNoteLinks(
  { root, path }: DocumentAddress,
  store: Pick<Store, 'listDocuments' | 'listVersions' | 'generation'>,
  cache: LinkCache,
): Promise<NoteLinks> {
  const generation = await store.generation?.()
  let kept = cache.get(root)
  if (!kept || generation === undefined || kept.generation !== generation) {
    kept = { generation, graph: await readGraph(root, store) }
    cache.set(root, kept)
  }
  const { links, backlinks } = kept.graph
  return { links: links.get(path) ?? [], backlinks: backlinks.get(path) ?? [] }
}

async function readGraph(root: string, store: Pick<Store, 'listDocuments' | 'listVersions'>) {
  const linking = await store.listDocuments(root, { withField: ['links'] })
  if (!linking.some(isLinking)) return linkGraph({ paths: [], linking: [], named: [] })
  const named = await store.listDocuments(root, { withField: nameKeys })
  const paths: string[] = []
  for await (const page of versionsOf({ name: root }, store)) paths.push(...page.map(({ path }) => path))
  return linkGraph({ paths, linking, named })
}

type LinkedDocument = Pick<StoredDocument, 'path' | 'metadata'>

const isLinking = ({ metadata }: LinkedDocument) => Array.isArray(metadata['links'])

interface Linked {
  /** Those of all documents. */
  readonly paths: readonly string[]
  /** The documents that have links. */
  readonly linking: readonly LinkedDocument[]
  /** The documents that front matter gives names. */
  readonly named: readonly LinkedDocument[]
}

/** The links between documents; one that leads to no document, or to its own, is left out. Pure. */
export function linkGraph({ paths, linking, named }: Linked) {
  const links = new Map<string, readonly string[]>()
  const backlinks = new Map<string, string[]>()
  const resolve = createResolver(paths, named)
  for (const { path, metadata } of linking.filter(isLinking)) {
    const targets = textsOf(metadata['links']).flatMap((link) => resolve(link, path) ?? [])
    const linked = new Set(targets.filter((target) => target !== path))
    links.set(path, [...linked])
    for (const target of linked) addTo(backlinks, target, path)
  }
  return { links, backlinks }
}

function textsOf(value: unknown): string[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value]
  return entries.filter((entry) => typeof entry === 'string')
}

/** Of more documents of one name, only the first are looked at. */
const mostOfName = 50

/**
 * Finds the document that a link names, as Obsidian does: by its path from the note's folder where it begins with a dot, by its path
 * from the top, by the end of its path, then by a name of its front matter; without regard to case, and without `.md`. Of several
 * that fit, the one in the same folder comes first, then the one with the shortest path.
 */
function createResolver(paths: readonly string[], named: readonly LinkedDocument[]) {
  const [byPath, byAlias] = [new Map<string, string>(), new Map<string, string>()]
  const byName = new Map<string, string[]>()
  for (const path of paths) {
    const key = keyOf(path)
    addFirst(byPath, key, path)
    if ((byName.get(posix.basename(key)) ?? []).length < mostOfName) addTo(byName, posix.basename(key), path)
  }
  for (const name of nameKeys) {
    for (const { path, metadata } of named)
      for (const alias of textsOf(metadata[name])) addFirst(byAlias, keyOf(alias), path)
  }
  const endingWith = (key: string) =>
    (byName.get(posix.basename(key)) ?? []).filter((path) => `/${keyOf(path)}`.endsWith(`/${key}`))
  return (link: string, from: string): string | undefined => {
    const folder = posix.dirname(from)
    const near = /^\.\.?\//u.test(link) ? byPath.get(keyOf(posix.join(folder, link))) : undefined
    const key = keyOf(link.replace(/^(?:\.{0,2}\/)+/u, ''))
    return near ?? byPath.get(key) ?? nearest(endingWith(key), folder) ?? byAlias.get(key)
  }
}

/** Where front matter names a note, the first of these before the others; basic-memory links by the last two. */
const nameKeys = ['aliases', 'alias', 'permalink', 'title']

function addTo(map: Map<string, string[]>, key: string, path: string): void {
  const paths = map.get(key)
  if (paths) paths.push(path)
  else map.set(key, [path])
}

function addFirst(map: Map<string, string>, key: string, path: string): void {
  if (!map.has(key)) map.set(key, path)
}

function keyOf(path: string): string {
  return path
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.(?:md|markdown)$/u, '')
}

function nearest(paths: readonly string[], folder: string): string | undefined {
  const distance = (path: string) => (posix.dirname(path) === folder ? 0 : path.length)
  return paths.toSorted((a, b) => distance(a) - distance(b))[0]
}
