import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '@recallite/settings'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { seededRandom } from '../statistics/seeded-random.js'
import { type CrossValidation, type Sweep, judgeSettings } from '../sweep/cross-validate.js'
import { parseGrid, settingTable, type Setting } from '../sweep/setting.js'
import { configLines, describeValidation, sweepParts } from './sweep.js'
import { renderParts } from './table.js'

/** Scores of forty queries, of which the setting gains so much on every second. */
function sweepOf(settings: readonly Setting[], gains: readonly number[]): Sweep {
  const scores = settings.map((_, setting) =>
    Float64Array.from({ length: 40 }, (_query, query) => 0.5 + (query % 2) * (gains[setting] ?? 0)),
  )
  return judgeSettings({ measure: 'nDCG@10', settings, scores }, { folds: 5, random: seededRandom(1) })
}

const validation: CrossValidation = {
  folds: 5,
  queries: 121,
  heldOut: { chosen: 0.742, default: 0.738 },
  gain: { mean: 0.004, interval: [-0.006, 0.013], p: 0.41 },
  chosen: 2,
  timesChosen: [1, 1, 3],
}

const varied: Setting = {
  fusion: 'weighted',
  weight: 0.6,
  threshold: 0.2,
  chunkTokens: 200,
  chunkOverlap: 80,
}

/** With what a value of a setting may stand, which then stands alone: overlaps are below chunks. */
const room: Readonly<Record<string, Setting>> = {
  chunkOverlap: { chunkTokens: 8192 },
  chunkTokens: { chunkOverlap: 0 },
}

/** Both ends of what each number may be, and some of the fusions, whose names are of one table. */
function extremes(): Setting[] {
  const alone: Setting[] = [{ fusion: 'calibrated' }, { fusion: 'rrf' }, { fusion: 'dbsf' }]
  // Two programs for all the others: one weight has its least value where the other one has its most.
  const together: [Setting, Setting] = [{}, {}]
  for (const [position, [name, entry]] of Object.entries(settingTable).entries()) {
    if ('names' in entry) continue
    const ends = [entry.least, entry.most ?? 1000].map((end) => ({ [name]: end }))
    if (name in room) alone.push(...ends.map((end) => ({ ...room[name], ...end })))
    else for (const [side, end] of ends.entries()) Object.assign(together[(position + side) % 2] ?? {}, end)
  }
  return [...together, ...alone]
}

const renderSweep = (sweep: Sweep) => renderParts(sweepParts(sweep))

describe('describeValidation', () => {
  it('say in words what is no gain', () => {
    expect(describeValidation(validation)).toBe(
      'Held out (121 queries in 5 folds), the chosen setting gains +0.004 (−0.006 to +0.013), p = 0.410: ' +
        'not distinguishable from the default, keep the defaults. 3 of 5 folds chose it.',
    )
  })

  it.each<[string, Partial<CrossValidation>]>([
    ['p = 0.003: better than the default', { gain: { mean: 0.02, interval: [0.01, 0.03], p: 0.003 } }],
    [
      'p = 0.003: worse than the default, keep',
      { gain: { mean: -0.02, interval: [-0.03, -0.01], p: 0.003 } },
    ],
    // Interval and test do not agree: that is not enough.
    ['p = 0.060: not distinguishable', { gain: { mean: 0.02, interval: [0.001, 0.03], p: 0.06 } }],
    ['p = 0.040: not distinguishable', { gain: { mean: 0.02, interval: [0, 0.03], p: 0.04 } }],
    ['No setting stands out from the default', { chosen: 0 }],
  ])('say %s', (words, change) => {
    expect(describeValidation({ ...validation, ...change })).toContain(words)
  })
})

