import type { EmbeddingError } from '@recallite/embeddings'
import { modelUnavailable } from '@recallite/embeddings/provider'
import { kindOf, nameModel } from './model-file.js'
import type { ModelFacts } from './protocol.js'
import type { ResolvedSettings } from './settings.js'
import { type Child, startChild } from './start-child.js'
import { type LaneOptions, TextLane } from './text-lane.js'

/** A process with a loaded model. */
export type ModelProcess = Awaited<ReturnType<typeof startModelProcess>>

interface LoadRequest {
  readonly settings: ResolvedSettings
  readonly signal?: AbortSignal | undefined
}

/**
 * Starts a process and loads the model.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export async function startModelProcess(request: LoadRequest) {
  const child = startChild(request.settings.child)
  const facts = await loadInChild(child, request)
  const lane = new TextLane(child, request.settings)
  return {
    facts,
    /** False once it has ended or was stopped. */
    isAlive: () => lane.isOpen,
    /**
     * One vector per text; at least one text.
     * @throws EmbeddingError that a new process may not produce, if this one ends, hangs or answers wrongly
     */
    compute: (texts: readonly string[], options: LaneOptions) => lane.compute(texts, options),
    /** Ends it; pending calls reject with the error. Resolves when it has ended. */
    async stop(error: EmbeddingError): Promise<void> {
      child.hold()
      lane.close(error)
      await child.ended
    },
  }
}

/**
 * Lets a child process load the model.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if it fails, ends, takes too long or is aborted; the child is
 * then ended
 */
function loadInChild(child: Child, { settings, signal }: LoadRequest): Promise<ModelFacts> {
  const { task, modelPath, threads, contextSize, loadTimeout } = settings
  return new Promise((resolve, reject) => {
    const stopWaiting = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', unwanted)
    }
    const refuse = (reason: string, remedy = nameModel(task)) => {
      stopWaiting()
      child.kill()
      reject(modelUnavailable({ kind: kindOf[task], modelPath, reason, remedy }))
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
      stopWaiting()
      resolve({ name: message.name, dimensions: message.dimensions })
    })
    child.send({ type: 'load', task, modelPath, threads, contextSize })
  })
}
