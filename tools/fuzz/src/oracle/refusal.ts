import type { MemoryErrorCode } from '@recallite/core'
import type { FilterErrorCode } from '@recallite/store/filter'

/** The oracle expects the search to fail. */
export class Refusal extends Error {
  readonly code: MemoryErrorCode | FilterErrorCode

  constructor(code: MemoryErrorCode | FilterErrorCode) {
    super(`The search must fail: ${code}.`)
    this.code = code
  }
}
