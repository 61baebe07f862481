import type { ReaderName } from './reader-of.js'

const megabyte = 1024 * 1024

/** Longer texts are no notes. */
const longestText = 10 * megabyte

/** Of a transcript most is what tools said, and only its messages become text. */
const largestTranscript = 512 * megabyte

/** Why a file of that many bytes is not read, for people; undefined if it is not too large. */
export function sizeReason(bytes: number | bigint, reader: ReaderName = 'text'): string | undefined {
  const limit = reader === 'session' ? largestTranscript : longestText
  return bytes > limit ? `larger than ${limit / megabyte} MB` : undefined
}

/** Why a text of that many bytes in UTF-8, made of a file, is not taken; undefined if it is not too long. */
export function lengthReason(bytes: number): string | undefined {
  return bytes > longestText ? `its text is longer than ${longestText / megabyte} MB` : undefined
}
