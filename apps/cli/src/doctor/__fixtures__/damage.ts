import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

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
/** A row of the ledger: its number, five bytes about its fields, the step's name and checksum. */
const ledgerRow = /([^ -~])[^ -~]{2}[^]{3}[a-z][a-z ]*[0-9a-f]{16}/g

/** Gives the last step in the ledger a number that nobody knows. */
export function makeNewer(path: string): void {
  change(path, (bytes) => {
    const first = bytes.toString('latin1').search(/initial[0-9a-f]{16}/)
    const start = first - (first % pageSize)
    const page = bytes.toString('latin1', start, start + pageSize)
    const rows = [...page.matchAll(ledgerRow)].map(({ index }) => start + index)
    const [last = 0] = rows.toSorted((a, b) => (bytes[b] ?? 0) - (bytes[a] ?? 0))
    bytes[last] = 0x7f
  })
}
