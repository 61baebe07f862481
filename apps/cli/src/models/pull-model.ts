import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { checkFile } from './check-file.js'
import { downloadFile, type DownloadedFile, type DownloadOptions } from './download-file.js'
import { ModelError, failureOfFolder } from './errors.js'
import type { ModelSource, SourceFile } from './model-source.js'
import { partPath } from './part-file.js'
import type { Network } from './remote-file.js'

/** Where and how to pull. */
export interface PullOptions {
  /** The models folder. */
  readonly folder: string
  readonly network: Network
  readonly isOffline: boolean
  /** Called before the network is used. */
  readonly onStart: (source: ModelSource) => void
  /** `bytes`: of the whole model, if known. */
  readonly onProgress: (progress: { name: string; arrived: number; bytes: number | undefined }) => void
}

/** A file of a pulled model. */
export interface PulledFile extends DownloadedFile {
  /** Relative to the models folder, or to the model's folder. */
  readonly path: string
}

/** A pulled model. */
export interface PulledModel {
  readonly name: string
  readonly path: string
  readonly files: readonly PulledFile[]
}

/** How long a pull waits for another pull of the same model, in milliseconds: that may take minutes. */
export const pullWait = 500

/**
 * Downloads a model into the models folder, or the rest of it; a model that exists already is only checked.
 * @throws ModelError; LockedError if another process pulls the same model; the signal's reason
 */
export async function pullModel(source: ModelSource, options: PullOptions): Promise<PulledModel> {
  const { folder, isOffline, onStart } = options
  const { name } = source
  const path = join(folder, source.entry)
  const work = (): Promise<PulledFile[]> => {
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
    throw failureOfFolder(error, folder)
  }
}

async function checkPresent(source: ModelSource, target: string): Promise<PulledFile[]> {
  const files: PulledFile[] = []
  const next = `Remove it, and pull again: recallite models remove ${source.name}`
  for (const file of source.files) {
    const { path, expected } = file
    const present = pathOf(source, target, file)
    if (!existsSync(present)) {
      throw new ModelError('MODEL_FILE_INVALID', `${target} lacks its file ${path}. ${next}`)
    }
    const check = { path: present, name: `${path}, which exists already,`, expected }
    const checked = await checkFile(check).catch((error: unknown) => {
      if (!(error instanceof ModelError)) throw error
      throw new ModelError(error.code, `${error.message} ${next}`, { cause: error })
    })
    files.push({ path, ...checked, fetched: 0 })
  }
  return files
}

function pathOf({ isFolder }: ModelSource, base: string, { path }: SourceFile): string {
  return isFolder ? join(base, path) : base
}

/** A folder is filled as `.part` and renamed when it is complete. */
async function download(source: ModelSource, target: string, options: PullOptions): Promise<PulledFile[]> {
  if (!source.isFolder) return downloadAll(source, target, options)
  const part = partPath(target)
  if (lstatSync(part, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const message = `${part} is a link, and no model is written through it. Remove it, and pull again.`
    throw new ModelError('MODEL_PLACE_UNWRITABLE', message)
  }
  const files = await downloadAll(source, part, options)
  replaceFile(part, target)
  return files
}

async function downloadAll(source: ModelSource, base: string, options: PullOptions): Promise<PulledFile[]> {
  const { name, isFolder } = source
  const total = source.files.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  const files: PulledFile[] = []
  let before = 0
  for (const file of source.files) {
    const target = pathOf(source, base, file)
    const { path, expected } = file
    const start = before
    const onProgress: DownloadOptions['onProgress'] = ({ arrived, bytes }) =>
      options.onProgress({ name, arrived: start + arrived, bytes: isFolder ? total : bytes })
    mkdirSync(dirname(target), { recursive: true })
    const done = existsSync(target)
      ? { ...(await checkFile({ path: target, name: path, expected })), fetched: 0 }
      : await downloadFile(file, { target, network: options.network, onProgress })
    files.push({ path, ...done })
    before += file.bytes ?? 0
  }
  return files
}
