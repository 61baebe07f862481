import { createRequire } from 'node:module'
import { existsSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import { loadProvider } from '@recallite/embeddings'
import { type ProviderName, isOnDisk, type BackendEntry } from './backend-entry.js'
import { shellWord } from '../shell-word.js'

/** Imported here, so that the packages are looked for beside this program. */
const packages = {
  local: { name: '@recallite/embeddings-llama', load: () => import('@recallite/embeddings-llama') },
  onnx: { name: '@recallite/embeddings-onnx', load: () => import('@recallite/embeddings-onnx') },
  ollama: { name: '@recallite/embeddings-ollama', load: () => import('@recallite/embeddings-ollama') },
  openai: { name: '@recallite/embeddings-openai', load: () => import('@recallite/embeddings-openai') },
  gemini: { name: '@recallite/embeddings-gemini', load: () => import('@recallite/embeddings-gemini') },
} as const

type Loaded<Name extends ProviderName> = Awaited<ReturnType<(typeof packages)[Name]['load']>>

/**
 * Loads a provider's package.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` with how to install it
 */
export async function providerOf<Name extends ProviderName>(name: Name): Promise<Loaded<Name>> {
  const { name: packageName, load } = packages[name]
  return loadProvider({ name: packageName, beside: 'recallite', load: load as () => Promise<Loaded<Name>> })
}

/** Whether a provider's package is there, without loading it. */
export function isInstalled(provider: ProviderName): boolean {
  try {
    createRequire(import.meta.url).resolve(`${packages[provider].name}/package.json`)
    return true
  } catch {
    return false
  }
}

/** What keeps a backend from working, as can be seen without trying. */
export interface BackendObstacle {
  readonly cause: string
  /** A command. */
  readonly fix: string
}

/** The command that downloads a local model of a name. */
export function pullCommand(model: string): string {
  return `recallite models pull ${shellWord(basename(model).replace(/\.gguf$/iu, ''))}`
}

const packageEndings: Readonly<Record<ProviderName, string>> = {
  local: 'llama',
  onnx: 'onnx',
  ollama: 'ollama',
  openai: 'openai',
  gemini: 'gemini',
}

/** What can be seen of a backend without opening it: its package, its key, its file. Undefined where nothing is in the way. */
export function findObstacle(entry: BackendEntry): BackendObstacle | undefined {
  const { provider, model } = entry
  if (!isInstalled(provider)) {
    const fix = `npm install -g @recallite/embeddings-${packageEndings[provider]}`
    return { cause: `the package of the provider ${provider} is not installed`, fix }
  }
  if (isOnDisk(provider) && !(isAbsolute(model) && existsSync(model))) {
    return { cause: `there is no model ${model}`, fix: pullCommand(model) }
  }
  return keyObstacle(entry)
}

/** Ollama needs no key. */
function keyObstacle({ provider, apiKey }: BackendEntry): BackendObstacle | undefined {
  if ((provider !== 'openai' && provider !== 'gemini') || apiKey === undefined || apiKey.isSet)
    return undefined
  const variable = apiKey.reference.replace(/^\$\{|\}$/gu, '')
  return { cause: `there is no key: ${variable} is not set`, fix: `export ${variable}=…` }
}
