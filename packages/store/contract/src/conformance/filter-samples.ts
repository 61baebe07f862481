import assert from 'node:assert/strict'
import type { NewChunk, StoredDocument } from '../document.js'
import type { FieldTest, SearchCondition, SearchFilter } from '../filter/search-filter.js'
import type { KeywordQuery } from '../query.js'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import { atAngle, embedAngles, plane, sampleChunk, sampleDocument, termsOf, word } from './samples.js'
import { whereVectorsAreSearched } from './vector-search-capability.js'

/** A retriever's answer to what all sample chunks answer, best first. */
export type FindIds = (filter: SearchFilter | undefined, limit?: number) => Promise<string[]>

/** A document with a chunk for each entry of `chunks`, the key being its id. */
export interface SampleDocument extends Partial<StoredDocument> {
  readonly path: string
  readonly chunks: Readonly<Record<string, Partial<NewChunk>>>
}

/** Adds documents; chunks without a text of their own all answer alike, the earlier ones a little better. */
export async function addDocuments(store: Store, documents: readonly SampleDocument[]): Promise<void> {
  let place = 0
  for (const { chunks, ...changes } of documents) {
    const document = sampleDocument(changes.path, changes)
    await store.addRoot({ name: document.root, path: `/home/${document.root}` })
    await store.replaceDocument(
      document,
      Object.entries(chunks).map(([id, { text, ...rest }]) => {
        place += 1
        return sampleChunk(id, text ?? `${place / 100} harbour ${'filler '.repeat(place)}`, rest)
      }),
    )
  }
}

function findByWords(store: Store): FindIds {
  return async (filter, limit = 100) => {
    const query = word('harbour')
    const hits = await store.searchKeyword({ query, terms: termsOf(query), limit, filter })
    return hits.map(({ id }) => id)
  }
}

function findByVectors(store: Store): FindIds {
  return async (filter, limit = 100) => {
    const hits = await store.searchVector({ space: plane, vector: atAngle(0), limit, filter })
    return hits.map(({ id }) => id)
  }
}

/** One promise about filters, checked on each retriever. */
export function onBothRetrievers(
  name: string,
  documents: readonly SampleDocument[],
  check: (find: FindIds, store: Store) => Promise<void>,
): Check[] {
  return [
    {
      name: `${name}, in keyword search`,
      async check(store) {
        await addDocuments(store, documents)
        await check(findByWords(store), store)
      },
    },
    {
      name: `${name}, in vector search`,
      check: whereVectorsAreSearched(async (store) => {
        await addDocuments(store, documents)
        await embedAngles(store)
        await check(findByVectors(store), store)
      }),
    },
  ]
}

/** Asserts which chunks conditions let through, in the order of the documents, and that negated they let through the rest. */
export async function lets(
  find: FindIds,
  condition: SearchCondition,
  through: readonly string[],
): Promise<void> {
  const all = await find(undefined)
  const asked = JSON.stringify(condition)
  assert.deepEqual(await find([condition]), through, asked)
  const rest = all.filter((id) => !through.includes(id))
  assert.deepEqual(await find([{ ...condition, isNegated: true }]), rest, `not ${asked}`)
}

export function ofRoots(...names: string[]): SearchCondition {
  return { kind: 'root', names }
}

export function ofPaths(...globs: string[]): SearchCondition {
  return { kind: 'path', globs }
}

export function ofHeadings(...texts: string[]): SearchCondition {
  return { kind: 'heading', texts }
}

export function ofDates(from: string | null, to: string | null): SearchCondition {
  return { kind: 'date', from, to }
}

/** The chunk matches a query. */
export function ofWords(query: KeywordQuery): SearchCondition {
  return { kind: 'words', query }
}

export function ofField(key: string, test: FieldTest): SearchCondition {
  return { kind: 'field', keys: [key], test }
}

/** A field that has one of these values. */
export function valued(key: string, ...values: string[]): SearchCondition {
  return ofField(key, { operator: '=', values })
}
