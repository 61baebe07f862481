import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { printable, type Request } from '@recallite/command-line'
import { withLock } from '@recallite/command-line/with-lock'
import { checked, type EmbeddingModel } from '@recallite/embeddings'
import type { ProviderBackend } from '@recallite/settings'
import { chooseModel, readOwnSettings } from './choose-model.js'
import type { Flags } from './flags.js'
import { createTape, openTapeFile, taped, type Tape } from './tape/tape.js'

/**
 * Opens the model that flags and settings name, with the tape, and disposes of it afterwards; several memories may share
 * it. A tape answers alone from what is recorded unless a flag names a model or a provider. A lock keeps other processes
 * from recording on the same tape.
 * @throws UsageError, SettingsError, LockedError, EvaluationError, EmbeddingError
 */
export async function withModel<Result>(
  { flags, io }: Pick<Request<Flags>, 'flags' | 'io'>,
  work: (model: EmbeddingModel | undefined) => Promise<Result>,
): Promise<Result> {
  const { model, provider, tape } = flags
  const tapeFile = tape === undefined ? undefined : resolve(tape)
  if (provider === 'none') return work(undefined)
  const isNamed = model !== undefined || provider !== undefined
  if (tapeFile !== undefined && !isNamed) return work(taped(undefined, openTapeFile(tapeFile)))
  const backend = chooseModel(await readOwnSettings(flags))
  if (!backend) return work(undefined)
  io.talk(`${printable(describeBackend(backend))}\n`)
  const record = (onto: Tape) => withOpen(backend, io.interrupted, (open) => work(taped(open, onto)))
  if (tapeFile === undefined) return record(createTape())
  mkdirSync(dirname(tapeFile), { recursive: true })
  return withLock(tapeFile, () => record(openTapeFile(tapeFile)), { wait: 0 })
}

function describeBackend({ provider, model, host }: ProviderBackend): string {
  const where = host === null ? 'on this machine' : `by ${host}, to which the texts are sent`
  return `Texts are embedded ${where}: ${model} (${provider}).`
}

async function withOpen<Result>(
  backend: ProviderBackend,
  signal: AbortSignal,
  work: (model: EmbeddingModel) => Promise<Result>,
): Promise<Result> {
  const model = await backend.open(signal)
  try {
    return await work(checked(model))
  } finally {
    await model.dispose?.()
  }
}
