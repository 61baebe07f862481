import type { MemoryErrorCode } from '@recallite/core'
import type { FilterErrorCode } from '@recallite/store/filter'

/** The oracle expects an error instead of an answer. */
export class Refusal extends Error {
  readonly code: MemoryErrorCode | FilterErrorCode

  constructor(code: MemoryErrorCode | FilterErrorCode) {
    super(`The search is to be refused: ${code}.`)
    this.code = code
  }
}
