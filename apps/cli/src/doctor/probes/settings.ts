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
    const detail = 'the settings are invalid; everything else was checked without the settings files'
    outcomes.push(failure(detail, reasonOf(settingsError), recalliteCommand('config', flags)))
  }
  const unused = describeUnused(resolved, { scope })
  if (unused !== undefined) outcomes.push(fine(unused))
  return outcomes.length > 0 ? outcomes : [fine('defaults: there is no settings file')]
}

/** @param home the home folder, only for the workspace file: decides whether the file's folder is trusted */
async function fileOutcomes(folder: string, find: () => string | undefined, home?: string) {
  let path: string | undefined
  try {
    path = find()
  } catch (error) {
    return [failure('no settings file can be read', reasonOf(error), `ls -la ${shellWord(folder)}`)]
  }
  if (path === undefined) return []
  const kind = home === undefined ? 'user file' : 'workspace file'
  try {
    fileLayers(await readSettingsFile(path), { path, isWorkspace: home !== undefined })
    if (home === undefined) return [fine(`${kind} ${path}`)]
    const { isTrusted } = workspaceFolderOf(path, home)
    return [fine(`${kind} ${path}, in a folder that ${isTrusted ? 'you trust' : 'is not trusted'}`)]
  } catch (error) {
    return [failure(`the ${kind} ${path} is invalid`, reasonOf(error), editCommand(path))]
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
