import { unavailable } from '../errors.js'
import type { ModelProcess } from './model-process.js'

const mostRestarts = 3

interface KeptModel {
  readonly start: (signal: AbortSignal) => Promise<ModelProcess>
  /** For messages: the kind and the path of the model. */
  readonly name: string
}

/** Keeps one process running for a model. `start` starts another one. */
export function keepProcess(first: ModelProcess, { start, name }: KeptModel) {
  let latest: Promise<ModelProcess | undefined> = Promise.resolve(first)
  let restarts = 0
  const disposal = new AbortController()
  const disposed = unavailable(`The ${name} was disposed of; create it again.`)

  const replaceDead = async (process: ModelProcess | undefined) => {
    if (disposal.signal.aborted) throw disposed
    if (process?.isAlive() === true) return process
    if (restarts >= mostRestarts) {
      throw unavailable(
        `The process of the ${name} ended ${restarts + 1} times, so it is not started again; check free memory and the file, then create the model anew.`,
      )
    }
    restarts += 1
    return start(disposal.signal)
  }
  return {
    /**
     * The running process; replaces one that ended, at most three times.
     * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` after that, after `dispose`, or as `start` does
     */
    current(): Promise<ModelProcess> {
      const next = latest.then(replaceDead)
      latest = next.catch(() => undefined)
      return next
    },
    /** Ends the process for good. */
    async dispose(): Promise<void> {
      disposal.abort(disposed)
      const process = await latest
      await process?.stop(disposed)
    },
  }
}
