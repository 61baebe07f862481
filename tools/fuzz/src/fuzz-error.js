/** The fuzzer itself could not go on; its message says why. */
export class FuzzError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message)
    this.name = 'FuzzError'
  }
}
