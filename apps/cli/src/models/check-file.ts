import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat, statfs } from 'node:fs/promises'
import { ModelError } from './errors.js'
import type { ExpectedChecksum, SourceFile } from './model-source.js'
import { plainAddress } from './model-url.js'
import type { RemoteFile } from './remote-file.js'

/** What a file's checksum was compared with; null where there was nothing to compare it with. */
type CheckedAgainst = ExpectedChecksum['from'] | 'server' | null

/** A file that is as it should be. */
export interface CheckedFile {
  readonly bytes: number
  readonly sha256: string
  readonly checkedAgainst: CheckedAgainst
}

const magic = 'GGUF'

/** How many bytes of a GGUF file say that it is one. */
export const magicBytes = magic.length

/**
 * Looks at how a GGUF file begins.
 * @throws ModelError `MODEL_FILE_INVALID`
 */
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
  /** As people know the file. */
  readonly name: string
  readonly expected: ExpectedChecksum | undefined
  /** As a server announced it; counts where nothing is expected. */
  readonly announced: string | null | undefined
}

/**
 * Computes a file's checksum from what is on the disk, and compares it with what it should be.
 * @throws ModelError `MODEL_CHECKSUM_WRONG`
 */
export async function checkFile({ path, name, expected, announced }: FileCheck): Promise<CheckedFile> {
  const { size: bytes } = await stat(path)
  const { sha256, git } = await checksumsOf(path, bytes)
  if (expected) {
    if (expected.sha256 === sha256) return { bytes, sha256, checkedAgainst: expected.from }
    throw wrongChecksum(name, sha256, { from: expected.from, checksum: expected.sha256 })
  }
  if (!announced) return { bytes, sha256, checkedAgainst: null }
  const found = announced.startsWith('git:') ? `git:${git}` : `sha256:${sha256}`
  if (found === announced) return { bytes, sha256, checkedAgainst: 'server' }
  throw wrongChecksum(name, found, { from: 'server', checksum: announced })
}

/** `git:` is the SHA-1 of `blob <size>\0` and the content, as Git names a file. */
async function checksumsOf(path: string, bytes: number): Promise<{ sha256: string; git: string }> {
  const sha256 = createHash('sha256')
  const git = createHash('sha1').update(`blob ${bytes}\0`)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    sha256.update(chunk)
    git.update(chunk)
  }
  return { sha256: sha256.digest('hex'), git: git.digest('hex') }
}

const sayers: Readonly<Record<ExpectedChecksum['from'] | 'server', string>> = {
  known: 'the known file has',
  given: '--sha256 asks for',
  server: 'the server announced',
}

function wrongChecksum(name: string, found: string, wanted: { from: keyof typeof sayers; checksum: string }) {
  const message = `${name} has the wrong checksum: ${found}, but ${sayers[wanted.from]} ${wanted.checksum}.`
  return new ModelError('MODEL_CHECKSUM_WRONG', message)
}

/**
 * What can be known of a file before a byte of it arrives: its size, its checksum, and whether there is room for it.
 * @throws ModelError `MODEL_FILE_INVALID`, `MODEL_CHECKSUM_WRONG`, `MODEL_PLACE_UNWRITABLE`
 */
export async function assertWanted(remote: RemoteFile, file: SourceFile, folder: string): Promise<void> {
  assertSize(remote, file)
  assertAnnounced(remote, file)
  const bytes = file.bytes ?? remote.bytes ?? 0
  await assertRoom(bytes - remote.offset, file, folder)
}

function assertSize({ bytes }: RemoteFile, file: SourceFile): void {
  if (bytes === undefined || file.bytes === undefined || bytes === file.bytes) return
  const message = `${plainAddress(file.url)} has ${bytes} bytes, but ${file.path} has ${file.bytes}. Try another server, or later.`
  throw new ModelError('MODEL_FILE_INVALID', message)
}

function assertAnnounced({ checksum }: RemoteFile, { path, expected }: SourceFile): void {
  const [, sha256] = /^sha256:(.*)$/.exec(checksum ?? '') ?? []
  if (!expected || sha256 === undefined || sha256 === expected.sha256) return
  throw wrongChecksum(`${path}, as announced,`, sha256, { from: expected.from, checksum: expected.sha256 })
}

async function assertRoom(missing: number, { path }: SourceFile, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const lacking = missing - bavail * bsize
  if (lacking <= 0) return
  const message = `The disk of ${folder} is too full for ${path}: ${lacking} bytes are lacking. Make room, and pull again.`
  throw new ModelError('MODEL_PLACE_UNWRITABLE', message)
}
