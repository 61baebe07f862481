import { ModelError } from './errors.js'

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Make room, and pull again to go on',
  EDQUOT: 'your share of the disk is full. Make room, and pull again to go on',
  EROFS: 'the disk can only be read. Make it writable',
  EACCES: 'this user may not write there. Change its permissions',
  EPERM: 'this user may not write there. Change its permissions',
  ENOTDIR: 'it lies in something that is not a folder. Move that away',
  ELOOP: 'a link stands where a file of the model arrives, and is not followed. Remove it',
  EEXIST: 'something that is not a folder is in its place. Move that away',
}

function isOfFileSystem(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string'
}

/** What a failure of the file system means, and what to do; other errors stay as they are. */
export function failureOfPlace(error: unknown, folder: string): unknown {
  if (!isOfFileSystem(error)) return error
  const reason = reasons[error.code] ?? error.message
  const message = `The models folder ${folder} cannot be written to: ${reason}.`
  return new ModelError('MODEL_PLACE_UNWRITABLE', message, { cause: error })
}
