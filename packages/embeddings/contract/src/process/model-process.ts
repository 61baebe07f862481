import type { EmbeddingError } from '../errors.js'
import { modelUnavailable } from '../model-unavailable.js'
import type { ModelFacts } from './protocol.js'
import { type Child, startChild } from './start-child.js'
import { type ComputeOptions, TextLanes } from './text-lanes.js'

/** A process with a loaded model. */
export type ModelProcess = Awaited<ReturnType<typeof startModelProcess>>

/** A model that a child process loads, and the limits of its answers. */
export interface LocalModelSettings {
  /** The program of the child process, which calls `serveModel`. */
  readonly child: URL
  /** What the program is told to load; of any shape that can be cloned. */
  readonly load: unknown
  readonly modelPath: string
  /** For messages: `embedding model` or `reranker`. */
  readonly kind: string
  /** The remedy where nothing more is known, without a full stop. */
  readonly remedy: string
  /** The longest time to load, in milliseconds. */
  readonly loadTimeout: number
  /** The longest time of a small batch of texts, in milliseconds. */
  readonly computeTimeout: number
}

interface LoadRequest {
  readonly settings: LocalModelSettings
  readonly signal?: AbortSignal | undefined
}

/**
 * Starts a process and loads the model.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export async function startModelProcess(request: LoadRequest) {
  const { child: program, kind, modelPath, computeTimeout } = request.settings
  const child = startChild(program)
  const facts = await loadInChild(child, request)
  const lanes = new TextLanes(child, { ...facts, name: `${kind} ${modelPath}`, computeTimeout })
  return {
    facts,
    /** False once it has ended or was stopped. */
    isAlive: () => lanes.isOpen,
    /**
     * One vector per text; at least one text.
     * @throws EmbeddingError that a new process may not produce, if this one ends, hangs or answers wrongly
     */
    compute: (texts: readonly string[], options: ComputeOptions) => lanes.compute(texts, options),
    /** Ends it; pending calls reject with the error. Resolves when it has ended. */
    async stop(error: EmbeddingError): Promise<void> {
      child.hold()
      lanes.close(error)
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
  const { kind, modelPath, loadTimeout } = settings
  return new Promise((resolve, reject) => {
    const stopWaiting = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', unwanted)
    }
    const refuse = (reason: string, remedy = settings.remedy) => {
      stopWaiting()
      child.kill()
      reject(modelUnavailable({ kind, modelPath, reason, remedy }))
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
      const { type: _, ...facts } = message
      resolve(facts)
    })
    child.send({ type: 'load', settings: settings.load })
  })
}
