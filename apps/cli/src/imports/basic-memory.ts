import { join } from 'node:path'
import {
  type ForeignMemory,
  type ForeignPlace,
  type ForeignRoot,
  foreign,
  isFolder,
  isMapping,
  type LeftOut,
  mappingOf,
  pathFrom,
  readForeignText,
  textOf,
} from './foreign-memory.js'

/**
 * Reads the projects of basic-memory from its `config.json`; the notes of a project are Markdown files in its folder.
 * @throws ImportError
 */
export function readBasicMemory(place: ForeignPlace): ForeignMemory {
  const file = configFile(place)
  const content = parseJson(readForeignText(file, 'basic-memory'), file)
  const projects = mappingOf(content)['projects']
  if (!isMapping(projects)) throw foreign(file, 'names no projects, as a config.json of basic-memory does')
  const entries = Object.entries(projects)
  return {
    readFrom: [file],
    parts: [{ roots: entries.flatMap(([name, project]) => rootOf(name, project, place)), records: [] }],
    settings: [],
    left: entries.flatMap(([name, project]) => leftOf(name, project)),
  }
}

function configFile({ path, home, variables }: ForeignPlace): string {
  const folder = path ?? (variables['BASIC_MEMORY_CONFIG_DIR'] || join(home, '.basic-memory'))
  return path === undefined || isFolder(path) ? join(folder, 'config.json') : path
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw foreign(file, 'is no JSON', error)
  }
}

/** A project is the path of its folder, or a mapping that has it. */
const folderOf = (project: unknown): string | undefined => textOf(project) ?? textOf(mappingOf(project)['path'])

const isInCloud = (project: unknown): boolean => mappingOf(project)['mode'] === 'cloud'

function rootOf(name: string, project: unknown, place: ForeignPlace): ForeignRoot[] {
  const folder = folderOf(project)
  if (folder === undefined || isInCloud(project)) return []
  return [{ name: `project ${name}`, source: pathFrom(folder, place) }]
}

function leftOf(name: string, project: unknown): LeftOut[] {
  if (isInCloud(project)) return [{ what: `project ${name}`, why: 'its notes are in the cloud of basic-memory, not on this machine' }]
  return folderOf(project) === undefined ? [{ what: `project ${name}`, why: 'it has no path' }] : []
}
