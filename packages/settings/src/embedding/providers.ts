import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, isAbsolute, join } from 'node:path'
import { orUndefined, shellWord } from '@recallite/command-line'
import type { EmbeddingBackend } from '@recallite/core'
import { reasonOf } from '@recallite/core/sources'
import { EmbeddingError, type EmbeddingBatches, type EmbeddingModel } from '@recallite/embeddings'
import { providersFolder } from '../environment.js'
import { type Secret, variableOf } from '../schemas/texts.js'
import { entryOf, hostOf, isOnDisk, sourceOf, type BackendEntry, type ProviderName } from './backend-entry.js'

interface OpenRequest extends BackendEntry {
  /** Whether texts and keys may go unencrypted to other machines. */
  readonly allowHttp: boolean
  readonly signal: AbortSignal
}

interface Provider {
  readonly packageName: string
  readonly open: (request: OpenRequest) => Promise<EmbeddingModel>
  readonly openBatches?: ((request: OpenRequest) => Promise<EmbeddingBatches>) | undefined
}

/** Milliseconds until a service starts to answer; a local one has to compute. */
const patience = { remote: 60_000, local: 300_000 }

export const providers: Readonly<Record<ProviderName, Provider>> = {
  local: provider('local', '@recallite/embeddings-llama', {
    load: () => import('@recallite/embeddings-llama'),
    open: ({ createLlamaEmbeddings }, request) => createLlamaEmbeddings(fileOptions(request)),
  }),
  onnx: provider('onnx', '@recallite/embeddings-onnx', {
    load: () => import('@recallite/embeddings-onnx'),
    open: ({ createOnnxEmbeddings }, request) => createOnnxEmbeddings(fileOptions(request)),
  }),
  ollama: provider('ollama', '@recallite/embeddings-ollama', {
    load: () => import('@recallite/embeddings-ollama'),
    open: ({ createOllamaEmbeddings }, request) =>
      createOllamaEmbeddings({ ...serviceOptions(request), firstByteTimeout: patience.local }),
  }),
  openai: provider('openai', '@recallite/embeddings-openai', {
    load: () => import('@recallite/embeddings-openai'),
    open: ({ createOpenAIEmbeddings }, request) => createOpenAIEmbeddings(withKey(request)),
    openBatches: ({ createOpenAIBatches }, request) => createOpenAIBatches(withKey(request)),
  }),
  gemini: provider('gemini', '@recallite/embeddings-gemini', {
    load: () => import('@recallite/embeddings-gemini'),
    open: ({ createGeminiEmbeddings }, request) => createGeminiEmbeddings(withKey(request)),
    openBatches: ({ createGeminiBatches }, request) => createGeminiBatches(withKey(request)),
  }),
}

type Open<Package, Opened> = (loaded: Package, request: OpenRequest) => Opened | Promise<Opened>

/** A provider whose package is loaded when a model is opened. */
function provider<Package>(
  name: ProviderName,
  packageName: string,
  row: {
    readonly load: () => Promise<Package>
    readonly open: Open<Package, EmbeddingModel>
    readonly openBatches?: Open<Package, EmbeddingBatches>
  },
): Provider {
  const { open, openBatches } = row
  const load = () => loadPackage(packageName, setupCommand(name), row.load)
  return {
    packageName,
    open: async (request) => open(await load(), request),
    openBatches: openBatches && (async (request) => openBatches(await load(), request)),
  }
}

/** Loads an entry of a provider's package. The callers import, so that packages are resolved from this program. */
export async function loadPackage<Package>(
  entry: string,
  install: string,
  load: () => Promise<Package>,
): Promise<Package> {
  const { loadProvider } = await import('@recallite/embeddings/provider')
  const name = entry.replace(/\/reranker$/u, '')
  return loadProvider({ name, install, load, loadElsewhere: () => importFromFolder<Package>(entry) })
}

/** Names are not resolved in the working folder, which may come from another person. */
function modelPath({ provider: name, model }: BackendEntry): string {
  if (isAbsolute(model) && existsSync(model)) return model
  const file = name === 'local' ? 'a GGUF file' : 'the folder of an ONNX model'
  throw new EmbeddingError(
    'EMBEDDING_MODEL_UNAVAILABLE',
    `There is no model ${model}. Set the path of ${file}, or download one: recallite models pull ${basename(model)}`,
  )
}

function fileOptions(request: OpenRequest) {
  return { modelPath: modelPath(request), dimensions: request.dimensions, signal: request.signal }
}

function serviceOptions({ model, dimensions, baseUrl, allowHttp, signal }: OpenRequest) {
  return { model, dimensions, baseUrl, allowHttp, signal }
}

