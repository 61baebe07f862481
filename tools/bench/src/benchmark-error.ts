type Code = 'NO_CORPUS' | 'NO_MODEL' | 'NOT_BUILT' | 'NOT_INSTALLED' | 'PROCESS_FAILED' | 'WRONG_RESULT'

/** A benchmark that could not be measured. Its code says why, its message what to do. */
export class BenchmarkError extends Error {
  override readonly name = 'BenchmarkError'
  readonly code: Code

  constructor(code: Code, message: string) {
    super(`${message} (${code})`)
    this.code = code
  }
}

/** @throws BenchmarkError `WRONG_RESULT`: what is quick because it does something else is not measured */
export function assertResult(isRight: boolean, message: string): void {
  if (!isRight) throw new BenchmarkError('WRONG_RESULT', message)
}
