import { existsSync, lstatSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withLock } from '@recallite/command-line'
import { checkFile } from './check-file.js'
import { downloadFile, type DownloadedFile } from './download-file.js'
import { ModelError, failureOfPlace } from './errors.js'
import type { ModelSource, SourceFile } from './model-source.js'
import { partPath } from './part-file.js'
import type { Network } from './remote-file.js'

interface PullProgress {
  readonly name: string
  readonly arrived: number
  /** Undefined where nobody knows. */
  readonly bytes: number | undefined
}

/** Where and how to pull. */
export interface PullOptions {
  /** The models folder. */
  readonly folder: string
  readonly network: Network
  readonly isOffline: boolean
  /** The network is about to be used. */
  readonly onStart: (source: ModelSource) => void
  readonly onProgress: (progress: PullProgress) => void
}

/** A file of a model that is there now. */
export interface PulledFile extends DownloadedFile {
  /** In the models folder, or in the model's folder. */
  readonly path: string
}

/** A model that is there now. */
export interface PulledModel {
  readonly name: string
  readonly path: string
  readonly files: readonly PulledFile[]
}

/**
 * Downloads a model into the models folder, or goes on with that; a model that is there already is checked only.
 * @throws ModelError; LockedError where another process pulls the same; whatever the signal was aborted with
 */
export async function pullModel(source: ModelSource, options: PullOptions): Promise<PulledModel> {
  const { folder, isOffline, onStart } = options
  const { name } = source
  const path = join(folder, source.place)
  const work = async (): Promise<PulledFile[]> => {
    if (existsSync(path)) return checkPresent(source, path)
    onStart(source)
    return download(source, path, options)
  }
  try {
    if (existsSync(path)) return { name, path, files: await checkPresent(source, path) }
    if (isOffline) {
      const message = `${name} is not in ${folder}, and --offline forbids to download it. Leave --offline out.`
      throw new ModelError('MODEL_OFFLINE', message)
    }
    mkdirSync(folder, { recursive: true })
    return { name, path, files: await withLock(path, work, { wait: pullWait }) }
  } catch (error) {
    throw failureOfPlace(error, folder)
  }
}

async function checkPresent(source: ModelSource, target: string): Promise<PulledFile[]> {
  const files: PulledFile[] = []
  const next = `Remove it, and pull again: recallite models remove ${source.name}`
  for (const file of source.files) {
    const { path, expected } = file
    const place = fileAt(source, target, file)
    if (!existsSync(place))
      throw new ModelError('MODEL_FILE_INVALID', `${target} lacks its file ${path}. ${next}`)
    const check = { path: place, name: `${path}, which is there already,`, expected, announced: null }
    const checked = await checkFile(check).catch((error: unknown) => {
      if (!ModelError.isInstance(error)) throw error
      throw new ModelError(error.code, `${error.message} ${next}`, { cause: error })
    })
    files.push({ path, ...checked, fetched: 0 })
  }
  return files
}

function fileAt({ isFolder }: ModelSource, base: string, { path }: SourceFile): string {
  return isFolder ? join(base, path) : base
}

/** A folder is filled under another name and gets its own when it is complete. */
async function download(source: ModelSource, target: string, options: PullOptions): Promise<PulledFile[]> {
  if (!source.isFolder) return downloadAll(source, target, options)
  if (lstatSync(partPath(target), { throwIfNoEntry: false })?.isSymbolicLink()) {
    const message = `${partPath(target)} is a link, and no model is written through it. Remove it, and pull again.`
    throw new ModelError('MODEL_PLACE_UNWRITABLE', message)
  }
  const files = await downloadAll(source, partPath(target), options)
  renameSync(partPath(target), target)
  return files
}

async function downloadAll(source: ModelSource, base: string, options: PullOptions): Promise<PulledFile[]> {
  const { network, onProgress } = options
  const { name } = source
  const known = source.files.map(({ bytes }) => bytes ?? 0)
  const files: PulledFile[] = []
  for (const [index, file] of source.files.entries()) {
    const target = fileAt(source, base, file)
    const before = sum(known.slice(0, index))
    const report = ({ arrived, bytes }: { arrived: number; bytes: number | undefined }) =>
      onProgress({ name, arrived: before + arrived, bytes: source.isFolder ? sum(known) : bytes })
    mkdirSync(dirname(target), { recursive: true })
    const done = existsSync(target)
      ? {
          ...(await checkFile({ path: target, name: file.path, expected: file.expected, announced: null })),
          fetched: 0,
        }
      : await downloadFile(file, { target, network, onProgress: report })
    files.push({ path: file.path, ...done })
  }
  return files
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** How long to wait for a pull of the same model, in milliseconds: it takes minutes, and nobody should wait for it unawares. */
export const pullWait = 500
