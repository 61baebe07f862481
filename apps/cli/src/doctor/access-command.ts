import { statSync } from 'node:fs'
import { shellWord } from '../shell-word.js'

/** The command that lets the person read and write a file or folder: permissions are enough where it is theirs. */
export function accessCommand(place: string): string {
  const stats = statSync(place, { throwIfNoEntry: false })
  const self = process.getuid?.()
  const isTheirs = self === undefined || self === stats?.uid
  const word = shellWord(place)
  return isTheirs
    ? `chmod ${stats?.isDirectory() ? 'u+rwx' : 'u+rw'} ${word}`
    : `sudo chown "$(id -un)" ${word}`
}
