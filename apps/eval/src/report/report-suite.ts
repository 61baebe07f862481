import type { Answer, RunQuery } from '../run/run.js'
import { overall, type Row } from '../summary/row.js'

/** A strategy as one of the runs asked it. */
export interface System {
  /** The strategy's name; after the run's label where another run has the same strategy for this suite. */
  readonly name: string
  readonly strategy: string
  /** Which of the runs it is of, from 0. */
  readonly run: number
  /** Distinct documents ranked for each query. */
  readonly depth: number
  /** Of this suite: all queries, then each kind. */
  readonly rows: readonly Row[]
  /** By the query's id. */
  readonly answers: ReadonlyMap<string, Answer>
}

/** A suite with everything that was answered to it, in one run or several. */
export interface ReportSuite {
  /** Its name; with the run's label where runs have different queries under this name. */
  readonly title: string
  readonly description: string
  readonly queries: readonly RunQuery[]
  readonly blank: number
  readonly systems: readonly System[]
}

/** A system's row of all queries, or of one kind. */
export function rowOf({ rows }: System, kind = overall): Row | undefined {
  return rows.find((row) => row.kind === kind)
}

/** Whether the other systems of its run are compared with this one. */
export function isBaseline(system: System, { systems }: ReportSuite): boolean {
  const others = systems.filter(({ run }) => run === system.run)
  return !rowOf(system)?.difference && others.some((other) => rowOf(other)?.difference)
}
