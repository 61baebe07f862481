import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'

/** A folder with these files, removed when the test ends. */
export function notesFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = temporaryFolder()
  for (const [path, content] of Object.entries(files)) writeNote(folder, path, content)
  return folder
}

/** Writes a file, and creates its parent folders. */
export function writeNote(folder: string, path: string, content: string | Uint8Array): void {
  const full = join(folder, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, content)
}
