/*
 * Downloads a model as a whole or not at all. No library does this: those that download do not check what arrives (sizes,
 * checksums), follow redirects from https to http, or wait without a limit; those of Hugging Face keep a cache in a layout of
 * their own and work with Hugging Face alone.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, rmSync } from 'node:fs'
import { open, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFile } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { ModelError } from './errors.js'
import { type ExpectedChecksum, type ModelSource, type SourceFile, plainAddress } from './model-source.js'
import { openRemoteFile, type Network, type RemoteFile } from './remote-file.js'

/** Where and how to pull. */
export interface PullOptions {
  /** The models folder. */
  readonly folder: string
  readonly network: Network
  /** Called before the network is used. */
  readonly onStart: (source: ModelSource) => void
  /** `bytes`: of the whole model, if known. */
  readonly onProgress: (progress: { name: string; arrived: number; bytes: number | undefined }) => void
}

/** A file of a pulled model; its checksum is right, or was not compared. */
export interface PulledFile {
  /** Relative to the models folder, or to the model's folder. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  /** Null where there was nothing to compare its checksum with. */
  readonly checkedAgainst: ExpectedChecksum['from'] | null
}

/** A pulled model. */
export interface PulledModel {
  readonly name: string
  readonly path: string
  readonly files: readonly PulledFile[]
  /** Whether it came over the network; else it was there, and was only checked. */
  readonly isDownloaded: boolean
}

/** How long a pull waits for another pull of the same model, in milliseconds: that may take minutes. */
const pullWait = 500

/**
 * Downloads a model into the models folder; a model that exists already is only checked.
 * @throws ModelError; LockedError if another process pulls the same model; the signal's reason
 */
export async function pullModel(source: ModelSource, options: PullOptions): Promise<PulledModel> {
  const path = join(options.folder, source.entry)
  mkdirSync(options.folder, { recursive: true })
  return withLock(path, () => pullTo(path, source, options), { wait: pullWait })
}

async function pullTo(path: string, source: ModelSource, options: PullOptions): Promise<PulledModel> {
  const isDownloaded = !existsSync(path)
  if (isDownloaded) options.onStart(source)
  const files = isDownloaded ? await download(source, path, options) : await checkPresent(source, path)
  return { name: source.name, path, files, isDownloaded }
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
    files.push({ path, ...checked })
  }
  return files
}

function pathOf({ isFolder }: ModelSource, base: string, { path }: SourceFile): string {
  return isFolder ? join(base, path) : base
}

/** What arrives gets its name when all of it is there and checked. */
async function download(source: ModelSource, target: string, options: PullOptions): Promise<PulledFile[]> {
  const part = `${target}.part`
  // A pull that was killed may have left one.
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
  const total = source.files.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  const files: PulledFile[] = []
  let before = 0
  for (const file of source.files) {
    const path = pathOf(source, base, file)
    const start = before
    mkdirSync(dirname(path), { recursive: true })
    await receive(file, path, {
      network: options.network,
      onProgress: (arrived, bytes) =>
        options.onProgress({ name, arrived: start + arrived, bytes: isFolder ? total : bytes }),
    })
    if (file.path.endsWith('.gguf')) await assertGguf(path, file.path)
    const checked = await checkFile({ path, name: file.path, expected: file.expected })
    files.push({ path: file.path, ...checked })
    before += file.bytes ?? 0
  }
  return files
}

interface Reception {
  readonly network: Network
  readonly onProgress: (arrived: number, bytes: number | undefined) => void
}

/** Writes what arrives of a file into a new one. */
async function receive(file: SourceFile, target: string, { network, onProgress }: Reception): Promise<void> {
  const remote = await openRemoteFile(file.url, network)
  try {
    await assertWanted(remote, file, dirname(target))
    const bytes = file.bytes ?? remote.bytes
    const arrived = await write(remote, target, (soFar) => {
      if (bytes !== undefined && soFar > bytes) {
        const message = `${plainAddress(file.url)} has more than the ${bytes} bytes of ${file.path}.`
        throw new ModelError('MODEL_FILE_INVALID', message)
      }
      onProgress(soFar, bytes)
    })
    if (bytes === undefined || arrived === bytes) return
    const message = `${file.url.host} stopped after ${arrived} of ${bytes} bytes. Pull again.`
    throw new ModelError('MODEL_DOWNLOAD_FAILED', message)
  } finally {
    remote.close()
  }
}

async function write(
  { chunks }: RemoteFile,
  target: string,
  onArrival: (arrived: number) => void,
): Promise<number> {
  const handle = await open(target, 'wx')
  try {
    let arrived = 0
    for await (const chunk of chunks) {
      await handle.appendFile(chunk)
      arrived += chunk.length
      onArrival(arrived)
    }
    await handle.sync()
    return arrived
  } finally {
    await handle.close()
  }
}

/**
 * Checks what is known before a byte arrives: size, and free space in the folder.
 * @throws ModelError `MODEL_FILE_INVALID`, `MODEL_PLACE_FULL`
 */
async function assertWanted(remote: RemoteFile, file: SourceFile, folder: string): Promise<void> {
  const { path, bytes = remote.bytes ?? 0 } = file
  if (remote.bytes !== undefined && bytes !== remote.bytes) {
    const message = `${plainAddress(file.url)} has ${remote.bytes} bytes, but ${path} has ${bytes}. Try another server, or later.`
    throw new ModelError('MODEL_FILE_INVALID', message)
  }
  const { bavail, bsize } = await statfs(folder)
  const missing = bytes - bavail * bsize
  if (missing <= 0) return
  const message = `The disk of ${folder} is too full for ${path}: it needs ${missing} bytes more. Free them, and pull again.`
  throw new ModelError('MODEL_PLACE_FULL', message)
}

const magic = 'GGUF'

/** @throws ModelError `MODEL_FILE_INVALID` for a file that does not begin as a GGUF file does */
async function assertGguf(path: string, name: string): Promise<void> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    if (buffer.toString('latin1', 0, bytesRead) === magic) return
  } finally {
    await handle.close()
  }
  throw new ModelError('MODEL_FILE_INVALID', `${name} is not a GGUF file. Give the address of one.`)
}

interface FileCheck {
  readonly path: string
  /** For messages. */
  readonly name: string
  readonly expected: ExpectedChecksum | undefined
}

/**
 * Computes the checksum of a file on the disk, and compares it with the expected one.
 * @throws ModelError `MODEL_CHECKSUM_WRONG`
 */
async function checkFile({ path, name, expected }: FileCheck): Promise<Omit<PulledFile, 'path'>> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk)
  const sha256 = hash.digest('hex')
  if (expected && expected.sha256 !== sha256) {
    const wanted = expected.from === 'known' ? 'the known file has' : '--sha256 asks for'
    const message = `${name} has the wrong checksum: sha256:${sha256}, but ${wanted} ${expected.sha256}.`
    throw new ModelError('MODEL_CHECKSUM_WRONG', message)
  }
  return { bytes: (await stat(path)).size, sha256, checkedAgainst: expected?.from ?? null }
}
