/** What ends a field or a line, for one reader of these files or another. */
const breaking = /[\s\p{Cc}]/u

const lastBasic = 0xffff

const codes = new Map(
  Array.from({ length: lastBasic + 1 }, (_, code) => String.fromCharCode(code))
    .filter((character) => breaking.test(character))
    .map((character) => [encodeURIComponent(character), character]),
)

const toEncode = /[\s\p{Cc}]|%(?=[\da-f]{2})/giu
const toDecode = new RegExp(`${[...codes.keys()].join('|')}|%25(?=[\\da-f]{2})`, 'giu')

/**
 * An id as a field of a TREC file: white space and control characters become their UTF-8 bytes as `%20`, and so does a
 * percent sign that two hexadecimal digits follow, as `%25`. All else stays, so that most ids are what they were.
 */
export function encodeId(id: string): string {
  return id.replaceAll(toEncode, encodeURIComponent)
}

/** The id that a field stands for; what `encodeId` would not have written stays as it is. */
export function decodeId(field: string): string {
  return field.replaceAll(toDecode, (code) => codes.get(code.toUpperCase()) ?? '%')
}
