import { isAbsolute, join } from 'node:path'
import { createPathMatcher, type Locator, type Root, type Store } from '@recallite/store'
import { pathGlob } from '../search/filter/path-glob.js'
import { documentsAt, documentsNamed, type FoundDocument, isIndexed, pathsIn } from './find-documents.js'
import { findDocument, type Location, parseLocation, type Passage, type PassageSource } from './get.js'
import { readPassage, readRecord } from './get.js'

/** How `getAll` reads what a person typed. */
export interface GetAllOptions {
  /** The folder that relative paths of files begin in; without it every path is one of the index. */
  readonly folder?: string | undefined
}

/**
 * Reads what each of several texts names, in their order: the id of a result; `[root:]path[:from[-to]]`; the path of an
 * indexed file, absolute or from `folder`, with lines too; or a glob, which names every document that it matches.
 * @throws MemoryError as `get` does; `OPTION_INVALID` for a glob that is too long
 */
export async function getAll(
  source: PassageSource,
  places: readonly string[],
  { folder }: GetAllOptions = {},
): Promise<Passage[]> {
  const { store } = source
  const roots = await store.listRoots()
  const ofRecords = { ...source, store: { listRoots: async () => roots } }
  const passages: Passage[] = []
  for (const place of places) {
    const ofRecord = await readRecord(ofRecords, parseLocation(place))
    if (ofRecord) {
      passages.push(ofRecord)
      continue
    }
    for (const { document, location } of await findAll(place, { store, roots, folder }))
      passages.push(await readPassage(document, location))
  }
  return passages
}

interface Index {
  readonly store: Store
  readonly roots: readonly Root[]
  readonly folder: string | undefined
}

interface FoundPlace {
  readonly document: FoundDocument
  readonly location: Location
}

async function findAll(place: string, index: Index): Promise<FoundPlace[]> {
  const chunk = await findChunk(place, index)
  if (chunk) return [chunk]
  const location = parseLocation(place)
  const file = await findFile(location.path, index)
  if (file) return [{ document: file, location }]
  const matching = await findMatching(location.path, index)
  if (matching.length > 0) return matching.map((document) => ({ document, location }))
  // The document of that path, or the error that says why there is none.
  return [{ document: await findDocument(index.store, location.path), location }]
}

const chunkId = /^[\da-f]{20}$/u

async function findChunk(id: string, { store, roots }: Index): Promise<FoundPlace | undefined> {
  if (!chunkId.test(id)) return undefined
  const { items } = await store.readItems([id])
  const locator: Locator | undefined = items[0]?.locator
  const root = roots.find(({ name }) => name === locator?.root)
  return locator && root && { document: { root, path: locator.path }, location: locator }
}

/** The document of a file's path, as it is seen from the folder. */
async function findFile(path: string, { store, roots, folder }: Index): Promise<FoundDocument | undefined> {
  for (const document of fromFolder(path, roots, folder)) {
    if (await isIndexed(document, store)) return document
  }
  return undefined
}

function fromFolder(path: string, roots: readonly Root[], folder: string | undefined): FoundDocument[] {
  if (folder === undefined) return []
  return documentsAt(isAbsolute(path) ? path : join(folder, path), roots)
}

/** The documents that a glob matches, as it is seen from the folder or in the index; none where it is a document's own name. */
async function findMatching(glob: string, { store, roots, folder }: Index): Promise<FoundDocument[]> {
  if (!/[*?[{]/u.test(glob)) return []
  const inIndex = documentsNamed(glob, roots)
  for (const document of inIndex) if (await isIndexed(document, store)) return []
  for (const candidates of [fromFolder(glob, roots, folder), inIndex]) {
    const found: FoundDocument[] = []
    for (const candidate of candidates) await addMatching(candidate, store, found)
    if (found.length > 0) return found
  }
  return []
}

async function addMatching({ root, path: glob }: FoundDocument, store: Store, found: FoundDocument[]) {
  const matches = createPathMatcher([pathGlob(glob)])
  for await (const paths of pathsIn(root, store)) {
    for (const path of paths) if (matches(path)) found.push({ root, path })
  }
}
