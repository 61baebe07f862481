/** Why a child process refuses a model or a text, and the remedy. Only these two texts are sent. */
export class Refusal extends Error {
  readonly code = 'REFUSED'
  /** A sentence without its full stop; undefined where the program that loads the model has a usual one. */
  readonly remedy: string | undefined

  constructor(
    reason: string,
    options: { readonly remedy?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(reason, { cause: options.cause })
    this.name = 'Refusal'
    this.remedy = options.remedy
  }
}

/** One line about anything thrown, and the remedy if it has one. */
export function explain(error: unknown): { reason: string; remedy: string | undefined } {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  return { reason: line.replace(/\.$/, ''), remedy: error instanceof Refusal ? error.remedy : undefined }
}
