import assert from 'node:assert/strict'
import type { NewChunk, StoredDocument } from '../document.js'
import type { Store } from '../store.js'
import type { PendingText } from '../vector-space.js'
import { plane } from './samples.js'

type PlacedChunk = NewChunk & { readonly document: StoredDocument }

/** The texts to embed for a chunk. */
export const textsOf = ({ text, inputs }: NewChunk): string[] =>
  inputs.map(({ prefix, from, to }) => prefix + text.slice(from, to))

/** Asserts that the pending texts of these chunks start with the newest documents, also for each part separately. */
export async function compareOrder(
  store: Store,
  pending: readonly PendingText[],
  chunks: readonly PlacedChunk[],
): Promise<void> {
  const firstTexts = new Set(chunks.flatMap((chunk) => textsOf(chunk).slice(0, 1)))
  for (const part of ['first', 'further'] as const) {
    const list = pending.filter(({ text }) => firstTexts.has(text) === (part === 'first'))
    assert.deepEqual(await store.pendingTexts(plane, { limit: 1000, part }), list)
  }
  const dates = pending.map(({ text }) => newestDate(text, chunks, firstTexts.has(text)))
  assert.deepEqual(dates, dates.toSorted().toReversed(), 'the texts of the newest documents come first')
}

/** The newest date of a document with a text, by first inputs or by all inputs. */
function newestDate(text: string, chunks: readonly PlacedChunk[], isFirst: boolean): string {
  const holders = chunks.filter((chunk) =>
    textsOf(chunk)
      .slice(0, isFirst ? 1 : undefined)
      .includes(text),
  )
  return (
    holders
      .map(({ document }) => document.date ?? '')
      .toSorted()
      .at(-1) ?? ''
  )
}
