import { describe, expect, it } from 'vitest'
import { describePower, describeVerdict } from '../render/verdict.js'
import { randomisationTest } from '../statistics/randomisation-test.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { minDiffering } from './compare-strategies.js'
import { suiteOf } from '../__fixtures__/plain-run.js'
import { queryOf, runOf, type Respond } from '../__fixtures__/sample-run.js'
import { judgeRun } from './judge-run.js'

const queries = Array.from({ length: 40 }, (_, index) => queryOf({ id: `q${index}` }))
const notes = suiteOf(queries)
const place = { startLine: 1, endLine: 2, score: 1, confidence: 1, hasPassage: true }

/** Strategies that answer the given number of 40 questions. */
const shares: Readonly<Record<string, number>> = { recallite: 30, twin: 31, worse: 10, best: 40 }

const respond: Respond = ({ id }, strategy) => {
  const isFound = Number(id.slice(1)) < (shares[strategy] ?? 0)
  const documents = [isFound ? `${id}.md` : 'other.md']
  return { documents, results: documents.map((document) => ({ document, ...place })) }
}

function judge(strategies: readonly string[], suites = [notes]) {
  const run = runOf(suites, strategies, respond)
  return judgeRun(run, strategies[0] ?? '')
}

describe('the verdict of a run', () => {
  it('says which strategies are better, worse, or not significantly different, and by how much', () => {
    const verdict = judge(['recallite', 'twin', 'worse', 'best'])
    expect(verdict).toMatchObject({ measure: 'found@limit', baseline: 'recallite', queries: 40 })
    const [twin, worse, best] = verdict.comparisons
    expect(twin).toMatchObject({ verdict: 'same', mean: 1 / 40 })
    expect(worse).toMatchObject({ strategy: 'worse', verdict: 'worse', mean: -20 / 40 })
    expect(best?.mean).toBeCloseTo(10 / 40, 12)
    // Half the width of the percentile interval of a mean of 0s and −1s: 1.96 · √(p(1 − p)/n), about.
    expect(worse?.margin).toBeCloseTo(1.96 * Math.sqrt(0.25 / 40), 1)
    expect(describeVerdict(verdict)).toMatch(
      /^On these 40 questions best is better than recallite by \.25 ± \.1\d; twin is not significantly different from recallite; worse is worse by \.50 ± \.1\d \(found@limit, the share of queries with an answer in the results; recallite: \.75 ± \.1\d\)\.$/,
    )
  })

  it('corrects for the number of strategies that are compared', () => {
    const alone = judge(['recallite', 'best']).comparisons[0]
    const among = judge(['recallite', 'best', 'twin', 'worse']).comparisons[0]
    expect(alone?.adjustedP).toBe(alone?.p)
    expect(among?.adjustedP).toBeGreaterThan(among?.p ?? 1)
  })

  it('weights the queries of all suites equally', () => {
    const mail = suiteOf([queryOf({ id: 'q39' })], { name: 'mail' })
    const verdict = judge(['recallite', 'best'], [notes, mail])
    expect(verdict.own?.mean).toBeCloseTo(30 / 41, 12)
    expect(describeVerdict(verdict)).toMatch(/^On these 41 questions of 2 suites best/)
  })

  it('names the baseline if all are worse, and says if nothing was compared or measured', () => {
    expect(describeVerdict(judge(['recallite', 'worse']))).toMatch(
      / questions worse is worse than recallite by \.50/,
    )
    expect(describeVerdict(judge(['recallite']))).toMatch(
      /^On these 40 questions recallite reaches \.75 ± \.1\d \(found@limit, [^)]*\); no other strategy ran\.$/,
    )
    const unanswerable = suiteOf([queryOf({ id: 'q0', grades: {} })])
    expect(describeVerdict(judge(['recallite', 'worse'], [unanswerable]))).toBe(
      'Nothing can be measured: no question has an answer.',
    )
  })

  it('says which questions are parts of the notes', () => {
    expect(describeVerdict(judge(['recallite', 'best']))).not.toContain('parts of the notes')
    const made = suiteOf(queries, { name: 'made', questions: 'known-item' })
    expect(describeVerdict(judge(['recallite', 'best'], [notes, made]))).toMatch(
      /\)\. The questions of made are parts of the notes: .*, not to judge how good search is\.$/,
    )
  })
})

describe('the power of a number of questions', () => {
  const random = seededRandom(1)
  const p = (ours: number) => randomisationTest(new Float64Array(60).fill(1, 0, ours), { random })

  it('matches the test if all differences favour one side', () => {
    expect([p(minDiffering - 1) >= 0.05, p(minDiffering) < 0.05]).toEqual([true, true])
    expect(describePower(60)).toMatch(/^With 60 questions, no difference below \.10 between /)
    expect(describePower(1200)).toContain('1,200 questions, no difference below .005 between')
  })

  it('is zero with too few questions', () => {
    expect(describePower(5)).toMatch(/^With 5 questions, no difference between two strategies is/)
  })
})
