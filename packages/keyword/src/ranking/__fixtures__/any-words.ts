import fc from 'fast-check'
import type { ListedFeature, QueryFeature, RankedTerm } from '@recallite/store/query'
import { countless, matchedPostings, positionBit, type Postings } from '../posting-list.js'
import { decodeTermList, encodeTermList, type RankedWords, type TermList } from '../term-list.js'

/** Few stems, so that words often match. */
export const vocabulary = ['red', 'reda', 'light', '漢', '字', 'tower'] as const

const anyStem = fc.constantFrom(...vocabulary)
const anyStems = fc.array(anyStem, { maxLength: 3 })
const anyWord = fc
  .tuple(anyStem, fc.constantFrom('', 's', 'ing'))
  .map(([stem, ending]) => ({ stem, form: stem + ending }))
const listOf = (maxLength: number) => fc.array(anyWord, { maxLength })

export const anyWords: fc.Arbitrary<RankedWords> = fc.record({ text: listOf(12), parts: listOf(4), place: listOf(4) })

/** Every kind of feature, with words that a chunk is likely to have. */
export const { feature: anyFeature } = fc.letrec<{ feature: QueryFeature }>((tie) => ({
  feature: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('word'), stem: anyStem }),
    fc
      .tuple(anyWord, fc.boolean())
      .map(([{ form, stem }, isOne]) => ({ kind: 'form' as const, form, stems: isOne ? [stem] : ['tower', stem] })),
    fc.record({ kind: fc.constant('phrase'), stems: anyStems }),
    fc.record({ kind: fc.constant('pair'), stems: fc.tuple(anyStem, anyStem) }),
    fc.record({ kind: fc.constant('place'), stems: anyStems }),
    fc.record({ kind: fc.constant('prefix'), prefix: fc.constantFrom('r', 're', 'red', '漢', 'z') }),
    fc.record({ kind: fc.constant('either'), features: fc.array(tie('feature'), { maxLength: 3 }) }),
  ),
}))

export const anyTerm: fc.Arbitrary<RankedTerm> = fc.record({
  feature: anyFeature,
  weight: fc.constantFrom(0, 0.25, 0.6, 1, 2),
  isContentTerm: fc.boolean(),
})

function list(words = ''): RankedWords['text'] {
  return words.split(' ').flatMap((stem) => (stem === '' ? [] : [{ stem, form: stem }]))
}

/** Words separated by spaces. */
export function wordsOf(text: string, { parts, place }: { parts?: string; place?: string } = {}): RankedWords {
  return { text: list(text), parts: list(parts), place: list(place) }
}

/** A chunk's words as a store returns them. */
export function readList(words: RankedWords): TermList {
  return decodeTermList(encodeTermList(words))
}

/** How often a feature is in a chunk, by its definition: one word after the other. */
export function naiveCount(feature: QueryFeature, words: RankedWords): number {
  const { text, parts, place } = words
  const weigh = (isMeant: (stem: string) => boolean) => {
    const count = (zone: RankedWords['text']) => zone.filter(({ stem }) => isMeant(stem)).length
    return count(text) + count(parts) / 2 + count(place) / 2
  }
  switch (feature.kind) {
    case 'word':
      return weigh((stem) => stem === feature.stem)
    case 'form':
      return text.filter(({ form }) => form === feature.form).length
    case 'prefix':
      return weigh((stem) => stem.startsWith(feature.prefix))
    case 'phrase':
      return runsIn(text, feature.stems) + runsIn(parts, feature.stems) / 2
    case 'pair':
      return runsIn(text, feature.stems)
    case 'place':
      return runsIn(place, feature.stems) > 0 ? Infinity : 0
    case 'either':
      return Math.max(0, ...feature.features.map((one) => naiveCount(one, words)))
  }
}

function runsIn(words: RankedWords['text'], stems: readonly string[]): number {
  const isStart = (_: unknown, start: number) => stems.every((stem, index) => words[start + index]?.stem === stem)
  return stems.length === 0 ? 0 : words.filter(isStart).length
}

/** The postings of a feature as an index of these chunks has them. */
export function postingsOf(feature: ListedFeature, all: readonly RankedWords[]): Postings {
  const chunks = Int32Array.from(all.keys()).filter((chunk) => naiveCount(feature, all[chunk] ?? wordsOf('')) > 0)
  if (feature.kind !== 'word') return matchedPostings(chunks)
  const times = (chunk: number) => naiveCount(feature, all[chunk] ?? wordsOf(''))
  return {
    chunks,
    counts: Uint8Array.from(chunks, (chunk) => Math.min(2 * times(chunk), countless)),
    positions: chunks.map((chunk) =>
      (all[chunk]?.text ?? []).reduce((bits, { stem }, at) => (stem === feature.stem ? bits | positionBit(at) : bits), 0),
    ),
  }
}
