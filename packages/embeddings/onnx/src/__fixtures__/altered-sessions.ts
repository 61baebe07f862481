import type { ServedModel } from '@recallite/embeddings/process'
import { assertRuntime, type OnnxSession, openSession } from '../libraries.js'
import { loadModel, type LoadRequest, type Runtime } from '../load-model.js'
import { writeTinyModel } from './tiny-model.js'

/** Real sessions that a test has changed. */
export function alterSessions(alter: (session: OnnxSession) => Partial<OnnxSession> = () => ({})): Runtime {
  return {
    assertRuntime,
    openSession: async (path, threads) => {
      const session = await openSession(path, threads)
      return { ...session, ...alter(session) }
    },
  }
}

/** Loads a tiny model as the child process does, in this one. */
export function loadTiny(request: Partial<LoadRequest> = {}, runtime: Partial<Runtime> = {}): Promise<ServedModel> {
  const { modelPath = writeTinyModel(), pooling, threads = 1, contextSize = 2048 } = request
  return loadModel({ modelPath, pooling, threads, contextSize }, { ...alterSessions(), ...runtime })
}
