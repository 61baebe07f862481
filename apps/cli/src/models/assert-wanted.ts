import { statfs } from 'node:fs/promises'
import { wrongChecksum } from './check-file.js'
import { ModelError } from './errors.js'
import type { SourceFile } from './model-source.js'
import { plainAddress } from './model-url.js'
import type { RemoteFile } from './remote-file.js'

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
