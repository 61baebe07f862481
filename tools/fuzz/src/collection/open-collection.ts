import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createMemory, type Memory } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'
import { generateDocuments } from './generate-documents.ts'
import type { Store, StoredDocument, NewChunk } from '@recallite/store'

/** A chunk as passed to the store. */
export interface ScannedChunk {
  readonly document: StoredDocument
  readonly chunk: NewChunk
}

/** Documents in a real memory, and the chunks to scan. */
export interface Collection {
  readonly memory: Memory
  readonly store: Store
  readonly chunks: readonly ScannedChunk[]
  readonly texts: readonly string[]
  readonly roots: readonly string[]
  /** The texts of the documents, without duplicates. */
  readonly languages: readonly string[]
  /** Returns the ids that the store found by words since the last call. */
  readonly takeHits: () => readonly string[]
  readonly close: () => Promise<void>
}

/** The fuzzer itself failed; the message states why. */
export class FuzzError extends Error {
  override readonly name = 'FuzzError'
}

/** The day of all searches. */
export const today = '2026-03-31'
const now = new Date(2026, 2, 31, 12).getTime()

/** A store that records its input, and what it finds by words. */
function listened(store: Store, chunks: ScannedChunk[], hits: string[]): Store {
  return {
    ...store,
    writeDocuments: (changes, options) => {
      for (const { document, chunks: added } of changes.put ?? [])
        chunks.push(...added.map((chunk) => ({ document, chunk })))
      return store.writeDocuments(changes, options)
    },
    findByWords: async (request) => {
      const found = await store.findByWords(request)
      hits.push(...found.ids)
      return found
    },
  }
}

function writeDocuments(folder: string, documents: ReturnType<typeof generateDocuments>) {
  for (const { folder: root, path, text, modifiedAt } of documents) {
    const file = join(folder, root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    utimesSync(file, modifiedAt / 1000, modifiedAt / 1000)
  }
}

/** Indexes generated documents into a store in memory, and records the input of the store. */
export async function openCollection(seeds: readonly number[]): Promise<Collection> {
  const documents = generateDocuments(seeds)
  const folder = mkdtempSync(join(tmpdir(), 'recallite-fuzz-'))
  try {
    writeDocuments(folder, documents)
    const store = await openSqliteStore({ path: ':memory:' })
    const chunks: ScannedChunk[] = []
    const hits: string[] = []
    const memory = createMemory({ store: listened(store, chunks, hits), freshness: 'none', now: () => now })
    const roots = [...new Set(documents.map((document) => join(folder, document.folder)))]
    const { files, skipped } = await memory.index(roots)
    if (files !== documents.length) throw new FuzzError(`Some are not indexed: ${JSON.stringify(skipped)}`)
    const found = chunks.flatMap(({ document: { language } }) => (language === undefined ? [] : [language]))
    return {
      memory,
      store,
      chunks,
      texts: documents.map(({ text }) => text),
      roots: (await memory.listRoots()).map(({ name }) => name),
      languages: [...new Set(found)].toSorted(),
      takeHits: () => hits.splice(0),
      close: () => memory.close(),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
