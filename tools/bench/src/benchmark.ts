import type { Workspace } from './workspace.ts'

/** The most that the subject may take: factor × the median of another side + extra. */
export interface Bound {
  /** The side; default `baseline`. */
  readonly of?: string
  readonly factor: number
  readonly extra: number
}

export interface Figure {
  readonly name: string
  /** Milliseconds, megabytes, a number, a share of 1. */
  readonly unit: 'time' | 'memory' | 'count' | 'share'
  readonly bound?: Bound
}

/** A row for each run, with values by the ids of sides. */
export type MeasuredFigure = Figure & { rows: readonly Record<string, number>[] }

/** Of one side in one run, by the names of figures; or its only one. */
export type Values = number | Record<string, number | undefined>

/** What was asked for on the command line. */
export interface Options {
  readonly runs: number
  readonly peers: readonly string[]
  readonly url: string | undefined
}

export interface Benchmark {
  readonly name: string
  /** What the subject does, which is the first side. */
  readonly what: string
  readonly comparedWith?: string
  readonly figures: readonly Figure[]
  /** Whether it needs a download, a server or much time, and is run only where it is named. */
  readonly isByName?: boolean
  /** Whether its first run counts. */
  readonly isWarm?: boolean
  /** Gives the sides, each of which does the work once. */
  readonly prepare: (space: Workspace, options: Options) => Promise<Record<string, () => Promise<Values>>>
  /** What was measured over; default: the notes. */
  readonly sizeOf?: (space: Workspace) => string
  readonly describe?: (side: string, options: Options) => string
}

export interface Result {
  readonly benchmark: string
  readonly size: string
  readonly what?: string
  readonly comparedWith?: string | undefined
  /** Their versions by their ids, the subject first. */
  readonly sides: Record<string, string>
  readonly figures: readonly MeasuredFigure[]
  readonly machine: string
  readonly date: string
}
