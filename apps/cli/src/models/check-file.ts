import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat, statfs } from 'node:fs/promises'
import { ModelError } from './errors.js'
import type { ExpectedChecksum, SourceFile } from './model-source.js'
import { plainAddress } from './model-url.js'
import type { RemoteFile } from './remote-file.js'

/** A file whose checksum is right, or was not compared. */
export interface CheckedFile {
  readonly bytes: number
  readonly sha256: string
  /** Null where there was nothing to compare its checksum with. */
  readonly checkedAgainst: ExpectedChecksum['from'] | 'server' | null
}

const magic = 'GGUF'

/** The length of the mark at the beginning of a GGUF file, in bytes. */
export const magicBytes = magic.length

/** @throws ModelError `MODEL_FILE_INVALID` for a file that does not begin as a GGUF file does */
export async function assertGguf(path: string, name: string): Promise<void> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(magicBytes), 0, magicBytes, 0)
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
  /** The checksum that a server announced; used if none is expected. */
  readonly announced?: string | null
}

/**
 * Computes the checksum of a file on the disk, and compares it with the expected one.
 * @throws ModelError `MODEL_CHECKSUM_WRONG`
 */
export async function checkFile({ path, name, expected, announced }: FileCheck): Promise<CheckedFile> {
  const { size: bytes } = await stat(path)
  const hash = createHash('sha256')
  // Git names a file's content by the SHA-1 of `blob <size>\0` and the content.
  const gitHash = createHash('sha1').update(`blob ${bytes}\0`)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    gitHash.update(chunk)
  }
  const [sha256, git] = [hash.digest('hex'), gitHash.digest('hex')]
  assertExpected(name, sha256, expected)
  if (expected) return { bytes, sha256, checkedAgainst: expected.from }
  if (!announced) return { bytes, sha256, checkedAgainst: null }
  const found = announced.startsWith('git:') ? `git:${git}` : `sha256:${sha256}`
  if (found === announced) return { bytes, sha256, checkedAgainst: 'server' }
  throw wrongChecksum(name, found, { from: 'server', checksum: announced })
}

const demands: Readonly<Record<ExpectedChecksum['from'] | 'server', string>> = {
  known: 'the known file has',
  given: '--sha256 asks for',
  server: 'the server announced',
}

function assertExpected(name: string, found: string, expected: ExpectedChecksum | undefined): void {
  if (!expected || expected.sha256 === found) return
  throw wrongChecksum(name, found, { from: expected.from, checksum: expected.sha256 })
}

function wrongChecksum(
  name: string,
  found: string,
  wanted: { from: keyof typeof demands; checksum: string },
) {
  const message = `${name} has the wrong checksum: ${found}, but ${demands[wanted.from]} ${wanted.checksum}.`
  return new ModelError('MODEL_CHECKSUM_WRONG', message)
}

/**
 * Checks what is known before a byte arrives: size, checksum, and free space in the folder.
 * @throws ModelError `MODEL_FILE_INVALID`, `MODEL_CHECKSUM_WRONG`, `MODEL_PLACE_UNWRITABLE`
 */
export async function assertWanted(remote: RemoteFile, file: SourceFile, folder: string): Promise<void> {
  const { path, expected, bytes = remote.bytes ?? 0 } = file
  if (remote.bytes !== undefined && bytes !== remote.bytes) {
    const message = `${plainAddress(file.url)} has ${remote.bytes} bytes, but ${path} has ${bytes}. Try another server, or later.`
    throw new ModelError('MODEL_FILE_INVALID', message)
  }
  const [, sha256] = /^sha256:(.*)$/.exec(remote.checksum ?? '') ?? []
  if (sha256 !== undefined) assertExpected(`${path}, as announced,`, sha256, expected)
  const { bavail, bsize } = await statfs(folder)
  const lacking = bytes - remote.offset - bavail * bsize
  if (lacking <= 0) return
  const message = `The disk of ${folder} is too full for ${path}: it needs ${lacking} bytes more. Free them, and pull again.`
  throw new ModelError('MODEL_PLACE_UNWRITABLE', message)
}
