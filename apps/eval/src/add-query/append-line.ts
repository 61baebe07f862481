import { readFileSync, realpathSync } from 'node:fs'
import { writeWhole } from '@recallite/command-line'

const newline = '\n'

/**
 * Puts a line at the end of a file, all of it or nothing: whoever reads the file sees it before or after. What was there
 * stays as it is, byte for byte, but that its last line gets an end if it has none. A link is followed.
 * @param line with its end
 */
export function appendLine(file: string, line: string): void {
  const target = realpathSync(file)
  const before = readFileSync(target)
  const isOpen = before.length > 0 && before.at(-1) !== newline.charCodeAt(0)
  writeWhole(target, [before, isOpen ? newline : '', line])
}
