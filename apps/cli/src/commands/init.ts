import { existsSync, lstatSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import { hasMemory, realPathOf } from '@recallite/core/sources'
import { openSqliteStore, storeFiles } from '../open/driver.js'
import { forgetLastSearch } from '../search/last-search.js'
import { recalliteFolder, workspaceFileIn, readSettings, workingFolder } from '@recallite/settings'
import { databasePath } from '../open/memory-location.js'
import type { Flags } from '../flags/flags.js'
import { lockWait } from '../open/open-memory.js'
import { recordsFileOf } from '../open/record-store.js'

const databaseInProject = '.recallite/memory.sqlite'

const settingsText = `# Settings of Recallite for this project; recallite config shows all that are in force.
store:
  path: ${databaseInProject}
`

/** `recallite init [folder]`: keeps the memory of a project in the project's own folder from now on. */
export async function runInit({ words: [word = '.'], flags, io }: Request<Flags>): Promise<void> {
  const folder = realFolder(resolve(workingFolder(), word))
  const settings = join(folder, '.recallite.yaml')
  const database = join(folder, databaseInProject)
  const { home } = await readSettings({ agent: flags.agent })
  assertFree(folder, dirname(database), home)
  mkdirSync(dirname(database), { mode: 0o700 })
  // Version control leaves the folder out: the database may be large, and what agents remember may be private.
  writeFileSync(join(dirname(database), '.gitignore'), '*\n', { flag: 'wx' })
  const kept = databasePath({ agent: flags.agent, home, project: folder })
  const isMoved = existsSync(kept)
  if (isMoved) await copyDatabase(kept, database)
  const records = await copyRecords(kept, database)
  // Last: until the settings name the new database, the memory stays where it was.
  writeFileSync(settings, settingsText, { flag: 'wx' })
  if (isMoved) {
    for (const file of storeFiles(kept)) rmSync(file, { force: true })
    forgetLastSearch(kept)
  }
  for (const file of records) rmSync(file, { force: true })
  const made = { project: folder, settings, database, isMoved }
  io.write(flags.json ? renderJson(made) : describe(made))
}

function realFolder(path: string): string {
  const real = realPathOf(path)
  if (real !== undefined && statSync(real).isDirectory()) return real
  throw new UsageError(`${path} is no folder. Make it first, or name another.`)
}

function assertFree(folder: string, place: string, home: string): void {
  if (place === recalliteFolder(home)) {
    throw new UsageError(
      `The memory of the home folder is kept in ${place} anyway. Name the folder of a project.`,
    )
  }
  const settings = workspaceFileIn(folder)
  if (settings !== undefined) {
    throw new UsageError(
      `${settings} is there already. Write into it what keeps the memory in the project: "store: { path: ${databaseInProject} }".`,
    )
  }
  if (lstatSync(place, { throwIfNoEntry: false })) {
    throw new UsageError(
      `${place} is there already, and may have come with the folder. Remove it, and try again.`,
    )
  }
}

/** Vectors may have cost money: they move with the memory. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const store = await openSqliteStore({ path: from, create: false })
  try {
    const lock = await store.maintenance.lock({ wait: lockWait })
    await store.maintenance.backup(to).finally(() => lock.release())
  } finally {
    await store.close()
  }
}

/** Copies the records, which are their only copy, and gives the files that are to be removed. */
async function copyRecords(from: string, to: string): Promise<readonly string[]> {
  const [before, after] = [recordsFileOf(from), recordsFileOf(to)]
  if (!existsSync(before)) return []
  const { openSqliteRecords } = await import('@recallite/store-sqlite/records')
  const store = await openSqliteRecords({ path: before, create: false })
  await store.backup(after).finally(() => store.close())
  return storeFiles(before)
}

function describe(made: { project: string; settings: string; database: string; isMoved: boolean }): string {
  const { project, settings, database, isMoved } = made
  const [file, folder] = ['MEMORY.md', 'memory'].map((name) => printable(join(project, name)))
  const notes = hasMemory(project) ? '' : `Write notes into ${file} or ${folder}/.\n`
  return [
    `${printable(settings)} keeps this project's memory in ${printable(database)}.\n`,
    isMoved ? 'What was indexed of it before is there already.\n' : '',
    notes,
  ].join('')
}
