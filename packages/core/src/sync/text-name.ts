import { formatOf } from '@recallite/chunker/formats'

/**
 * Whether an index passes over files and folders of that name, wherever they are, without a word: dot files, dot folders
 * and installed packages (`node_modules`) hold nobody's notes.
 */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** Whether an index takes files of that name for texts; it skips all others, whatever they hold. */
export function isTextName(name: string): boolean {
  return formatOf(name) !== null
}
