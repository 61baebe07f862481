import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEval } from './__fixtures__/run-eval.js'
import { findSuiteFolder, includedSuites, readSuite } from './suite/read-suite.js'
import { allKinds } from './suite/suite.js'
import type { Row } from './summary/summarise.js'

const kinds = [
  'direct terminology',
  'natural language',
  'adjacent vocabulary',
  'vague',
  'cross-domain',
  'identifier',
  'typo',
  'CJK',
  'temporal',
  'no answer',
]

/** From OpenClaw's issue #16021. */
const printedQueries = [
  'how should I evaluate if a claim is actually true',
  'how to think about problems and verify information',
  'what to do when a task seems impossible',
  'tone adjustment strangers conversation style',
  'what does Michael value and how does he think',
  'should I respond to this message or stay quiet',
  'where to send urgent notifications',
  "how should I behave when talking to people who aren't Michael",
  'falsification-first reasoning protocol',
  'quality assurance checklist before making claims',
  'responsive design mobile-first',
  'which telegram bot should I send this to',
]

describe('the included suites', () => {
  it.each(includedSuites.everywhere)('%s is found by its name', (name) => {
    expect(readSuite(findSuiteFolder(name)).name).toBe(name)
  })

  it('are not used for a path to a folder with the same name', () => {
    expect(findSuiteFolder('./memory')).toBe('./memory')
    expect(findSuiteFolder('notes')).toBe('notes')
  })

  it('memory asks questions of every kind', () => {
    const { queries } = readSuite(findSuiteFolder('memory'))
    expect(queries.length).toBeGreaterThanOrEqual(150)
    expect([...new Set(queries.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted())
  })

  it('abbreviations asks for short and long forms, and has controls', () => {
    const { queries } = readSuite(findSuiteFolder('abbreviations'))
    expect(queries).toHaveLength(40)
    expect(new Set(queries.map(({ kind }) => kind))).toEqual(
      new Set(['short to long', 'long to short', 'control']),
    )
  })

  it('B6: issue-16021 has 57 questions about 11 files, 5 or 6 each, including the printed ones', () => {
    const { queries } = readSuite(findSuiteFolder('issue-16021'))
    const counts = new Map<string, number>()
    for (const { grades } of queries) {
      for (const path of grades.keys()) counts.set(path, (counts.get(path) ?? 0) + 1)
    }
    expect([queries.length, counts.size]).toEqual([57, 11])
    expect([...counts.values()].every((count) => count === 5 || count === 6)).toBe(true)
    expect(queries.map(({ text }) => text)).toEqual(expect.arrayContaining(printedQueries))
  })
})

describe('the suite time', () => {
  it('has 60 questions in five languages, asked on a Wednesday, each answered by one note', () => {
    const { queries, at } = readSuite(findSuiteFolder('time'))
    expect([queries.length, at, new Set(queries.map(({ kind }) => kind)).size]).toEqual([
      60,
      Date.UTC(2026, 2, 18, 12),
      6,
    ])
    expect(queries.every(({ grades }) => grades.size === 1)).toBe(true)
  })
})

describe('recallite-eval run memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-suites-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  let outcome: Awaited<ReturnType<typeof runEval>>
  beforeAll(async () => {
    const thresholds = ['--fail-under', 'keyword:hit@6=0.75', '--fail-under', 'MRR@10=0.99']
    const args = ['--strategies', 'keyword,reversed', '--provider', 'none', '--json', ...thresholds]
    outcome = await runEval(['run', 'memory', ...args, '--work', folder], { variables: { HOME: folder } })
  }, 300_000)

  it('finds three of four with keywords only, and rates a reversed ranking worse', () => {
    const { written } = outcome
    const rows = (JSON.parse(written) as { rows: Row[] }).rows.filter(({ kind }) => kind === allKinds)
    expect(rows.map(({ strategy }) => strategy)).toEqual(['keyword', 'reversed'])
    expect(rows[0]?.measures['hit@6']).toBeGreaterThan(0.75)
    expect(rows[1]?.difference?.['nDCG@10']).toMatchObject({ verdict: 'worse' })
  })

  it('exits with 3 below a threshold and says which', () => {
    const { exitCode, talked } = outcome
    expect(exitCode, talked).toBe(3)
    expect(talked).toMatch(/memory: keyword: MRR@10 0\.\d+, under 0\.99\./)
    expect(talked).not.toContain('hit@6')
  })
})
