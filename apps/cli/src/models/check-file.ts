import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { ModelError } from './errors.js'
import type { ExpectedChecksum } from './model-source.js'

/** A file whose checksum is right, or was not compared. */
export interface CheckedFile {
  readonly bytes: number
  readonly sha256: string
  /** Null where there was nothing to compare its checksum with. */
  readonly checkedAgainst: ExpectedChecksum['from'] | null
}

const magic = 'GGUF'

/** @throws ModelError `MODEL_FILE_INVALID` for a file that does not begin as a GGUF file does */
export async function assertGguf(path: string, name: string): Promise<void> {
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
  /** The checksum that a server announced; used if none is expected. */
  readonly announced?: string | undefined
}

/**
 * Computes the checksum of a file on the disk, and compares it with the expected one.
 * @throws ModelError `MODEL_CHECKSUM_WRONG`
 */
export async function checkFile({ path, name, announced, ...check }: FileCheck): Promise<CheckedFile> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk)
  const sha256 = hash.digest('hex')
  const expected =
    check.expected ?? (announced === undefined ? undefined : { sha256: announced, from: 'server' })
  assertExpected(name, sha256, expected)
  return { bytes: (await stat(path)).size, sha256, checkedAgainst: expected?.from ?? null }
}

const demands: Readonly<Record<ExpectedChecksum['from'], string>> = {
  known: 'the known file has',
  given: '--sha256 asks for',
  server: 'the server announced',
}

/** @throws ModelError `MODEL_CHECKSUM_WRONG` */
export function assertExpected(name: string, sha256: string, expected: ExpectedChecksum | undefined): void {
  if (!expected || expected.sha256 === sha256) return
  const { from, sha256: wanted } = expected
  const message = `${name} has the wrong checksum: sha256:${sha256}, but ${demands[from]} ${wanted}.`
  throw new ModelError('MODEL_CHECKSUM_WRONG', message)
}
