/** A suite could not go on; its message says why. */
export class FaultsError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message)
    this.name = 'FaultsError'
  }
}
