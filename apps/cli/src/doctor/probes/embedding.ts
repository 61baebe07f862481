import { UsageError } from '@recallite/command-line'
import { reasonOf, type EmbeddingBackend, isSameSpace } from '@recallite/core'
import { proveBackend } from '@recallite/core/doctor'
import type { KeptSpace, Store, SpaceStatus } from '@recallite/store'
import type { ProviderName } from '../../embedding/backend-entry.js'
import { pullCommand } from '../../embedding/providers.js'
import type { ProviderBackend } from '../../embedding/make-backend.js'
import { failure, fine, warning, type Outcome } from '../finding.js'
import { ownCommand } from '../fix-commands.js'
import type { Probe, Subject } from '../subject.js'
import { shellWord } from '../../shell-word.js'
import { isOpen } from '../../driver.js'
import { chooseBackends, type BackendChoice } from '../../embedding/choose-backends.js'

/** Whether each vector space is full. */
export const spaces: Probe = {
  name: 'spaces',
  async look(subject) {
    const { store } = subject
    if (!isOpen(store)) return []
    const kept = await store.listSpaces()
    const status = await store.status()
    return status.spaces.map((space, position) => {
      const hasCanary = kept.some((other) => isSameSpace(space, other) && other.canary !== null)
      return outcomeOf(space, { hasCanary, isUsed: position === status.spaces.length - 1 }, subject)
    })
  },
}

/** Texts without a vector matter in the space that is used now; other spaces may stay as they are. */
function outcomeOf(
  space: SpaceStatus,
  { hasCanary, isUsed }: { hasCanary: boolean; isUsed: boolean },
  { flags }: Subject,
): Outcome {
  const { provider, model, dimensions, vectors, pending, isFilled } = space
  const name = `${provider}/${model}, ${dimensions} dimensions`
  const amounts = `${vectors} vectors, ${pending} pending${isFilled ? '' : ', never filled'}`
  const detail = `${name}: ${amounts}${hasCanary ? '' : ', no canary yet'}`
  if (!isUsed || (pending === 0 && isFilled)) return fine(detail)
  const cause = isFilled
    ? `${pending} texts were indexed without being embedded, or seem to contain secrets`
    : 'embedding was not finished'
  const fix = ownCommand(`index --model ${shellWord(model)} --provider ${shellWord(provider)}`, flags)
  return warning({ detail, cause, fix: vectors === 0 && pending === 0 ? ownCommand('spaces', flags) : fix })
}

const wordsAnswer = 'the keyword search answers alone'
const pullDefault = 'recallite models pull'

/** Every backend of the chain, each by embedding one sentence. */
export const embedding: Probe = {
  name: 'embedding',
  async look(subject) {
    const choice = await allBackends(subject).catch(unchosen)
    if ('state' in choice) return [choice]
    const { backends, noModelReason } = choice
    if (backends.length === 0) return [withoutBackends(subject, noModelReason)]
    const known = isOpen(subject.store) ? await subject.store.listSpaces() : []
    const outcomes: Outcome[] = []
    for (const backend of backends) outcomes.push(await lookAt(backend, known, subject))
    return outcomes
  },
}

/**
 * Every backend, those to other machines included, whether or not they may be asked.
 * @throws UsageError where a local model is asked for and there is none
 */
async function allBackends(subject: Subject): Promise<BackendChoice> {
  const store = storeFor(subject)
  if (!store) return { backends: [], backendOf: () => undefined, noModelReason: undefined }
  return chooseBackends(subject.resolved, { store, isOffline: false, fills: false })
}

/** Where the memory cannot be opened, an empty store: the spaces that were filled before are then unknown. */
function storeFor({ store, empty }: Subject): Store | undefined {
  if (isOpen(store)) return store
  return isOpen(empty) ? empty : undefined
}

function unchosen(error: unknown): Outcome {
  if (!(error instanceof UsageError)) throw error
  return failure({ detail: 'there is no model to embed with', cause: reasonOf(error), fix: pullDefault })
}

function withoutBackends({ resolved }: Subject, reason: string | undefined): Outcome {
  if (resolved.settings.provider === 'none') return fine(`switched off (provider: none); ${wordsAnswer}`)
  const cause = reason ?? 'no provider has a model here, or a key'
  return warning({ detail: `there is no embedding model; ${wordsAnswer}`, cause, fix: pullDefault })
}

async function lookAt(
  backend: ProviderBackend,
  known: readonly KeptSpace[],
  subject: Subject,
): Promise<Outcome> {
  const obstacle = backend.findObstacle()
  if (obstacle) return failure({ detail: `${describeBackend(backend)} embeds nothing`, ...obstacle })
  if (backend.host === null || !subject.isOffline) return tryBackend(backend, known, subject)
  const why = subject.flags.offline ? '--offline' : 'the settings are broken'
  return fine(`${describeBackend(backend)} was not asked (${why})`)
}

function describeBackend({
  provider,
  model,
  host,
}: Pick<EmbeddingBackend, 'provider' | 'model' | 'host'>): string {
  return `${provider}/${model} ${host === null ? 'on this machine' : `at ${host}`}`
}

/** Called only where nothing is wrong that can be seen without sending anything. */
async function tryBackend(
  backend: EmbeddingBackend,
  known: readonly KeptSpace[],
  subject: Subject,
): Promise<Outcome> {
  const { signal, resolved } = subject
  const { deadline } = resolved.settings.query
  const detail = `${describeBackend(backend)} embeds nothing`
  const tooLate = AbortSignal.timeout(deadline)
  try {
    const proven = await proveBackend(backend, { spaces: known, signal: AbortSignal.any([signal, tooLate]) })
    const canary = proven.isKnown ? ', as the index knows it' : ''
    return fine(`${describeBackend(backend)} embeds a sentence in ${proven.dimensions} dimensions${canary}`)
  } catch (error) {
    signal.throwIfAborted()
    const cause = tooLate.aborted ? `no answer within ${deadline / 1000} s (query.deadline)` : reasonOf(error)
    const fix = tooLate.aborted
      ? ownCommand('config query.deadline', subject.flags)
      : mending(backend, cause, subject)
    return failure({ detail, cause, fix })
  }
}

function mending({ model, provider }: EmbeddingBackend, reason: string, { flags }: Subject): string {
  const fixes: Readonly<Record<ProviderName, string>> = {
    local: pullCommand(model),
    onnx: pullCommand(model),
    ollama: /not found|pull/u.test(reason) ? `ollama pull ${shellWord(model)}` : 'ollama serve',
    openai: ownCommand('config providers.openai', flags),
    gemini: ownCommand('config providers.gemini', flags),
  }
  if (reason.includes('spaces drop'))
    return ownCommand(`spaces drop ${shellWord(`${provider}/${model}`)}`, flags)
  return fixes[provider as ProviderName] ?? ownCommand('config', flags)
}
