import type { Workspace } from './workspace.ts'

/** The upper bound of the subject: factor × the median of another side + extra. */
export interface Bound {
  /** The side; default `baseline`. */
  readonly of?: string
  readonly factor: number
  readonly extra: number
}

export interface Figure {
  readonly name: string
  /** Milliseconds, megabytes, a number, or a share of 1. */
  readonly unit: 'time' | 'memory' | 'count' | 'share'
  readonly bound?: Bound
}

/** One row per run, with values by side id. */
export type MeasuredFigure = Figure & { rows: readonly Record<string, number>[] }

/** The figures of one side in one run, by name, or its only figure. */
export type Values = number | Record<string, number | undefined>

/** The options of the command line. */
export interface Options {
  readonly runs: number
  readonly peers: readonly string[]
  readonly url: string | undefined
}

export interface Benchmark {
  readonly name: string
  /** What the subject, the first side, does. */
  readonly what: string
  readonly comparedWith?: string
  readonly figures: readonly Figure[]
  /** Whether it only runs by name, because it needs a download, a server or much time. */
  readonly isByName?: boolean
  /** Whether to count the first run. */
  readonly isWarm?: boolean
  /** Returns the sides. Each call of a side does the work once. */
  readonly prepare: (space: Workspace, options: Options) => Promise<Record<string, () => Promise<Values>>>
  /** The size of the data; default: that of the notes. */
  readonly sizeOf?: (space: Workspace) => string
  readonly describe?: (side: string, options: Options) => string
}

export interface Result {
  readonly benchmark: string
  readonly size: string
  readonly what?: string
  readonly comparedWith?: string | undefined
  /** Versions by id, the subject first. */
  readonly sides: Record<string, string>
  readonly figures: readonly MeasuredFigure[]
  readonly machine: string
  readonly date: string
}
