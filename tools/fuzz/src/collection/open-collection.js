import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createMemory } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'
import { FuzzError } from '../fuzz-error.js'
import { generateDocuments } from './generate-documents.js'

/** @typedef {import('@recallite/store').Store} Store */
/** @typedef {import('@recallite/store').StoredDocument} StoredDocument */
/** @typedef {import('@recallite/store').NewChunk} NewChunk */

/**
 * @typedef {object} ScannedChunk a chunk, as it was handed to the store
 * @property {string} id
 * @property {StoredDocument} document
 * @property {readonly string[]} sections
 * @property {readonly string[]} text stems of its text, in order
 * @property {readonly string[]} parts
 * @property {readonly string[]} place
 * @property {ReadonlySet<string>} stems all of them that are words
 */

/**
 * @typedef {object} Collection documents in a real memory, and what of them can be scanned
 * @property {import('@recallite/core').Memory} memory
 * @property {Store} store
 * @property {readonly ScannedChunk[]} chunks
 * @property {readonly string[]} texts of the documents
 * @property {readonly string[]} roots their names
 * @property {readonly string[]} languages of the documents, each once
 * @property {() => readonly string[]} takeHits ids of what the store has found by words since the last call
 * @property {() => Promise<void>} close
 */

/** The day on which every search is made. */
export const today = '2026-03-31'
const now = new Date(2026, 2, 31, 12).getTime()

/** Stands between the names of a path; it is no word. */
const edgeOfNames = '\u{F8FF}'

/** @param {NewChunk['words']['text']} words */
const stemsOf = (words) => words.map(({ stem }) => stem)

/** @param {StoredDocument} document @param {NewChunk} chunk @returns {ScannedChunk} */
function toScanned(document, { id, heading, sections = heading, words }) {
  const [text, parts, place] = [stemsOf(words.text), stemsOf(words.parts), stemsOf(words.place)]
  const stems = new Set([...text, ...parts, ...place])
  stems.delete(edgeOfNames)
  return { id, document, sections, text, parts, place, stems }
}

/**
 * A store that notes what it is given, and what it finds by words.
 * @param {Store} store @param {ScannedChunk[]} chunks @param {string[]} hits
 * @returns {Store}
 */
function listened(store, chunks, hits) {
  return {
    ...store,
    writeDocuments: (changes, options) => {
      for (const { document, chunks: added } of changes.put ?? [])
        chunks.push(...added.map((chunk) => toScanned(document, chunk)))
      return store.writeDocuments(changes, options)
    },
    findByWords: async (request) => {
      const found = await store.findByWords(request)
      hits.push(...found.ids)
      return found
    },
  }
}

/** @param {string} folder @param {ReturnType<typeof generateDocuments>} documents */
function writeDocuments(folder, documents) {
  for (const { folder: root, path, text, modifiedAt } of documents) {
    const file = join(folder, root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    utimesSync(file, modifiedAt / 1000, modifiedAt / 1000)
  }
}

/**
 * Indexes generated documents into a store in memory, noting what the store is given.
 * @param {readonly number[]} seeds
 * @returns {Promise<Collection>}
 */
export async function openCollection(seeds) {
  const documents = generateDocuments(seeds)
  const folder = mkdtempSync(join(tmpdir(), 'recallite-fuzz-'))
  try {
    writeDocuments(folder, documents)
    const store = await openSqliteStore({ path: ':memory:' })
    /** @type {ScannedChunk[]} */
    const chunks = []
    /** @type {string[]} */
    const hits = []
    const memory = createMemory({ store: listened(store, chunks, hits), freshness: 'none', now: () => now })
    const roots = [...new Set(documents.map((document) => join(folder, document.folder)))]
    const { files, skipped } = await memory.index(roots)
    if (files !== documents.length) {
      throw new FuzzError(
        `${files} documents of ${documents.length} were indexed: ${JSON.stringify(skipped)}`,
      )
    }
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
