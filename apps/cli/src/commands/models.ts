import { createProgressBar, printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import { exitCodes } from '../exit-codes.js'
import type { Flags } from '../flags/flags.js'
import { defaultModel } from '../models/known-models.js'
import { listModels } from '../models/list-models.js'
import { modelPlaces, type ModelPlaces } from '../models/model-places.js'
import { modelSource } from '../models/model-source.js'
import { pullModel } from '../models/pull-model.js'
import { usualDeadlines } from '../models/remote-file.js'
import { removeModel } from '../models/remove-model.js'
import { listToJson, pulledToJson, renderModels, renderPulled, renderStart, size } from '../render/models.js'
import { environmentVariables } from '../settings/environment.js'
import { readSettings } from '../settings/read-settings.js'

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

function list({ flags, io }: Request<Flags>, { folder }: ModelPlaces): void {
  const models = listModels(folder)
  io.write(flags.json ? renderJson(listToJson(models)) : renderModels(models))
  if (models.length > 0) return
  io.talk(`There is no model in ${printable(folder)}. Get one: recallite models pull ${defaultModel.name}\n`)
}

async function remove({ words, flags, io }: Request<Flags>, { folder }: ModelPlaces): Promise<void> {
  const [, name] = words
  if (name === undefined) throw new UsageError("Say which model: 'recallite models remove NAME'.")
  const removed = await removeModel(name, folder)
  if (flags.json) io.write(renderJson({ removed: removed.name, freedBytes: removed.freed }))
  else io.talk(`Removed ${printable(removed.name)}: ${size(removed.freed)} are free.\n`)
}

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
