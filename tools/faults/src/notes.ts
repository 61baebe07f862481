import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRandom } from '@recallite/test-kit/random'

/** A file that the suites search again. */
export interface Note {
  readonly path: string
  /** A word that no other file contains. */
  readonly sentinel: string
  readonly text: string
}

const vocabulary =
  'harbour keeper lantern storm ledger anchor cargo tide signal compass rudder ballast gangway quay mooring pilot'.split(
    ' ',
  )

/** Notes with a sentinel each. The same seed creates the same notes. */
export function makeNotes({
  files,
  sections,
  seed,
}: {
  files: number
  sections: number
  seed: number
}): Note[] {
  const random = createRandom(seed, 'notes')
  const sentence = () => `${Array.from({ length: 12 }, () => random.pick(vocabulary)).join(' ')}.`
  return Array.from({ length: files }, (_, number) => {
    const sentinel = sentinelOf(number)
    // Sections of this length are separate chunks.
    const parts = Array.from({ length: sections }, (_unused, part) =>
      [`## Part ${part} of ${number}`, ...Array.from({ length: 16 }, sentence)].join('\n'),
    )
    const text = `# Note ${number}\n\nThe word of this note is ${sentinel}.\n\n${parts.join('\n\n')}\n`
    return { path: `folder-${number % 3}/note-${number}.md`, sentinel, text }
  })
}

/** A word that consists of letters, so that no program splits it, and is in no language. */
function sentinelOf(number: number): string {
  const letters = [676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(number / unit) % 26)))
  return `zq${letters.join('x')}xk`
}

export function writeNotes(folder: string, notes: readonly Note[]): void {
  for (const { path, text } of notes) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Whether a file currently contains a text. */
export function isInFile(file: string, text: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes(text)
  } catch {
    return false
  }
}
