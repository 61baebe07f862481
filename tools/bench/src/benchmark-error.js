/** A benchmark that could not be measured. Its code says why, its message what to do. */
export class BenchmarkError extends Error {
  /**
   * @param {'NO_CORPUS' | 'NO_MODEL' | 'NOT_BUILT' | 'NOT_INSTALLED' | 'PROCESS_FAILED' | 'WRONG_RESULT'} code
   * @param {string} message
   */
  constructor(code, message) {
    super(`${message} (${code})`)
    this.name = 'BenchmarkError'
    this.code = code
  }
}

/**
 * @param {boolean} isRight
 * @param {string} message
 * @throws BenchmarkError `WRONG_RESULT`: what is quick because it does something else is not measured
 */
export function assertResult(isRight, message) {
  if (!isRight) throw new BenchmarkError('WRONG_RESULT', message)
}
