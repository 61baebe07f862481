import { reasonOf } from '@recallite/core'
import { chooseReranker } from '@recallite/settings/reranker'
import { failure, fine, type Outcome } from '../finding.js'
import { ownCommand } from '../fix-commands.js'
import type { Subject } from '../subject.js'

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
