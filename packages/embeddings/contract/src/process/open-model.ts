import { type EmbeddingError, modelUnavailable, unavailable } from '../errors.js'
import { untilAborted } from '../with-retry.js'
import type { ModelFacts } from './serve-model.js'
import { type Child, startChild } from './start-child.js'
import { type ComputeOptions, TextLanes } from './text-lanes.js'

/** A model to load in a child process, and its time limits. */
export interface LocalModelSettings {
  /** The program of the child process; it calls `serveModel`. */
  readonly child: URL
  /** The settings passed to the program; must be cloneable. */
  readonly load: unknown
  readonly modelPath: string
  /** For messages: `embedding model` or `reranker`. */
  readonly kind: string
  /** The default remedy, without a full stop. */
  readonly remedy: string
  /** Maximum time to load, in milliseconds. */
  readonly loadTimeout: number
  /** Maximum time per batch, in milliseconds. */
  readonly computeTimeout: number
}

/** A model in a child process. */
export interface LocalModel {
  readonly facts: ModelFacts
  /** Returns one vector per text; rejects with the signal's reason as soon as it aborts. */
  compute(texts: readonly string[], options: ComputeOptions): Promise<Float32Array[]>
  dispose(): Promise<void>
}

/**
 * Loads a model in a child process, so that a crash in native code does not end the program, and computing does not block
 * its event loop. An idle process does not keep the program running. A process that ended is replaced, up to three times.
 * Rejects with `EMBEDDING_MODEL_UNAVAILABLE` if the model does not load in time.
 */
export async function openModel(
  settings: LocalModelSettings,
  signal: AbortSignal | undefined,
): Promise<LocalModel> {
  signal?.throwIfAborted()
  const first = await startProcess(settings, signal)
  const name = `${settings.kind} ${settings.modelPath}`
  const disposed = unavailable(`The ${name} was disposed of; create it again.`)
  const disposal = new AbortController()
  let latest: Promise<ModelProcess | undefined> = Promise.resolve(first)
  let restarts = 0
  const replaceDead = async (process: ModelProcess | undefined): Promise<ModelProcess> => {
    if (disposal.signal.aborted) throw disposed
    if (process?.lanes.isOpen === true) return process
    if (restarts >= maxRestarts) {
      throw unavailable(
        `The process of the ${name} ended ${restarts + 1} times, so it is not started again; check free memory and the file, then create the model again.`,
      )
    }
    restarts += 1
    const next = await startProcess(settings, disposal.signal)
    await refuseOther(next, first.facts, settings)
    return next
  }
  return {
    facts: first.facts,
    async compute(texts, options) {
      const running = latest.then(replaceDead)
      latest = running.catch(() => undefined)
      const { lanes } = await untilAborted(running, options.signal)
      return texts.length === 0 ? [] : untilAborted(lanes.compute(texts, options), options.signal)
    },
    async dispose() {
      disposal.abort(disposed)
      const process = await latest
      await process?.stop(disposed)
    },
  }
}

const maxRestarts = 3

/** A replaced file must not mix the vectors of two models in one space. */
async function refuseOther(
  process: ModelProcess,
  { name, dimensions }: ModelFacts,
  { kind, modelPath }: LocalModelSettings,
): Promise<void> {
  if (process.facts.name === name && process.facts.dimensions === dimensions) return
  const reason = 'the file was replaced by another model while it was in use'
  const error = modelUnavailable({ kind, modelPath, reason, remedy: 'Create the model again' })
  await process.stop(error)
  throw error
}

type ModelProcess = Awaited<ReturnType<typeof startProcess>>

async function startProcess(settings: LocalModelSettings, signal: AbortSignal | undefined) {
  const { kind, modelPath, computeTimeout } = settings
  const child = startChild(settings.child)
  const facts = await loadInChild(child, settings, signal)
  const lanes = new TextLanes(child, { ...facts, name: `${kind} ${modelPath}`, computeTimeout })
  return {
    facts,
    lanes,
    /** Ends the process; pending calls reject with the error. Resolves when it has ended. */
    async stop(error: EmbeddingError): Promise<void> {
      child.hold()
      lanes.close(error)
      await child.ended
    },
  }
}

/** Loads the model in the child, and ends the child if it fails, ends, takes too long or is aborted. */
function loadInChild(
  child: Child,
  settings: LocalModelSettings,
  signal: AbortSignal | undefined,
): Promise<ModelFacts> {
  const { kind, modelPath, loadTimeout } = settings
  return new Promise((resolve, reject) => {
    const stopWaiting = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
    const refuse = (reason: string, remedy = settings.remedy) => {
      stopWaiting()
      child.kill()
      reject(modelUnavailable({ kind, modelPath, reason, remedy }))
    }
    const late = () =>
      refuse(`it did not load within ${loadTimeout} ms`, 'Allow it more time or choose a smaller model')
    const timer = setTimeout(late, loadTimeout)
    const cancel = () => refuse('loading was aborted', 'Create it again')
    signal?.addEventListener('abort', cancel, { once: true })
    const dead = (how: string) => refuse(`the process that loads it ${how}`, 'Check free memory and the file')
    void child.ended.then(dead)
    child.listen((message) => {
      if (message?.type === 'failed') return refuse(message.reason ?? '', message.remedy)
      if (message?.type !== 'ready') return refuse('the program that loads it sent an unexpected answer')
      stopWaiting()
      const { type: _, ...facts } = message
      resolve(facts as ModelFacts)
    })
    child.send({ type: 'load', settings: settings.load })
  })
}
