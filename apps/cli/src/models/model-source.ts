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

/** The sha256 that a file must have, and where it is from. */
export interface ExpectedChecksum {
  /** Hexadecimal, in small letters. */
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
  /** Hugging Face, or a mirror of it; default: what the variable HF_ENDPOINT names. */
  readonly endpoint?: string
  readonly sha256?: string | undefined
}

/**
 * The files of a model: the name of a known one, `hf:owner/repository/path.gguf`, or an address.
 * @throws ModelError `MODEL_UNKNOWN`, `MODEL_SOURCE_INVALID`
 */
export function modelSource(
  wanted: string,
  { endpoint = usualEndpoint(), sha256 }: SourceOptions,
): ModelSource {
  const known =
    catalogModelNamed(wanted) ??
    rerankerCatalog.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (known) return fromKnown(known, { endpoint, sha256 })
  const [, owner, repository, path] = /^hf:([\w.-]+)\/([\w.-]+)\/(.+)$/.exec(wanted) ?? []
  if (path !== undefined) {
    const url = hubUrl(endpoint, { repository: `${owner}/${repository}`, revision: 'main', path })
    return fromFile(path, url, sha256)
  }
  if (/^[a-z][a-z\d+.-]*:/i.test(wanted)) {
    const url = modelUrl(wanted)
    // A path that cannot be decoded is passed on unchanged, and the check of the file name refuses it.
    const decoded = orUndefined(() => decodeURIComponent(url.pathname))
    return fromFile(decoded ?? url.pathname, url, sha256)
  }
  const names = [...modelCatalog, ...rerankerCatalog].map(({ name }) => name).join(', ')
  const message = `No model is known as ${wanted}. There are ${names}; others by hf:owner/repository/file.gguf or https://…/file.gguf`
  throw new ModelError('MODEL_UNKNOWN', message)
}

const usualEndpoint = (): string => environmentVariables()['HF_ENDPOINT'] || 'https://huggingface.co'

function fromKnown(
  model: CatalogModel | CatalogReranker,
  { endpoint, sha256 }: Required<SourceOptions>,
): ModelSource {
  const { name, entry, repository, revision, files } = model
  const isFolder = files.length > 1
  if (isFolder && sha256 !== undefined) {
    const message = `${name} is ${files.length} files, and --sha256 is for one. Leave --sha256 out.`
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
    const message = `${entry || path} is not the name of a GGUF file. Give the address of one: …/name.gguf`
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

/** Why a model was not downloaded, found or removed; the code is stable, and the message says what to do next. */
export class ModelError extends CodedError<ModelErrorCode> {}

/** An address for messages, without its query and user, which may be secrets. */
export const plainAddress = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`

/** An address to download from: https, or http on this machine. */
function modelUrl(text: string): URL {
  if (!URL.canParse(text)) {
    const message = `${text} is not an address. Give one that begins with https://`
    throw new ModelError('MODEL_SOURCE_INVALID', message)
  }
  const url = new URL(text)
  const reason = fault(url)
  if (reason === undefined) return url
  const message = `${plainAddress(url)} is not downloaded from: ${reason}. Give an address that begins with https://`
  throw new ModelError('MODEL_SOURCE_INVALID', message)
}

function fault(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '') return 'it holds a user name or a password'
  if (url.protocol === 'https:') return undefined
  if (url.protocol !== 'http:') return `${url.protocol} is not downloaded from`
  return isLoopbackHost(url.hostname) ? undefined : 'http is for servers on this machine alone'
}

/**
 * The target of a redirect: never from https to http.
 * @throws ModelError `MODEL_REDIRECT_REFUSED`
 */
export function redirectTarget(from: URL, location: string | null): URL {
  const refused = (reason: string) =>
    new ModelError(
      'MODEL_REDIRECT_REFUSED',
      `${from.host} sends elsewhere, and that is not followed: ${reason}. Give the address of the file itself.`,
    )
  if (location === null || !URL.canParse(location, from.href)) throw refused('it does not say where')
  const target = new URL(location, from)
  const reason = fault(target)
  if (reason !== undefined) throw refused(reason)
  if (from.protocol === 'https:' && target.protocol !== 'https:') throw refused('it leads from https to http')
  return target
}
