import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { shellWord } from '@recallite/command-line'
import type { RerankerBackend } from '@recallite/core'
import { reasonOf } from '@recallite/core/sources'
import { RerankError, rerankErrorOf, type Reranker } from '@recallite/rerankers'
import { type BackendObstacle, findMissingKey, isInstalled, loadPackage } from './embedding/providers.js'
import { findModel, isModelFolder } from './models.js'
import { isLoopbackHost } from './schemas/addresses.js'
import type { Settings } from './setting-types.js'

/** A reranker of the settings, with the command that removes its obstacle. */
export interface ChosenReranker extends RerankerBackend {
  readonly findObstacle: () => BackendObstacle | undefined
}

type RerankSettings = Pick<Settings, 'rerank' | 'models' | 'providers'>

/** The reranker of the settings: a service, a GGUF file or an ONNX folder. Undefined if none is set, or if `isOffline` excludes it. */
export function chooseReranker(
  settings: RerankSettings,
  { isOffline }: { readonly isOffline: boolean },
): ChosenReranker | undefined {
  const { model, baseUrl } = settings.rerank
  const chosen = baseUrl === undefined ? model && fromFile(model, settings) : fromService(baseUrl, settings)
  return chosen && !(isOffline && chosen.host !== null) ? chosen : undefined
}

function fromFile(name: string, { models }: RerankSettings): ChosenReranker {
  const path = findModel(name, models.path)
  const provider = path !== undefined && isModelFolder(path) ? 'onnx' : 'local'
  const fix = `recallite setup --rerank ${shellWord(name)}`
  const findObstacle = () => {
    if (path === undefined || !existsSync(path)) return { cause: `there is no model ${name}`, fix }
    if (isInstalled(provider)) return undefined
    return { cause: `the package of the provider ${provider} is not installed`, fix }
  }
  const modelPath = path ?? name
  return withObstacle(findObstacle, {
    provider,
    model: basename(modelPath).replace(/\.gguf$/iu, ''),
    host: null,
    open: async (signal) => {
      // Literal names, for the bundler.
      if (provider === 'onnx') {
        const entry = '@recallite/embeddings-onnx/reranker'
        const { createOnnxReranker } = await loadPackage(
          entry,
          fix,
          () => import('@recallite/embeddings-onnx/reranker'),
        )
        return createOnnxReranker({ modelPath, signal })
      }
      const entry = '@recallite/embeddings-llama/reranker'
      const { createLlamaReranker } = await loadPackage(
        entry,
        fix,
        () => import('@recallite/embeddings-llama/reranker'),
      )
      return createLlamaReranker({ modelPath, signal })
    },
  })
}

/** A server on this machine counts as local; any other host is remote. */
function fromService(baseUrl: string, { rerank, providers }: RerankSettings): ChosenReranker {
  const { host, hostname } = new URL(baseUrl)
  const { model, apiKey } = rerank
  return withObstacle(() => findMissingKey(apiKey), {
    provider: 'http',
    model: model ?? host,
    host: isLoopbackHost(hostname) ? null : host,
    open: async () => {
      const { createHttpReranker } = await import('@recallite/rerankers/http')
      const { allowHttp } = providers
      return createHttpReranker({ baseUrl, model, apiKey: apiKey?.reveal(), allowHttp })
    },
  })
}

/** Does not open a backend with an obstacle. All failures become `RerankError`s, so that the search still answers. */
function withObstacle(findObstacle: ChosenReranker['findObstacle'], backend: RerankerBackend) {
  const open = async (signal: AbortSignal): Promise<Reranker> => {
    const obstacle = findObstacle()
    if (obstacle) throw unavailable(`${obstacle.cause}: ${obstacle.fix}`)
    try {
      return await backend.open(signal)
    } catch (error) {
      signal.throwIfAborted()
      const rerankError = rerankErrorOf(error)
      throw RerankError.isInstance(rerankError) ? rerankError : unavailable(reasonOf(error))
    }
  }
  return { ...backend, open, findObstacle, obstacle: () => findObstacle()?.cause }
}

const unavailable = (reason: string): RerankError => new RerankError('RERANKER_UNAVAILABLE', reason)
