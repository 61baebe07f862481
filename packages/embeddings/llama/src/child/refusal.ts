/** Why the child process refuses a request, and the remedy. Only these two texts are sent. */
export class Refusal extends Error {
  readonly code = 'REFUSED'
  /** A sentence without its full stop. */
  readonly remedy: string

  constructor(reason: string, options: { remedy?: string; cause?: unknown } = {}) {
    super(reason, { cause: options.cause })
    this.name = 'Refusal'
    this.remedy = options.remedy ?? 'Download the file again or choose another GGUF model'
  }
}

/** One line about anything thrown, and a remedy. */
export function explain(error: unknown): { reason: string; remedy: string } {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  const { remedy } = error instanceof Refusal ? error : new Refusal('')
  return { reason: line.replace(/\.$/, ''), remedy }
}
