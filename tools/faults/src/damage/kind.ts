import type { Random } from '@recallite/test-kit/random'
import type { World } from '../world.ts'

/** Where damage is done. */
export interface Injury {
  readonly world: World
  readonly random: Random
  /** A file beyond the data folder that must stay as it is. */
  readonly outside: string
  readonly texts: readonly string[]
}

/** A kind of damage. */
export interface Kind {
  readonly name: string
  /** Begins with a memory that was killed while it wrote. */
  readonly needsLog?: boolean
  /** The program may refuse for good what it cannot know to be its own. */
  readonly mayRefuse?: boolean
  injure(injury: Injury): void
}