function withKey(request: OpenRequest) {
  return { ...serviceOptions(request), apiKey: request.apiKey?.reveal() ?? '' }
}

/** Whether a provider is installed, next to this program or by `recallite setup`. Does not load it. */
export function isInstalled(name: ProviderName): boolean {
  const manifest = `${providers[name].packageName}/package.json`
  return [import.meta.url, folderManifest()].some(
    (path) => orUndefined(() => createRequire(path).resolve(manifest)) !== undefined,
  )
}

/** Installs a provider and its model. */
const setupCommand = (name: ProviderName): string => `recallite setup --provider ${name}`

/** Why a backend does not work, and the command that fixes it. */
export interface BackendObstacle {
  readonly cause: string
  readonly fix: string
}

/** The command that downloads a local model. */
export function pullCommand(model: string): string {
  return `recallite models pull ${shellWord(basename(model).replace(/\.gguf$/iu, ''))}`
}

/** Checks for a missing package, file or key without opening the model; undefined if nothing is missing. */
function findObstacle({ provider: name, model, apiKey }: BackendEntry): BackendObstacle | undefined {
  if (!isInstalled(name)) {
    return { cause: `the package of the provider ${name} is not installed`, fix: setupCommand(name) }
  }
  if (isOnDisk(name)) {
    const isThere = isAbsolute(model) && existsSync(model)
    return isThere ? undefined : { cause: `there is no model ${model}`, fix: pullCommand(model) }
  }
  return name === 'ollama' ? undefined : findMissingKey(apiKey)
}

/** The obstacle if the variable of a key is not set. */
export function findMissingKey(key: Secret | undefined): BackendObstacle | undefined {
  if (key === undefined || key.isSet) return undefined
  const variable = variableOf(key)
  return { cause: `there is no key: ${variable} is not set`, fix: `export ${variable}=…` }
}

/** Imports a package installed by `recallite setup`, such as `@recallite/embeddings-llama/reranker`; undefined if it is not there. */
export function importFromFolder<Package>(entry: string): Promise<Package> | undefined {
  return importFrom([folderManifest()], entry)
}

/**
 * Imports a package from the first path that has it; undefined if none has. By `require`, since `import()` fails in a
 * program that uses a compile cache.
 */
export function importFrom<Package>(paths: readonly string[], entry: string): Promise<Package> | undefined {
  const requires = paths.map((path) => createRequire(path))
  const require = requires.find(({ resolve }) => orUndefined(() => resolve(entry)) !== undefined)
  return require && Promise.resolve().then(() => require(entry) as Package)
}

const folderManifest = (): string => join(providersFolder(), 'package.json')

/** An embedding backend with the command that removes its obstacle. */
export interface ProviderBackend extends EmbeddingBackend {
  readonly findObstacle: () => BackendObstacle | undefined
}

/** Creates a backend; with `allowHttp`, texts and keys may be sent unencrypted to other machines. */
export function makeBackend(
  entry: BackendEntry,
  { allowHttp }: { readonly allowHttp: boolean },
): ProviderBackend {
  const host = hostOf(entry)
  const { open, openBatches } = providers[entry.provider]
  const requestOf = (signal: AbortSignal) => ({ ...entry, allowHttp, signal })
  const model = modelName(entry)
  return {
    provider: entry.provider,
    model,
    source: sourceOf(entry),
    host,
    findObstacle: () => findObstacle(entry),
    obstacle: () => findObstacle(entry)?.cause,
    // A moved model file is the same model if its name is the same.
    isSame: (source) => {
      const other = entryOf(source)
      return isOnDisk(entry.provider) && other?.provider === entry.provider && modelName(other) === model
    },
    open: (signal) => asModelFailure(signal, () => open(requestOf(signal))),
    isUsersFallback: entry.isUsersFallback,
    requestDeadline: host === null ? undefined : patience.remote,
    openBatches: openBatches && ((signal) => asModelFailure(signal, () => openBatches(requestOf(signal)))),
  }
}

/** The name that the provider puts into the identity. */
function modelName({ provider: name, model }: BackendEntry): string {
  if (name === 'local') return basename(model).replace(/\.gguf$/iu, '')
  if (name === 'onnx') return basename(model)
  return name === 'ollama' ? model.replace(/:latest$/u, '') : model
}

/** Turns every error into an `EmbeddingError`, so that keyword search still answers. */
async function asModelFailure<Opened>(signal: AbortSignal, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open()
  } catch (cause) {
    signal.throwIfAborted()
    if (EmbeddingError.isInstance(cause)) throw cause
    throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', reasonOf(cause), { cause })
  }
}
