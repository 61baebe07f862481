import { posix } from 'node:path'
import type { DocumentAddress, Store, StoredDocument } from '@recallite/store'
import { versionsOf } from '../indexer/plan.js'

/** The links between a document and others of its root, as paths inside the root. */
export interface NoteLinks {
  /** Documents that it links to, in the order of the links. */
  readonly links: readonly string[]
  /** Documents that link to it, in the order of their paths. */
  readonly backlinks: readonly string[]
}

/** The link graph of each root, by name, and the generation of the index from which it was built. */
export type LinkCache = Map<string, { readonly generation: string | undefined; readonly graph: LinkGraph }>

type LinkGraph = ReturnType<typeof linkGraph>

/** Reads the links of a document. The graph of its root is cached until the index changes. Rejects with StoreError. */
export async function readNoteLinks(
  { root, path }: DocumentAddress,
  store: Pick<Store, 'listDocuments' | 'listVersions' | 'generation'>,
  cache: LinkCache,
): Promise<NoteLinks> {
  const generation = await store.generation?.()
  let cached = cache.get(root)
  if (!cached || generation === undefined || cached.generation !== generation) {
    cached = { generation, graph: await readGraph(root, store) }
    cache.set(root, cached)
  }
  const { links, backlinks } = cached.graph
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
  /** Of all documents. */
  readonly paths: readonly string[]
  /** Documents with links. */
  readonly linking: readonly LinkedDocument[]
  /** Documents with names in their front matter. */
  readonly named: readonly LinkedDocument[]
}

/** The links between documents, without those that lead to no document or to the document itself. Pure. */
export function linkGraph({ paths, linking, named }: Linked) {
  const links = new Map<string, readonly string[]>()
  const backlinks = new Map<string, string[]>()
  const resolve = createLinkResolver(paths, named)
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

/** Further documents of the same name are ignored. */
const maxPerName = 50

/**
 * Finds the document that a link names, as Obsidian does: relative to the note's folder if the link begins with a dot, then by its
 * path from the root, the end of its path, and a name in front matter; then the source of a page of a site (`x.html`, `x/`). Ignores
 * case and `.md`. A document in the same folder comes
 * first, then the shortest path.
 */
export function createLinkResolver(paths: readonly string[], named: readonly LinkedDocument[]) {
  const [byPath, byAlias] = [new Map<string, string>(), new Map<string, string>()]
  const byName = new Map<string, string[]>()
  for (const path of paths) {
    const key = keyOf(path)
    addFirst(byPath, key, path)
    if ((byName.get(posix.basename(key)) ?? []).length < maxPerName) addTo(byName, posix.basename(key), path)
  }
  for (const name of nameKeys) {
    for (const { path, metadata } of named)
      for (const alias of textsOf(metadata[name])) addFirst(byAlias, keyOf(alias), path)
  }
  const endingWith = (key: string) =>
    (byName.get(posix.basename(key)) ?? []).filter((path) => `/${keyOf(path)}`.endsWith(`/${key}`))
  const find = (link: string, from: string): string | undefined => {
    const folder = posix.dirname(from)
    const near = /^\.\.?\//u.test(link) ? byPath.get(keyOf(posix.join(folder, link))) : undefined
    const key = keyOf(link.replace(/^(?:\.{0,2}\/)+/u, ''))
    return near ?? byPath.get(key) ?? nearest(endingWith(key), folder) ?? byAlias.get(key)
  }
  return (link: string, from: string) => {
    const page = link.replace(/\.html?$|\/$/iu, '')
    const sources = page === link ? [] : [page, `${page}/index`, `${page}/README`]
    return [link, ...sources].reduce<string | undefined>(
      (found, name) => found ?? find(name, from),
      undefined,
    )
  }
}

/** Keys of front matter with names of a note, in order of precedence; basic-memory links by the last two. */
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
    .replace(/\.(?:mdx?|markdown)$/u, '')
}

function nearest(paths: readonly string[], folder: string): string | undefined {
  const distance = (path: string) => (posix.dirname(path) === folder ? 0 : path.length)
  return paths.toSorted((a, b) => distance(a) - distance(b))[0]
}
