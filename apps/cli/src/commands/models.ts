import {
  createProgressBar,
  printable,
  renderJson,
  UsageError,
  type Io,
  type Request,
} from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { defaultModel } from '../models/known-models.js'
import { listModels, removeModel, type ListedModel } from '../models/models-folder.js'
import { modelSource, type ModelSource } from '../models/model-source.js'
import { pullModel, type PulledFile, type PulledModel } from '../models/pull-model.js'
import { usualDeadlines } from '../models/remote-file.js'
import { environmentVariables } from '../settings/environment.js'
import { readSettings } from '../settings/read-settings.js'

/** `recallite models [list]`, `recallite models pull [NAME]`, `recallite models remove NAME` */
export async function runModels(request: Request<Flags>): Promise<void> {
  const [action = 'list'] = request.words
  const { agent, config } = request.flags
  const { path: folder } = (await readSettings({ agent, config })).settings.models
  if (action === 'list') list(request, folder)
  else if (action === 'pull') await pull(request, folder)
  else if (action === 'remove') await remove(request, folder)
  else {
    const known = "There are 'models list', 'models pull' and 'models remove NAME'."
    throw new UsageError(`'models ${action}' is not known. ${known}`)
  }
}

function list({ flags, io }: Request<Flags>, folder: string): void {
  const models = listModels(folder)
  io.write(flags.json ? renderJson(listToJson(models)) : renderModels(models))
  if (models.length > 0) return
  io.talk(`There is no model in ${printable(folder)}. Get one: recallite models pull ${defaultModel.name}\n`)
}

/** As `models.schema.json` has it. */
function listToJson(models: readonly ListedModel[]) {
  return models.map((model) => {
    const { entry: _, isComplete, isDefault, ...shown } = model
    return { ...shown, percent: percentOf(model), complete: isComplete, default: isDefault }
  })
}

function percentOf({ isComplete, bytes, totalBytes }: ListedModel): number | null {
  if (isComplete) return 100
  // A part that has arrived wholly still has to be checked.
  return totalBytes ? Math.min(99, Math.floor((bytes / totalBytes) * 100)) : null
}

async function pull({ words, flags, io }: Request<Flags>, folder: string): Promise<void> {
  const source = sourceNamed(words[1] ?? defaultModel.name, flags.sha256)
  await pullShowing(source, { folder, flags, io })
}

/** The files of a model that is to be downloaded; throws ModelError. */
export function sourceNamed(name: string, sha256: string | undefined): ModelSource {
  // HF_ENDPOINT names a mirror of Hugging Face.
  const endpoint = environmentVariables()['HF_ENDPOINT'] || 'https://huggingface.co'
  return modelSource(name, { endpoint, sha256 })
}

/** Downloads a model with a progress bar, and prints what arrived; throws ModelError. */
export async function pullShowing(
  source: ModelSource,
  { folder, flags, io }: { folder: string; flags: Pick<Flags, 'json' | 'offline'>; io: Io },
): Promise<void> {
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
  const bytes = sum(files, (file) => file.bytes ?? 0)
  const amount = bytes > 0 ? ` (${size(bytes)})` : ''
  return `Downloading ${printable(name)}${amount} from ${files[0]?.url.host ?? ''}\n`
}

function size(bytes: number): string {
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function pulledToJson({ name, path, files }: PulledModel) {
  return {
    name,
    path,
    bytes: sum(files, (file) => file.bytes),
    downloadedBytes: sum(files, (file) => file.fetched),
    files: files.map(({ fetched: _, ...file }) => file),
  }
}

async function remove({ words, flags, io }: Request<Flags>, folder: string): Promise<void> {
  const [, name] = words
  if (name === undefined) throw new UsageError("Say which model: 'recallite models remove NAME'.")
  const removed = await removeModel(name, folder)
  if (flags.json) io.write(renderJson({ removed: removed.name, freedBytes: removed.freed }))
  else io.talk(`Removed ${printable(removed.name)}: ${size(removed.freed)} are free.\n`)
}

/** The models in the models folder, one a line: name, size, state, path. */
export function renderModels(models: readonly ListedModel[]): string {
  const lines = models.map((model) => {
    const { name, bytes, path } = model
    return `${[printable(name), size(bytes), stateOf(model), printable(path)].join('\t')}\n`
  })
  return lines.join('')
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

/** A pulled model, and what its files were checked against. */
export function renderPulled({ name, path, files }: PulledModel): string {
  const [bytes, fetched] = [sum(files, (file) => file.bytes), sum(files, (file) => file.fetched)]
  const came =
    fetched === 0 ? 'was there already' : fetched < bytes ? `${size(fetched)} downloaded now` : 'downloaded'
  const checks = files.map(
    (file) =>
      `  ${printable(file.path)}: sha256 ${file.sha256} ${verdicts[file.checkedAgainst ?? 'nothing']}\n`,
  )
  return `${printable(name)}: ${size(bytes)} in ${printable(path)}, ${came}\n${checks.join('')}`
}

const verdicts: Readonly<Record<NonNullable<PulledFile['checkedAgainst']> | 'nothing', string>> = {
  known: 'is the known checksum of this file',
  given: 'is what --sha256 asks for',
  server: 'is what the server announced',
  nothing: 'was not checked: its checksum is not known',
}

function sum<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0)
}
