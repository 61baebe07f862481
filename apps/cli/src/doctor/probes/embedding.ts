import { shellWord, UsageError } from '@recallite/command-line'
import { type EmbeddingBackend, isSameSpace, reasonOf } from '@recallite/core'
import { measureRecall, proveBackend } from '@recallite/core/doctor'
import { type ProviderBackend, type ProviderName, pullCommand } from '@recallite/settings'
import { chooseReranker } from '@recallite/settings/reranker'
import type { KeptSpace, SpaceStatus } from '@recallite/store'
import { chooseBackends } from '../../open/choose-backends.js'
import { isOpen } from '../../open/driver.js'
import { failure, fine, type Outcome, ownCommand, warning } from '../finding.js'
import type { Subject } from '../subject.js'

/** Whether each vector space is full. */
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
  return warning(detail, cause, vectors === 0 && pending === 0 ? ownCommand('spaces', flags) : fix)
}

const leastRecall = 0.99
const neighbours = 10

/** With `--recall`: how many of the nearest chunks a search by vectors finds. Nothing without vectors. */
export async function recall({ flags, store, connection, signal }: Subject): Promise<Outcome[]> {
  const space = flags.recall && isOpen(store) ? (await store.listSpaces()).at(-1) : undefined
  if (!isOpen(store) || !space) return []
  const measured = await measureRecall(store, space, { limit: neighbours, signal })
  const share = measured.recall.toFixed(3)
  const detail = `a search finds ${share} of the ${neighbours} nearest among ${measured.chunks} chunks (of ${measured.queries} of them)`
  if (measured.recall >= leastRecall) return [fine(detail)]
  const reason =
    connection.server === undefined
      ? 'four bits for each dimension do not distinguish these vectors well enough'
      : "the server's HNSW index misses near vectors"
  const cause = `less than ${leastRecall}: ${reason}`
  return [warning(detail, cause, ownCommand('spaces', flags))]
}

const keywordOnly = 'the keyword search answers alone'
const setup = 'recallite setup'

/** Asks every backend of the chain to embed one sentence. */
export async function embedding(subject: Subject): Promise<Outcome[]> {
  const { resolved, empty } = subject
  // Without a database, the spaces that were filled before are unknown.
  const store = [subject.store, empty].find((each) => isOpen(each))
  const known = store ? await store.listSpaces() : []
  try {
    const { backends, noModelReason } = store
      ? await chooseBackends(resolved, { store, isOffline: false, fills: false })
      : { backends: [], noModelReason: undefined }
    const outcomes: Outcome[] = []
    for (const backend of backends) outcomes.push(await examineBackend(backend, known, subject))
    return backends.length > 0 ? outcomes : [withoutBackends(subject, noModelReason)]
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return [failure('there is no model to embed with', reasonOf(error), setup)]
  }
}

function withoutBackends({ resolved }: Subject, reason: string | undefined): Outcome {
  if (resolved.settings.provider === 'none') return fine(`switched off (provider: none); ${keywordOnly}`)
  const cause = reason ?? 'no provider has a model here, or a key'
  return warning(`there is no embedding model; ${keywordOnly}`, cause, setup)
}

async function examineBackend(
  backend: ProviderBackend,
  known: readonly KeptSpace[],
  subject: Subject,
): Promise<Outcome> {
  const { provider, model, host } = backend
  const name = `${provider}/${model} ${host === null ? 'on this machine' : `at ${host}`}`
  const obstacle = backend.findObstacle()
  if (obstacle) return failure(`${name} embeds nothing`, obstacle.cause, obstacle.fix)
  if (host !== null && subject.isOffline) {
    return fine(`${name} was not asked (${subject.flags.offline ? '--offline' : 'the settings are broken'})`)
  }
  const { signal, resolved } = subject
  const { deadline } = resolved.settings.query
  const tooLate = AbortSignal.timeout(deadline)
  try {
    const proven = await proveBackend(backend, { spaces: known, signal: AbortSignal.any([signal, tooLate]) })
    const canary = proven.isKnown ? ', as the index knows it' : ''
    return fine(`${name} embeds a sentence in ${proven.dimensions} dimensions${canary}`)
  } catch (error) {
    signal.throwIfAborted()
    const cause = tooLate.aborted ? `no answer within ${deadline / 1000} s (query.deadline)` : reasonOf(error)
    const fix = tooLate.aborted
      ? ownCommand('config query.deadline', subject.flags)
      : fixOf(backend, cause, subject)
    return failure(`${name} embeds nothing`, cause, fix)
  }
}

function fixOf({ model, provider }: EmbeddingBackend, reason: string, { flags }: Subject): string {
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

/** Lets the reranker of the settings score one text; nothing if they name none. */
export async function reranker(subject: Subject): Promise<Outcome[]> {
  const { resolved, signal, flags } = subject
  const chosen = chooseReranker(resolved.settings, { isOffline: false })
  if (chosen === undefined) return []
  const { provider, model, host } = chosen
  const name = `${provider}/${model} ${host === null ? 'on this machine' : `at ${host}`}`
  const obstacle = chosen.findObstacle()
  if (obstacle) return [failure(`${name} scores nothing`, obstacle.cause, obstacle.fix)]
  if (host !== null && subject.isOffline) return [fine(`${name} was not asked`)]
  const tooLate = AbortSignal.timeout(resolved.settings.query.deadline)
  const limit = AbortSignal.any([signal, tooLate])
  try {
    const opened = await chosen.open(limit)
    try {
      const [score = Number.NaN] = await opened.rerank({
        query: 'where is the key',
        texts: [text],
        signal: limit,
      })
      return [fine(`${name} scores a text, ${score.toFixed(2)}`)]
    } finally {
      await opened.dispose?.()
    }
  } catch (error) {
    signal.throwIfAborted()
    return [failure(`${name} scores nothing`, reasonOf(error), ownCommand('config rerank', flags))]
  }
}

const text = 'The key hangs beside the door.'
