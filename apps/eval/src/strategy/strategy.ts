import type { SearchOptions } from '@recallite/core'

/** A way to search that is compared with others. */
export interface Strategy {
  readonly name: string
  /** Whether it means nothing without an embedding model. */
  readonly needsModel: boolean
  /** What makes a search this one; all else is as a search is without settings. */
  readonly options: SearchOptions
  /** Whether it replays another program, whose threshold and number of candidates belong to it. */
  readonly isReplay: boolean
  /** Whether answers are turned upside down, worst first: a control that every comparison must find worse. */
  readonly isReversed: boolean
}
