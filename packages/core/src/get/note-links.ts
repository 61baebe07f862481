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
 * Finds the document that a link names, as Obsidian does: relative to the note's folder if the link begins with a dot, or to the
 * folders above it if it begins with a slash; then by its path from the root, the end of its path, and a name in front matter; then
 * the source of a page of a site (`x.html`, `x/`) or wiki. Ignores case and `.md`. The document with the shortest path from the note's
 * folder comes first.
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
  const near = (link: string, folder: string) =>
    firstOf(basesOf(link, folder), (base) => byPath.get(keyOf(posix.join(base, link))))
  const find = (link: string, folder: string) => {
    const key = keyOf(link.replace(/^(?:\.{0,2}\/)+/u, ''))
    return byPath.get(key) ?? nearest(endingWith(key), folder) ?? byAlias.get(key)
  }
  return (link: string, from: string) => {
    const [names, folder] = [[link, ...sourcesOf(link)], posix.dirname(from)]
    return firstOf(names, (name) => near(name, folder)) ?? firstOf(names, (name) => find(name, folder))
  }
}

/** The first result for the names. */
function firstOf(names: readonly string[], find: (name: string) => string | undefined): string | undefined {
  return names.reduce<string | undefined>((path, name) => path ?? find(name), undefined)
}

/** The folders that a link is relative to: those above the note for a link from the root of a site, which is one of them. */
function basesOf(link: string, folder: string): string[] {
  if (/^\.\.?\//u.test(link)) return [folder]
  if (!link.startsWith('/')) return []
  const names = folder.split('/').filter((name) => name !== '.')
  return ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))]
}

/** Names of files from which sites and wikis make the page that a link names. */
function sourcesOf(link: string): string[] {
  const page = link.replace(/(?:\/|(?:(?<=\/)|^)index)?(?:\.html?)?$/iu, '').replace(/\/$/u, '')
  const dated = page.replace(/(\d{4})\/(\d\d)\/(\d\d)\/(?=[^/]+$)/u, '$1-$2-$3-')
  const journal = page.replace(/^(\d{4})-(\d\d)-(\d\d)$/u, '$1_$2_$3')
  const wiki = [
    page.replaceAll(' ', '-'),
    ...['___', '%2f'].map((sign) => page.replaceAll('/', sign)),
    journal,
  ]
  return [page, ...['index', 'README', '_index'].map((name) => `${page}/${name}`), dated, ...wiki]
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
    .replace(/^\/+|(?:\/+|\.(?:mdx?|markdown))$/gu, '')
}

function nearest(paths: readonly string[], folder: string): string | undefined {
  const distance = (path: string) => posix.relative(`/${folder}`, `/${path}`).length
  return paths.toSorted((a, b) => distance(a) - distance(b))[0]
}
