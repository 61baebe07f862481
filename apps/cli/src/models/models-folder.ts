import { readdirSync, statSync, rmSync } from 'node:fs'
import { join, basename, dirname, resolve } from 'node:path'
import { withLock } from '@recallite/command-line'
import { isModelFolder } from './find-model.js'
import { bytesOf, defaultModel, knownModelAt } from './known-models.js'
import { readRecord, removeRecord } from './part-file.js'
import { ModelError, failureOfPlace } from './errors.js'
import { pullWait } from './pull-model.js'

/** A model in the models folder, whole or in part. */
export interface ListedModel {
  readonly name: string
  /** Its file or folder in the models folder, when it is whole. */
  readonly place: string
  /** Where it is now. */
  readonly path: string
  /** On the disk. */
  readonly bytes: number
  /** When it is whole; null where nobody knows. */
  readonly totalBytes: number | null
  readonly isComplete: boolean
  /** Whether it is the one that is used where nobody names one. */
  readonly isDefault: boolean
}

/** The models in the models folder, by the names of their files; none where there is no folder. */
export function listModels(folder: string): ListedModel[] {
  return entriesOf(folder).flatMap((entry) => listed(folder, entry) ?? [])
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

const partEnding = '.part'

function listed(folder: string, entry: string): ListedModel | undefined {
  const path = join(folder, entry)
  const isComplete = !entry.endsWith(partEnding)
  const place = isComplete ? entry : entry.slice(0, -partEnding.length)
  if (!isModel(path, place)) return undefined
  const bytes = bytesUnder(path)
  return {
    name: knownModelAt(place)?.name ?? place.replace(/\.gguf$/, ''),
    place,
    path,
    bytes,
    totalBytes: isComplete ? bytes : totalOf(folder, place),
    isComplete,
    isDefault: place === defaultModel.place,
  }
}

function isModel(path: string, place: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isFile()) return place.endsWith('.gguf')
  // A folder that is arriving need not have its network yet.
  return (
    isModelFolder(path) ||
    (stats !== undefined && path.endsWith(partEnding) && knownModelAt(place) !== undefined)
  )
}

function bytesUnder(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.size ?? 0
  return readdirSync(path).reduce((sum, name) => sum + bytesUnder(join(path, name)), 0)
}

function totalOf(folder: string, place: string): number | null {
  const known = knownModelAt(place)
  return readRecord(join(folder, place))?.bytes ?? (known ? bytesOf(known) : null)
}

interface RemovedModel {
  readonly name: string
  /** Bytes that are free now. */
  readonly freed: number
}

/**
 * Deletes a model, or the part of one, from the models folder; nothing outside it.
 * @throws ModelError `MODEL_NOT_FOUND`, `MODEL_OUTSIDE_FOLDER`, `MODEL_PLACE_UNWRITABLE`; LockedError while it is pulled
 */
export async function removeModel(name: string, folder: string): Promise<RemovedModel> {
  const place = placeOf(name, folder)
  const models = listModels(folder)
  const found = models.filter((model) => answersTo(model, place))
  const [first] = found
  if (!first) {
    const names = models.map((model) => model.name).join(', ')
    const message = `There is no model ${name} in ${folder}. ${names ? `There are: ${names}.` : 'It is empty.'}`
    throw new ModelError('MODEL_NOT_FOUND', message)
  }
  const target = join(folder, first.place)
  const remove = () => {
    for (const { path } of found) rmSync(path, { recursive: true })
    removeRecord(target)
  }
  try {
    await withLock(target, remove, { wait: pullWait })
  } catch (error) {
    throw failureOfPlace(error, folder)
  }
  return { name: first.name, freed: found.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function placeOf(name: string, folder: string): string {
  if (basename(name) === name && name !== '..' && name !== '.') return name
  const path = resolve(folder, name)
  if (dirname(path) === resolve(folder)) return basename(path)
  const message = `${name} is not in the models folder ${folder}, and nothing else is removed. Name a model: recallite models list`
  throw new ModelError('MODEL_OUTSIDE_FOLDER', message)
}

function answersTo(model: ListedModel, place: string): boolean {
  return [model.name, model.place, basename(model.path), model.place.replace(/\.gguf$/, '')].includes(place)
}
