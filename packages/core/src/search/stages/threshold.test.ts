import { describe, expect, it } from 'vitest'
import { noWords } from '../confidence.js'
import type { RankedItem } from './ranked-items.js'
import { threshold } from './threshold.js'

const item = (id: string, confidence: number, score: number, rest: Partial<RankedItem> = {}): RankedItem => ({
  id,
  kind: 'file',
  fused: { id, score, contributions: [] },
  confidence,
  confidenceInputs: { cosine: 0.5, ...noWords },
  ...rest,
})

const decide = (
  ranking: readonly RankedItem[],
  settings: { threshold?: number; thresholdOn?: 'fused' } = {},
) => {
  const all = { threshold: 0.11, thresholdOn: 'confidence' as const, ...settings }
  const ranked = ranking.map((each) => ({ ...each, position: 0, duplicates: [], item: undefined as never }))
  const decision = threshold({ ranking: ranked, candidates: 40 }, [
    { kind: 'file', settings: all },
    { kind: 'record', settings: all },
  ])
  return { ...decision, shown: decision.ranking.map(({ id }) => id).join(' ') }
}

describe('the threshold of a search', () => {
  it('holds everything back if no confidence reaches it', () => {
    expect(decide([item('a', 0.1, 1)])).toMatchObject({ abstained: true, heldBack: 40, shown: '' })
    expect(decide([item('a', 0.1, 1)], { threshold: 0 })).toMatchObject({ abstained: false, shown: 'a' })
  })

  const ranking = [
    item('best', 0.8, 1),
    item('good', 0.5, 0.1),
    item('near', 0.12, 0.5),
    item('far', 0.4, 0.49),
    item('weak', 0.1, 0.9),
  ]

  it('ends results where relevance ends next to a strong one', () => {
    expect(decide(ranking)).toMatchObject({ abstained: false, heldBack: 2, shown: 'best good near' })
    expect(decide(ranking, { threshold: 0 })).toMatchObject({ heldBack: 0, shown: 'best good near far weak' })
  })

  it('shows all without a strong one, and always the first', () => {
    const [first, ...others] = ranking
    expect(decide([{ ...(first as RankedItem), confidence: 0.74 }, ...others]).heldBack).toBe(0)
    expect(decide([item('first', 0.2, 0.1), ...ranking]).shown).toBe('first best good near')
  })

  it('shows all if no vectors were searched', () => {
    const byWords = ranking.map((each) => ({ ...each, confidenceInputs: { cosine: null, ...noWords } }))
    expect(decide(byWords)).toMatchObject({ abstained: false, heldBack: 0 })
  })

  it('compares scores of one kind, and those of a reranker, separately', () => {
    const records = [item('r', 0.2, 0.02, { kind: 'record' }), item('s', 0.2, 0.009, { kind: 'record' })]
    expect(decide([...ranking.slice(0, 1), ...records]).shown).toBe('best r')
    const reranked = item('reranked', 0.3, 0.1, { rerank: { score: 0.4, rankBefore: 9 } })
    expect(decide([...ranking.slice(0, 1), reranked]).shown).toBe('best reranked')
  })

  it('applies to each fused score as in OpenClaw, and holds nothing else back', () => {
    expect(decide(ranking, { threshold: 0.4, thresholdOn: 'fused' })).toMatchObject({
      heldBack: 0,
      shown: 'best near far weak',
    })
  })
})
