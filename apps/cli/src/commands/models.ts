import { createProgressBar, printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { defaultModel } from '../models/known-models.js'
import { listModels, removeModel, type ListedModel } from '../models/models-folder.js'
import { modelSource, type ModelSource } from '../models/model-source.js'
import { pullModel, type PulledFile, type PulledModel } from '../models/pull-model.js'
import { usualDeadlines } from '../models/remote-file.js'
import { environmentVariables } from '../settings/environment.js'
import { readSettings } from '../settings/read-settings.js'
import type { Settings } from '../settings/resolve-settings.js'
import type { Variables } from '../settings/kinds/kind.js'

/** `recallite models [list]`, `recallite models pull [NAME]`, `recallite models remove NAME` */
export async function runModels(request: Request<Flags>): Promise<number> {
  const [action = 'list'] = request.words
  const { agent, config } = request.flags
  const { settings } = await readSettings({ agent, config })
  const places = modelPlaces(settings, environmentVariables())
  if (action === 'list') list(request, places)
  else if (action === 'pull') await pull(request, places)
  else if (action === 'remove') await remove(request, places)
  else
    throw new UsageError(
      `'models ${action}' is not known. There are 'models list', 'models pull' and 'models remove NAME'.`,
    )
  return exitCodes.done
}

interface ModelPlaces {
  /** The models folder; it need not be there. */
  readonly folder: string
  /** Hugging Face, or the mirror of it that `HF_ENDPOINT` names. */
  readonly endpoint: string
}

const huggingFace = 'https://huggingface.co'

function modelPlaces({ models }: Pick<Settings, 'models'>, variables: Variables): ModelPlaces {
  return { folder: models.path, endpoint: variables['HF_ENDPOINT'] || huggingFace }
}

function list({ flags, io }: Request<Flags>, { folder }: ModelPlaces): void {
  const models = listModels(folder)
  io.write(flags.json ? renderJson(listToJson(models)) : renderModels(models))
  if (models.length > 0) return
  io.talk(`There is no model in ${printable(folder)}. Get one: recallite models pull ${defaultModel.name}\n`)
}

/** As `models.schema.json` has it. */
function listToJson(models: readonly ListedModel[]) {
  return models.map((model) => ({
    name: model.name,
    path: model.path,
    bytes: model.bytes,
    totalBytes: model.totalBytes,
    percent: percentOf(model),
    complete: model.isComplete,
    default: model.isDefault,
  }))
}

function percentOf({ isComplete, bytes, totalBytes }: ListedModel): number | null {
  if (isComplete) return 100
  // A part says 100 only when it is whole, which a file that is still to be checked is not.
  return totalBytes ? Math.min(99, Math.floor((bytes / totalBytes) * 100)) : null
}

async function pull({ words, flags, io }: Request<Flags>, { folder, endpoint }: ModelPlaces): Promise<void> {
  const source = modelSource(words[1] ?? defaultModel.name, { endpoint, sha256: flags.sha256 })
  const bar = await createProgressBar(io)
  const model = await pullModel(source, {
    folder,
    network: { fetch: globalThis.fetch, deadlines: usualDeadlines, signal: io.interrupted },
    isOffline: flags.offline ?? false,
    onStart: (started) => void (flags.json || io.talk(renderStart(started))),
    onProgress: ({ name, arrived, bytes = 0 }) => bar.show({ label: name, done: arrived, total: bytes }),
  }).finally(() => bar.stop())
  io.write(flags.json ? renderJson(pulledToJson(model)) : renderPulled(model))
}

function renderStart({ name, files }: ModelSource): string {
  const bytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0)
  const amount = bytes > 0 ? ` (${size(bytes)})` : ''
  return `Downloading ${printable(name)}${amount} from ${files[0]?.url.host ?? ''}\n`
}

function size(bytes: number): string {
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** As `models.schema.json` has it. */
function pulledToJson({ name, path, files }: PulledModel) {
  return {
    name,
    path,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    downloadedBytes: files.reduce((sum, file) => sum + file.fetched, 0),
    files: files.map((file) => ({
      path: file.path,
      bytes: file.bytes,
      sha256: file.sha256,
      checkedAgainst: file.checkedAgainst,
    })),
  }
}

async function remove({ words, flags, io }: Request<Flags>, { folder }: ModelPlaces): Promise<void> {
  const [, name] = words
  if (name === undefined) throw new UsageError("Say which model: 'recallite models remove NAME'.")
  const removed = await removeModel(name, folder)
  if (flags.json) io.write(renderJson({ removed: removed.name, freedBytes: removed.freed }))
  else io.talk(`Removed ${printable(removed.name)}: ${size(removed.freed)} are free.\n`)
}

/** The models in the models folder, one a line: name, size, state, path. */
export function renderModels(models: readonly ListedModel[]): string {
  return models
    .map(
      (model) =>
        `${printable(model.name)}\t${size(model.bytes)}\t${stateOf(model)}\t${printable(model.path)}\n`,
    )
    .join('')
}

function stateOf(model: ListedModel): string {
  const percent = percentOf(model)
  const state = model.isComplete
    ? 'complete'
    : percent === null
      ? 'in part'
      : `${percent} % of ${size(model.totalBytes ?? 0)}`
  return model.isDefault ? `${state}, default` : state
}

/** A model that is there now, and what its files were checked against. */
export function renderPulled({ name, path, files }: PulledModel): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const fetched = files.reduce((sum, file) => sum + file.fetched, 0)
  const came =
    fetched === 0 ? 'was there already' : fetched < bytes ? `${size(fetched)} downloaded now` : 'downloaded'
  const checks = files.map(renderCheck).join('')
  return `${printable(name)}: ${size(bytes)} in ${printable(path)}, ${came}\n${checks}`
}

const authorities: Readonly<Record<NonNullable<PulledFile['checkedAgainst']>, string>> = {
  known: 'is the known checksum of this file',
  given: 'is what --sha256 asks for',
  server: 'is what the server announced',
}

function renderCheck({ path, sha256, checkedAgainst }: PulledFile): string {
  const verdict =
    checkedAgainst === null ? 'was not checked: its checksum is not known' : authorities[checkedAgainst]
  return `  ${printable(path)}: sha256 ${sha256} ${verdict}\n`
}
