import type { SqlDatabase } from './sql-database.js'
import { isDiskFull, toStoreError } from './sqlite-errors.js'

/** How synchronous work is done as a store's promises. */
export interface Calls {
  /**
   * Makes a promise of it, and our errors of the driver's.
   * @param needed asked where the disk is full: how many bytes the work needs there
   */
  run<Result>(work: () => Result, needed?: () => number): Promise<Result>
  /** One snapshot for all statements of a read: counts of another moment would make nonsense of scores. */
  read<Result>(work: () => Result): Promise<Result>
}

/** Calls on the database in the file at `path`. */
export function createCalls(database: SqlDatabase, path: string): Calls {
  async function run<Result>(work: () => Result, needed?: () => number): Promise<Result> {
    try {
      return work()
    } catch (error) {
      throw toStoreError(error, path, isDiskFull(error) ? needed?.() : undefined)
    }
  }
  return { run, read: (work) => run(() => database.transaction(work).deferred()) }
}
