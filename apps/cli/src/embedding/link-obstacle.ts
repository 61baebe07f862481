import { existsSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import { shellWord } from '../shell-word.js'
import { isOnDisk, type LinkEntry, type ProviderName } from './link-entry.js'
import { isInstalled } from './providers.js'

/** What keeps a link from working, as can be seen without trying. */
export interface LinkObstacle {
  readonly cause: string
  /** A command. */
  readonly fix: string
}

const packageEndings: Readonly<Record<ProviderName, string>> = {
  local: 'llama',
  onnx: 'onnx',
  ollama: 'ollama',
  openai: 'openai',
  gemini: 'gemini',
}

/** The command that downloads a local model of a name. */
export function pullCommand(model: string): string {
  return `recallite models pull ${shellWord(basename(model).replace(/\.gguf$/iu, ''))}`
}

/** Ollama asks for none. */
function keyObstacle({ provider, apiKey }: LinkEntry): LinkObstacle | undefined {
  if ((provider !== 'openai' && provider !== 'gemini') || apiKey === undefined || apiKey.isSet)
    return undefined
  const variable = apiKey.reference.replace(/^\$\{|\}$/gu, '')
  return { cause: `there is no key: ${variable} is not set`, fix: `export ${variable}=…` }
}

/** What can be seen of a link without opening it: its package, its key, its file. Undefined where nothing is in the way. */
export function findObstacle(entry: LinkEntry): LinkObstacle | undefined {
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
