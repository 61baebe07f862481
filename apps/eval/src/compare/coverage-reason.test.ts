import { describe, expect, it } from 'vitest'
import type { RankedDocument } from '../run/run.js'
import { type SettingsOfBoth, garden, reasons } from './__fixtures__/reasons.js'
import { answer, fused, ranked } from './__fixtures__/runs.js'

describe('the reason of a change in coverage', () => {
  const matching = (value: number, coverage?: number, rank = 1) =>
    fused(
      'ada.md',
      coverage === undefined ? [rank, 7.2, value] : [rank, 7.2, value, coverage],
      [3, 0.41, 0.2],
    )
  const reasonOf = (first: RankedDocument, second: RankedDocument, settings?: SettingsOfBoth) => {
    const isLower = second.score < first.score
    const [before, after] = isLower
      ? [
          [first, garden],
          [garden, second],
        ]
      : [
          [garden, first],
          [second, garden],
        ]
    return reasons(answer('q', before), answer('q', after), settings)['ada.md']
  }

  it('names it where the value moved with it, and the settings behind it', () => {
    const chunking = { target: 200, overlap: 80 }
    expect(reasonOf(matching(0.31, 0.404), matching(0.09, 0.12), [{}, { chunking }])).toBe(
      "ada.md fell from 1 to 2: keyword's value 0.31 → 0.09 as it matches 40 % → 12 % of the question; " +
        'garden.md came above it; settings differ: chunk tokens 400 → 200',
    )
    expect(reasonOf(matching(0.09, 0.12), matching(0.31, 0.404))).toBe(
      "ada.md rose from 2 to 1: keyword's value 0.09 → 0.31 as it matches 12 % → 40 % of the question",
    )
  })

  it('names it where only one of the runs weighed it', () => {
    expect(reasonOf(matching(0.194), matching(0.092, 0.12))).toContain(
      "keyword's value 0.194 → 0.092 as it matches 12 % of the question;",
    )
    expect(reasonOf(matching(0.092, 0.12), matching(0.194))).toContain(
      "keyword's value 0.092 → 0.194 as matching 12 % of the question no longer counts",
    )
    expect(reasonOf(matching(0.31), matching(0.09, 1))).toContain("found alike, keyword's value 0.31 → 0.09;")
  })

  it('names it beside a rank that moved as well', () => {
    expect(reasonOf(matching(0.31, 0.4), matching(0.09, 0.12, 2))).toContain(
      'keyword rank 1 → 2, its value 0.31 → 0.09 as it matches 40 % → 12 % of the question;',
    )
  })

  it('does not name it where the value went the other way, or where no figure shows it', () => {
    expect(reasonOf(matching(0.31, 0.12), matching(0.09, 0.4))).toContain(
      "1 to 2: keyword's value 0.31 → 0.09;",
    )
    expect(reasonOf(matching(0.31, 0.401), matching(0.09, 0.399))).toContain(
      "found alike, keyword's value 0.31 → 0.09;",
    )
  })

  it('does not name it where one list alone is ranked: its own order counts', () => {
    const alone = ({ contributions, ...rest }: RankedDocument) =>
      ranked(rest.document, contributions.slice(0, 1))
    const [before, after, other] = [matching(0.31, 0.4), matching(0.09, 0.12), garden].map(alone) as [
      RankedDocument,
      RankedDocument,
      RankedDocument,
    ]
    expect(reasons(answer('q', [before, other]), answer('q', [other, after]))['ada.md']).toContain(
      "found alike, keyword's value 0.31 → 0.09;",
    )
  })

  it('names it for the configuration that fuses as a search does without settings', () => {
    const strategy = { strategy: 'recallite' }
    const [before, after] = [matching(0.31, 0.4), matching(0.09, 0.12)]
    expect(
      reasons(answer('q', [before, garden], strategy), answer('q', [garden, after], strategy))['ada.md'],
    ).toContain('as it matches 40 % → 12 % of the question;')
  })

  it.each(['rrf', 'openclaw-2026.2', 'my-engine'])(
    'does not name it for %s, which does not weigh it',
    (strategy) => {
      const [before, after] = [
        answer('q', [matching(0.31, 0.4), garden], { strategy }),
        answer('q', [garden, matching(0.09, 0.12)], { strategy }),
      ]
      expect(reasons(before, after)['ada.md']).toContain("found alike, keyword's value 0.31 → 0.09;")
    },
  )

  it('is what a strategy goes by where it speaks for the one ahead', () => {
    const [full, stray] = [
      fused('ada.md', [4, 5, 0.2, 0.6], [2, 0.5, 0.3]),
      fused('garden.md', [1, 9, 0.1, 0.12], [2, 0.5, 0.3]),
    ]
    expect(
      reasons(answer('q', [full, stray]), answer('q', [stray, full], { strategy: 'rrf' }))['ada.md'],
    ).toContain(
      'convex goes by keyword (rank 4 against rank 1 of garden.md; matches 60 % of the question against 12 %), ',
    )
    const behind = fused('garden.md', [1, 9, 0.1, 0.7], [2, 0.5, 0.3])
    expect(
      reasons(answer('q', [full, behind]), answer('q', [behind, full], { strategy: 'rrf' }))['ada.md'],
    ).toContain('convex goes by keyword (rank 4 against rank 1 of garden.md), ')
  })
})
