/*
 * Downloads a file as a whole or not at all. No library does this: those that resume do not check what arrives (If-Range,
 * sizes, checksums), follow redirects from https to http, or wait without a limit; those of Hugging Face keep a cache in a
 * layout of their own and work with Hugging Face alone.
 */
import { dirname } from 'node:path'
import { replaceFile } from '@recallite/command-line'
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

/** A downloaded file. */
export interface DownloadedFile extends CheckedFile {
  /** Bytes that came over the network in this run. */
  readonly fetched: number
}

/** How a file is downloaded. */
export interface DownloadOptions {
  /** Path of the file; until it is whole, `.part` and `.part.json` lie beside it. */
  readonly target: string
  readonly network: Network
  /** `bytes`: of the whole file, if known. */
  readonly onProgress: (progress: { readonly arrived: number; readonly bytes: number | undefined }) => void
}

/**
 * Downloads a file, or the rest of it if the server still has the same one; the file is checked before it gets its name.
 * @throws ModelError; errors of the file system; the signal's reason
 */
export async function downloadFile(file: SourceFile, options: DownloadOptions): Promise<DownloadedFile> {
  const { target } = options
  const { fetched, announced } = await fetchRest(file, options)
  const path = partPath(target)
  const checked = await discardingSpoiled(target, async () => {
    if (isGguf(target)) await assertGguf(path, file.path)
    return checkFile({ path, name: file.path, expected: file.expected, announced })
  })
  replaceFile(path, target)
  removeRecord(target)
  return { ...checked, fetched }
}

async function fetchRest(
  file: SourceFile,
  options: DownloadOptions,
): Promise<{ fetched: number; announced: string | null }> {
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
  if (remote.offset === 0 || isRestOf(part, remote)) return remote
  remote.close()
  return openRemoteFile(url, network)
}

function isRestOf({ record, arrived }: Part, { offset, bytes, etag, checksum }: RemoteFile): boolean {
  const isSameLength = offset === arrived && (record.bytes === null || bytes === record.bytes)
  return isSameLength && (etag ?? record.etag) === record.etag && (checksum ?? null) === record.checksum
}

/** Removes a part that is certainly wrong, so that the next pull does not continue it. */
async function discardingSpoiled<Result>(target: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof ModelError ? error.code : undefined
    if (code === 'MODEL_CHECKSUM_WRONG' || code === 'MODEL_FILE_INVALID') removePart(target)
    throw error
  }
}

async function receive(remote: RemoteFile, file: SourceFile, options: DownloadOptions): Promise<number> {
  const { target, onProgress } = options
  const path = partPath(target)
  const bytes = file.bytes ?? remote.bytes
  const address = plainAddress(file.url)
  let isBeginningChecked = !isGguf(target)
  const onArrival = async (arrived: number) => {
    if (!isBeginningChecked && arrived >= magicBytes) {
      isBeginningChecked = true
      await assertGguf(path, file.path)
    }
    if (bytes !== undefined && arrived > bytes) {
      const message = `${address} has more than the ${bytes} bytes of ${file.path}.`
      throw new ModelError('MODEL_FILE_INVALID', message)
    }
    onProgress({ arrived, bytes })
  }
  // Opened before its record is written: a new part is empty then, and a new record never describes old bytes.
  const handle = await openPart(target, remote.offset === 0 ? 'begin' : 'continue')
  try {
    const { etag = null, checksum = null } = remote
    writeRecord(target, { address, etag, bytes: bytes ?? null, checksum })
    let arrived = remote.offset
    for await (const chunk of remote.chunks) {
      await handle.appendFile(chunk)
      arrived += chunk.length
      await onArrival(arrived)
    }
    await handle.sync()
    if (bytes !== undefined && arrived < bytes) throw endedEarly(file.url, arrived, bytes)
    return arrived - remote.offset
  } finally {
    await handle.close()
  }
}

function isGguf(target: string): boolean {
  return target.endsWith('.gguf')
}
