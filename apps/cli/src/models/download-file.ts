/*
 * A file, fetched so that it is there whole or not at all. No library does this: those that resume do not check what
 * arrives (If-Range, sizes, checksums), follow redirects from https to http, or wait for ever; those of Hugging Face keep
 * a cache of their own layout and speak to Hugging Face alone. What is left is a loop over `fetch`.
 */
import { rename, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { assertWanted, assertGguf, checkFile, magicBytes, type CheckedFile } from './check-file.js'
import { ModelError } from './errors.js'
import type { SourceFile } from './model-source.js'
import { plainAddress, endedEarly } from './model-url.js'
import {
  openPart,
  partPath,
  readPart,
  removePart,
  removeRecord,
  writeRecord,
  type Part,
} from './part-file.js'
import { openRemoteFile, type Network, type RemoteFile } from './remote-file.js'

/** A file that is there now. */
export interface DownloadedFile extends CheckedFile {
  /** Bytes that came over the network this time. */
  readonly fetched: number
}

interface FileProgress {
  readonly arrived: number
  /** Undefined where nobody knows. */
  readonly bytes: number | undefined
}

interface DownloadOptions {
  /** Where the file is to be; beside it `.part` and `.part.json` while it arrives. */
  readonly target: string
  readonly network: Network
  readonly onProgress: (progress: FileProgress) => void
}

/**
 * Downloads a file, or the rest of it: resumed where the server still has the same one, checked, and only then given its
 * name.
 * @throws ModelError; what the file system throws; whatever the signal was aborted with
 */
export async function downloadFile(file: SourceFile, options: DownloadOptions): Promise<DownloadedFile> {
  const { target } = options
  const { fetched, announced } = await fetchRest(file, options)
  const path = partPath(target)
  const checked = await discardingSpoiled(target, async () => {
    if (isGguf(target)) await assertGguf(path, file.path)
    return checkFile({ path, name: file.path, expected: file.expected, announced })
  })
  await rename(path, target)
  removeRecord(target)
  return { ...checked, fetched }
}

interface Fetched {
  readonly fetched: number
  readonly announced: string | null
}

async function fetchRest(file: SourceFile, options: DownloadOptions): Promise<Fetched> {
  const { target, network, onProgress } = options
  const part = readPart(target, file.url)
  if (part && part.arrived === part.record.bytes) return { fetched: 0, announced: part.record.checksum }
  const remote = await openRest(file, network, part)
  try {
    await assertWanted(remote, file, dirname(target))
    onProgress({ arrived: remote.offset, bytes: file.bytes ?? remote.bytes })
    const fetched = await discardingSpoiled(target, () => receive(remote, file, options))
    return { fetched, announced: remote.checksum ?? null }
  } finally {
    remote.close()
  }
}

async function openRest({ url }: SourceFile, network: Network, part: Part | undefined): Promise<RemoteFile> {
  const etag = part?.record.etag
  if (!part || !etag) return openRemoteFile(url, network)
  const remote = await openRemoteFile(url, network, { offset: part.arrived, etag })
  if (remote.offset === 0 || continues(remote, part)) return remote
  remote.close()
  return openRemoteFile(url, network)
}

function continues(remote: RemoteFile, { record, arrived }: Part): boolean {
  return (
    remote.offset === arrived &&
    (record.bytes === null || remote.bytes === record.bytes) &&
    (remote.etag === undefined || remote.etag === record.etag) &&
    (remote.checksum ?? null) === record.checksum
  )
}

/** Removes what has arrived where it is certainly wrong, so that the next pull does not continue it. */
async function discardingSpoiled<Result>(target: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isSpoiled =
      ModelError.isInstance(error) &&
      (error.code === 'MODEL_CHECKSUM_WRONG' || error.code === 'MODEL_FILE_INVALID')
    if (isSpoiled) removePart(target)
    throw error
  }
}

async function receive(remote: RemoteFile, file: SourceFile, options: DownloadOptions): Promise<number> {
  const { target, onProgress } = options
  const path = partPath(target)
  const bytes = file.bytes ?? remote.bytes
  const address = plainAddress(file.url)
  const watch = isGguf(target) ? watchBeginning(path, file.path) : undefined
  const onArrival = async (arrived: number) => {
    await watch?.(arrived)
    if (bytes !== undefined && arrived > bytes) {
      throw new ModelError(
        'MODEL_FILE_INVALID',
        `${address} has more than the ${bytes} bytes of ${file.path}.`,
      )
    }
    onProgress({ arrived, bytes })
  }
  // The part is emptied before its record is renewed: never a new record of old bytes.
  const handle = await openPart(target, remote.offset === 0 ? 'begin' : 'continue')
  try {
    const { etag = null, checksum = null } = remote
    writeRecord(target, { address, etag, bytes: bytes ?? null, checksum })
    const arrived = await writeChunks(handle, remote, onArrival)
    if (bytes !== undefined && arrived < bytes) throw endedEarly(file.url, arrived, bytes)
    return arrived - remote.offset
  } finally {
    await handle.close()
  }
}

function isGguf(target: string): boolean {
  return target.endsWith('.gguf')
}

/** Checks the beginning of a GGUF file as soon as it has arrived. */
function watchBeginning(path: string, name: string): (arrived: number) => Promise<void> {
  let isLookedAt = false
  return async (arrived) => {
    if (isLookedAt || arrived < magicBytes) return
    isLookedAt = true
    await assertGguf(path, name)
  }
}

/** Returns how long the file is then. */
async function writeChunks(
  handle: FileHandle,
  remote: RemoteFile,
  onArrival: (arrived: number) => Promise<void>,
) {
  let arrived = remote.offset
  for await (const chunk of remote.chunks) {
    await handle.appendFile(chunk)
    arrived += chunk.length
    await onArrival(arrived)
  }
  await handle.sync()
  return arrived
}
