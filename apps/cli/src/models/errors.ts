import { CodedError } from '@recallite/command-line'

/** Why a model was not downloaded, found or removed; stable. */
type ModelErrorCode =
  /** The name is neither that of a known model nor an address. */
  | 'MODEL_UNKNOWN'
  /** An address that must not be used, or is not of a model file. */
  | 'MODEL_SOURCE_INVALID'
  /** The models folder has no such model. */
  | 'MODEL_NOT_FOUND'
  /** Something outside the models folder should be removed. */
  | 'MODEL_OUTSIDE_FOLDER'
  /** A download was requested together with `--offline`. */
  | 'MODEL_OFFLINE'
  /** The server does not give the file: it is missing, or not public. */
  | 'MODEL_UNAVAILABLE'
  /** The server sends elsewhere: to plain http, or on and on. */
  | 'MODEL_REDIRECT_REFUSED'
  /** The network or the server failed. */
  | 'MODEL_DOWNLOAD_FAILED'
  /** What arrived is a web page, no GGUF file, or of another size. */
  | 'MODEL_FILE_INVALID'
  /** The file's checksum is not the one it should have. */
  | 'MODEL_CHECKSUM_WRONG'
  /** The models folder cannot be written to, or the disk is full. */
  | 'MODEL_PLACE_UNWRITABLE'

/** Why a model was not downloaded, found or removed; the message says what to do next. */
export class ModelError extends CodedError<ModelErrorCode> {}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space, and pull again',
  EDQUOT: 'your share of the disk is full. Free some space, and pull again',
  EROFS: 'the disk can only be read. Make it writable',
  EACCES: 'this user may not write there. Change its permissions',
  EPERM: 'this user may not write there. Change its permissions',
  ENOTDIR: 'it lies in something that is not a folder. Move that away',
  EEXIST: 'something that is not a folder is in its place. Move that away',
}

/** A failure of the file system in the models folder, with what to do; other errors stay as they are. */
export function failureOfFolder(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  const reason = reasons[String(error.code)] ?? error.message
  const message = `The models folder ${folder} cannot be written to: ${reason}.`
  return new ModelError('MODEL_PLACE_UNWRITABLE', message, { cause: error })
}
