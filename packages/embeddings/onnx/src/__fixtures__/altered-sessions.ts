import type { ServedModel } from '@recallite/embeddings/process'
import { assertRuntime, type OnnxSession, openSession } from '../libraries.js'
import { loadModel, type LoadRequest, openNetwork, type Runtime } from '../load-model.js'
import { writeTinyModel } from './tiny-model.js'

/** Real sessions in this thread, altered by a test. */
export function alterSessions(alter: (session: OnnxSession) => Partial<OnnxSession> = () => ({})): Runtime {
  return {
    assertRuntime,
    openNetwork: (file) =>
      openNetwork(file, async (path, threads) => {
        const session = await openSession(path, threads)
        return { ...session, ...alter(session) }
      }),
  }
}

/** Loads a tiny model as the child process does, in this thread. */
export function loadTiny(request: Partial<LoadRequest> = {}, runtime: Partial<Runtime> = {}): Promise<ServedModel> {
  const { modelPath = writeTinyModel(), reading, threads = 1, contextSize = 2048 } = request
  return loadModel({ modelPath, reading, threads, contextSize }, { ...alterSessions(), ...runtime })
}
