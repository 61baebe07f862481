import type { ChunkWords, IndexWord, NewChunk, StoredDocument } from '../document.js'
import type { KeywordFeature, KeywordQuery, KeywordTerm } from '../query.js'
import type { Space, Store } from '../store.js'

/** A document's row. */
export function sampleDocument(path: string, changes: Partial<StoredDocument> = {}): StoredDocument {
  return {
    root: 'notes',
    path,
    title: `Title of ${path}`,
    metadata: {},
    contentHash: `hash of ${path}`,
    recipe: 'recipe 1',
    stamp: 'stamp 1',
    readAt: 1_700_000_000_000,
    ...changes,
  }
}

function indexWords(text: string): IndexWord[] {
  return Array.from(
    text.toLowerCase().matchAll(/([\p{L}\p{M}\p{N}]+)(?:\|([\p{L}\p{M}\p{N}]+))?/gu),
    (match) => {
      const [, form = '', stem = form] = match
      return { form, stem }
    },
  )
}

/** Letters, marks and digits in lower case; `migrations|migrat` is a form and its stem. */
export function wordsOf(text: string, beside: { parts?: string; place?: string } = {}): ChunkWords {
  const { parts = '', place = '' } = beside
  return { text: indexWords(text), parts: indexWords(parts), place: indexWords(place) }
}

/** A chunk that is embedded as it is, and whose words are those of its text. */
export function sampleChunk(id: string, text: string, changes: Partial<NewChunk> = {}): NewChunk {
  return {
    id,
    startLine: 1,
    endLine: 1,
    startColumn: null,
    endColumn: null,
    heading: [],
    text,
    tokens: 1,
    words: wordsOf(text),
    inputs: [{ prefix: '', from: 0, to: text.length }],
    ...changes,
  }
}

/** Adds the root `notes` whose only document, `all.md`, has a chunk of these words for each entry. */
export async function fillWords(store: Store, words: Record<string, ChunkWords>): Promise<void> {
  await store.addRoot({ name: 'notes', path: '/home/notes' })
  await store.replaceDocument(
    sampleDocument('all.md'),
    Object.entries(words).map(([id, chunkWords]) => sampleChunk(id, 'text', { words: chunkWords })),
  )
}

/** Adds a root of this name whose only document, `all.md`, has a chunk for each entry, the key being its id. */
export async function fill(store: Store, texts: Record<string, string>, root = 'notes'): Promise<void> {
  await store.addRoot({ name: root, path: `/home/${root}` })
  await store.replaceDocument(
    sampleDocument('all.md', { root }),
    Object.entries(texts).map(([id, text]) => sampleChunk(id, text)),
  )
}

/** Entries from 0 to `count` - 1, with ids that sort by number. */
export function numbered(
  count: number,
  text: (number: number) => string,
  idPrefix = 'c',
): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => [
      `${idPrefix}${String(number).padStart(4, '0')}`,
      text(number),
    ]),
  )
}

export function word(stem: string) {
  return { kind: 'word', stem } as const
}

export function phrase(...stems: string[]) {
  return { kind: 'phrase', stems } as const
}

export function prefix(beginning: string) {
  return { kind: 'prefix', prefix: beginning } as const
}

/** Words side by side in the place. */
export function placed(...stems: string[]) {
  return { kind: 'place', stems } as const
}

export function any(...stems: string[]): KeywordQuery {
  return { kind: 'any', parts: stems.map(word) }
}

export function all(...stems: string[]): KeywordQuery {
  return { kind: 'all', parts: stems.map(word) }
}

/** A telling term of weight 1. */
export function term(feature: KeywordFeature, changes: Partial<KeywordTerm> = {}): KeywordTerm {
  return { feature, weight: 1, isTelling: true, ...changes }
}

/** A term for each word, phrase, place and prefix that a match may have. */
export function termsOf(query: KeywordQuery): KeywordTerm[] {
  switch (query.kind) {
    case 'any':
    case 'all':
      return query.parts.flatMap(termsOf)
    case 'without':
      return termsOf(query.include)
    default:
      return [term(query)]
  }
}

/** The ids that a query finds, best first. */
export async function findIds(store: Store, query: KeywordQuery, limit = 100): Promise<string[]> {
  const hits = await store.searchKeyword({ query, terms: termsOf(query), limit })
  return hits.map(({ id }) => id)
}

/** A space of two dimensions, where a direction is easy to picture. */
export const plane: Space = { provider: 'sample', model: 'plane', dimensions: 2, promptStyle: 'none' }

/** A direction in the plane; its cosine to another is cos(difference). */
export function atAngle(degrees: number): Float32Array {
  const radians = (degrees * Math.PI) / 180
  return Float32Array.of(Math.cos(radians), Math.sin(radians))
}

/** Gives every pending text of a space the vector that `embed` makes of it; returns the texts. */
export async function embedAll(
  store: Store,
  space: Space,
  embed: (text: string) => Float32Array,
): Promise<string[]> {
  const pending = await store.pendingTexts(space, { limit: 10_000 })
  await store.putVectors(
    space,
    pending.map(({ key, text }) => ({ key, vector: embed(text) })),
  )
  return pending.map(({ text }) => text)
}

/** Begins the plane and embeds every text at the angle, in degrees, that its first word says. */
export async function embedAngles(store: Store): Promise<void> {
  await store.addSpace(plane)
  await embedAll(store, plane, (text) => atAngle(Number.parseFloat(text)))
}
