import { describe, expect, it } from 'vitest'
import { reportOf } from './__fixtures__/sample-report.js'
import { queryOf, runOf, suiteOf } from './__fixtures__/sample-run.js'
import { groupSuites, isBaseline, rowOf } from './report-suite.js'

const notes = suiteOf([queryOf({ id: 'q1' }), queryOf({ id: 'q2' })])

const mail = suiteOf([queryOf({ id: 'm1' })], { name: 'mail' })

describe('groupSuites', () => {
  it('gives each suite its strategies, with their figures and answers', () => {
    const [first, second] = groupSuites([reportOf(runOf([notes, mail], ['keyword', 'convex']))])
    expect([first?.title, second?.title]).toEqual(['notes', 'mail'])
    expect(first?.systems.map(({ name }) => name)).toEqual(['keyword', 'convex'])
    expect([...(second?.systems[1]?.answers.keys() ?? [])]).toEqual(['m1'])
    expect(second?.systems[1] && rowOf(second.systems[1])).toMatchObject({
      suite: 'mail',
      strategy: 'convex',
    })
  })

  it('brings runs of the same questions together, and names a strategy after its run where both have it', () => {
    const before = reportOf(runOf([notes], ['keyword', 'convex']), 'before')
    const after = reportOf(runOf([mail, notes], ['convex', 'rrf']), 'after')
    const suites = groupSuites([before, after])
    expect(suites.map(({ title, systems }) => [title, systems.map(({ name }) => name)])).toEqual([
      ['notes', ['keyword', 'before: convex', 'after: convex', 'rrf']],
      ['mail', ['convex', 'rrf']],
    ])
  })

  it('keeps runs of other questions of the same name apart', () => {
    const other = suiteOf([queryOf({ id: 'q1', grades: { 'elsewhere.md': 1 } })])
    const suites = groupSuites([
      reportOf(runOf([notes], ['rrf']), 'before'),
      reportOf(runOf([other], ['rrf']), 'after'),
    ])
    expect(suites.map(({ title }) => title)).toEqual(['notes (before)', 'notes (after)'])
  })

  it('knows the baseline of each run', () => {
    const before = reportOf(runOf([notes], ['keyword', 'convex']), 'before')
    const after = reportOf(runOf([notes], ['rrf', 'convex']), 'after')
    const alone = reportOf(runOf([mail], ['rrf']))
    const [together, single] = groupSuites([before, after, alone])
    const baselines = together?.systems.filter((system) => isBaseline(system, together))
    expect(baselines?.map(({ name }) => name)).toEqual(['keyword', 'rrf'])
    expect(single?.systems.some((system) => isBaseline(system, single))).toBe(false)
  })
})
