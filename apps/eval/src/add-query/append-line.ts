import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

const newline = Buffer.from('\n')

/**
 * Puts a line at the end of a file, all of it or nothing: whoever reads the file sees it before or after. What was there
 * stays as it is, byte for byte, but that its last line gets an end if it has none.
 * @param line with its end
 */
export function appendLine(file: string, line: string): void {
  const target = realpathSync(file)
  const before = readFileSync(target)
  const isOpen = before.length > 0 && before.at(-1) !== newline[0]
  const draft = `${target}.${process.pid}`
  try {
    writeFileSync(draft, Buffer.concat([before, ...(isOpen ? [newline] : []), Buffer.from(line)]))
    chmodSync(draft, statSync(target).mode)
    renameSync(draft, target)
  } finally {
    rmSync(draft, { force: true })
  }
}
