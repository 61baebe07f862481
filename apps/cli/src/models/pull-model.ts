/*
 * Downloads a model completely or not at all. No library does this: general ones do not check sizes and checksums, follow redirects
 * from https to http, or have no timeouts; those of Hugging Face only work with Hugging Face, and have a cache with another layout.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, rmSync } from 'node:fs'
import { open, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { closing, replaceFile } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import {
  bytesIn,
  type ExpectedChecksum,
  type ModelSource,
  type SourceFile,
  plainAddress,
  ModelError,
} from './model-source.js'
import { openRemoteFile, type Network, type RemoteFile } from './remote-file.js'

/** Options of a pull. */
export interface PullOptions {
  readonly folder: string
  readonly network: Network
  /** Called before the network is used. */
  readonly onStart: (source: ModelSource) => void
  /** `bytes`: of the whole model, if known. */
  readonly onProgress: (progress: { name: string; arrived: number; bytes: number | undefined }) => void
}

/** A file of a pulled model; `checkedAgainst`: null if no checksum was available. */
export type PulledFile = Awaited<ReturnType<typeof checkFile>>

/** A pulled model. */
export type PulledModel = Awaited<ReturnType<typeof pullModel>>

/** How long to wait for another pull of the same model, in milliseconds; waiting for its end could take minutes. */
const pullWait = 500

/**
 * Downloads a model into the models folder; a model that exists already is only checked.
 * @throws ModelError; CodedError `LOCKED` if another process pulls the same model; the signal's reason
 */
export async function pullModel(source: ModelSource, options: PullOptions) {
  const path = join(options.folder, source.entry)
  mkdirSync(options.folder, { recursive: true })
  const pull = async () => {
    const isDownloaded = !existsSync(path)
    if (isDownloaded) options.onStart(source)
    const files = isDownloaded ? await download(source, path, options) : await checkPresent(source, path)
    return { name: source.name, path, files, isDownloaded }
  }
  return withLock(path, pull, { wait: pullWait })
}

async function checkPresent(source: ModelSource, target: string): Promise<PulledFile[]> {
  const advice = ` Remove it, and pull again: recallite models remove ${source.name}`
  const files: PulledFile[] = []
  for (const file of source.files) {
    const present = pathOf(source, target, file)
    if (!existsSync(present))
      throw new ModelError('MODEL_FILE_INVALID', `${target} has no file ${file.path}.${advice}`)
    files.push(await checkFile(present, file, advice))
  }
  return files
}

function pathOf({ isFolder }: ModelSource, base: string, { path }: SourceFile): string {
  return isFolder ? join(base, path) : base
}

async function download(source: ModelSource, target: string, options: PullOptions): Promise<PulledFile[]> {
  const part = `${target}.part`
  // A pull that was killed may have left a partial download.
  const removePart = () => rmSync(part, { recursive: true, force: true })
  removePart()
  try {
    const files = await downloadAll(source, part, options)
    replaceFile(part, target)
    return files
  } finally {
    removePart()
  }
}

async function downloadAll(source: ModelSource, base: string, options: PullOptions): Promise<PulledFile[]> {
  const { name, isFolder } = source
  const total = bytesIn(source.files)
  const files: PulledFile[] = []
  let before = 0
  for (const file of source.files) {
    const path = pathOf(source, base, file)
    mkdirSync(dirname(path), { recursive: true })
    const announced = await receive(file, path, {
      network: options.network,
      onProgress: (arrived, bytes) =>
        options.onProgress({ name, arrived: before + arrived, bytes: (isFolder && total) || bytes }),
    })
    files.push(await checkFile(path, { ...file, expected: file.expected ?? announced }))
    before += file.bytes ?? 0
  }
  return files
}

async function receive(
  file: SourceFile,
  target: string,
  { network, onProgress }: { network: Network; onProgress: (arrived: number, bytes?: number) => void },
): Promise<ExpectedChecksum | undefined> {
  return closing(await openRemoteFile(file.url, network), async (remote) => {
    const free = await assertDownloadable(remote, file, dirname(target))
    const bytes = file.bytes ?? remote.bytes
    const limit = bytes ?? Math.min(maxUnannounced, Math.floor(free / 2))
    const arrived = await write(remote, target, (soFar) => {
      if (soFar > limit) {
        const message = `${plainAddress(file.url)} sent more than the ${limit} bytes ${bytes === undefined ? 'allowed without an announced size' : `of ${file.path}`}.`
        throw new ModelError('MODEL_FILE_INVALID', message)
      }
      onProgress(soFar, bytes)
    })
    const { sha256 } = remote
    if (bytes === undefined || arrived === bytes) return sha256 ? { sha256, from: 'server' } : undefined
    const message = `${file.url.host} stopped after ${arrived} of ${bytes} bytes. Try again.`
    throw new ModelError('MODEL_DOWNLOAD_FAILED', message)
  })
}

async function write({ chunks }: RemoteFile, target: string, onArrival: (arrived: number) => void) {
  return closing(await open(target, 'wx'), async (handle) => {
    let arrived = 0
    for await (const chunk of chunks) {
      await handle.appendFile(chunk)
      arrived += chunk.length
      onArrival(arrived)
    }
    await handle.sync()
    return arrived
  })
}

/** In bytes: the largest file of a server that announces no size; it also must not take more than half of the free space. */
const maxUnannounced = 8e9

/** Returns the free bytes of the folder's disk. */
async function assertDownloadable(remote: RemoteFile, file: SourceFile, folder: string): Promise<number> {
  const { path, bytes = remote.bytes ?? 0 } = file
  if (remote.bytes !== undefined && bytes !== remote.bytes) {
    const message = `${plainAddress(file.url)} has ${remote.bytes} bytes, but ${path} has ${bytes}. Try another server, or later.`
    throw new ModelError('MODEL_FILE_INVALID', message)
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const missing = bytes - free
  if (missing <= 0) return free
  const message = `The disk of ${folder} is too full for ${path}. Free ${missing} bytes, and pull again.`
  throw new ModelError('MODEL_PLACE_FULL', message)
}

async function checkFile(at: string, { path, expected }: SourceFile, advice = '') {
  const { sha256, beginning } = await digest(at)
  const foreign = `${path} is not a GGUF file. Use the URL of one.${advice}`
  if (path.endsWith('.gguf') && beginning !== 'GGUF') throw new ModelError('MODEL_FILE_INVALID', foreign)
  if (expected && expected.sha256 !== sha256) {
    const message = `${path} has the wrong checksum: sha256:${sha256}, but ${demands[expected.from]} ${expected.sha256}.${advice}`
    throw new ModelError('MODEL_CHECKSUM_WRONG', message)
  }
  return { path, bytes: (await stat(at)).size, sha256, checkedAgainst: expected?.from ?? null }
}

const demands: Readonly<Record<ExpectedChecksum['from'], string>> = {
  known: 'the catalog has',
  given: '--sha256 is',
  server: 'the server announced',
}

async function digest(file: string): Promise<{ readonly sha256: string; readonly beginning: string }> {
  const hash = createHash('sha256')
  let beginning = ''
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    beginning ||= chunk.toString('latin1', 0, 'GGUF'.length)
    hash.update(chunk)
  }
  return { sha256: hash.digest('hex'), beginning }
}
