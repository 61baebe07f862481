import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRandom } from './random.js'

/**
 * @typedef {object} Note a file that the suites look for again
 * @property {string} path below its folder
 * @property {string} sentinel a word that no other file has
 * @property {string} text
 */

const vocabulary =
  'harbour keeper lantern storm ledger anchor cargo tide signal compass rudder ballast gangway quay mooring pilot'.split(
    ' ',
  )

/**
 * A word of letters alone, so that no program divides it, which no language has.
 * @param {number} number below 17,576
 * @param {string} [prefix]
 */
export function sentinelOf(number, prefix = 'zq') {
  const letters = [676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(number / unit) % 26)))
  return `${prefix}${letters.join('x')}xk`
}

/**
 * Notes with a sentinel each, the same for the same seed.
 * @param {{ files: number, sections: number, seed: number | string, prefix?: string }} options
 * @returns {Note[]}
 */
export function makeNotes({ files, sections, seed, prefix }) {
  const random = createRandom(seed, 'notes')
  const sentence = () => `${Array.from({ length: 12 }, () => random.pick(vocabulary)).join(' ')}.`
  return Array.from({ length: files }, (_, number) => {
    const sentinel = sentinelOf(number, prefix)
    // Sections that are long enough are chunks of their own.
    const parts = Array.from({ length: sections }, (_unused, part) =>
      [`## Part ${part} of ${number}`, ...Array.from({ length: 16 }, sentence)].join('\n'),
    )
    const text = `# Note ${number}\n\nThe word of this note is ${sentinel}.\n\n${parts.join('\n\n')}\n`
    return { path: `folder-${number % 3}/note-${number}.md`, sentinel, text }
  })
}

/** @param {string} folder @param {readonly Note[]} notes */
export function writeNotes(folder, notes) {
  for (const { path, text } of notes) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/**
 * Whether a text is in a file, as it stands there now.
 * @param {string} file
 * @param {string} text
 */
export function isInFile(file, text) {
  try {
    return readFileSync(file, 'utf8').includes(text)
  } catch {
    return false
  }
}
