import { shellWord, UsageError } from '@recallite/command-line'
import { type EmbeddingBackend, reasonOf } from '@recallite/core'
import { proveBackend } from '@recallite/core/doctor'
import { type ProviderBackend, type ProviderName, pullCommand } from '@recallite/settings'
import { chooseReranker } from '@recallite/settings/reranker'
import { isSameSpace, type KeptSpace, type SpaceStatus } from '@recallite/store'
import { chooseBackends } from '../../open/choose-backends.js'
import { isOpen } from '../../open/driver.js'
import { failure, fine, type Outcome, recalliteCommand, warning } from '../finding.js'
import type { Subject } from '../subject.js'

/** Whether each vector space is complete. */
export async function spaces(subject: Subject): Promise<Outcome[]> {
  const { store } = subject
  if (!isOpen(store)) return []
  const kept = await store.listSpaces()
  const status = await store.status()
  return status.spaces.map((space, position) => {
    const hasCanary = kept.some((other) => isSameSpace(space, other) && other.canary !== null)
    return outcomeOf(space, { hasCanary, isUsed: position === status.spaces.length - 1 }, subject)
  })
}

/** Texts without a vector matter only in the space in use; other spaces may stay incomplete. */
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
    ? `${pending} texts were indexed without vectors, or seem to contain secrets`
    : 'embedding is not finished'
  const fix = recalliteCommand(`index --model ${shellWord(model)} --provider ${shellWord(provider)}`, flags)
  return warning(detail, cause, vectors === 0 && pending === 0 ? recalliteCommand('spaces', flags) : fix)
}

const keywordOnly = 'only keyword search works'
const setup = 'recallite setup'

/** Embeds a sentence with every backend of the chain. */
export async function embedding(subject: Subject): Promise<Outcome[]> {
  const { resolved, empty } = subject
  // Without a database, an empty store is examined.
  const store = [subject.store, empty].find((each) => isOpen(each))
  const keptSpaces = store ? await store.listSpaces() : []
  try {
    const { backends, noModelReason } = store
      ? await chooseBackends(resolved, { store, isOffline: false, fills: false })
      : { backends: [], noModelReason: undefined }
    const outcomes: Outcome[] = []
    for (const backend of backends) outcomes.push(await examineBackend(backend, keptSpaces, subject))
    if (backends.length > 0) return outcomes
    if (resolved.chain.length === 0) return [fine(`switched off (provider: none); ${keywordOnly}`)]
    const cause = noModelReason ?? 'no provider has a local model or a key'
    return [warning(`there is no embedding model; ${keywordOnly}`, cause, setup)]
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return [failure('there is no embedding model', reasonOf(error), setup)]
  }
}

async function examineBackend(backend: ProviderBackend, keptSpaces: readonly KeptSpace[], subject: Subject) {
  return examineModel(backend, subject, {
    verb: 'embeds',
    fixOf: (cause) => fixOf(backend, cause, subject),
    async prove(signal) {
      const { dimensions, isKnown } = await proveBackend(backend, { spaces: keptSpaces, signal })
      return `a sentence in ${dimensions} dimensions${isKnown ? ', the model of the index' : ''}`
    },
  })
}

interface Examination {
  /** What the model does, as in `embeds`. */
  readonly verb: string
  readonly prove: (signal: AbortSignal) => Promise<string>
  readonly fixOf: (cause: string) => string
}

async function examineModel(
  examined: Pick<ProviderBackend, 'provider' | 'model' | 'host' | 'findObstacle'>,
  { signal, resolved, flags, isOffline }: Subject,
  { verb, prove, fixOf: fixFor }: Examination,
): Promise<Outcome> {
  const { provider, model, host } = examined
  const name = `${provider}/${model} ${host === null ? 'on this machine' : `at ${host}`}`
  const detail = `${name} ${verb} nothing`
  const obstacle = examined.findObstacle()
  if (obstacle) return failure(detail, obstacle.cause, obstacle.fix)
  if (host !== null && isOffline) {
    return fine(`${name} was not tried (${flags.offline ? '--offline' : 'the settings are broken'})`)
  }
  const { deadline } = resolved.settings.query
  const tooLate = AbortSignal.timeout(deadline)
  try {
    return fine(`${name} ${verb} ${await prove(AbortSignal.any([signal, tooLate]))}`)
  } catch (error) {
    signal.throwIfAborted()
    const late = `no answer within ${deadline / 1000} s (query.deadline)`
    if (tooLate.aborted) return failure(detail, late, recalliteCommand('config query.deadline', flags))
    return failure(detail, reasonOf(error), fixFor(reasonOf(error)))
  }
}

function fixOf({ model, provider }: EmbeddingBackend, reason: string, { flags }: Subject): string {
  const fixes: Readonly<Record<ProviderName, string>> = {
    local: pullCommand(model),
    onnx: pullCommand(model),
    ollama: /not found|pull/u.test(reason) ? `ollama pull ${shellWord(model)}` : 'ollama serve',
    openai: recalliteCommand('config providers.openai', flags),
    gemini: recalliteCommand('config providers.gemini', flags),
  }
  if (reason.includes('spaces drop'))
    return recalliteCommand(`spaces drop ${shellWord(`${provider}/${model}`)}`, flags)
  return fixes[provider as ProviderName] ?? recalliteCommand('config', flags)
}

/** Scores a text with the reranker of the settings; empty if there is none. */
export async function reranker(subject: Subject): Promise<Outcome[]> {
  const chosen = chooseReranker(subject.resolved.settings, { isOffline: false })
  if (chosen === undefined) return []
  const outcome = await examineModel(chosen, subject, {
    verb: 'scores',
    fixOf: () => recalliteCommand('config rerank', subject.flags),
    async prove(signal) {
      const opened = await chosen.open(signal)
      const request = { query: 'where is the key', texts: ['The key hangs next to the door.'], signal }
      const [score = Number.NaN] = await opened.rerank(request).finally(() => opened.dispose?.())
      return `a text, ${score.toFixed(2)}`
    },
  })
  return [outcome]
}
