/** Answers a small batch of texts. A rejection applies to each of them. */
type ComputeTexts = (texts: readonly string[], query: string | undefined) => Promise<readonly TextAnswer[]>

export interface ServedModel extends Omit<ModelFacts, 'lanes'> {
  /** Functions that may run at the same time, each on one batch. */
  readonly lanes: readonly ComputeTexts[]
}

/**
 * Runs this process as the child of `openModel`. It ignores keyboard interrupts, since the parent may have work to finish.
 * When the parent disconnects, it kills itself: it has nothing to save, and an orderly exit would run destructors of native
 * code, possibly during a computation.
 * @param load rejects with a `Refusal` if there is no such model
 * @param defaultRemedy without a full stop
 */
export function serveModel(load: (settings: unknown) => Promise<ServedModel>, defaultRemedy: string): void {
  let idle: ComputeTexts[] = []

  async function loadModel(settings: unknown): Promise<ChildMessage> {
    try {
      const { lanes, ...facts } = await load(settings)
      idle = [...lanes]
      return { type: 'ready', ...facts, lanes: lanes.length }
    } catch (error) {
      const { reason, remedy = defaultRemedy } = explain(error)
      return { type: 'failed', reason, remedy }
    }
  }

  async function compute({ id, texts, query }: ComputeMessage): Promise<ChildMessage> {
    const lane = idle.pop()
    if (lane === undefined) return { type: 'answered', id, answers: texts.map(() => 'the model is busy') }
    try {
      return { type: 'answered', id, answers: await lane(texts, query) }
    } catch (error) {
      const { reason } = explain(error)
      return { type: 'answered', id, answers: texts.map(() => reason) }
    } finally {
      idle.push(lane)
    }
  }

  process.on('message', (message: ParentMessage) => {
    const answer = message.type === 'load' ? loadModel(message.settings) : compute(message)
    void answer.then((sent) => process.send?.(sent))
  })
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('SIGINT', () => {})
}

/** Answers the texts of a batch separately, so that a rejected text does not affect the others. */
export function oneByOne(compute: (text: string, query: string) => Promise<Float32Array>): ComputeTexts {
  return async (texts, query = '') => {
    const answers: TextAnswer[] = []
    for (const text of texts) {
      answers.push(await compute(text, query).catch((error: unknown) => explain(error).reason))
    }
    return answers
  }
}

/** No real text has more characters per token. */
const maxCharactersPerToken = 100

/** The part of a text worth tokenizing; the rest would be cut. */
export function readablePart(text: string, maxTokens: number): string {
  return text.slice(0, maxTokens * maxCharactersPerToken)
}

/** Rerankers score this many contexts of a long text and ignore the rest, so that one text cannot take all the time. */
export const maxParts = 4

/** A small batch of texts to embed, or to score against a query. */
interface ComputeMessage {
  readonly type: 'compute'
  /** Repeated in the answer. */
  readonly id: number
  readonly texts: readonly string[]
  /** Undefined to embed. */
  readonly query: string | undefined
}

/** The description of a loaded model. */
export interface ModelFacts {
  /** The name stored in the file; may be empty. */
  readonly name: string
  /** 1 for a reranker. */
  readonly dimensions: number
  /** Number of batches computed at the same time. */
  readonly lanes: number
  /** Maximum bytes (UTF-8) of a batch: number of texts × the longest text. A longer text is a separate batch. */
  readonly batchBytes: number
}

/** Tells the child to load a model (the first message) or to compute texts. */
export type ParentMessage = { readonly type: 'load'; readonly settings: unknown } | ComputeMessage

/** The vector of a text, or why it has none. A score is a vector of one number. */
export type TextAnswer = Float32Array | string

/** `ready` or `failed` answers `load`; `answered` answers `compute`, with one answer per text in order. */
export type ChildMessage =
  | ({ readonly type: 'ready' } & ModelFacts)
  | { readonly type: 'failed'; readonly reason: string; readonly remedy: string }
  | { readonly type: 'answered'; readonly id: number; readonly answers: readonly TextAnswer[] }

/** Why a child process rejects a model or a text. Only the message and the remedy are sent to the parent. */
export class Refusal extends Error {
  readonly code = 'REFUSED'
  /** Without a full stop; default: that of the program. */
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

/** The first line of any thrown value, and its remedy. */
export function explain(error: unknown): { reason: string; remedy: string | undefined } {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  return { reason: line.replace(/\.$/, ''), remedy: error instanceof Refusal ? error.remedy : undefined }
}
