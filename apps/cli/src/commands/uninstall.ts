import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Io, orUndefined, printable, type Request } from '@recallite/command-line'
import { homeFolder, recalliteFolder } from '@recallite/settings'
import { disconnectHosts } from '../connect/connect-hosts.js'
import { describePlace } from '../connect/describe-plan.js'
import { hostNames } from '../connect/host-table.js'
import { fromAnywhere } from '../connect/launch.js'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { describeBytes } from '../render/amounts.js'
import { renderTable } from '../render/table.js'
import { serveFolder } from '../serve/endpoint.js'
import { findProgram } from '../serve/resident.js'
import { isAgreed } from './agreement.js'
import { stopProcess } from './serving.js'

/** `recallite uninstall` */
export async function runUninstall(request: Request<Flags>): Promise<number> {
  const { flags, io } = request
  const home = homeFolder()
  const { removed, remaining } = filesOf(home, flags)
  const entries = await disconnectHosts(hostNames, home, { isDryRun: true })
  const nameOf = (path: string) => printable(fromAnywhere(path, home))
  const rows = [
    ...entries.flatMap((undone) =>
      undone.removed.map((entry) => [nameOf(undone.file), describePlace(entry)]),
    ),
    ...[...removed].map(([part, files]) => [nameOf(part), describeBytes(sizeOf(files))]),
  ]
  const print = flags.dryRun ? io.write : io.talk
  if (rows.length === 0) io.talk('There is nothing to remove.\n')
  else print(`This removes:\n${renderTable(rows, { columns: io.columns, indent: '  ' })}`)
  for (const file of remaining) io.talk(`It leaves ${nameOf(file)}\n`)
  if (rows.length === 0 || flags.dryRun || !(await isAgreed(request, agreement))) return exitCodes.done
  await stopPrograms(serveFolder(home), io)
  const undone = await disconnectHosts(hostNames, home)
  const refusals = undone.flatMap(({ refusal }) => refusal ?? [])
  for (const refusal of refusals)
    io.talk(`${printable(refusal)}, so our entries stay there. Remove them by hand.\n`)
  // A program may have written files until it was stopped.
  for (const file of [...filesOf(home, flags).removed.values()].flat()) rmSync(file, { force: true })
  removeEmptyFolders(recalliteFolder(home))
  io.write('Removed. To remove the program too: npm uninstall --global recallite\n')
  return refusals.length > 0 ? exitCodes.failed : exitCodes.done
}

/** Without files that a running program has removed since they were listed. */
const sizeOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + (lstatSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)

const agreement = {
  question: 'Remove this?',
  undone: 'Nothing was removed yet. To remove what is listed above',
  refused: 'Nothing was removed.',
}

/** The files below the program's folder: those to remove, by the part of the folder, and those that stay. */
function filesOf(home: string, { records }: Flags) {
  const folder = recalliteFolder(home)
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
  // Records are the only copy of what agents remembered, and transcripts belong to the user.
  const stays = (file: string) =>
    relative(folder, file).startsWith(`sessions${sep}`) ||
    (!records && /\.records\.sqlite(?:-\w+)?$/u.test(file))
  const partOf = (file: string) => join(folder, relative(folder, file).split(sep, 1)[0] ?? '')
  const removed = files.filter((file) => !stays(file))
  return { removed: Map.groupBy(removed, partOf), remaining: files.filter(stays) }
}

async function stopPrograms(folder: string, io: Io): Promise<void> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  for (const name of names) {
    const files = { folder, endpoint: join(folder, name) }
    const found = await findProgram(files)
    if ('program' in found) await stopProcess(found.program.pid, files, io)
  }
}

function removeEmptyFolders(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const paths = ['', ...names].map((name) => join(folder, name))
  for (const path of paths.toSorted().toReversed()) orUndefined(() => rmdirSync(path))
}
