import { dirname, resolve } from 'node:path'
import { printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import {
  findWorkspaceFile,
  homeFolder,
  distrustFolder,
  readTrustedFolders,
  trustFolder,
  workingFolder,
} from '@recallite/settings'

/** `recallite trust [folder]`, `recallite trust --list`, `recallite trust --remove [folder]` */
export async function runTrust(request: Request<Flags>): Promise<void> {
  const { words, flags } = request
  if (words.length > 1) throw new UsageError("Trust one folder at a time: 'recallite trust FOLDER'.")
  if (flags.list && (flags.remove || words.length > 0)) {
    throw new UsageError("--list stands alone: 'recallite trust --list'.")
  }
  const home = homeFolder()
  if (flags.list) list(request, home)
  else change(request, home)
}

function list({ flags, io }: Request<Flags>, home: string): void {
  const folders = readTrustedFolders(home)
  if (flags.json) io.write(renderJson({ folders }))
  else for (const folder of folders) io.write(`${printable(folder)}\n`)
}

function change(request: Request<Flags>, home: string): void {
  const { flags, io } = request
  const folder = (flags.remove ? distrustFolder : trustFolder)(home, folderOf(request, home))
  const removed = `${printable(folder)} is not trusted any more.\n`
  const trusted = `Trusted ${printable(folder)}: the database, models and addresses that its .recallite.yaml names count like yours, also after the file changes. To take that back: recallite trust --remove\n`
  if (flags.json) io.write(renderJson(flags.remove ? { removed: folder } : { trusted: folder }))
  else io.talk(flags.remove ? removed : trusted)
}

/** The folder that is named, else that of the workspace file in force, else the working folder. */
function folderOf({ words: [word], flags }: Request<Flags>, home: string): string {
  if (word !== undefined) return resolve(workingFolder(), word)
  // A listed folder can be removed even if its workspace file is broken.
  if (flags.remove) return workingFolder()
  const file = findWorkspaceFile(workingFolder(), home)
  return file === undefined ? workingFolder() : dirname(file)
}
