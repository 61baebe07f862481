/** Why the child does not do what it is asked, and what to do about it. Only the two texts cross the channel. */
export class Refusal extends Error {
  readonly code = 'REFUSED'
  /** A sentence without its full stop. */
  readonly remedy: string

  constructor(reason: string, options: { remedy?: string; cause?: unknown } = {}) {
    super(reason, { cause: options.cause })
    this.name = 'Refusal'
    this.remedy = options.remedy ?? 'Download the file again or choose another GGUF embedding model'
  }
}

/** What anything thrown says in one line, and the remedy, if it knows one. */
export function explain(error: unknown): { reason: string; remedy: string } {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  const { remedy } = error instanceof Refusal ? error : new Refusal('')
  return { reason: line.replace(/\.$/, ''), remedy }
}
