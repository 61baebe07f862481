import { repositoryRoot, runProcess } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { generateCorpus } from '../generate-corpus.js'
import { createRandom } from '../random.js'
import { drawWords } from './corpora.js'
import { versions } from './install-peer.js'
import { warmFigures } from './measure-programs.js'
import { nearestExactly, recallOf, unit } from './nearest-exactly.js'
import { renderPeerRun, withRun, type PeerRun } from './render-peers.js'

const peers = (...args: string[]) => runProcess(['tools/bench/peers.js', ...args], { cwd: repositoryRoot })

describe('pnpm bench:peers', () => {
  it.each([
    [['qdm'], 'No peer is called qdm.'],
    [['recallite'], 'No peer is called recallite.'],
    [['qmd', 'orama'], 'Programs and libraries are measured apart.'],
    [['--runs', '0'], '0 is not a positive whole number.'],
    [['--corpus', 'notes'], 'No corpus is called notes.'],
    [['--fast'], '--fast'],
  ])('refuses %j and says what there is', async (args, message) => {
    const { exitCode, stdout, stderr } = await peers(...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(message)
    for (const name of ['qmd', 'openclaw', 'orama', 'vectra']) expect(stderr).toContain(name)
  })

  it('names one exact version of each peer', () => {
    expect(Object.keys(versions).length).toBeGreaterThanOrEqual(7)
    for (const version of Object.values(versions)) expect(version).toMatch(/^\d+\.\d+\.\d+$/u)
  })
})

describe('questions', () => {
  it('have words that one note has', () => {
    const notes = generateCorpus(20)
    const drawn = drawWords(notes, { random: createRandom(1), count: 10, words: 3 })
    expect(drawn).toHaveLength(10)
    for (const question of drawn) {
      const words = question.split(' ')
      expect(new Set(words).size).toBe(3)
      expect(notes.some(({ text }) => words.every((word) => text.includes(word)))).toBe(true)
    }
  })
})

describe('warm figures', () => {
  const answersOf = (times: number[], found: number[]) => ({ times, found, megabytes: 1 })

  it('count the questions that every system answered, and time no others', () => {
    const figures = warmFigures([
      { id: 'recallite', answers: answersOf([10, 20, 30], [6, 6, 6]) },
      { id: 'qmd', answers: answersOf([1, 2, 3], [1, 0, 2]) },
      { id: 'openclaw', answers: undefined },
    ])
    expect(figures).toEqual({
      recallite: { p50: 10, p95: 30, answered: 3, shared: 2 },
      qmd: { p50: 1, p95: 3, answered: 2, shared: 2 },
    })
  })
})

describe('recall', () => {
  const vectors = [
    [1, 0],
    [0.9, 0.1],
    [0, 1],
    [0, 1],
  ].map((values) => unit(Float32Array.from(values)))

  it('is the share of the nearest that are found', () => {
    const exact = nearestExactly(vectors, unit(Float32Array.of(1, 0.01)), 2)
    expect(exact).toEqual({ ids: ['0', '1'], wanted: 2 })
    expect(recallOf([['0', '2']], [exact])).toBe(1 / 2)
    expect(recallOf([['1', '0']], [exact])).toBe(1)
    expect(recallOf([['0', '0']], [exact])).toBe(1 / 2)
  })

  it('takes a vector for another that is as near', () => {
    const exact = nearestExactly(vectors, Float32Array.of(0, 1), 1)
    expect(exact).toEqual({ ids: ['2', '3'], wanted: 1 })
    expect(recallOf([['3']], [exact])).toBe(1)
    expect(recallOf([['2', '3']], [exact])).toBe(1)
  })
})

describe('the table of a run', () => {
  const run: PeerRun = {
    kind: 'programs',
    corpus: '20 notes',
    systems: [
      { id: 'recallite', name: 'Recallite', version: 'this commit', node: 'v20' },
      { id: 'qmd', name: 'QMD', version: '2.8.3', node: 'v24' },
      { id: 'limit', name: 'Limit', version: 'SQLite', node: 'v20' },
    ],
    figures: [
      {
        name: 'first index',
        unit: 'time',
        must: { peer: 'qmd', factor: 0.7 },
        rows: [
          { recallite: 600, qmd: 1000, limit: 100 },
          { recallite: 800, qmd: 1000, limit: 100 },
        ],
      },
      { name: 'database', unit: 'memory', must: undefined, rows: [{ recallite: 20, qmd: 10 }] },
      { name: 'recall', unit: 'share', must: undefined, rows: [{ recallite: 1, qmd: 0.5 }] },
    ],
    machine: '2 × Processor',
    date: '2026-01-02',
  }

  it('shows medians, ratios and what is missing', () => {
    expect(renderPeerRun(run)).toBe(
      [
        'Programs, 20 notes. Recallite: this commit, Node v20; QMD: 2.8.3, Node v24; Limit: SQLite, Node v20.',
        '2 × Processor, 2026-01-02; medians of 2 runs in turn.',
        '',
        '| figure      | Recallite | QMD    | Limit  | ratio | at most         |',
        '|-------------|-----------|--------|--------|-------|-----------------|',
        '| first index | 700 ms    | 1.00 s | 100 ms | 0.70  | 0.7 × qmd: kept |',
        '| database    | 20 MB     | 10 MB  | –      |       |                 |',
        '| recall      | 1.000     | 0.500  | –      |       |                 |',
      ].join('\n'),
    )
  })

  it('says that a figure is broken', () => {
    const [figure] = run.figures
    const slower = { name: 'first index', unit: 'time' as const, rows: [{ recallite: 710, qmd: 1000 }] }
    expect(renderPeerRun({ ...run, figures: [{ ...slower, must: figure?.must }] })).toContain(
      '0.7 × qmd: broken',
    )
  })

  it('has no ratio without a figure that must be kept, and says why a system failed', () => {
    const systems = run.systems.map((one) => (one.id === 'qmd' ? { ...one, failure: 'out of memory' } : one))
    const text = renderPeerRun({ ...run, systems, figures: run.figures.slice(1) })
    expect(text).not.toContain('at most')
    expect(text).toContain('QMD failed: out of memory')
  })

  it('takes the place of an earlier one of the same systems and corpus', () => {
    const other = { ...run, corpus: '10 notes' }
    const again = { ...run, date: '2026-02-03' }
    const kept = withRun([run, other], again)
    expect(kept).toHaveLength(2)
    expect(kept).toEqual(expect.arrayContaining([again, other]))
  })
})
