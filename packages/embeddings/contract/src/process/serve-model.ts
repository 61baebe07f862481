/** Answers a small batch of texts. A rejection refuses each of them. */
type ComputeTexts = (texts: readonly string[], query: string | undefined) => Promise<readonly TextAnswer[]>

/** A loaded model. */
export interface ServedModel extends Omit<ModelFacts, 'lanes'> {
  /** Functions that may run at the same time, each on one batch. */
  readonly lanes: readonly ComputeTexts[]
}

/**
 * Makes this process the child of `openModel`: it loads the model that the first message asks for and computes what later
 * ones ask. It ends with the channel to its parent, and ignores keyboard interrupts, since the parent may have work to
 * finish. It kills itself: it has nothing to save, and an orderly exit would run destructors of native code, possibly during
 * a computation.
 * @param load rejects with a `Refusal` if there is no such model
 * @param usualRemedy for failures that have no remedy of their own, without a full stop
 */
export function serveModel(load: (settings: unknown) => Promise<ServedModel>, usualRemedy: string): void {
  let idle: ComputeTexts[] = []

  async function loadModel(settings: unknown): Promise<ChildMessage> {
    try {
      const { lanes, ...facts } = await load(settings)
      idle = [...lanes]
      return { type: 'ready', ...facts, lanes: lanes.length }
    } catch (error) {
      const { reason, remedy = usualRemedy } = explain(error)
      return { type: 'failed', reason, remedy }
    }
  }

  async function compute({ id, texts, query }: ComputeMessage): Promise<ChildMessage> {
    const lane = idle.pop()
    if (lane === undefined) return { type: 'answered', id, answers: texts.map(() => 'no model is free') }
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

/** Answers each text of a batch alone, so that a text that is refused costs no other one. The query of none is empty. */
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
const mostCharactersPerToken = 100

/** The part of a text that is tokenized, for so many tokens: what exceeds it would be cut anyway. */
export function readablePart(text: string, maxTokens: number): string {
  return text.slice(0, maxTokens * mostCharactersPerToken)
}

/** Of a text of more contexts than these a reranker leaves out the rest, so that one text cannot take all of the time. */
export const mostParts = 4

/** A small batch of texts: to embed, or to score against a query. */
interface ComputeMessage {
  readonly type: 'compute'
  /** Comes back with the answer. */
  readonly id: number
  readonly texts: readonly string[]
  /** Undefined to embed. */
  readonly query: string | undefined
}

/** What a loaded model states about itself. */
export interface ModelFacts {
  /** The name stored in the file; may be empty. */
  readonly name: string
  /** The length of every vector; 1 for a reranker. */
  readonly dimensions: number
  /** How many batches it computes at the same time. */
  readonly lanes: number
  /** The most bytes (UTF-8) of a batch: its number of texts × the longest one. A longer text is a batch of its own. */
  readonly batchBytes: number
}

/** Asks the child to load a model with settings that can be cloned, which comes first, or to compute texts. */
export type ParentMessage = { readonly type: 'load'; readonly settings: unknown } | ComputeMessage

/** The vector of a text, or why it has none. A score is a vector of one number. */
export type TextAnswer = Float32Array | string

/** Answers of the child: `ready` or `failed` to `load`, `answered` to `compute`, with an answer for each text in order. */
export type ChildMessage =
  | ({ readonly type: 'ready' } & ModelFacts)
  | { readonly type: 'failed'; readonly reason: string; readonly remedy: string }
  | { readonly type: 'answered'; readonly id: number; readonly answers: readonly TextAnswer[] }

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
