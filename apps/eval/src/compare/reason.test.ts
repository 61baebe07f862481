import { describe, expect, it } from 'vitest'
import { ada, garden, reasons } from './__fixtures__/reasons.js'
import { answer, bare, fused, part, ranked } from './__fixtures__/runs.js'

describe('the reason of a change', () => {
  it('is none where a document stands where it stood', () => {
    expect(reasons(answer('q', [ada, garden]), answer('q', [ada, garden]))).toEqual({ 'ada.md': '' })
  })

  it('names the retriever that found it otherwise, and who came above it', () => {
    const lost = fused('ada.md', [null, 0, 0], [3, 0.41, 0.2])
    expect(reasons(answer('q', [ada, garden]), answer('q', [garden, lost]))['ada.md']).toBe(
      'ada.md fell from 1 to 2: keyword rank 1 → not found, its value 0.31 → 0; garden.md came above it',
    )
  })

  it('names what helped where it rose, not what else changed', () => {
    const better = fused('ada.md', [4, 4, 0.1], [1, 0.9, 0.6])
    expect(reasons(answer('q', [garden, ada]), answer('q', [better, garden]))['ada.md']).toBe(
      'ada.md rose from 2 to 1: vector rank 3 → 1, its value 0.2 → 0.6',
    )
  })

  it('says that its own score is the same where only others changed', () => {
    const risen = fused('garden.md', [1, 9, 0.6], [9, 0.2, 0.1])
    const changed = reasons(answer('q', [ada, garden]), answer('q', [risen, ada]))
    expect(changed['ada.md']).toBe(
      'ada.md fell from 1 to 2: its own score is the same; garden.md came above it',
    )
    expect(changed['garden.md']).toBe('garden.md rose from 2 to 1: keyword rank 2 → 1, its value 0.2 → 0.6')
  })

  it('does not blame a retriever that speaks for it more than before', () => {
    const better = fused('ada.md', [1, 8, 0.35], [2, 0.5, 0.3])
    const risen = fused('garden.md', [2, 5, 0.5], [1, 0.9, 0.5])
    expect(reasons(answer('q', [ada, garden]), answer('q', [risen, better]))['ada.md']).toBe(
      'ada.md fell from 1 to 2: its own score went 0.51 → 0.65; garden.md came above it',
    )
  })

  it('says scores where ranks are the same, and the model behind them', () => {
    const weaker = fused('ada.md', [1, 7.2, 0.31], [3, 0.11, 0.05])
    const model = { provider: 'local', model: 'other', dimensions: 384, promptStyle: 'none' }
    expect(
      reasons(answer('q', [ada, garden]), answer('q', [garden, weaker]), [{}, { model }])['ada.md'],
    ).toBe(
      'ada.md fell from 1 to 2: vector score 0.41 → 0.11, its value 0.2 → 0.05; garden.md came above it; ' +
        'settings differ: model',
    )
  })

  it('says where other lines of it rank, and the chunking behind them', () => {
    const moved = { ...fused('ada.md', [2, 3, 0.1], [3, 0.41, 0.2]), startLine: 40, endLine: 52 }
    const chunking = { target: 200, overlap: 80 }
    expect(
      reasons(answer('q', [ada, garden]), answer('q', [garden, moved]), [{}, { chunking }])['ada.md'],
    ).toBe(
      'ada.md fell from 1 to 2: other lines of it, 1–9 → 40–52, keyword rank 1 → 2, its value 0.31 → 0.1; ' +
        'garden.md came above it; settings differ: chunk tokens 400 → 200',
    )
  })

  it('says how a document is lost, and the setting behind it', () => {
    expect(
      reasons(answer('q', [ada, garden]), answer('q', [garden]), [{}, { candidates: 24 }])['ada.md'],
    ).toBe(
      'ada.md was at 1, now not among the candidates: garden.md came above it; settings differ: candidates 100 → 24',
    )
    expect(
      reasons(answer('q', [{ ...ada, confidence: 0.213 }]), answer('q', []), [{}, { threshold: 0.35 }])[
        'ada.md'
      ],
    ).toBe(
      'ada.md was at 1, now below the threshold 0.35: its confidence is 0.213; settings differ: threshold 0 → 0.35',
    )
  })

  it('says where a document is new', () => {
    const others = Array.from({ length: 10 }, (_, place) => `other-${place}.md`)
    expect(reasons(bare('q', others), answer('q', [ada]))['ada.md']).toBe(
      'ada.md is new at 1, before not among the first 10',
    )
  })

  it('says raw scores where the rank went the other way than the value', () => {
    const deeper = fused('ada.md', [1, 7.2, 0.31], [null, 0.2, 0.15])
    const shallow = fused('ada.md', [1, 7.2, 0.31], [55, 0.1, 0.1])
    expect(reasons(answer('q', [garden, shallow]), answer('q', [deeper, garden]))['ada.md']).toBe(
      'ada.md rose from 2 to 1: vector score 0.1 → 0.2, its value 0.1 → 0.15',
    )
  })

  it('says only what a score is worth where that went the other way than the score', () => {
    const overshadowed = fused('ada.md', [1, 7.4, 0.21], [3, 0.41, 0.2])
    expect(reasons(answer('q', [ada, garden]), answer('q', [garden, overshadowed]))['ada.md']).toBe(
      "ada.md fell from 1 to 2: keyword's value 0.31 → 0.21; garden.md came above it",
    )
  })

  it('says that only the weighing changed where the scores are the same but for what is rounded away', () => {
    const weighed = fused('ada.md', [1, 7.2001, 0.21], [3, 0.41, 0.2])
    expect(reasons(answer('q', [ada, garden]), answer('q', [garden, weighed]))['ada.md']).toBe(
      "ada.md fell from 1 to 2: found alike, keyword's value 0.31 → 0.21; garden.md came above it",
    )
  })

  it('names settings without their values where there are several', () => {
    const chunking = { target: 200, overlap: 40 }
    expect(
      reasons(answer('q', [ada, garden]), answer('q', [garden]), [{}, { chunking, candidates: 24 }])[
        'ada.md'
      ],
    ).toMatch(/; settings differ: chunk tokens, chunk overlap, candidates$/)
  })
})

