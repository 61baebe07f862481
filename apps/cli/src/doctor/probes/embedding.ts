import { UsageError } from '@recallite/command-line'
import { proveLink, reasonOf, type EmbeddingLink } from '@recallite/core'
import type { KeptSpace } from '@recallite/store'
import type { ProviderName } from '../../embedding/link-entry.js'
import { pullCommand } from '../../embedding/link-obstacle.js'
import type { ProviderLink } from '../../embedding/make-link.js'
import { allLinks, describeLink } from '../all-links.js'
import { failure, fine, warning, type Outcome } from '../finding.js'
import { ownCommand } from '../own-command.js'
import type { Probe } from '../probe.js'
import { shellWord } from '../../shell-word.js'
import type { Subject } from '../subject.js'
import { isOpen } from '../try-open.js'

const wordsAnswer = 'questions are answered by words alone'

/** What may mend a provider that does not answer as it should. */
function mending({ model, provider }: EmbeddingLink, reason: string, { flags }: Subject): string {
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

/** Nothing is sent before what can be seen here is in order. */
async function tryLink(
  link: EmbeddingLink,
  spaces: readonly KeptSpace[],
  subject: Subject,
): Promise<Outcome> {
  const { signal, resolved } = subject
  const { deadline } = resolved.settings.query
  const detail = `${describeLink(link)} embeds nothing`
  const tooLate = AbortSignal.timeout(deadline)
  try {
    const proven = await proveLink(link, { spaces, signal: AbortSignal.any([signal, tooLate]) })
    const canary = proven.isKnown ? ', as the index knows it' : ''
    return fine(`${describeLink(link)} embeds a sentence in ${proven.dimensions} dimensions${canary}`)
  } catch (error) {
    signal.throwIfAborted()
    const cause = tooLate.aborted ? `no answer within ${deadline / 1000} s (query.deadline)` : reasonOf(error)
    const fix = tooLate.aborted
      ? ownCommand('config query.deadline', subject.flags)
      : mending(link, cause, subject)
    return failure({ detail, cause, fix })
  }
}

async function lookAt(link: ProviderLink, spaces: readonly KeptSpace[], subject: Subject): Promise<Outcome> {
  const obstacle = link.findObstacle()
  if (obstacle) return failure({ detail: `${describeLink(link)} embeds nothing`, ...obstacle })
  if (link.host === null || !subject.isOffline) return tryLink(link, spaces, subject)
  const why = subject.flags.offline ? '--offline' : 'the settings are broken'
  return fine(`${describeLink(link)} was not asked (${why})`)
}

function withoutLinks({ resolved }: Subject, reason: string | undefined): Outcome {
  if (resolved.settings.provider === 'none') return fine(`switched off (provider: none); ${wordsAnswer}`)
  const cause = reason ?? 'no provider has a model here, or a key'
  return warning({
    detail: `there is no embedding model; ${wordsAnswer}`,
    cause,
    fix: 'recallite models pull',
  })
}

/** A local model is asked for, and there is none. */
function unchosen(error: unknown): Outcome {
  if (!(error instanceof UsageError)) throw error
  return failure({
    detail: 'there is no model to embed with',
    cause: reasonOf(error),
    fix: 'recallite models pull',
  })
}

/** Every link of the chain, each by embedding one sentence. */
export const embedding: Probe = {
  name: 'embedding',
  async look(subject) {
    const choice = await allLinks(subject).catch(unchosen)
    if ('state' in choice) return [choice]
    const { links, noModelReason } = choice
    if (links.length === 0) return [withoutLinks(subject, noModelReason)]
    const spaces = isOpen(subject.store) ? await subject.store.listSpaces() : []
    const outcomes: Outcome[] = []
    for (const link of links) outcomes.push(await lookAt(link, spaces, subject))
    return outcomes
  },
}
