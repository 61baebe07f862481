import { EmbeddingError } from '@recallite/embeddings'
import type { ModelProcess } from './model-process.js'

const mostRestarts = 3

/** Keeps one process running for a model. */
export interface ProcessKeeper {
  /**
   * The running process; replaces one that ended, at most three times.
   * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` after that, after `dispose`, or as `start` does
   */
  current(): Promise<ModelProcess>
  /** Ends the process for good. */
  dispose(): Promise<void>
}

/** Takes over a process and a function that starts another one. The name of the model is for messages. */
export function keepProcess(
  first: ModelProcess,
  { start, modelName }: { start: (signal: AbortSignal) => Promise<ModelProcess>; modelName: string },
): ProcessKeeper {
  let latest: Promise<ModelProcess | undefined> = Promise.resolve(first)
  let restarts = 0
  const disposal = new AbortController()
  const disposed = unavailable(`The embedding model ${modelName} was disposed of; create it again.`)

  const replaceDead = async (process: ModelProcess | undefined) => {
    if (disposal.signal.aborted) throw disposed
    if (process?.isAlive() === true) return process
    if (restarts >= mostRestarts) {
      throw unavailable(
        `The process of the embedding model ${modelName} ended ${restarts + 1} times, so it is not started again; check free memory and the file, then create the model anew.`,
      )
    }
    restarts += 1
    return start(disposal.signal)
  }
  return {
    current() {
      const next = latest.then(replaceDead)
      latest = next.catch(() => undefined)
      return next
    },
    async dispose() {
      disposal.abort(disposed)
      const process = await latest
      await process?.stop(disposed)
    },
  }
}

function unavailable(message: string): EmbeddingError {
  return new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', message)
}
