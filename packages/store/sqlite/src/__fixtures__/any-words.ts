import fc from 'fast-check'
import type { ChunkWords, IndexWord, KeywordFeature } from '@recallite/store'

/** Few words, so that they meet; each stem has several forms. */
const anyWord: fc.Arbitrary<IndexWord> = fc
  .tuple(fc.constantFrom('red', 'reda', 'light', '漢', '字', 'tower'), fc.constantFrom('', 's', 'ing'))
  .map(([stem, ending]) => ({ stem, form: stem + ending }))

const anyStem = anyWord.map(({ stem }) => stem)
const anyStems = fc.array(anyStem, { maxLength: 3 })

const listOf = (maxLength: number) => fc.array(anyWord, { maxLength })

export const anyChunkWords: fc.Arbitrary<ChunkWords> = fc.record({
  text: listOf(12),
  parts: listOf(4),
  place: listOf(4),
})

/** Every kind of feature, with words that a chunk is likely to have. */
export const { feature: anyFeature } = fc.letrec<{ feature: KeywordFeature }>((tie) => ({
  feature: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyStem.map((stem): KeywordFeature => ({ kind: 'word', stem })),
    anyWord.map(({ form }): KeywordFeature => ({ kind: 'form', form })),
    anyStems.map((stems): KeywordFeature => ({ kind: 'phrase', stems })),
    fc.tuple(anyStem, anyStem).map((stems): KeywordFeature => ({ kind: 'pair', stems })),
    anyStems.map((stems): KeywordFeature => ({ kind: 'place', stems })),
    fc.constantFrom('r', 're', 'red', '漢', 'z').map((prefix): KeywordFeature => ({ kind: 'prefix', prefix })),
    fc
      .array(tie('feature'), { maxLength: 3 })
      .map((features): KeywordFeature => ({ kind: 'either', features })),
  ),
}))
