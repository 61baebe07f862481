import { resolve } from 'node:path'
import {
  recalliteFolder,
  fileLayers,
  findUserFile,
  findWorkspaceFile,
  readSettingsFile,
  workspaceFolderOf,
} from '@recallite/settings'
import { reasonOf } from '@recallite/core'
import { failure, fine, type Outcome, warning, editCommand, recalliteCommand } from '../finding.js'
import type { Subject } from '../subject.js'
import { shellWord } from '@recallite/command-line'
import { describeUnused } from '../../open/sources.js'
import { sharedFolders } from '../../trust/folders.js'

/** Each settings file, then the settings as a whole. */
export async function settings({ flags, settingsError, resolved, scope }: Subject): Promise<Outcome[]> {
  const { home, workingFolder } = resolved
  const workspaceFile = () =>
    flags.config === undefined ? findWorkspaceFile(workingFolder, home) : resolve(workingFolder, flags.config)
  const outcomes = [
    ...(await fileOutcomes(recalliteFolder(home), () => findUserFile(home))),
    ...(await fileOutcomes(workingFolder, workspaceFile, home)),
  ]
  if (settingsError !== undefined && !outcomes.some(({ state }) => state === 'failed')) {
    const detail = 'the settings cannot be used; everything else was examined without the settings files'
    outcomes.push(failure(detail, reasonOf(settingsError), recalliteCommand('config', flags)))
  }
  const unused = describeUnused(resolved, { scope })
  if (unused !== undefined) outcomes.push(fine(unused))
  return outcomes.length > 0 ? outcomes : [fine('built in: there is no settings file')]
}

/** @param home the home folder, for the workspace file only: it decides whether the file's folder is trusted */
async function fileOutcomes(folder: string, find: () => string | undefined, home?: string) {
  let path: string | undefined
  try {
    path = find()
  } catch (error) {
    return [failure('no settings file is read', reasonOf(error), `ls -la ${shellWord(folder)}`)]
  }
  if (path === undefined) return []
  const kind = home === undefined ? 'user file' : 'workspace file'
  try {
    fileLayers(await readSettingsFile(path), { path, isWorkspace: home !== undefined })
    if (home === undefined) return [fine(`${kind} ${path}`)]
    const { isTrusted } = workspaceFolderOf(path, home)
    return [fine(`${kind} ${path}, of a folder that ${isTrusted ? 'you trust' : 'is not trusted'}`)]
  } catch (error) {
    return [failure(`the ${kind} ${path} cannot be used`, reasonOf(error), editCommand(path))]
  }
}

/** Whether other users can write to the folders of settings, database and models. */
export function sharing({ resolved, path: database }: Subject): Outcome[] {
  const shared = sharedFolders(resolved, database).map(({ path, reason, isOpen }) => {
    const fix = isOpen ? `chmod o-w ${shellWord(path)}` : `ls -la ${shellWord(path)}`
    return warning(`other users can change files in ${path}`, reason, fix)
  })
  return shared.length > 0 ? shared : [fine('only you can change settings, database and models')]
}
