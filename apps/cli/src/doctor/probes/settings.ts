import { resolve } from 'node:path'
import { recalliteFolder } from '../../settings/environment.js'
import { reasonOf } from '@recallite/core'
import { fileLayers } from '../../settings/file-layers.js'
import { findUserFile, findWorkspaceFile, readSettingsFile } from '../../settings/settings-files.js'
import { failure, fine, type Outcome, warning } from '../finding.js'
import { workspaceFolderOf } from '../../trust/trusted-folders.js'
import { editCommand, ownCommand } from '../fix-commands.js'
import type { Probe, Subject } from '../subject.js'
import { shellWord } from '../../shell-word.js'
import { sharedPlaces, type SharedPlace } from '../../trust/shared-places.js'

/** Each file by itself, then what they come to with variables and flags. */
export const settings: Probe = {
  name: 'settings',
  async look(subject) {
    const { flags, settingsError } = subject
    const outcomes: Outcome[] = []
    for (const place of places(subject)) outcomes.push(...(await placeOutcomes(place)))
    const isTold = outcomes.some(({ state }) => state === 'failed')
    if (settingsError !== undefined && !isTold) {
      const detail = 'the settings cannot be used; everything else was examined without the settings files'
      const fix = ownCommand('config', flags)
      outcomes.push(failure({ detail, cause: reasonOf(settingsError), fix }))
    }
    return outcomes.length > 0 ? outcomes : [fine('built in: there is no settings file')]
  },
}

interface Place {
  readonly isWorkspace: boolean
  readonly find: () => string | undefined
  /** Where it is looked for. */
  readonly folder: string
  readonly home: string
}

function places({ flags: { config }, resolved: { home, workingFolder } }: Subject): Place[] {
  return [
    { isWorkspace: false, find: () => findUserFile(home), folder: recalliteFolder(home), home },
    {
      isWorkspace: true,
      find: () =>
        config === undefined ? findWorkspaceFile(workingFolder, home) : resolve(workingFolder, config),
      folder: workingFolder,
      home,
    },
  ]
}

async function placeOutcomes({ find, folder, isWorkspace, home }: Place): Promise<Outcome[]> {
  try {
    const path = find()
    return path === undefined ? [] : [await fileOutcome(path, isWorkspace, home)]
  } catch (error) {
    const detail = 'no settings file is read'
    return [failure({ detail, cause: reasonOf(error), fix: `ls -la ${shellWord(folder)}` })]
  }
}

async function fileOutcome(path: string, isWorkspace: boolean, home: string): Promise<Outcome> {
  const kind = isWorkspace ? 'workspace file' : 'user file'
  try {
    fileLayers(await readSettingsFile(path), { path, isWorkspace })
    return fine(`${kind} ${path}${isWorkspace ? trustOf(path, home) : ''}`)
  } catch (error) {
    const detail = `the ${kind} ${path} cannot be used`
    return failure({ detail, cause: reasonOf(error), fix: editCommand(path) })
  }
}

function trustOf(path: string, home: string): string {
  return workspaceFolderOf(path, home).isTrusted
    ? ', of a folder that you trust'
    : ', of a folder that is not trusted'
}

/** Whether others can write to the folders that settings, database and models are taken from. */
export const sharing: Probe = {
  name: 'sharing',
  look({ resolved, path }) {
    const shared = sharedPlaces(resolved, path).map(outcome)
    return shared.length > 0 ? shared : [fine('only you can change settings, database and models')]
  },
}

function outcome({ path, reason, isOpen }: SharedPlace): Outcome {
  return warning({
    detail: `others can change what is in ${path}`,
    cause: reason,
    fix: isOpen ? `chmod o-w ${shellWord(path)}` : `ls -la ${shellWord(path)}`,
  })
}
