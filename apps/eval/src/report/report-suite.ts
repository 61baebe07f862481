import { isForeign } from '../measures/answer-measures.js'
import type { Run, RunQuery, RunSuite } from '../run/run.js'
import { allKinds } from '../suite/suite.js'
import type { RunVerdict } from '../summary/judge-run.js'
import type { Row } from '../summary/row.js'

/** A strategy as one of the runs asked it. */
export type System = ReturnType<typeof systemsOf>[number]

/** A suite with the answers of one run or of several. */
export type ReportSuite = ReturnType<typeof groupSuites>[number]

/** A run with its label and its figures. */
export interface ReportRun {
  readonly label: string
  readonly run: Run
  readonly rows: readonly Row[]
  /** What the others are compared with. */
  readonly baseline: string
  readonly verdict: RunVerdict
}

interface Asked extends ReportRun {
  readonly suite: RunSuite
  readonly index: number
}

/** The suites of all runs in their order; suites of several runs are brought together if they ask the same queries. */
export function groupSuites(runs: readonly ReportRun[]) {
  const asked = runs.flatMap((reported, index) =>
    reported.run.suites.map((suite): Asked => ({ ...reported, suite, index })),
  )
  const groups = [
    ...Map.groupBy(asked, ({ suite: { name, queries } }) =>
      JSON.stringify([name, queries.flatMap((query) => (isForeign(query) ? [] : [keyOf(query)]))]),
    ).values(),
  ]
  const names = groups.map(([first]) => first?.suite.name)
  return groups.flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { name, description, queries, blank } = first.suite
    const isTaken = names.filter((other) => other === name).length > 1
    /** With the run's label if runs have different queries under this name. */
    const title = isTaken ? `${name} (${first.label})` : name
    const systems = group.flatMap(systemsOf)
    return [{ title, description, queries, blank, systems: nameApart(systems, runs) }]
  })
}

function keyOf({ id, text, grades }: RunQuery) {
  return [id, text, grades]
}

/** A system's row of all queries, or of one kind. */
export function rowOf({ rows }: System, kind = allKinds): Row | undefined {
  return rows.find((row) => row.kind === kind)
}

/** Whether the other systems of its run are compared with this one. */
export function isBaseline(system: System, { systems }: ReportSuite): boolean {
  const others = systems.filter(({ run }) => run === system.run)
  return !rowOf(system)?.difference && others.some((other) => rowOf(other)?.difference)
}

function systemsOf({ suite, index, run, rows }: Asked) {
  const answers = run.answers.filter((answer) => answer.suite === suite.name)
  const byStrategy = Map.groupBy(answers, ({ strategy }) => strategy)
  return run.strategies.map((strategy) => ({
    /** After the run's label if another run has the same strategy for this suite. */
    name: strategy,
    strategy,
    /** The position of its run among the runs. */
    run: index,
    depth: run.depth,
    /** Of this suite: all queries, then each kind. */
    rows: rows.filter((row) => row.suite === suite.name && row.strategy === strategy),
    answers: new Map(byStrategy.get(strategy)?.map((answer) => [answer.query, answer])),
  }))
}

function nameApart(systems: readonly System[], runs: readonly ReportRun[]): System[] {
  const isShared = ({ strategy }: System) => systems.filter((other) => other.strategy === strategy).length > 1
  return systems.map((system) =>
    isShared(system) ? { ...system, name: `${runs[system.run]?.label}: ${system.strategy}` } : system,
  )
}
