import type { ChildMessage, ComputeMessage, ModelFacts, ParentMessage, TextAnswer } from './protocol.js'
import { explain } from './refusal.js'

/** Answers a small batch of texts. A rejection refuses each of them. */
export type ComputeTexts = (
  texts: readonly string[],
  query: string | undefined,
) => Promise<readonly TextAnswer[]>

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
