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
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', unwanted)
    }
    const refuse = (reason: string, remedy?: string) => {
      settle()
      child.kill()
      reject(modelUnavailable({ modelPath, reason, remedy }))
    }
    const late = () =>
      refuse(`it did not load within ${loadTimeout} ms`, 'Allow it more time or choose a smaller model')
    const timer = setTimeout(late, loadTimeout)
    const unwanted = () => refuse('it was given up while it loaded', 'Create it again')
    signal?.addEventListener('abort', unwanted, { once: true })
    const dead = (how: string) => refuse(`the process that loads it ${how}`, 'Check free memory and the file')
    void child.ended.then(dead)
    child.listen((message) => {
      if (message?.type === 'failed') return refuse(message.reason, message.remedy)
      if (message?.type !== 'ready') return refuse('the program that loads it answers something else')
      settle()
      resolve({ name: message.name, dimensions: message.dimensions })
    })
    child.send({ type: 'load', modelPath, threads, contextSize })
  })
}
