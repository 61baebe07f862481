import { CodedError } from '@recallite/command-line'

/** Why a model was not downloaded, found or removed; stable. */
type ModelErrorCode =
  /** The name is neither that of a known model nor an address. */
  | 'MODEL_UNKNOWN'
  /** An address that must not be used, or is not of a model file. */
  | 'MODEL_SOURCE_INVALID'
  /** The models folder has no such model. */
  | 'MODEL_NOT_FOUND'
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
  /** The disk has no room for it. */
  | 'MODEL_PLACE_FULL'

/** Why a model was not downloaded, found or removed; the message says what to do next. */
export class ModelError extends CodedError<ModelErrorCode> {}