describe('the reason of a change between two strategies', () => {
  const rrf = { strategy: 'rrf' }
  const vectorFirst = [
    fused('ada.md', [30, 2, 0.01], [1, 0.9, 0.8]),
    fused('garden.md', [1, 9, 0.2], [9, 0.3, 0.3]),
  ]
  const wordsFirst = [
    fused('garden.md', [1, 9, 1 / 61], [9, 0.3, 1 / 69]),
    fused('ada.md', [30, 2, 1 / 90], [1, 0.9, 1 / 61]),
  ]

  it('is what each of them goes by, said once', () => {
    expect(reasons(answer('q', vectorFirst), answer('q', wordsFirst, rrf))).toEqual({
      'ada.md':
        'ada.md fell from 1 to 2: convex goes by vector (rank 1 against rank 9 of garden.md), ' +
        'rrf goes by keyword (rank 30 against rank 1); garden.md came above it',
      'garden.md': 'garden.md rose from 2 to 1',
    })
    expect(reasons(answer('q', wordsFirst, rrf), answer('q', vectorFirst))['ada.md']).toBe(
      'ada.md rose from 2 to 1: rrf goes by keyword (rank 30 against rank 1 of garden.md), ' +
        'convex goes by vector (rank 1 against rank 9)',
    )
  })

  it('is that one of them does not tell the documents apart', () => {
    const tied = [
      fused('garden.md', [1, 9, 1 / 61], [5, 0.3, 1 / 65]),
      fused('ada.md', [5, 2, 1 / 65], [1, 0.9, 1 / 61]),
    ]
    expect(reasons(answer('q', vectorFirst), answer('q', tied, rrf))['ada.md']).toContain(
      'convex goes by vector (rank 1 against rank 9 of garden.md), rrf scores it like the other;',
    )
  })

  it('is that one of them orders them otherwise than by their scores', () => {
    const reversed = answer('q', vectorFirst.toReversed(), { strategy: 'reversed' })
    expect(reasons(answer('q', vectorFirst), reversed)).toEqual({
      'ada.md':
        'ada.md fell from 1 to 2: convex goes by vector (rank 1 against rank 9 of garden.md), ' +
        'reversed orders the two otherwise than by score; garden.md came above it',
      'garden.md': 'garden.md rose from 2 to 1',
    })
    expect(reasons(reversed, answer('q', vectorFirst))['ada.md']).toBe(
      'ada.md rose from 2 to 1: reversed orders it and garden.md otherwise than by score, ' +
        'convex goes by vector (rank 1 against rank 9)',
    )
  })

  it('is the scores alone where no retriever is known', () => {
    const scored = (id: string, score: number) => ranked(id, [], { score })
    const first = answer('q', [scored('ada.md', 0.9), scored('garden.md', 0.5)])
    const second = answer('q', [scored('garden.md', 0.7), scored('ada.md', 0.1)], rrf)
    expect(reasons(first, second)['ada.md']).toBe(
      'ada.md fell from 1 to 2: convex scores it higher than garden.md, rrf scores it lower than the other; ' +
        'garden.md came above it',
    )
  })

  it('is told by one ranking where the other does not have the document that came above', () => {
    const fresh = fused('fresh.md', [1, 9, 1 / 61], [2, 0.8, 1 / 62])
    expect(
      reasons(answer('q', vectorFirst), answer('q', [fresh, ...wordsFirst.slice(1)], rrf))['ada.md'],
    ).toBe(
      'ada.md fell from 1 to 2: rrf goes by keyword (rank 30 against rank 1 of fresh.md); fresh.md came above it',
    )
  })

  it('is told by a retriever that the other does not ask', () => {
    const words = ['garden.md', 'ada.md'].map((id, index) =>
      ranked(id, [part('keyword', [index + 1, 5, 1 / (index + 1)])]),
    )
    expect(reasons(answer('q', words, { strategy: 'keyword' }), answer('q', vectorFirst))['ada.md']).toBe(
      'ada.md rose from 2 to 1: keyword goes by keyword (rank 2 against rank 1 of garden.md), ' +
        'convex goes by vector (rank 1 against rank 9)',
    )
  })
})

