import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'

function change(path: string, edit: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path)
  edit(bytes)
  writeFileSync(path, bytes)
}

/** Turns a bit of one byte over. */
export function flipByte(path: string, at: number): void {
  change(path, (bytes) => void (bytes[at] = (bytes[at] ?? 0) ^ 0x01))
}

/** Where a text stands in a database, every time that it does. */
export function placesOf(path: string, text: string): number[] {
  const bytes = readFileSync(path)
  const places: number[] = []
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) places.push(at)
  return places
}

/** Gives a database another program's mark. */
export function makeForeign(path: string): void {
  change(path, (bytes) => void bytes.write('ABCD', 68))
}

/** Puts a folder where the database was. */
export function makeFolder(path: string): void {
  rmSync(path)
  mkdirSync(path)
}

const pageSize = 8192
/** A row of the ledger: its number, six bytes about its fields, the step's name and checksum, when it ran, and a seal. */
const ledgerRow = /([^ -~])[^ -~]{2}[^]{4}([a-z][a-z ]*)([0-9a-f]{16})([^]{6})[0-9a-f]{8}/g
const unknownStep = 0x7f

/** Gives the last step in the ledger a number that nobody knows. */
export function makeNewer(path: string): void {
  change(path, (bytes) => {
    const first = bytes.toString('latin1').search(/initial[0-9a-f]{16}/)
    const start = first - (first % pageSize)
    const page = bytes.toString('latin1', start, start + pageSize)
    const rows = [...page.matchAll(ledgerRow)]
    const [last] = rows.toSorted((a, b) => (b[1]?.charCodeAt(0) ?? 0) - (a[1]?.charCodeAt(0) ?? 0))
    if (!last) throw new TypeError('there is no ledger')
    const [row, , name, checksum, time = ''] = last
    bytes[start + last.index] = unknownStep
    // The seal of a program that knows such a step.
    const appliedAt = Buffer.from(time, 'latin1').readUIntBE(0, 6)
    const seal = crc32([unknownStep, name, checksum, appliedAt].join('\0')).toString(16)
    bytes.write(seal.padStart(8, '0'), start + last.index + row.length - 8, 'latin1')
  })
}
