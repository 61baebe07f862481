import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { smallAnswers, smallHeader, smallRun } from '../__fixtures__/small-run.js'
import { jsonLines } from '../__fixtures__/suite-folder.js'
import { compareRuns } from '../compare/compare-runs.js'
import { renderComparison } from '../compare/render-comparison.js'
import { ndcg } from '../measures/ranking-measures.js'
import { suiteTables } from '../render/run-tables.js'
import { renderText } from '../render/text-tables.js'
import { renderReport } from '../report/render-report.js'
import { judgeRun } from '../summary/judge-run.js'
import { describeVerdict } from '../render/verdict.js'
import { summarise } from '../summary/summarise.js'
import { readRun } from './run-file.js'
import type { Run } from './run.js'

type Step = string | number
type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** A run with every field that there is, as its lines. */
function sampleLines(): Json[] {
  const model = { provider: 'local', model: 'tiny', dimensions: 8, promptStyle: 'plain' }
  const passages = [{ document: 'auth.md', lines: [1, 2], contains: 'sessions' }]
  const suites = smallHeader.suites.map((suite) => ({
    ...suite,
    queries: suite.queries.map((query, index) => (index === 0 ? { ...query, passages } : query)),
  }))
  const header = { run: 2, ...smallHeader, settings: { ...smallHeader.settings, model }, suites }
  const answers = smallAnswers.map((answer) => ({
    answer: {
      ...answer,
      ranking: answer.ranking.map((ranked) => ({
        ...ranked,
        contributions: ranked.contributions.map((part) => ({ ...part, coverage: 0.5 })),
      })),
      degraded: ['slow'],
    },
  }))
  return JSON.parse(JSON.stringify([header, ...answers, { end: true }]))
}

/** The places of everything within a value, from the outside in. */
function placesIn(value: Json, place: readonly Step[] = []): (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [place]
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [place, ...inner.flatMap(([step, each]) => placesIn(each, [...place, step]))]
}

/** The value with another in a place; undefined leaves it out. */
function withOther(value: Json, [step, ...rest]: readonly Step[], other: Json | undefined): Json | undefined {
  if (step === undefined) return other
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).flatMap(([name, each]): [string, Json][] => {
    const changed = name === String(step) ? withOther(each, rest, other) : each
    return changed === undefined ? [] : [[name, changed]]
  })
  return Array.isArray(value) ? inner.map(([, each]) => each) : Object.fromEntries(inner)
}

const lines = sampleLines()
const places = placesIn(lines).filter(({ length }) => length > 1)

const odd: (Json | undefined)[] = [
  undefined,
  null,
  true,
  0,
  -1,
  0.5,
  Number.MAX_SAFE_INTEGER,
  1e308,
  '',
  'all',
  '__proto__',
  'auth.md',
  [],
  [1],
  [null],
  [[]],
  {},
  { length: 1 },
  JSON.parse('{"__proto__":1,"constructor":2}'),
]

/** Reads lines as a run, one after the other from the same file. */
function reader(): (changed: Json | undefined) => Run {
  const file = join(temporaryFolder(), 'run.jsonl')
  return (changed) => {
    writeFileSync(file, jsonLines(changed as Json[]))
    return readRun(file)
  }
}

/** Does with a run whatever is done with runs. */
function useRun(run: Run): void {
  const [baseline = ''] = run.strategies
  const rows = summarise(run, { depths: [1, 10], baseline })
  const look = { measures: ['hit@1', 'nDCG@10'], kindMeasure: 'nDCG@10', baseline }
  for (const table of suiteTables(rows, look)) renderText(table)
  const verdict = judgeRun(run, { depths: [1, 10], baseline })
  expect(describeVerdict(verdict).length).toBeGreaterThan(0)
  renderReport([{ label: 'run', run, rows, baseline, verdict }], [1, 6, 10])
  const other = { file: 'other', run: smallRun }
  const named = { file: 'run', run }
  for (const [first, second] of [
    [named, other],
    [other, named],
  ] as const) {
    const comparison = compareRuns(first, second, { measure: ndcg(10) })
    renderComparison(comparison, { width: 80, limit: 10 })
  }
}

/** The code of what an action throws; `none` where it is done, what was thrown where it has no code. */
function codeOf(action: () => unknown): unknown {
  const failure = failureOf(action)
  if (failure === undefined) return 'none'
  return failure instanceof Error && 'code' in failure ? failure.code : failure
}

const malformed = 'EVALUATION_RUN_MALFORMED'

describe('a run with something else in place of one of its fields', () => {
  it('is a run as long as nothing is changed', () => {
    expect(places.length).toBeGreaterThan(200)
    expect(codeOf(() => useRun(reader()(lines)))).toBe('none')
  })

  it('is refused for what it is, or read', () => {
    const readChanged = reader()
    const outcomes = places.flatMap((place) =>
      odd.map((value) => codeOf(() => readChanged(withOther(lines, place, value)))),
    )
    expect(new Set(outcomes)).toEqual(new Set([malformed, 'none']))
    const read = outcomes.filter((outcome) => outcome === 'none').length
    expect(read).toBeGreaterThan(100)
    expect(read).toBeLessThan(outcomes.length / 4)
  })

  it('never breaks what is done with runs', () => {
    const read = reader()
    const value = fc.oneof(
      fc.constantFrom(...odd),
      fc.jsonValue({ maxDepth: 2 }).map((each) => JSON.parse(JSON.stringify(each)) as Json),
    )
    fc.assert(
      fc.property(fc.constantFrom(...places), value, (place, other) => {
        const outcome = codeOf(() => useRun(read(withOther(lines, place, other))))
        expect([malformed, 'EVALUATION_RUN_INCOMPLETE', 'USAGE', 'none']).toContain(outcome)
      }),
      { numRuns: 200 },
    )
  })
})
