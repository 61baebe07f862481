import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'

function change(path: string, edit: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path)
  edit(bytes)
  writeFileSync(path, bytes)
}

/** Flips a bit of one byte. */
export function flipByte(path: string, at: number): void {
  change(path, (bytes) => void (bytes[at] = (bytes[at] ?? 0) ^ 0x01))
}

/** Every offset of a text in a database. */
export function placesOf(path: string, text: string): number[] {
  const bytes = readFileSync(path)
  const places: number[] = []
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) places.push(at)
  return places
}

/** Gives a database the application id of another program. */
export function makeForeign(path: string): void {
  change(path, (bytes) => void bytes.write('ABCD', 68))
}

/** Replaces a database by a folder. */
export function makeFolder(path: string): void {
  rmSync(path)
  mkdirSync(path)
}

/** The row of the schema's version in SQLite's format: its number, four bytes about its fields, a fingerprint, and a seal. */
const versionRow = /([^])[^ -~]{2}-[^ -~]([0-9a-f]{16})[0-9a-f]{8}/
const unknownVersion = 0x7f

/** Gives the schema a newer, unknown version with a valid seal. */
export function makeNewer(path: string): void {
  change(path, (bytes) => {
    const row = versionRow.exec(bytes.toString('latin1'))
    if (!row) throw new TypeError('there is no schema version')
    const [whole, , fingerprint] = row
    bytes[row.index] = unknownVersion
    const seal = crc32([unknownVersion, fingerprint].join('\0')).toString(16)
    bytes.write(seal.padStart(8, '0'), row.index + whole.length - 8, 'latin1')
  })
}