describe('the reason of a change of bare rankings', () => {
  it('says what it can are known', () => {
    expect(reasons(bare('q', ['ada.md', 'x', 'y', 'z']), bare('q', ['x', 'y', 'z', 'ada.md']))).toEqual({
      'ada.md': 'ada.md fell from 1 to 4: x, y and 1 more came above it',
      x: 'x rose from 2 to 1',
      y: 'y rose from 3 to 2',
      z: 'z rose from 4 to 3',
    })
  })

  it('blames no setting that a run does not tell', () => {
    const [high, low] = [bare('q', ['ada.md', 'x']), bare('q', ['x', 'ada.md'])]
    const other = { candidates: 24 }
    expect(reasons(high, low, [null, other])['ada.md']).toBe('ada.md fell from 1 to 2: x came above it')
    expect(reasons(bare('q', ['ada.md']), bare('q', []), [null, other])['ada.md']).toBe(
      'ada.md was at 1, now not among the candidates',
    )
    expect(reasons(bare('q', ['ada.md']), bare('q', []), [other, null])['ada.md']).toBe(
      'ada.md was at 1, now not in the ranking',
    )
  })

  it('does not blame for a rank what only decides how many documents are ranked', () => {
    const [high, low] = [bare('q', ['ada.md', 'x']), bare('q', ['x', 'ada.md'])]
    expect(reasons(high, low, [{}, { threshold: 0.2 }])['ada.md']).toBe(
      'ada.md fell from 1 to 2: x came above it',
    )
  })
})
