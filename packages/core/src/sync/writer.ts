import { StoreError, type WriteOptions } from '@recallite/store'

/** Runs a write; false if it was refused because another process is writing. */
export type Writer = (write: (options: WriteOptions) => Promise<void>) => Promise<boolean>

/** With `wait` false a busy store refuses writes instead of failing; after the first refusal none is tried again. */
export function createWriter(wait: boolean): Writer {
  let isRefused = false
  return async (write) => {
    if (isRefused) return false
    try {
      await write({ wait })
    } catch (error) {
      if (wait || !StoreError.isInstance(error) || error.code !== 'STORE_BUSY') throw error
      isRefused = true
    }
    return !isRefused
  }
}