describe('renderSweep', () => {
  it('shows settings, best first, the verdict, and what to write where', () => {
    const settings = parseGrid(['weight=0.5,0.9', 'chunkTokens=200,300'])
    const text = renderSweep(sweepOf(settings, [0, -0.1, 0.1, 0.05, 0.2]))
    expect(text).toMatchInlineSnapshot(`
      "5 settings, 40 queries, best first

      setting                       nDCG@10         95 %  folds
      weight=0.9 chunkTokens=300 *    0.600  0.570–0.630      5
      weight=0.5 chunkTokens=300      0.550  0.535–0.565      0
      weight=0.9 chunkTokens=200      0.525  0.517–0.533      0
      default                         0.500  0.500–0.500      0
      weight=0.5 chunkTokens=200      0.450  0.435–0.465      0
      * chosen by all queries. Figures are of the queries that choose. folds: how many chose it by the others.

      Held out (40 queries in 5 folds), the chosen setting gains +0.100 (+0.070 to +0.130), p < 0.001: better than the default, also for queries that had no part in choosing it. 5 of 5 folds chose it.

      To use the chosen setting:

      query:
        fusion: calibrated
        hybrid:
          vectorWeight: 0.9
          textWeight: 0.1
      chunking:
        tokens: 300
        overlap: 80

      'recallite index' then cuts all chunks again.
      "
    `)
  })

  it('has nothing to write where the default stays', () => {
    const text = renderSweep(sweepOf(parseGrid(['threshold=0,0.5']), [0, -0.1, 0]))
    expect(text).toMatch(/^default \* +0\.500 +0\.500–0\.500 +5$/m)
    expect(text).toMatch(/\nNo setting stands out from the default .*: keep the defaults\.\n$/)
  })

  it('does not recommend what it cannot tell from the default', () => {
    const sweep = sweepOf(parseGrid(['fusion=rrf']), [0, 0.1])
    const unsure = { ...sweep.validation, gain: { mean: 0.01, interval: [-0.1, 0.1], p: 0.8 } as const }
    const text = renderSweep({ ...sweep, validation: unsure })
    expect(text).toContain('keep the defaults')
    expect(text).toContain('To try the chosen setting all the same:\n\nquery:\n  fusion: rrf\n')
    expect(renderSweep(sweepOf(parseGrid(['fusion=rrf', 'k=10']), [0, 0.1]))).toContain(
      'k has no setting: give --rrf-k 10 to each search.',
    )
  })

  it('shows fifteen, and the default wherever it stands', () => {
    const settings = parseGrid(['fusion=rrf', 'k=1..30/1'])
    const text = renderSweep(sweepOf(settings, [-0.1]))
    const lines = text.split('\n').filter((line) => /^(default|fusion=)/.test(line))
    expect(lines).toHaveLength(16)
    expect(lines[0]).toMatch(/^fusion=rrf k=1 /)
    expect(lines[15]).toMatch(/^default /)
    expect(text).toContain('31 settings, 40 queries, best first\n')
    expect(text).toContain(' 15 more with --json.\n')
  })
})

describe('configLines', () => {
  it('are none for the default', () => {
    expect(configLines({})).toBe('')
  })

  it('are nested YAML of what differs, with the overlap that was measured', () => {
    expect(configLines(varied)).toBe(
      [
        'query:',
        '  fusion: weighted',
        '  hybrid:',
        '    vectorWeight: 0.6',
        '    textWeight: 0.4',
        '  minScore: 0.2',
        'chunking:',
        '  tokens: 200',
        '  overlap: 80',
        '',
      ].join('\n'),
    )
    expect(parse(configLines({ fusion: 'rrf', k: 10 }))).toEqual({ query: { fusion: 'rrf' } })
  })
})

describe('the settings of recallite', () => {
  it('take everything that a sweep may print, and mean the same by it', async () => {
    const folder = temporaryFolder()
    const config = join(folder, 'settings.yaml')
    const settings = [varied, ...extremes()].filter((setting) => configLines(setting) !== '')
    expect(settings.flatMap(Object.keys).length).toBeGreaterThan(20)
    for (const setting of settings) {
      const lines = configLines(setting)
      writeFileSync(config, lines)
      const resolved = await readSettings({ config, cwd: folder, variables: { HOME: folder } })
      expect(resolved.settings).toMatchObject(parse(lines))
    }
  })
})
