type Code = 'NO_MODEL' | 'NOT_BUILT' | 'NOT_INSTALLED' | 'PROCESS_FAILED' | 'WRONG_RESULT'

/** A benchmark failed. The code is the reason, the message says what to do. */
export class BenchmarkError extends Error {
  override readonly name = 'BenchmarkError'
  readonly code: Code

  constructor(code: Code, message: string) {
    super(`${message} (${code})`)
    this.code = code
  }
}

/** @throws BenchmarkError `WRONG_RESULT`, because wrong results are not measured */
export function assertResult(isRight: boolean, message: string): void {
  if (!isRight) throw new BenchmarkError('WRONG_RESULT', message)
}
