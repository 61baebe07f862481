import { modelUnavailable } from './model-unavailable.js'
import type { ModelFacts } from './protocol.js'
import type { ResolvedSettings } from './settings.js'
import type { Child } from './start-child.js'

/** What to load, and when to stop. */
export interface LoadRequest {
  readonly settings: ResolvedSettings
  readonly signal?: AbortSignal | undefined
}

/**
 * Lets a child load the model.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` when it cannot, dies, takes too long or is no
 * longer wanted; the child is then ended
 */
export function loadInChild(child: Child, { settings, signal }: LoadRequest): Promise<ModelFacts> {
  const { modelPath, threads, contextSize, loadTimeout } = settings
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) => {
      clearTimeout(timer)
      child.kill()
      reject(modelUnavailable(modelPath, reason))
    }
    const timer = setTimeout(() => refuse(`it did not load within ${loadTimeout} ms`), loadTimeout)
    signal?.addEventListener('abort', () => refuse('it was disposed of while it loaded'), { once: true })
    void child.ended.then((how) => refuse(`the process that loads it ${how}`))
    child.listen((message) => {
      if (message?.type !== 'ready') {
        return refuse(
          message?.type === 'failed' ? message.reason : 'the program that loads it answers something else',
        )
      }
      clearTimeout(timer)
      resolve({ name: message.name, dimensions: message.dimensions })
    })
    child.send({ type: 'load', modelPath, threads, contextSize })
  })
}
