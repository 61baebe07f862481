import { posix } from 'node:path'
import { CodedError, orUndefined } from '@recallite/command-line'
import {
  environmentVariables,
  isLoopbackHost,
  type CatalogModel,
  catalogModelNamed,
  modelCatalog,
  type CatalogReranker,
  rerankerCatalog,
} from '@recallite/settings'

/** A file to download. */
export interface SourceFile {
  /** Relative to the models folder, or to the model's folder; with forward slashes. */
  readonly path: string
  readonly url: URL
  readonly bytes?: number | undefined
  readonly expected?: ExpectedChecksum | undefined
}

/** The sha256 that a file must have, and its origin. */
export interface ExpectedChecksum {
  /** Lowercase hexadecimal. */
  readonly sha256: string
  /** `known`: the table of known models; `given`: `--sha256`; `server`: what the server announced. */
  readonly from: 'known' | 'given' | 'server'
}

/** A model to download. */
export interface ModelSource {
  readonly name: string
  /** Name of its file or folder in the models folder. */
  readonly entry: string
  readonly isFolder: boolean
  readonly files: readonly SourceFile[]
}

interface SourceOptions {
  /** Hugging Face or a mirror of it; default: the variable HF_ENDPOINT. */
  readonly endpoint?: string
  readonly sha256?: string | undefined
}

/**
 * The files of a model: a catalog name, `hf:owner/repository/path.gguf`, or a URL.
 * @throws ModelError `MODEL_UNKNOWN`, `MODEL_SOURCE_INVALID`
 */
export function modelSource(
  name: string,
  { endpoint = environmentVariables()['HF_ENDPOINT'] || 'https://huggingface.co', sha256 }: SourceOptions,
): ModelSource {
  const model =
    catalogModelNamed(name) ?? rerankerCatalog.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (model) return fromKnown(model, { endpoint, sha256 })
  const [, owner, repository, path] = /^hf:([\w.-]+)\/([\w.-]+)\/(.+)$/.exec(name) ?? []
  if (path !== undefined) {
    const url = hubUrl(endpoint, { repository: `${owner}/${repository}`, revision: 'main', path })
    return fromFile(path, url, sha256)
  }
  if (/^[a-z][a-z\d+.-]*:/i.test(name)) {
    const url = modelUrl(name)
    // A path that cannot be decoded is used unchanged; the check of the file name then rejects it.
    const decoded = orUndefined(() => decodeURIComponent(url.pathname))
    return fromFile(decoded ?? url.pathname, url, sha256)
  }
  const names = [...modelCatalog, ...rerankerCatalog].map((each) => each.name).join(', ')
  const message = `There is no model ${name}. Use ${names}, or another one by hf:owner/repository/file.gguf or https://…/file.gguf`
  throw new ModelError('MODEL_UNKNOWN', message)
}

function fromKnown(
  model: CatalogModel | CatalogReranker,
  { endpoint, sha256 }: Required<SourceOptions>,
): ModelSource {
  const { name, entry, repository, revision, files } = model
  const isFolder = files.length > 1
  if (isFolder && sha256 !== undefined) {
    const message = `${name} has ${files.length} files, but --sha256 applies to one. Omit --sha256.`
    throw new ModelError('MODEL_SOURCE_INVALID', message)
  }
  return {
    name,
    entry,
    isFolder,
    files: files.map((file) => ({
      path: isFolder ? file.path : entry,
      url: hubUrl(endpoint, { repository, revision, path: file.path }),
      ...('sha256' in file && { bytes: file.bytes }),
      expected: given(sha256) ?? ('sha256' in file ? { sha256: file.sha256, from: 'known' } : undefined),
    })),
  }
}

function hubUrl(
  endpoint: string,
  { repository, revision, path }: Record<'repository' | 'revision' | 'path', string>,
) {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return modelUrl(`${endpoint.replace(/\/+$/, '')}/${repository}/resolve/${revision}/${encoded}`)
}

function given(sha256: string | undefined): ExpectedChecksum | undefined {
  return sha256 === undefined ? undefined : { sha256: sha256.toLowerCase(), from: 'given' }
}

function fromFile(path: string, url: URL, sha256: string | undefined): ModelSource {
  const entry = posix.basename(path)
  if (!/^\w[\w.+-]*\.gguf$/i.test(entry)) {
    const message = `${entry || path} is not the name of a GGUF file. Use the URL of one: …/name.gguf`
    throw new ModelError('MODEL_SOURCE_INVALID', message)
  }
  const name = entry.slice(0, -'.gguf'.length)
  return { name, entry, isFolder: false, files: [{ path: entry, url, expected: given(sha256) }] }
}

type ModelErrorCode =
  | 'MODEL_UNKNOWN'
  | 'MODEL_SOURCE_INVALID'
  | 'MODEL_NOT_FOUND'
  | 'MODEL_UNAVAILABLE'
  | 'MODEL_REDIRECT_REFUSED'
  | 'MODEL_DOWNLOAD_FAILED'
  | 'MODEL_FILE_INVALID'
  | 'MODEL_CHECKSUM_WRONG'
  | 'MODEL_PLACE_FULL'

/** A model was not downloaded, found or removed; the message says what to do next. */
export class ModelError extends CodedError<ModelErrorCode> {}

/** The sum of the sizes that are known. */
export const bytesIn = (files: readonly { readonly bytes?: number | undefined }[]): number =>
  files.reduce((sum, { bytes = 0 }) => sum + bytes, 0)

/** A URL for messages, without user and query, which may contain secrets. */
export const plainAddress = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`

/** Parses the URL of a download, which must be https, or http on this machine. */
function modelUrl(text: string): URL {
  if (!URL.canParse(text)) {
    const message = `${text} is not a URL. Use one that begins with https://`
    throw new ModelError('MODEL_SOURCE_INVALID', message)
  }
  const url = new URL(text)
  const reason = fault(url)
  if (reason === undefined) return url
  const message = `${plainAddress(url)} is refused: ${reason}. Use a URL that begins with https://`
  throw new ModelError('MODEL_SOURCE_INVALID', message)
}

function fault(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '') return 'it contains a user name or a password'
  if (url.protocol === 'https:') return undefined
  if (url.protocol !== 'http:') return `${url.protocol} is not supported`
  return isLoopbackHost(url.hostname) ? undefined : 'http is allowed only for servers on this machine'
}

/**
 * The target of a redirect: never from https to http.
 * @throws ModelError `MODEL_REDIRECT_REFUSED`
 */
export function redirectTarget(from: URL, location: string | null): URL {
  const refused = (reason: string) =>
    new ModelError(
      'MODEL_REDIRECT_REFUSED',
      `A redirect from ${from.host} was not followed: ${reason}. Use the URL of the file itself.`,
    )
  if (location === null || !URL.canParse(location, from.href)) throw refused('its target is not a valid URL')
  const target = new URL(location, from)
  const reason = fault(target)
  if (reason !== undefined) throw refused(reason)
  if (from.protocol === 'https:' && target.protocol !== 'https:') throw refused('it leads from https to http')
  return target
}
