import { createRequire } from 'node:module'
import { loadProvider } from '@recallite/command-line'
import type { ProviderName } from './link-entry.js'

/** The packages of the providers; imports of our own, so that they are looked for from here. */
const packages = {
  local: {
    name: '@recallite/embeddings-llama',
    load: () => import('@recallite/embeddings-llama'),
  },
  onnx: {
    name: '@recallite/embeddings-onnx',
    load: () => import('@recallite/embeddings-onnx'),
  },
  ollama: {
    name: '@recallite/embeddings-ollama',
    load: () => import('@recallite/embeddings-ollama'),
  },
  openai: {
    name: '@recallite/embeddings-openai',
    load: () => import('@recallite/embeddings-openai'),
  },
  gemini: {
    name: '@recallite/embeddings-gemini',
    load: () => import('@recallite/embeddings-gemini'),
  },
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
