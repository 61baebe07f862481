import { existsSync } from 'node:fs'
import { basename, isAbsolute } from 'node:path'
import type { EmbeddingBackend } from '@recallite/core'
import { EmbeddingError, type EmbeddingBatches, type EmbeddingModel } from '@recallite/embeddings'
import { hostOf, isOnDisk, type BackendEntry, entryOf, sourceOf } from './backend-entry.js'
import { findObstacle, type BackendObstacle, providerOf } from './providers.js'

/** A backend of the program's own, which knows what mends it. */
export interface ProviderBackend extends EmbeddingBackend {
  /** As `obstacle`, with the command that mends it. */
  readonly findObstacle: () => BackendObstacle | undefined
}

interface BackendSettings {
  /** Whether texts and keys may go unencrypted to other machines. */
  readonly allowHttp: boolean
}

/** How long a service may take to begin its answer, in milliseconds; one on this machine has to compute. */
const patience = { remote: 60_000, local: 300_000 }

type Opener<Opened> = (entry: BackendEntry, settings: BackendSettings, signal: AbortSignal) => Promise<Opened>

const openers: Readonly<Record<BackendEntry['provider'], Opener<EmbeddingModel>>> = {
  async local(entry, _, signal) {
    const { createLlamaEmbeddings } = await providerOf('local')
    return createLlamaEmbeddings({ modelPath: onDisk(entry), signal })
  },
  async onnx(entry, _, signal) {
    const { createOnnxEmbeddings } = await providerOf('onnx')
    return createOnnxEmbeddings({ modelPath: onDisk(entry), signal })
  },
  async ollama({ model, dimensions, baseUrl }, { allowHttp }, signal) {
    const { createOllamaEmbeddings } = await providerOf('ollama')
    return createOllamaEmbeddings({
      model,
      dimensions,
      baseUrl,
      allowHttp,
      signal,
      firstByteTimeout: patience.local,
    })
  },
  async openai(entry, settings, signal) {
    const { createOpenAIEmbeddings } = await providerOf('openai')
    return createOpenAIEmbeddings({ ...account(entry, settings), signal })
  },
  async gemini(entry, settings, signal) {
    const { createGeminiEmbeddings } = await providerOf('gemini')
    return createGeminiEmbeddings({ ...account(entry, settings), signal })
  },
}

function onDisk({ provider, model }: BackendEntry): string {
  // A name that was not found is not looked for in the working folder, which may be anybody's.
  if (isAbsolute(model) && existsSync(model)) return model
  const file = provider === 'local' ? 'a GGUF file' : 'the folder of an ONNX model'
  throw new EmbeddingError(
    'EMBEDDING_MODEL_UNAVAILABLE',
    `There is no model ${model}. Give the path of ${file}, or download one: recallite models pull ${basename(model)}`,
  )
}

function account({ model, dimensions, baseUrl, apiKey }: BackendEntry, { allowHttp }: BackendSettings) {
  return { model, dimensions, baseUrl, allowHttp, apiKey: apiKey?.reveal() ?? '' }
}

/** Makes a backend that can be opened of an entry. */
export function makeBackend(entry: BackendEntry, settings: BackendSettings): ProviderBackend {
  const host = hostOf(entry)
  const look = () => findObstacle(entry)
  return {
    provider: entry.provider,
    model: modelName(entry),
    source: sourceOf(entry),
    host,
    findObstacle: look,
    obstacle: () => look()?.cause,
    isSame: (source) => isSameFile(entry, source),
    open: (signal) => asModelFailure(signal, () => openers[entry.provider](entry, settings, signal)),
    mayReplaceLocal: entry.isStandIn === true,
    requestDeadline: host === null ? undefined : patience.remote,
    openBatches: openBatches(entry, settings),
  }
}

/** The model's name as its provider puts it into the identity. */
function modelName({ provider, model }: BackendEntry): string {
  if (provider === 'local') return basename(model).replace(/\.gguf$/iu, '')
  if (provider === 'onnx') return basename(model)
  return provider === 'ollama' ? model.replace(/:latest$/u, '') : model
}

/** A model file may be moved, and is the same as long as it has its name. */
function isSameFile(entry: BackendEntry, source: string): boolean {
  const other = entryOf(source)
  return (
    isOnDisk(entry.provider) && other?.provider === entry.provider && modelName(other) === modelName(entry)
  )
}

/** Whatever keeps a model from being opened counts as the model's failure, so that the keyword search still answers. */
async function asModelFailure<Opened>(signal: AbortSignal, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open()
  } catch (cause) {
    signal.throwIfAborted()
    if (EmbeddingError.isInstance(cause)) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', reason, { cause })
  }
}

const batchOpeners: Partial<Readonly<Record<BackendEntry['provider'], Opener<EmbeddingBatches>>>> = {
  async openai(entry, settings, signal) {
    const { createOpenAIBatches } = await providerOf('openai')
    return createOpenAIBatches({ ...account(entry, settings), signal })
  },
  async gemini(entry, settings, signal) {
    const { createGeminiBatches } = await providerOf('gemini')
    return createGeminiBatches({ ...account(entry, settings), signal })
  },
}

function openBatches(entry: BackendEntry, settings: BackendSettings): EmbeddingBackend['openBatches'] {
  const opener = batchOpeners[entry.provider]
  return opener && ((signal) => asModelFailure(signal, () => opener(entry, settings, signal)))
}
