/** What the oracle expects instead of an answer. */
export class Refusal extends Error {
  /** @param {import('@recallite/core').MemoryErrorCode | import('@recallite/filter').FilterErrorCode} code */
  constructor(code) {
    super(`The search is to be refused: ${code}.`)
    this.name = 'Refusal'
    this.code = code
  }
}
