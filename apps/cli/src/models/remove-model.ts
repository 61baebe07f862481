import { rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { withLock } from '@recallite/command-line'
import { ModelError } from './errors.js'
import { listModels, type ListedModel } from './list-models.js'
import { removeRecord } from './part-file.js'
import { failureOfPlace } from './place-failure.js'
import { pullWait } from './pull-wait.js'

/** What was removed. */
export interface RemovedModel {
  readonly name: string
  /** Bytes that are free now. */
  readonly freed: number
}

/** @throws ModelError `MODEL_OUTSIDE_FOLDER` */
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
